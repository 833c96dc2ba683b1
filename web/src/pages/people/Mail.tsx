/** Where letters go to, and which are wanted. */

import { type FormEvent, useState } from "react";
import { forgetAddress, giveAddress, type Kind, type MyMail, myMail, wantMail } from "../../api/mail";
import { useFetched } from "../../parts/small";
import { t } from "../../texts/page";
import { type Attempt, useAttempt } from "./attempt";

const KINDS: readonly Kind[] = ["turn", "invitation", "match", "tournament"];

export function Mail() {
  const [said, attempt] = useAttempt();
  const [fetched] = useFetched(myMail, []);
  const [latest, setLatest] = useState<MyMail | null>(null);
  const [changing, setChanging] = useState(false);
  const mail = latest ?? fetched;
  if (!mail) return null;
  const became = (next: MyMail) => {
    setLatest(next);
    setChanging(false);
  };
  /** Shown at once, and taken back if the house says no. */
  const want = (kind: Kind, wanted: boolean) => {
    setLatest({ ...mail, [kind]: wanted });
    const back = (error: unknown) => {
      setLatest(mail);
      throw error;
    };
    void attempt(() => wantMail({ [kind]: wanted }).then(setLatest, back), t("profile.saved"));
  };
  return (
    <section className="panel box letters">
      <h2>{t("mail.title")}</h2>
      {mail.address ? (
        <p>{t("mail.address", { address: mail.address })}</p>
      ) : (
        <p className="soft">{t(mail.wanted ? "mail.soon" : "mail.line")}</p>
      )}
      {mail.wanted && (
        <p className="pending" role="status">
          {t("mail.wanted", { address: mail.wanted })}
        </p>
      )}
      {changing || !(mail.address || mail.wanted) ? (
        <AddressForm mail={mail} attempt={attempt} became={became} />
      ) : (
        <button type="button" className="btn" onClick={() => setChanging(true)}>
          {t("mail.change")}
        </button>
      )}
      {mail.address && (
        <fieldset className="wants">
          <legend>{t("mail.wants")}</legend>
          {KINDS.map((kind) => (
            <label key={kind}>
              <input type="checkbox" checked={mail[kind]} onChange={(event) => want(kind, event.target.checked)} />
              <span>{t(`mail.${kind}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {said}
    </section>
  );
}

function AddressForm(props: { mail: MyMail; attempt: Attempt; became: (mail: MyMail) => void }) {
  const { mail, attempt, became } = props;
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");
  function send(event: FormEvent) {
    event.preventDefault();
    void attempt(() => giveAddress(address.trim(), password).then(became), t("mail.sent"));
  }
  return (
    <form className="form" onSubmit={send}>
      <label>
        {t(mail.address || mail.wanted ? "mail.other" : "mail.new")}
        <input
          className="field"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </label>
      <label>
        {t("mail.password")}
        <input
          className="field"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <div className="acts">
        <button type="submit" className="btn">
          {t("mail.confirm-it")}
        </button>
        {(mail.address || mail.wanted) && (
          <button
            type="button"
            className="btn quiet bad"
            disabled={!password}
            onClick={() => void attempt(() => forgetAddress(password).then(became), t("mail.removed"))}
          >
            {t("mail.remove")}
          </button>
        )}
      </div>
    </form>
  );
}

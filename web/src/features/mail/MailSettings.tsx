/** The player's address, and which mails the player wants. */

import { useState } from "react";
import { type Submit, useSubmit } from "../../client/useSubmit";
import type { MyMail } from "../../contract";
import { Form, PasswordField, TextField } from "../../ui/Form";
import { useFetched } from "../../ui/hooks";
import { t } from "../../ui/texts/page";
import { forgetAddress, giveAddress, type MailKind, myMail, wantMail } from "./requests";

const KINDS: readonly MailKind[] = ["turn", "invitation", "match", "tournament"];

export function MailSettings() {
  const [outcome, submit] = useSubmit();
  const [fetched] = useFetched(myMail, []);
  const [latest, setLatest] = useState<MyMail | null>(null);
  const [changing, setChanging] = useState(false);
  const mail = latest ?? fetched;
  if (!mail) return null;
  const became = (next: MyMail) => {
    setLatest(next);
    setChanging(false);
  };
  /** Shown at once, and taken back if the server refuses. */
  const want = (kind: MailKind, wanted: boolean) => {
    setLatest({ ...mail, [kind]: wanted });
    const back = (error: unknown) => {
      setLatest(mail);
      throw error;
    };
    void submit(() => wantMail({ [kind]: wanted }).then(setLatest, back), t("profile.saved"));
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
        <AddressForm mail={mail} submit={submit} became={became} />
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
      {outcome}
    </section>
  );
}

function AddressForm(props: { mail: MyMail; submit: Submit; became: (mail: MyMail) => void }) {
  const { mail, submit, became } = props;
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");
  function send() {
    return submit(() => giveAddress(address.trim(), password).then(became), t("mail.sent"));
  }
  return (
    <Form className="form" onSubmit={send}>
      <TextField
        label={t(mail.address || mail.wanted ? "mail.other" : "mail.new")}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        value={address}
        onChange={setAddress}
      />
      <PasswordField label={t("mail.password")} value={password} onChange={setPassword} />
      <div className="acts">
        <button type="submit" className="btn">
          {t("mail.confirm-it")}
        </button>
        {(mail.address || mail.wanted) && (
          <button
            type="button"
            className="btn quiet bad"
            disabled={!password}
            onClick={() => void submit(() => forgetAddress(password).then(became), t("mail.removed"))}
          >
            {t("mail.remove")}
          </button>
        )}
      </div>
    </Form>
  );
}

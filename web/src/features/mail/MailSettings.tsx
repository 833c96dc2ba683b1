/** The player's address, and which mails the player wants. */

import { useState } from "react";
import { type Submit, useSubmit } from "../../client/useSubmit";
import type { MyMail } from "../../contract";
import { Button } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { classes } from "../../ui/classes";
import { CheckBox, CheckList, Form, PasswordField, TextField } from "../../ui/Form";
import { useFetched } from "../../ui/hooks";
import { Panel } from "../../ui/Panel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import css from "./MailSettings.module.css";
import { forgetAddress, giveAddress, type MailKind, myMail, wantMail } from "./requests";

const KINDS: readonly MailKind[] = ["turn", "over", "invitation", "looking", "match", "tournament"];

export function MailSettings() {
  const [outcome, submit] = useSubmit(css.said);
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
    <Panel box title={t("mail.title")} className={css.mail}>
      {mail.address ? (
        <p>{t("mail.address", { address: mail.address })}</p>
      ) : (
        <p className={text("soft")}>{t(mail.wanted ? "mail.soon" : "mail.line")}</p>
      )}
      {mail.wanted && (
        <p className={classes(text("soft"), css.pending)} role="status">
          {t("mail.wanted", { address: mail.wanted })}
        </p>
      )}
      {mail.returned && (
        <p className={css.returned} role="status">
          {t(`mail.returned-${mail.returned}`)}
        </p>
      )}
      {changing || !(mail.address || mail.wanted) ? (
        <AddressForm mail={mail} submit={submit} became={became} />
      ) : (
        <Acts>
          <Button onClick={() => setChanging(true)}>{t("mail.change")}</Button>
        </Acts>
      )}
      {mail.address && (
        <CheckList legend={t("mail.wants")}>
          {KINDS.map((kind) => (
            <CheckBox key={kind} checked={mail[kind]} onChange={(wanted) => want(kind, wanted)}>
              {t(`mail.${kind}`)}
            </CheckBox>
          ))}
        </CheckList>
      )}
      {outcome}
    </Panel>
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
    <Form column className={css.form} onSubmit={send}>
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
      <Acts className={css.acts}>
        <Button type="submit">{t("mail.confirm-it")}</Button>
        {(mail.address || mail.wanted) && (
          <Button
            look="quiet"
            bad
            disabled={!password}
            onClick={() => void submit(() => forgetAddress(password).then(became), t("mail.removed"))}
          >
            {t("mail.remove")}
          </Button>
        )}
      </Acts>
    </Form>
  );
}

/** Invite somebody to a table by mail. */

import { useState } from "react";
import { useSubmit } from "../../client/useSubmit";
import { Button } from "../../ui/Button";
import { Form, Input } from "../../ui/Form";
import { t } from "../../ui/texts/page";
import css from "./InviteByMail.module.css";
import { inviteByMail } from "./requests";

export function InviteByMail({ table }: { table: string }) {
  const [to, setTo] = useState("");
  const [outcome, submit] = useSubmit(css.said);
  const send = () =>
    submit(() => inviteByMail(table, to.trim()).then(() => setTo("")), t("waiting-room.mailed", { to: to.trim() }));
  return (
    <Form className={css.invite} onSubmit={send}>
      <label className={css.label} htmlFor="invite-to">
        {t("waiting-room.mail")}
      </label>
      <div className={css.line}>
        <Input
          id="invite-to"
          className={css.to}
          required
          maxLength={254}
          autoComplete="off"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit">{t("waiting-room.mail-send")}</Button>
      </div>
      {outcome}
    </Form>
  );
}

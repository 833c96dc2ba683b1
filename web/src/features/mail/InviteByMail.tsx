/** Invite somebody to a table by mail. */

import { useState } from "react";
import { errorText } from "../../client/http";
import { Form } from "../../ui/Form";
import { t } from "../../ui/texts/page";
import { inviteByMail } from "./requests";

export function InviteByMail({ table }: { table: string }) {
  const [to, setTo] = useState("");
  const [said, setSaid] = useState<{ good: boolean; words: string } | null>(null);
  function send() {
    const reader = to.trim();
    setSaid(null);
    return inviteByMail(table, reader).then(
      () => {
        setSaid({ good: true, words: t("wait.mailed", { to: reader }) });
        setTo("");
      },
      (error) => setSaid({ good: false, words: errorText(error) }),
    );
  }
  return (
    <Form className="by-mail" onSubmit={send}>
      <label htmlFor="invite-to">{t("wait.mail")}</label>
      <div>
        <input
          id="invite-to"
          className="field"
          required
          maxLength={254}
          autoComplete="off"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <button type="submit" className="btn">
          {t("wait.mail-send")}
        </button>
      </div>
      {said && (
        <p className={said.good ? "saved small" : "refusal"} role="status">
          {said.words}
        </p>
      )}
    </Form>
  );
}

/** To somebody who is not here: by the house's own post. */

import { type FormEvent, useState } from "react";
import { inviteByMail } from "../../api/mail";
import { t } from "../../texts/page";
import { sentence } from "../playing";

export function InviteByMail({ table }: { table: string }) {
  const [to, setTo] = useState("");
  const [said, setSaid] = useState<{ good: boolean; words: string } | null>(null);
  function send(event: FormEvent) {
    event.preventDefault();
    const reader = to.trim();
    setSaid(null);
    inviteByMail(table, reader).then(
      () => {
        setSaid({ good: true, words: t("wait.mailed", { to: reader }) });
        setTo("");
      },
      (error) => setSaid({ good: false, words: sentence(error) }),
    );
  }
  return (
    <form className="by-mail" onSubmit={send}>
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
    </form>
  );
}

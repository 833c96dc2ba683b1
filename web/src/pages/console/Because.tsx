import { type FormEvent, useState } from "react";
import { t } from "../../texts/page";

/** A deed that needs a reason: the button asks for it first. */
export function Because({ label, onDo }: { label: string; onDo: (why: string) => Promise<unknown> }) {
  const [why, setWhy] = useState<string | null>(null);
  if (why === null)
    return (
      <button type="button" className="btn" onClick={() => setWhy("")}>
        {label}
      </button>
    );
  function send(event: FormEvent) {
    event.preventDefault();
    void onDo(why ?? "").finally(() => setWhy(null));
  }
  return (
    <form className="because" onSubmit={send}>
      <input
        className="field"
        // biome-ignore lint/a11y/noAutofocus: whoever pressed the button goes on here
        autoFocus
        required
        maxLength={500}
        aria-label={t("console.why")}
        placeholder={t("console.why")}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <button type="submit" className="btn bad">
        {label}
      </button>
      <button type="button" className="btn quiet" onClick={() => setWhy(null)}>
        {t("report.not-now")}
      </button>
    </form>
  );
}

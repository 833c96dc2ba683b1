/** What somebody at the table asks for, and waits for an answer to: it stays until it is answered. */

import { useState } from "react";
import { answerTakeback } from "../../api/tables";
import type { Now } from "../../live/feed";
import type { Shown } from "../../skins/types";
import { t } from "../../texts/page";
import { sentence } from "../playing";

export function Requests({ shown, now }: { shown: Shown; now: Now }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { seat, choosing, table } = shown;
  const name = (who: number) => now.seats[who]?.name ?? "";
  const [asked, agreed] = now.takeback ?? [null, []];
  const answer = (yes: boolean) =>
    seat !== null && answerTakeback(table, seat, yes).catch((error) => setRefusal(sentence(error)));
  const canDecline = choosing.buttons.some((each) => each.target === "button:decline");
  const offered = now.offer != null && now.offer !== seat;
  return (
    <>
      {refusal && <p className="refusal">{refusal}</p>}
      {asked !== null && seat !== null && asked !== seat && !agreed.includes(seat) && (
        <section className="toast" aria-live="polite">
          <p>{t("ask.takeback", { who: name(asked) })}</p>
          <button type="button" className="btn" data-agree onClick={() => answer(true)}>
            {t("ask.agree")}
          </button>
          <button type="button" className="btn quiet" onClick={() => answer(false)}>
            {t("ask.no")}
          </button>
        </section>
      )}
      {asked !== null && asked === seat && (
        <section className="toast" aria-live="polite">
          <p>{t("ask.waiting")}</p>
        </section>
      )}
      {offered && canDecline && (
        <section className="toast" aria-live="polite">
          <p>{t("table.offer", { who: name(now.offer ?? 0) })}</p>
          <button type="button" className="btn" onClick={() => choosing.touch("button:draw")}>
            {t("table.accept")}
          </button>
          <button type="button" className="btn quiet" onClick={() => choosing.touch("button:decline")}>
            {t("ask.decline")}
          </button>
        </section>
      )}
    </>
  );
}

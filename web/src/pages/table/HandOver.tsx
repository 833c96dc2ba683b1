import { useEffect, useRef } from "react";
import { t } from "../../texts/page";

/** Nothing of the table is on the page while the device goes from hand to hand. */
export function HandOver({ who, seat, onReady }: { who: string; seat: number; onReady: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <main className="handover" data-hand-to={seat}>
      <svg viewBox="0 0 120 80" aria-hidden="true">
        <rect x="34" y="8" width="52" height="64" rx="8" />
        <path d="M12 40h14M20 34l6 6-6 6M94 40h14M102 34l6 6-6 6" />
      </svg>
      <h1 className="show">{t("hand.title", { who })}</h1>
      <p className="soft">{t("hand.line", { who })}</p>
      <button ref={button} type="button" className="btn turn big" onClick={onReady}>
        {t("hand.ready", { who })}
      </button>
    </main>
  );
}

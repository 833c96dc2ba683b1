import { useEffect, useRef } from "react";
import { Button } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { onDesk } from "../../../ui/visible";
import { BarButton, barClass } from "./ActionBar";
import css from "./HandOver.module.css";

/** In the place of the buttons, once somebody has moved: they see what came of it before they hand the device over. */
export function LastLook({ who, onReady }: { who: string; onReady: () => void }) {
  return (
    <div className={barClass}>
      <p className={classes(css.next, onDesk)}>{t("hand-over.look", { who })}</p>
      <BarButton look="turn" wide data-hand-over onClick={onReady}>
        {t("hand-over.cover", { who })}
      </BarButton>
    </div>
  );
}

/** Nothing of the table is on the page while the device goes from hand to hand. */
export function HandOver({ who, seat, onReady }: { who: string; seat: number; onReady: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <main className={css.page} data-hand-to={seat}>
      <svg className={css.picture} viewBox="0 0 120 80" aria-hidden="true">
        <rect x="34" y="8" width="52" height="64" rx="8" />
        <path d="M12 40h14M20 34l6 6-6 6M94 40h14M102 34l6 6-6 6" />
      </svg>
      <h1 className={classes(text("show"), css.title)}>{t("hand-over.title", { who })}</h1>
      <p className={text("soft")}>{t("hand-over.line", { who })}</p>
      <Button ref={button} look="turn" big className={css.ready} onClick={onReady}>
        {t("hand-over.ready", { who })}
      </Button>
    </main>
  );
}

import type { GameInfo } from "../../contract";
import { classes } from "../../ui/classes";
import { text } from "../../ui/text";
import { type PageKey, t } from "../../ui/texts/page";
import css from "./GettingReady.module.css";

const STAGES: Readonly<Record<NonNullable<GameInfo["preparing"]>["stage"], PageKey>> = {
  queued: "getting-ready.queued",
  rules: "getting-ready.rules",
  bots: "getting-ready.bots",
};

/** How far a game is that the server still compiles: which part of it, how much, and for how many seconds more. */
export function GettingReady({ game, className }: { game: GameInfo; className?: string | undefined }) {
  if (game.ready) return null;
  const far = game.preparing;
  if (!far) return <p className={classes(css.words, className)}>{game.status}</p>;
  const percent = Math.round(far.share * 100);
  return (
    <div className={classes(css.ready, className)} data-getting-ready={far.stage}>
      <span
        className={css.bar}
        role="progressbar"
        aria-label={t("getting-ready.label", { game: game.title })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={css.done} style={{ transform: `scaleX(${far.share})` }} />
      </span>
      <span className={classes(text("num"), css.words)}>{t(STAGES[far.stage], { count: far.seconds })}</span>
    </div>
  );
}

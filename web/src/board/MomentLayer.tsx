/** A moment over the board: where it is seen, and what is said of it. Neither can be touched. */

import { classes } from "../ui/classes";
import { IconDrawing } from "../ui/Icon";
import { text } from "../ui/text";
import { t } from "../ui/texts/page";
import type { Spot } from "./layout";
import css from "./MomentLayer.module.css";
import type { BoardView, ShownMoment, Skin } from "./skin";

/** In the plan's units: what the skin draws, or rings around its places, or one line through them. */
export function MomentLayer({ skin, board }: { skin: Skin; board: BoardView }) {
  const shown = board.moment;
  if (!shown) return null;
  const { moment } = shown;
  return (
    <g className={css.layer} data-moment={moment.kind} key={`${moment.kind} ${moment.words.key} ${moment.at?.join()}`}>
      {skin.Moment ? <skin.Moment moment={moment} at={board} /> : <PlainMoment moment={moment} at={board} />}
    </g>
  );
}

export function PlainMoment({ moment, at }: { moment: ShownMoment["moment"]; at: BoardView }) {
  const spots = (moment.at ?? []).flatMap((target) => at.spot(target) ?? []);
  const [first, ...more] = spots;
  if (!first) return null;
  const thick = Math.max(0.09, 4 / at.scale);
  if (moment.line && more.length > 0) {
    const d = `M${first.x} ${first.y}${more.map(({ x, y }) => `L${x} ${y}`).join("")}`;
    return (
      <g>
        <path className={css.casing} d={d} strokeWidth={2.4 * thick} />
        <path className={css.stroke} d={d} strokeWidth={1.2 * thick} />
        {spots.map((spot) => (
          <Ring key={spot.target} spot={spot} thick={thick} />
        ))}
      </g>
    );
  }
  return spots.map((spot) => <Ring key={spot.target} spot={spot} thick={thick} />);
}

function Ring({ spot, thick }: { spot: Spot; thick: number }) {
  const r = Math.max(spot.width, spot.height) / 2;
  return (
    <g transform={`translate(${spot.x} ${spot.y})`}>
      {spot.round ? (
        <>
          <circle className={css.casing} r={r} strokeWidth={2 * thick} />
          <circle className={css.stroke} r={r} strokeWidth={thick} />
          <circle className={classes(css.stroke, css.wave)} r={r} strokeWidth={thick} />
        </>
      ) : (
        <rect
          className={css.stroke}
          x={-spot.width / 2}
          y={-spot.height / 2}
          width={spot.width}
          height={spot.height}
          rx=".14"
          strokeWidth={thick}
        />
      )}
    </g>
  );
}

/** In words, on the edge of the board that the moment is not at. Whoever waits for a person has a button. */
export function MomentBanner({ shown, low }: { shown: ShownMoment; low: boolean }) {
  return (
    <div className={classes(css.banner, low && css.low)} data-moment-words={shown.moment.kind}>
      <p className={css.words}>{shown.words}</p>
      {shown.waits && (
        <button type="button" className={css.on} onClick={shown.skip}>
          <IconDrawing>
            <path d="M5 5l7 7-7 7M13 5l7 7-7 7" />
          </IconDrawing>
          {t("moment.on")}
        </button>
      )}
    </div>
  );
}

/** In words in a place beside the board, over what else is said there: a finished match on a phone is looked at to its
 * corners. It takes no room of its own, so that the board keeps its size. */
export function MomentLine({ shown }: { shown: ShownMoment | null | undefined }) {
  if (!shown) return null;
  return (
    <p className={classes(css.words, css.line)} data-moment-words={shown.moment.kind}>
      <span className={css.clamped}>{shown.words}</span>
    </p>
  );
}

/** The same for those who listen. It is always there: what is not there yet cannot be heard to change. */
export function MomentSaid({ shown }: { shown: ShownMoment | null | undefined }) {
  return (
    <p className={text("sr-only")} aria-live="polite" data-moment-said>
      {shown?.words}
    </p>
  );
}

/** Whether a moment is seen in the upper part of what is shown, so that its words belong at the lower edge. */
export function isHigh(shown: ShownMoment, board: BoardView): boolean {
  const spots = (shown.moment.at ?? []).flatMap((target) => board.spot(target) ?? []);
  const middle = board.seen.y + board.seen.height * 0.4;
  return spots.length > 0 && spots.every((spot) => spot.y < middle);
}

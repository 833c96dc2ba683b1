/** Signals: a star for mine, an octagon with a bar for keep off, a double arrow for go ahead; and the shapes of seats. */

import { coachHighlight } from "../../board/coachMarks";
import type { BoardView, Mark } from "../../board/skin";
import { classes } from "../../ui/classes";
import { SIGNALS, type Signal, signalChoice } from "./facts";
import type { Lane } from "./layout";
import css from "./signals.module.css";

const SIGNS: Record<Signal, string> = {
  mine: "M10 1.5l2.6 5.6 6 .7-4.5 4.2 1.2 6L10 15l-5.3 3 1.2-6L1.4 7.800l6-.7z",
  keep: "M6 1h8l5 5v8l-5 5H6l-5-5V6z",
  go: "M3 2l8 8-8 8zM10 2l8 8-8 8z",
};

const SIGN_CLASSES: Record<Signal, string | undefined> = { mine: css.mine, keep: css.keep, go: css.go };

/** In a box of 20 × 20 around 0,0. */
function SignalShape({ word, size }: { word: Signal; size: number }) {
  return (
    <g className={classes(css.sign, SIGN_CLASSES[word])} transform={`scale(${size / 20}) translate(-10 -10)`}>
      <path d={SIGNS[word]} />
      {word === "keep" && <path className={css.cut} d="M5.5 10h9" />}
    </g>
  );
}

export function SignalIcon({ word }: { word: Signal }) {
  return (
    <svg className={css.icon} viewBox="-11 -11 22 22" aria-hidden="true">
      <SignalShape word={word} size={20} />
    </svg>
  );
}

/** A shape for every seat, so that colour is never alone. In a box of 34 × 34 around 0,0. */
const SHAPES = [
  "M0-14A14 14 0 0 1 0 14A14 14 0 0 1 0-14z",
  "M-9-13H9Q13-13 13-9V9Q13 13 9 13H-9Q-13 13-13 9V-9Q-13-13-9-13z",
  "M0-14L14.500 12H-14.500z",
  "M0-16L14 0L0 16L-14 0z",
  "M0-15L14.500-4.500L9 13H-9L-14.500-4.500z",
];

const SEAT_CLASSES = [css.s0, css.s1, css.s2, css.s3, css.s4];

export function SeatShape({ seat, size, className }: { seat: number; size: number; className?: string | undefined }) {
  return (
    <path
      className={classes(css.seat, SEAT_CLASSES[seat % 5], className)}
      d={SHAPES[seat % 5]}
      transform={`scale(${size / 34})`}
    />
  );
}

export function SeatIcon({ seat }: { seat: number }) {
  return (
    <svg className={css.icon} viewBox="-17 -17 34 34" aria-hidden="true">
      <SeatShape seat={seat} size={34} />
    </svg>
  );
}

function isSignal(kind: string): kind is Signal {
  return SIGNALS.some((word) => word === kind);
}

/** What is said about a pile: one pill a seat, smaller where there are many. */
export function GivenSignals({ marks, lane, at }: { marks: readonly Mark[]; lane: Lane; at: BoardView }) {
  const said = marks.flatMap((mark) => (isSignal(mark.kind) ? [{ word: mark.kind, seat: mark.seat ?? 0 }] : []));
  const room = lane.width - 4;
  const worded = said.map(({ word }) => 47 + 7 * at.say({ key: `skin.${word}` }).length);
  const whole = !at.phone && worded.reduce((sum, each) => sum + each + 5, -5) <= room;
  const wide = said.map((_, i) => (whole ? (worded[i] ?? 0) : Math.min(40, (room + 4) / said.length - 4)));
  const stacked = !whole && (wide[0] ?? 40) < 34; // the sign over the seat's shape
  const total = wide.reduce((sum, each) => sum + each + (whole ? 5 : 4), whole ? -5 : -4);
  let left = -total / 2;
  return said.map(({ word, seat }, i) => {
    const w = wide[i] ?? 0;
    const x = left + w / 2;
    left += w + (whole ? 5 : 4);
    return (
      <g key={seat} transform={`translate(${x} 0)`} className={classes(css.said, seat === at.seat && css.own)}>
        <rect
          className={css.saidBox}
          x={-w / 2}
          y={stacked ? -15 : -11}
          width={w}
          height={stacked ? 30 : 22}
          rx={Math.min(11, w / 2)}
        />
        {stacked ? (
          <>
            <g transform="translate(0 -6)">
              <SeatShape seat={seat} size={12} />
            </g>
            <g transform="translate(0 7)">
              <SignalShape word={word} size={12} />
            </g>
          </>
        ) : (
          <>
            <g transform={`translate(${-w / 2 + 12} 0)`}>
              <SeatShape seat={seat} size={15} />
            </g>
            <g transform={`translate(${-w / 2 + 28} 0)`}>
              <SignalShape word={word} size={13} />
            </g>
            {whole && (
              <text className={css.word} x={-w / 2 + 38} y={0.5}>
                {at.say({ key: `skin.${word}` })}
              </text>
            )}
          </>
        )}
      </g>
    );
  });
}

/** One tap a pile. By keyboard the same is reached through the pile and the action bar, so these are for pointers alone. */
export function SignalButtons({
  index,
  marks,
  lane,
  at,
}: {
  index: number;
  marks: readonly Mark[];
  lane: Lane;
  at: BoardView;
}) {
  const [gap, high] = [4, 36];
  const w = (lane.width - 2 * gap) / 3;
  return SIGNALS.map((word, i) => {
    const choice = signalChoice(at.choices, index, word);
    const shown = marks.some((mark) => mark.kind === word && mark.seat === at.seat);
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for pointers; keys go through the pile
      <g
        key={word}
        data-say={`${word}-${index + 1}`}
        {...coachHighlight(at, choice?.path)}
        data-shown={shown}
        className={classes(css.button, shown ? css.shown : choice ? css.open : css.shut)}
        transform={`translate(${(i - 1) * (w + gap)} 0)`}
        onPointerDown={choice && ((event) => event.stopPropagation())}
        onPointerUp={choice && ((event) => event.stopPropagation())}
        onClick={choice && (() => at.choosing.choose(choice))}
      >
        <title>{at.say({ key: `skin.legend-${word}` })}</title>
        <rect className={css.buttonBox} x={-w / 2} y={-high / 2} width={w} height={high} rx={10} />
        <SignalShape word={word} size={18} />
      </g>
    );
  });
}

/** In words, beside the board: what the ring in hand may do, which five of a row; and tallies, avatars, steps. */

import { coachHighlight } from "../../board/coachMarks";
import { counterOf, type TableView } from "../../board/skin";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { aimOf, chosenFive, type Five, fivesOf, givesUp, nameOf, turnedBy, type View } from "./facts";
import css from "./panels.module.css";
import { SmallRing } from "./pieces";

/** On a desk at the left; on a phone the same stands under the board, where it is always seen. */
export function Beside({ at }: { at: TableView<View> }) {
  if (at.phone) return null;
  return (
    <div className={css.hint}>
      <Hint at={at} />
    </div>
  );
}

export function Below({ at }: { at: TableView<View> }) {
  if (!at.phone || at.over) return null;
  return (
    <div className={classes(css.hint, css.strip)}>
      <Hint at={at} />
    </div>
  );
}

function Hint({ at }: { at: TableView<View> }) {
  const fives = fivesOf(at.choices, at.scene.marks);
  if (fives.length > 0) return <Fives at={at} fives={fives} />;
  return <p className={css.said}>{sentence(at)}</p>;
}

function sentence(at: TableView<View>): string {
  const { say, choosing, choices } = at;
  const aim = aimOf({ ...at, cursor: null });
  if (aim) {
    const [start, end, count] = [nameOf(aim.from), nameOf(aim.to), aim.turned.length];
    return say({ key: count > 0 ? "skin.turns" : "skin.turns-none", args: { start, end, count } });
  }
  const held = choosing.held[0];
  if (held) {
    const open = choices.filter((choice) => choice.path[0] === held);
    const count = open.filter((choice) => turnedBy(at.view, choice).length > 0).length;
    const lifted = say({ key: "skin.lifted", args: { point: nameOf(held), count: open.length } });
    return count > 0 ? `${lifted} ${say({ key: "skin.jumps", args: { count } })}` : lifted;
  }
  if (givesUp(at)) {
    const rings = new Set(choices.filter((choice) => !choice.also).map((choice) => choice.path[0]));
    return say({ key: "skin.give-up", args: { count: rings.size - 1 } });
  }
  const goal = at.scene.counters?.find((each) => each.id.startsWith("won-"))?.of ?? 0;
  return say({ key: "skin.goal", args: { count: goal } });
}

/** Which five of a row: one button each; the last word is the board's or the action bar's. */
function Fives({ at, fives }: { at: TableView; fives: readonly Five[] }) {
  const chosen = chosenFive(fives, at.choosing, null);
  const rows = new Set(fives.map((five) => five.row));
  const [only, ...others] = fives;
  const key = others.length === 0 ? "skin.row" : rows.size > 1 ? "skin.rows" : "skin.row-more";
  const ends = (five: Five) =>
    at.say({ key: "skin.five", args: { start: nameOf(five.sites[0]), end: nameOf(five.sites.at(-1)) } });
  return (
    <>
      <p className={css.said}>
        {at.say({ key, args: { count: rows.size > 1 ? rows.size : (only?.row.length ?? 0) } })}
      </p>
      <div className={css.fives}>
        {only && others.length === 0 ? (
          <Button
            look="turn"
            className={css.five}
            {...coachHighlight(at, only.choice.path)}
            onClick={() => at.act(only.choice.text)}
          >
            {at.say({ key: "skin.take", args: { five: ends(only) } })}
          </Button>
        ) : (
          fives.map((five) => (
            <Button
              key={five.choice.text}
              className={css.five}
              data-five={five.choice.text}
              aria-pressed={five === chosen}
              {...coachHighlight(at, five.choice.path)}
              onClick={() => at.choosing.offer(five.choice)}
            >
              {ends(five)}
            </Button>
          ))
        )}
      </div>
    </>
  );
}

/** Three sockets: rings taken off, and rings still to come. While rings are placed, how many are left. */
export function Tally({ seat, at }: { seat: number; at: TableView }) {
  const [won, waiting] = [counterOf(at.scene, `won-${seat}`), counterOf(at.scene, `to-place-${seat}`)];
  const count = won?.of ?? 0;
  if (waiting) return <span>{at.say({ key: "skin.to-place", args: { count: waiting.value } })}</span>;
  return (
    <span className={css.tally}>
      <svg className={css.sockets} viewBox={`-50 -50 ${100 * count} 100`} aria-hidden="true">
        {Array.from({ length: count }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a socket is its number
          <g key={i} transform={`translate(${100 * i} 0)`}>
            <SmallRing seat={seat} gone={i >= (won?.value ?? 0)} />
          </g>
        ))}
      </svg>
      <span className={css.words}>{at.say({ key: "skin.removed", args: { count: won?.value ?? 0, of: count } })}</span>
    </span>
  );
}

/** A step as it is written, with a sign for what is taken. */
export function Step({ text, seat }: { text: string; seat: number | null }) {
  const [, taken, points] = /^(x?)([a-k]\d+(?:-[a-k]\d+)?)$/.exec(text) ?? [];
  if (!points) return text;
  const row = points.includes("-");
  return (
    <span className={css.step}>
      {points.replace("-", "–")}
      {taken && (
        <svg className={css.sign} viewBox={row ? "-50 -50 420 100" : "-50 -50 100 100"} aria-hidden="true">
          {row ? (
            Array.from({ length: 5 }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: five dots
              <circle key={i} className={seat === 1 ? css.ebony : css.ivory} cx={i * 80} r={26} />
            ))
          ) : (
            <SmallRing seat={seat} />
          )}
        </svg>
      )}
    </span>
  );
}

/** Beside and below the board: the compass, what is looked at in words, sailing words explained, the race. */

import { useId, useMemo } from "react";
import { counterOf, type TableView } from "../../board/skin";
import { classes } from "../../ui/classes";
import { useLastKnown, useOnItsSide } from "../../ui/hooks";
import { text as textClass } from "../../ui/text";
import { Compass } from "./compass";
import { boundFor, cutAt, type View } from "./facts";
import css from "./panels.module.css";
import { type PickedHeading, usePickedHeading, wayFor } from "./pickedHeading";
import { linesOf, sailingTerms } from "./sentences";

export function Beside({ at }: { at: TableView<View> }) {
  const view = useLastKnown(at.view);
  const looking = usePickedHeading(at, at.view);
  return (
    <div className={css.beside}>
      {!at.phone && !at.over && (
        <div className={css.pair}>
          <Compass at={at} view={view} looking={looking} />
          <Explanation at={at} view={view} looking={looking} />
        </div>
      )}
      <Prose className={css.rule} at={at} lines={[at.say({ key: "skin.rule" })]} />
      {view && <Cards at={at} view={view} />}
      <Glossary at={at} />
    </div>
  );
}

export function Below({ at }: { at: TableView<View> }) {
  const view = useLastKnown(at.view);
  const looking = usePickedHeading(at, at.view);
  if (!at.phone) return null;
  return (
    <div className={css.below}>
      <Compass at={at} view={view} looking={looking} />
      <Explanation at={at} view={view} looking={looking} />
    </div>
  );
}

interface Props {
  at: TableView<View>;
  view: View | null;
  looking: PickedHeading;
}

/** What is looked at in words; else the wind, and what there is to do. */
function Explanation({ at, view, looking }: Props) {
  const { say } = at;
  const way = wayFor(at, looking.looked);
  if (at.moment && at.phone && !at.over)
    return (
      <div className={css.said}>
        <p className={css.moment} data-moment-words={at.moment.moment.kind}>
          {at.moment.words}
        </p>
      </div>
    );
  if (view && way)
    return (
      <div className={css.said}>
        <h3 className={css.title}>
          {way.heading} · {say({ key: `sail.${way.sail}` })}
        </h3>
        <Prose at={at} lines={linesOf(at, way, view.phase)} />
      </div>
    );
  return (
    <div className={css.said}>
      <h3 className={css.title}>{view?.wind ? say({ key: "skin.wind", args: { wind: view.wind } }) : ""}</h3>
      {view && <Prose at={at} lines={quietLines(at, view)} />}
    </div>
  );
}

function quietLines(at: TableView, view: View): string[] {
  const { say, seat } = at;
  const lines: string[] = [];
  if (at.mine && view.phase === "place") lines.push(say({ key: "skin.place" }));
  if (at.mine && (view.phase === "choose" || view.phase === "dodge"))
    lines.push(say({ key: `prompt.${view.phase}`, args: { wind: view.wind ?? "" } }));
  const boat = seat === null ? null : view.boats[seat];
  if (at.mine && view.phase === "sail" && at.scene.prompt) lines.push(say(at.scene.prompt));
  if (boat?.tack) lines.push(say({ key: "skin.own", args: { tack: { key: `tack.${boat.tack}` } } }));
  const risks = counterOf(at.scene, "risks");
  if (risks) lines.push(say({ key: "skin.risks", args: { count: risks.value, of: risks.of ?? 0 } }));
  return lines;
}

// -- words that are explained -----------------------------------------------------------------------------------

/** Sentences in which every sailing word can be asked what it means. */
function Prose({ at, lines, className }: { at: TableView; lines: readonly string[]; className?: string | undefined }) {
  const { catalogue } = at;
  const words = useMemo(() => sailingTerms(catalogue), [catalogue]);
  return (
    <p className={classes(css.prose, className)}>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <span key={i}>
          {cutAt(line, words).map((part, n) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
            part.word ? <Term key={n} at={at} word={part.word} text={part.text} /> : part.text,
          )}{" "}
        </span>
      ))}
    </p>
  );
}

/** A sailing word: press it, and what it means is said over the page. */
function Term({ at, word, text }: { at: TableView; word: string; text: string }) {
  const id = useId();
  return (
    <>
      <button type="button" className={css.term} popoverTarget={id} data-word={word}>
        {text}
      </button>
      <span className={css.means} popover="auto" id={id}>
        <b className={css.word}>{at.say({ key: `word.${word}` })}</b>
        {at.say({ key: `means.${word}` })}
      </span>
    </>
  );
}

function Glossary({ at }: { at: TableView }) {
  const words = useMemo(() => [...sailingTerms(at.catalogue)], [at.catalogue]);
  return (
    <details className={css.more}>
      <summary className={css.summary}>{at.say({ key: "skin.words" })}</summary>
      <dl>
        {words.map(([, word]) => (
          <div key={word}>
            <dt className={css.explained}>{at.say({ key: `word.${word}` })}</dt>
            <dd className={css.meaning}>{at.say({ key: `means.${word}` })}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What may still be drawn at a risk point. */
function Cards({ at, view }: { at: TableView; view: View }) {
  const kinds = new Map<string, number>();
  for (const [card, count] of Object.entries(view.cards)) {
    const kind = card.split(" ")[0] ?? card;
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  return (
    <details className={css.more}>
      <summary className={css.summary}>{at.say({ key: "skin.cards" })}</summary>
      <ul>
        {[...kinds].map(([kind, count]) => (
          <li key={kind}>
            <b className={classes(textClass("num"), css.count)}>{count}</b> {at.say({ key: `card.${kind}` })}
          </li>
        ))}
      </ul>
    </details>
  );
}

// -- the race ---------------------------------------------------------------------------------------------------

// Pixels from marker to marker, and a marker's radius; in a strip on a phone markers go without their numbers.
const WIDE = { step: 21, r: 8.5, ends: 4 };
const NARROW = { step: 11, r: 4, ends: 3 };

/** A boat's way along the course: the line, every marker, the flag; and its place as of now. */
export function Tally({ seat, at, on }: { seat: number; at: TableView<View>; on: boolean }) {
  const view = useLastKnown(at.view);
  const small = [useOnItsSide(), at.phone].includes(true);
  const boat = view?.boats[seat];
  if (!view || !boat) return null;
  const { say } = at;
  const where = say(boundFor(boat));
  const tack = boat.tack ? say({ key: `tack.${boat.tack}` }) : "";
  const rank = boat.place ?? boat.rank;
  const n = view.markers.length;
  const label = say({ key: "skin.progress", args: { where, count: boat.markers, of: n } });
  const { step, r, ends } = small ? NARROW : WIDE;
  const x = (i: number) => 7 + i * step;
  const far = boat.along;
  const stateOf = (i: number) => (i < boat.markers ? css.full : i === boat.markers && boat.started && css.next);
  const crowded = at.seats.length - (at.seat === null ? 0 : 1) > 2;
  return (
    <div className={classes(css.tally, on && css.on)}>
      <svg className={css.progress} width={x(n + 1) + 9} height="20" role="img" aria-label={label}>
        <path className={css.course} d={`M${x(0)} 10H${x(n + 1)}`} />
        <path className={css.done} d={`M${x(0)} 10H${x(far)}`} />
        <circle className={classes(css.dot, boat.started && css.full)} cx={x(0)} cy="10" r={ends} />
        {view.markers.map((marker, i) => (
          <g key={marker.at}>
            <circle className={classes(css.dot, stateOf(i))} cx={x(i + 1)} cy="10" r={r} />
            {!small && (
              <text className={classes(css.number, i < boat.markers && css.full)} x={x(i + 1)} y="14.3">
                {i + 1}
              </text>
            )}
          </g>
        ))}
        <path className={classes(css.flag, boat.place !== null && css.full)} d={`M${x(n + 1)} 18V3h6v6h-6`} />
      </svg>
      {rank !== null && <b className={css.rank}>{say({ key: `place.${rank}` })}</b>}
      <span className={classes(css.where, crowded && css.crowded)}>
        {tack ? say({ key: "to.tack", args: { where, tack } }) : where}
      </span>
    </div>
  );
}

/** A place behind the line goes without its numbers, which are on no chart. */
export function Step({ text }: { text: string }) {
  return text.replace(/ \d+,\d+$/, "");
}

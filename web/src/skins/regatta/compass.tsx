/** The compass: every heading at a thumb's reach, with its speed and what bears on it; its middle sails. To keys it is one
 * choice among eight: arrows go round it, and letters choose as they lie around S on a keyboard. */

import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { coachHighlight } from "../../board/coachMarks";
import type { TableView } from "../../board/skin";
import { because, lookBeside, refuseBeside } from "../../board/touchedBeside";
import type { TouchReason, Way } from "../../contract";
import { classes } from "../../ui/classes";
import { text } from "../../ui/text";
import css from "./compass.module.css";
import { beyond, directions, HEADINGS, stepsOf, trimOf, type View, windOf } from "./facts";
import { pointAt } from "./layout";
import { nextInWords } from "./nextGate";
import { type PickedHeading, wayFor } from "./pickedHeading";
import { BoatDrawing, Sails } from "./pieces";
import { deedOf, linesOf, reasonOf } from "./sentences";

interface Props {
  at: TableView<View>;
  view: View | null;
  looking: PickedHeading;
}

const DEAD = 0.3; // of the radius: nearer to the middle no heading is meant
const LETTERS: Record<string, string> = { w: "N", e: "NE", d: "E", c: "SE", x: "S", z: "SW", a: "W", q: "NW" };
const ROUND: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function Compass({ at, view, looking }: Props) {
  const dial = useRef<HTMLFieldSetElement>(null);
  const options = directions(at.choices);
  const wind = windOf(at.scene);
  const [stop, setStop] = useState<string | null>(null); // where the keys were last
  const [told, setTold] = useState("");
  const known = HEADINGS.filter((each) => options.has(each) || (wayFor(at, each)?.fault ?? "irons") !== "irons");
  const stops: readonly string[] = known.length > 0 ? known : HEADINGS;
  const entry = [looking.picked, stop].find((each) => each !== null && stops.includes(each)) ?? stops[0];

  /** A finger that slides over the compass looks at headings, like a hand on the tiller. */
  function slide(event: PointerEvent<HTMLFieldSetElement>) {
    if (event.buttons === 0 || !dial.current) return;
    const box = dial.current.getBoundingClientRect();
    const [x, y] = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2];
    const far = Math.hypot(x, y) / (box.width / 2);
    if (far < DEAD || far > 1.3) return;
    const eighth = Math.round(((Math.atan2(x, -y) * 180) / Math.PI + 360) / 45) % 8;
    const heading = HEADINGS[eighth] ?? null;
    if (heading && heading !== looking.picked && (options.has(heading) || wayFor(at, heading))) looking.pick(heading);
  }

  const key = (heading: string) => dial.current?.querySelector<HTMLButtonElement>(`[data-heading=${heading}]`);
  function round(event: KeyboardEvent<HTMLDivElement>) {
    const by = ROUND[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const from = event.target instanceof HTMLElement ? (event.target.dataset.heading ?? "") : "";
    const heading = stops[(stops.indexOf(from) + by + stops.length) % stops.length] ?? "";
    key(heading)?.focus();
    if (options.has(heading) || wayFor(at, heading)) looking.pick(heading);
  }

  /** Single letters are for whoever has the focus here or on the board: who speaks to the page presses none by accident. */
  function pressed(event: globalThis.KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return false;
    if (!dial.current?.contains(event.target) && !event.target.closest("[data-board=play]")) return false;
    const letter = event.key.toLowerCase();
    const heading = event.shiftKey ? undefined : LETTERS[letter];
    if (heading && (options.has(heading) || wayFor(at, heading))) looking.pick(heading);
    else if (heading) key(heading)?.click();
    else if (letter === "c") lookBeside(at, "own");
    else if (letter === "o") lookBeside(at, "whole");
    else if (letter === "n" && view)
      setTold((was) => (was === nextInWords(at, view) ? `${was}\u00a0` : nextInWords(at, view))); // said again
    else return false;
    return true;
  }
  const latest = useRef(pressed);
  latest.current = pressed;
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => latest.current(event) && event.preventDefault();
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  return (
    <fieldset ref={dial} className={css.compass} onPointerMove={slide}>
      <Rose wind={wind} />
      <div className={css.keys} role="radiogroup" aria-label={at.say({ key: "skin.compass" })} onKeyDown={round}>
        {HEADINGS.map((heading, i) => (
          <HeadingKey
            key={heading}
            heading={heading}
            turn={i * 45}
            way={wayFor(at, heading)}
            open={options.has(heading)}
            windward={wind === i * 45 && view?.phase !== "choose"}
            entry={heading === entry}
            onStop={() => setStop(heading)}
            {...{ at, view, looking }}
          />
        ))}
      </div>
      <Hub {...{ at, view, looking }} />
      <span className={text("sr-only")} role="status">
        {told}
      </span>
    </fieldset>
  );
}

/** Rings and ticks, and the wind that blows in from its side. */
function Rose({ wind }: { wind: number | null }) {
  return (
    <svg className={css.rose} viewBox="-100 -100 200 200" aria-hidden="true">
      <circle className={css.rim} r="97" />
      <circle className={css.middle} r="42" />
      <path
        className={css.ticks}
        d={Array.from({ length: 16 }, (_, i) => {
          const [a, b] = [pointAt(0, 0, i * 22.5, 97), pointAt(0, 0, i * 22.5, i % 2 ? 92 : 89)];
          return `M${a.x} ${a.y}L${b.x} ${b.y}`;
        }).join("")}
      />
      {wind !== null && (
        <g className={css.blow} style={{ transform: `rotate(${wind}deg)` }}>
          <path d="M-11 -50C-8 -20 -14 10 -10 40M-10 40L-14 32M-10 40L-5 33M11 -50C14 -20 8 10 12 40M12 40L8 32M12 40L17 33" />
        </g>
      )}
    </svg>
  );
}

interface KeyProps extends Props {
  heading: string;
  turn: number;
  way: Way | null;
  open: boolean;
  windward: boolean;
  entry: boolean; // where Tab comes to
  onStop: () => void;
}

function HeadingKey({ heading, turn, way, open, windward, entry, onStop, at, view, looking }: KeyProps) {
  const place = pointAt(50, 50, turn, 36.5);
  const reason = way ? reasonOf(way) : null;
  const chosen = looking.looked === heading;
  const closed = way !== null && way.fault !== null;
  const why = way && view ? linesOf(at, way, view.phase).join(" ") : "";
  const label = way
    ? at.say({ key: open ? "skin.can" : "skin.cannot", args: { heading, sail: { key: `sail.${way.sail}` }, why } })
    : heading;
  function press(event: MouseEvent) {
    if (!open && !way) refuseBeside(at, silentReason(at, view, heading), event);
    else if (open && looking.picked === heading && view?.phase !== "step") sailPicked({ at, view, looking });
    else looking.pick(heading);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input has no room for signs
    <button
      type="button"
      role="radio"
      className={classes(
        css.key,
        open ? css.open : closed && css.closed,
        chosen && css.chosen,
        windward && css.windward,
      )}
      style={{ left: `${place.x}%`, top: `${place.y}%` }}
      aria-label={label}
      aria-checked={chosen}
      aria-disabled={!open && !way}
      tabIndex={entry ? 0 : -1}
      data-heading={heading}
      {...coachHighlight(at, directions(at.choices).get(heading)?.path)}
      onClick={press}
      onMouseEnter={() => (open || way) && looking.point(heading)}
      onMouseLeave={() => looking.point(null)}
      onFocus={(event) => {
        onStop();
        if (event.currentTarget.matches(":focus-visible") && (open || way)) looking.point(heading);
      }}
      onBlur={() => looking.point(null)}
    >
      <b className={css.heading}>{heading}</b>
      {way && <Pips way={way} />}
      {reason && !windward && <Sign reason={reason} />}
      {windward && <WindSign turn={turn} />}
    </button>
  );
}

/** Of a heading of which nothing is known now: what the point beside the boat would answer. */
function silentReason({ seat }: TableView<View>, view: View | null, heading: string): TouchReason | string | null {
  if (view?.phase === "place") return PLACE_FIRST;
  if (view?.phase === "choose") return "zone:wind";
  const boat = view?.boats[(view.phase === "dodge" ? view.bumped : seat) ?? -1];
  return boat?.at ? `site:${beyond(boat.at, heading)}` : null;
}

const PLACE_FIRST = because("rule.place-first", "why.place-first");
const PICK_FIRST = because("skin.hub-first", "skin.hub-how");

/** As many dots as points; empty ones are lost. A cross: not now. */
function Pips({ way }: { way: Way }) {
  if (way.fault && way.fault !== "shadow")
    return way.fault === "irons" ? null : (
      <svg className={classes(css.sign, css.no)} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M2.500 2.500L9.500 9.500M9.500 2.500L2.500 9.500" />
      </svg>
    );
  const sailed = way.track.length;
  return (
    <span className={css.pips}>
      {Array.from({ length: sailed + way.lost }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pips are all alike
        <i key={i} className={classes(css.pip, i >= sailed && css.lost)} />
      ))}
    </span>
  );
}

const SIGNS: Record<string, string> = {
  tack: "M2 9C1 2 10 1 10 7M7.500 4.500L10 8L11.800 5",
  shadow: "M4 1L2 11H10L8 1ZM3.300 4.500H8.700M2.700 7.800H9.300",
  bump: "M6 1V4M6 8V11M1 6H4M8 6H11M2.500 2.500L4.300 4.300M7.700 7.700L9.500 9.500",
  card: "M6 1L11 6L6 11L1 6ZM6 4V6.500M6 8.200V8.300",
  home: "M3 11V1H10V6H3",
  way: "M2 10H10L6 2Z",
};

function Sign({ reason }: { reason: string }) {
  return (
    <svg className={css.sign} viewBox="0 0 12 12" aria-hidden="true">
      <path d={SIGNS[reason]} />
    </svg>
  );
}

function WindSign({ turn }: { turn: number }) {
  return (
    <svg className={classes(css.sign, css.wind)} viewBox="-6 -6 12 12" aria-hidden="true">
      <path d="M0 -5V4M-3.500 1L0 4.800L3.500 1" transform={`rotate(${turn})`} />
    </svg>
  );
}

/** In the middle: the boat as it lies, and once a heading is picked, the word that sets sail. What waits to be read is
 * gone on from here, too, whoever's turn it is. */
function Hub({ at, view, looking }: Props) {
  if (at.moment && (at.choices.length === 0 || at.moment.waits))
    return (
      <button type="button" className={classes(css.hub, css.skip)} data-skip onClick={at.moment.skip}>
        <svg className={css.skipSign} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 5l7 7-7 7M13 5l7 7-7 7" />
        </svg>
        {at.say({ key: at.moment.waits ? "skin.go-on" : "skin.skip" })}
      </button>
    );
  const heading = looking.picked;
  const open = heading !== null && directions(at.choices).has(heading);
  if (open && view) {
    const deed = deedOf(at, view, heading, wayFor(at, heading));
    return (
      <button
        type="button"
        className={classes(css.hub, css.go)}
        data-sail={heading}
        {...coachHighlight(at, directions(at.choices).get(heading)?.path)}
        aria-label={deed.long}
        onClick={() => sailPicked({ at, view, looking })}
      >
        {deed.short} <b className={css.heading}>{heading}</b>
      </button>
    );
  }
  const piece = at.scene.pieces?.find((each) => each.kind === "boat" && each.seat === at.seat);
  return (
    <button
      type="button"
      className={css.hub}
      data-hub
      aria-disabled
      aria-label={at.say({ key: "skin.choose" })}
      onClick={(event) => refuseBeside(at, view?.phase === "place" ? PLACE_FIRST : PICK_FIRST, event)}
    >
      {piece && (
        <svg className={css.boat} viewBox="-40 -40 80 80" aria-hidden="true">
          <defs>
            <Sails prefix="regatta-h" />
          </defs>
          <g transform={`rotate(${piece.turn ?? 0})`}>
            <BoatDrawing seat={piece.seat ?? 0} trim={trimOf(piece, windOf(at.scene))} sails="regatta-h" />
          </g>
        </svg>
      )}
    </button>
  );
}

/** Take what is picked: a whole way, as far as it can be foreseen, or the one step. */
function sailPicked({ at, looking }: Props): void {
  const heading = looking.picked;
  const choice = heading === null ? undefined : directions(at.choices).get(heading);
  if (!choice || heading === null) return;
  const way = wayFor(at, heading);
  looking.pick(null);
  if (way && choice.text === heading && way.track.length > 1) at.act(stepsOf(way));
  else at.choosing.choose(choice);
}

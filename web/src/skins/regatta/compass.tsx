/** The compass: every heading at a thumb's reach, with its speed and what bears on it; its middle sails. */

import { type PointerEvent, useRef } from "react";
import { coachHighlight } from "../../board/coachMarks";
import type { TableView } from "../../board/skin";
import type { Way } from "../../contract";
import { classes } from "../../ui/classes";
import css from "./compass.module.css";
import { directions, HEADINGS, lostOf, stepsOf, trimOf, type View, windOf } from "./facts";
import { pointAt } from "./layout";
import { type PickedHeading, wayFor } from "./pickedHeading";
import { BoatDrawing, Sails } from "./pieces";
import { deedOf, linesOf, reasonOf, sailName } from "./sentences";

interface Props {
  at: TableView<View>;
  view: View | null;
  looking: PickedHeading;
}

const DEAD = 0.3; // of the radius: nearer to the middle no heading is meant

export function Compass({ at, view, looking }: Props) {
  const dial = useRef<HTMLFieldSetElement>(null);
  const options = directions(at.choices);
  const wind = windOf(at.scene);

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

  return (
    <fieldset ref={dial} className={css.compass} aria-label={at.say({ key: "skin.compass" })} onPointerMove={slide}>
      <Rose wind={wind} />
      {HEADINGS.map((heading, i) => (
        <HeadingKey
          key={heading}
          heading={heading}
          turn={i * 45}
          way={wayFor(at, heading)}
          open={options.has(heading)}
          windward={wind === i * 45 && view?.phase !== "choose"}
          {...{ at, view, looking }}
        />
      ))}
      <Hub {...{ at, view, looking }} />
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
}

function HeadingKey({ heading, turn, way, open, windward, at, view, looking }: KeyProps) {
  const place = pointAt(50, 50, turn, 36.5);
  const reason = way ? reasonOf(way) : null;
  const chosen = looking.looked === heading;
  const closed = way !== null && way.fault !== null;
  const why = way && view ? linesOf(at, way, view.phase).join(" ") : "";
  const label = way
    ? at.say({ key: open ? "skin.can" : "skin.cannot", args: { heading, sail: sailName(at, way), why } })
    : heading;
  function press() {
    if (open && looking.picked === heading && view?.phase !== "step") sailPicked({ at, view, looking });
    else if (open || way) looking.pick(heading);
  }
  return (
    <button
      type="button"
      className={classes(
        css.key,
        open ? css.open : closed && css.closed,
        chosen && css.chosen,
        windward && css.windward,
      )}
      style={{ left: `${place.x}%`, top: `${place.y}%` }}
      aria-label={label}
      aria-pressed={chosen}
      disabled={!open && !way}
      data-heading={heading}
      {...coachHighlight(at, directions(at.choices).get(heading)?.path)}
      onClick={press}
      onMouseEnter={() => (open || way) && looking.point(heading)}
      onMouseLeave={() => looking.point(null)}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && (open || way) && looking.point(heading)}
      onBlur={() => looking.point(null)}
    >
      <b className={css.heading}>{heading}</b>
      {way && <Pips way={way} />}
      {reason && !windward && <Sign reason={reason} />}
      {windward && <WindSign turn={turn} />}
    </button>
  );
}

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
      {Array.from({ length: sailed + lostOf(way) }, (_, i) => (
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

/** In the middle: the boat as it lies, and once a heading is picked, the word that sets sail. */
function Hub({ at, view, looking }: Props) {
  if (at.moment && at.choices.length === 0)
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
  if (!piece) return null;
  return (
    <span className={css.hub}>
      <svg className={css.boat} viewBox="-40 -40 80 80" aria-hidden="true">
        <defs>
          <Sails prefix="regatta-h" />
        </defs>
        <g transform={`rotate(${piece.turn ?? 0})`}>
          <BoatDrawing seat={piece.seat ?? 0} trim={trimOf(piece, windOf(at.scene))} sails="regatta-h" />
        </g>
      </svg>
    </span>
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

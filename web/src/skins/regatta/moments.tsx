/** Moments on the chart: a risk card that is turned, a boat that is bumped, a marker that is rounded, the line. */

import { isHigh, PlainMoment } from "../../board/MomentLayer";
import type { BoardView, Moment } from "../../board/skin";
import { HEADINGS, type View } from "./facts";
import { vaneInSight } from "./ground";
import { cornerFarFrom, mainsail, pointAt, wrapped } from "./layout";
import css from "./moments.module.css";

export function MomentDrawing({ moment, at }: { moment: Moment; at: BoardView<View> }) {
  if (moment.kind === "card") return <RiskCard moment={moment} at={at} />;
  if (moment.kind === "wind") return null; // the vane swings
  if (moment.kind === "bumped") return <Bump moment={moment} at={at} />;
  if (moment.kind === "marker") return <Rounded moment={moment} at={at} />;
  return <PlainMoment moment={moment} at={at} />;
}

const [WIDE, HIGH] = [142, 186]; // pixels
const WORDS = 76; // pixels that a banner takes
const LETTERS = 21; // of the small words, in a row

/** Face up over the corner that is farthest from the boat and from where it goes. */
function RiskCard({ moment, at }: { moment: Moment; at: BoardView<View> }) {
  const card = moment.facts?.card ?? "";
  const [kind = "", wind = ""] = card.split(" ");
  const px = 1 / at.scale;
  const boat = at.spot(moment.at?.[0] ?? "");
  const next = at.view?.next ? at.spot(`site:${at.view.next.at}`) : null;
  const inset = { x: (WIDE / 2 + 16) * px, y: (HIGH / 2 + 14) * px };
  const vane = at.roams && moment.facts?.was !== moment.facts?.wind ? vaneInSight(at) : null;
  const taken = [boat, vane, next].filter((spot) => spot !== null);
  const place = cornerFarFrom(besideWords(at, WORDS * px), taken, inset);
  const from = boat ? { x: boat.x - place.x, y: boat.y - place.y } : { x: 0, y: 0 };
  const how = wrapped(at.say({ key: `face.${kind}-how` }), LETTERS);
  return (
    <g transform={`translate(${place.x} ${place.y})`}>
      <g className={css.flies} style={{ "--from-x": `${from.x}px`, "--from-y": `${from.y}px` } as React.CSSProperties}>
        <g transform={`scale(${px}) rotate(3)`} data-card={card}>
          <rect className={css.shade} x={-WIDE / 2 + 3} y={-HIGH / 2 + 6} width={WIDE} height={HIGH} rx="12" />
          <rect className={css.card} x={-WIDE / 2} y={-HIGH / 2} width={WIDE} height={HIGH} rx="12" />
          <g transform={`translate(${-WIDE / 2 + 20} ${-HIGH / 2 + 20})`}>
            <path className={css.diamond} d="M0 -10L10 0L0 10L-10 0Z" />
            <text className={css.sign} y="5">
              ?
            </text>
            <text className={css.risk} x="17" y="4.500">
              {at.say({ key: "face.risk" })}
            </text>
          </g>
          <rect className={css.picture} x="-55" y={-HIGH / 2 + 36} width="110" height="78" rx="6" />
          <g transform={`translate(0 ${-HIGH / 2 + 75})`}>
            <Picture kind={kind} turn={45 * Math.max(0, HEADINGS.indexOf(wind as (typeof HEADINGS)[number]))} />
          </g>
          <text className={css.title} y={HIGH / 2 - 50}>
            {at.say({ key: `face.${kind}`, args: { wind } })}
          </text>
          {how.map((row, i) => (
            <text key={row} className={css.how} y={HIGH / 2 - 31 + i * 15}>
              {row}
            </text>
          ))}
        </g>
      </g>
    </g>
  );
}

/** What is seen, without the edge on which the words stand, if they stand on the chart. */
function besideWords(at: BoardView<View>, high: number): BoardView["seen"] {
  const { seen, moment } = at;
  if (at.phone || !moment) return seen;
  return { ...seen, y: isHigh(moment, at) ? seen.y : seen.y + high, height: seen.height - high };
}

const ARROW = "M0 -32L8 -17H2.700V15L10 26V32L0 25L-10 32V26L-2.700 15V-17H-8Z";
const GUST =
  "M-42 12C-24 -6 -8 6 8 -6S34 -20 44 -14M-42 24C-20 8 -6 20 12 8S36 -4 46 2M-38 0C-22 -16 -10 -6 4 -16S24 -28 34 -24";

/** What the card does, 110 × 78 around 0,0. */
function Picture({ kind, turn }: { kind: string; turn: number }) {
  switch (kind) {
    case "wind":
      return (
        <>
          <circle className={css.ring} r="34" />
          <path className={css.arrow} transform={`rotate(${turn})`} d={ARROW} />
          <circle className={css.pin} r="3.500" />
        </>
      );
    case "choose":
      return (
        <>
          <circle className={css.ring} r="34" />
          {[45, 135, 225, 315].map((each) => (
            <path
              key={each}
              className={css.arrow}
              transform={`rotate(${each}) translate(0 -20) scale(.42)`}
              d={ARROW}
            />
          ))}
          <circle className={css.pin} r="3.500" />
        </>
      );
    case "gust":
      return <path className={css.flow} d={GUST} />;
    case "spinnaker":
      return (
        <>
          <path className={css.kite} d="M0 -34C-40 -30 -38 8 -8 18C-3 6 3 6 8 18C38 8 40 -30 0 -34Z" />
          <path className={css.line} d="M-8 18L0 34L8 18" />
        </>
      );
    case "rudder":
      return (
        <>
          <path className={css.hull} d="M0 -34C11 -20 13 0 9 16H-9C-13 0 -11 -20 0 -34Z" />
          <path className={css.line} d="M0 16V22M6 26L14 36" />
          <path className={css.broken} d="M-3 22L4 27M3 22L-4 27" />
        </>
      );
    case "capsize":
      return (
        <>
          <g transform="rotate(112) translate(0 2)">
            <path className={css.hull} d="M0 -30C9 -18 11 2 7 18Q0 22 -7 18C-11 2 -9 -18 0 -30Z" />
            <path className={css.sail} d={mainsail(70, 1)} />
          </g>
          <path className={css.flow} d="M-46 28C-34 20 -24 34 -12 27S12 21 24 28S40 32 46 26" />
        </>
      );
    default:
      return <path className={css.flow} d="M-44 -10H44M-44 6H44M-44 22H44" strokeDasharray="18 10" />;
  }
}

/** Rays around the boat, and the way it is pushed. */
function Bump({ moment, at }: { moment: Moment; at: BoardView<View> }) {
  const spot = at.spot(moment.at?.[0] ?? "");
  if (!spot) return null;
  const turn = 45 * Math.max(0, (HEADINGS as readonly string[]).indexOf(moment.facts?.heading ?? ""));
  const rays = Array.from({ length: 12 }, (_, i) => {
    const [a, b] = [pointAt(0, 0, i * 30, 0.95), pointAt(0, 0, i * 30, i % 2 ? 1.25 : 1.5)];
    return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  });
  return (
    <g transform={`translate(${spot.x} ${spot.y})`} data-bump>
      <g className={css.burst}>
        <circle className={css.hitRing} r=".85" />
        <path className={css.rays} d={rays.join("")} />
      </g>
      <path
        className={css.push}
        transform={`rotate(${turn + 180})`}
        d="M0 -2.300V-1.200M-.3 -1.550L0 -1.150L.3 -1.550"
      />
    </g>
  );
}

/** The arc around the marker is drawn out, clockwise, and ticked. */
function Rounded({ moment, at }: { moment: Moment; at: BoardView<View> }) {
  const spot = at.spot(moment.at?.[0] ?? "");
  if (!spot) return null;
  return (
    <g transform={`translate(${spot.x} ${spot.y})`} data-rounded>
      <circle className={css.arcCasing} r="1.600" />
      <g className={css.sweep}>
        <path className={css.arc} d="M0 -1.600A1.600 1.600 0 1 1 -.9 -1.320" />
        <path className={css.arc} d="M-1.300 -1.420L-.86 -1.350L-.98 -.9" />
      </g>
      <g transform="translate(.62 .62)">
        <circle className={css.done} r=".42" />
        <path className={css.tick} d="M-.2 .02L-.05 .17L.22 -.15" />
      </g>
    </g>
  );
}

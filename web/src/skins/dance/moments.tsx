/** The last card: of the deck, of a hand, of all. It is held up over its pile, with brass light around it. */

import type { BoardView, Moment, Spot } from "../../board/skin";
import { deckOf, laneOf, UNIT } from "./layout";
import css from "./moments.module.css";

const LARGER = 1.22; // than a card of its pile

export function MomentDrawing({ moment, at }: { moment: Moment; at: BoardView }) {
  const [first, ...others] = moment.at ?? [];
  const card = moment.facts?.card;
  if (!card) return first && <EmptyDeck deck={first} at={at} />;
  return (
    <>
      {others.map((each) => (
        <Light key={each} pile={each} at={at} />
      ))}
      {first && <LastCard card={card} pile={first} at={at} />}
    </>
  );
}

/** The top card of a falling pile lies under its upper edge, where the words would cover it. */
export function momentIsHigh(moment: Moment, at: BoardView): boolean {
  const top = topOf(moment.at?.[0] ?? "", at);
  return moment.facts?.card === undefined || (top !== null && top.y < 0);
}

/** Where the top card of a pile lies, in pixels of the layout. */
function topOf(pile: string, at: BoardView): { spot: Spot; width: number; height: number; y: number } | null {
  const [spot, zone] = [at.spot(pile), at.plan.zones?.find((each) => `zone:${each.id}` === pile)];
  if (!spot || !zone) return null;
  const lane = laneOf(zone, at.phone);
  return { spot, ...lane.card, y: lane.at };
}

function LastCard({ card, pile, at }: { card: string; pile: string; at: BoardView }) {
  const top = topOf(pile, at);
  if (!top) return null;
  const [w, h] = [top.width * LARGER, top.height * LARGER];
  return (
    <g transform={`translate(${top.spot.x} ${top.spot.y + top.y / UNIT}) scale(${1 / UNIT})`} data-last-card={card}>
      <Rays width={w} height={h} />
      <g className={css.rises}>
        <rect className={css.shade} x={-w / 2 + 2} y={-h / 2 + 7} width={w} height={h} rx={w * 0.09} />
        <rect className={css.card} x={-w / 2} y={-h / 2} width={w} height={h} rx={w * 0.09} />
        <text className={css.number} fontSize={w * 0.6}>
          {card}
        </text>
      </g>
    </g>
  );
}

/** Around the place of the deck, once nothing lies there any more. */
function EmptyDeck({ deck, at }: { deck: string; at: BoardView }) {
  const [spot, zone] = [at.spot(deck), at.plan.zones?.find((each) => `zone:${each.id}` === deck)];
  if (!spot || !zone) return null;
  const { x, y, width, height } = deckOf(zone, at.phone);
  return (
    <g transform={`translate(${spot.x + x / UNIT} ${spot.y + y / UNIT}) scale(${1 / UNIT})`} data-deck-empty>
      <Rays width={width} height={height} />
    </g>
  );
}

/** The same light around the pile that it came to rest beside. */
function Light({ pile, at }: { pile: string; at: BoardView }) {
  const top = topOf(pile, at);
  if (!top) return null;
  return (
    <g transform={`translate(${top.spot.x} ${top.spot.y + top.y / UNIT}) scale(${1 / UNIT})`}>
      <Rays width={top.width} height={top.height} />
    </g>
  );
}

/** Sixteen strokes around a card, long and short by turns. */
function Rays({ width, height }: { width: number; height: number }) {
  const rays = Array.from({ length: 16 }, (_, i) => {
    const [x, y] = [Math.sin((i * Math.PI) / 8), -Math.cos((i * Math.PI) / 8)];
    const edge = Math.min(width / 2 / Math.max(0.01, Math.abs(x)), height / 2 / Math.max(0.01, Math.abs(y)));
    const [from, to] = [edge + 7, edge + (i % 2 ? 15 : 24)];
    return `M${x * from} ${y * from}L${x * to} ${y * to}`;
  });
  return (
    <g className={css.bursts}>
      <path className={css.casing} d={rays.join("")} />
      <path className={css.rays} d={rays.join("")} />
    </g>
  );
}

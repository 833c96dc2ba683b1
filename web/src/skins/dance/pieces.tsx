/** Cards: paper with large numerals, woven backs, and the outline where a pile starts. */

import type { BoardView, PieceProps } from "../../board/skin";
import { classes } from "../../ui/classes";
import { depthOf, laneOf, UNIT } from "./layout";
import css from "./pieces.module.css";
import { SeatShape } from "./signals";

const CORNER = 0.09; // of a card's width

export function Defs() {
  return (
    <>
      <radialGradient id="dance-cloth" cx=".5" cy=".4" r=".75">
        <stop className={css.clothA} offset="0" />
        <stop className={css.clothB} offset="1" />
      </radialGradient>
      <linearGradient id="dance-paper" x1="0" y1="0" x2="0" y2="1">
        <stop className={css.paperA} offset="0" />
        <stop className={css.paperB} offset="1" />
      </linearGradient>
      <pattern id="dance-weave" width="7" height="7" patternUnits="userSpaceOnUse">
        <rect className={css.weaveA} width="7" height="7" />
        <path className={css.weaveB} d="M0 0L7 7M7 0L0 7" />
      </pattern>
      <symbol id="dance-arc" viewBox="0 0 20 14" overflow="visible">
        <path className={css.arc} d="M17 12C17 3 6 1 4 9M.8 6L4 11L8 7.2" />
      </symbol>
    </>
  );
}

export function PieceDrawing({ piece, width, height, held, look, at }: PieceProps) {
  const [w, h] = [width * UNIT, height * UNIT];
  return (
    <g transform={`scale(${1 / UNIT})`}>
      {piece.kind === "deck" ? (
        <Deck w={w} h={h} />
      ) : piece.face === "down" ? (
        <Back w={w} h={h} />
      ) : held ? (
        <InHand number={piece.glyph} w={w} h={h} look={look} own={piece.seat === at.seat} />
      ) : (
        <OnPile
          number={piece.glyph}
          start={piece.kind === "start"}
          w={w}
          h={h}
          {...under(piece.at, width, at)}
          at={at}
        />
      )}
    </g>
  );
}

function under(place: string, width: number, at: BoardView): { depth: number; rising: boolean; whole: number } {
  const zone = at.plan.zones?.find((each) => `zone:${each.id}` === place);
  if (zone?.kind !== "pile") return { depth: 0, rising: true, whole: width * UNIT };
  const lane = laneOf(zone, at.phone);
  return { depth: depthOf(width, lane), rising: lane.rising, whole: lane.card.width };
}

function Sheet({ w, h, className }: { w: number; h: number; className: string | undefined }) {
  const r = w * CORNER;
  return (
    <>
      <rect className={css.shade} x={-w / 2 + 1} y={-h / 2 + 3} width={w} height={h} rx={r} />
      <rect className={className} x={-w / 2} y={-h / 2} width={w} height={h} rx={r} />
    </>
  );
}

function Deck({ w, h }: { w: number; h: number }) {
  return [2, 1, 0].map((i) => (
    <g key={i} transform={`translate(${i * 2.2} ${i * -1.8})`}>
      <Back w={w} h={h} />
    </g>
  ));
}

function Back({ w, h }: { w: number; h: number }) {
  return (
    <>
      <Sheet w={w} h={h} className={css.rim} />
      <rect x={-w / 2 + 2} y={-h / 2 + 2} width={w - 4} height={h - 4} rx={w * 0.06} fill="url(#dance-weave)" />
    </>
  );
}

interface OnPileProps {
  number: string;
  start: boolean;
  w: number;
  h: number;
  depth: number;
  rising: boolean;
  whole: number;
  at: BoardView;
}

/** The top card is whole; of those under it an edge with its number shows, darker the deeper it lies. */
function OnPile({ number, start, w, h, depth, rising, whole, at }: OnPileProps) {
  const edge = (h / 2 - 6.5) * (rising ? 1 : -1);
  if (start && depth === 0)
    return (
      <>
        <rect className={css.start} x={-w / 2} y={-h / 2} width={w} height={h} rx={w * CORNER} />
        <text
          className={classes(css.number, css.open)}
          y={h * (rising ? -0.06 : 0.06)}
          fontSize={w * (number.length > 2 ? 0.42 : 0.56)}
        >
          {number}
        </text>
        <text className={css.word} y={(h / 2 - 14) * (rising ? 1 : -1)} fontSize={12}>
          {at.say({ key: "skin.start" })}
        </text>
      </>
    );
  return (
    <>
      <Sheet w={w} h={h} className={css.paper} />
      {depth === 0 ? (
        <text className={css.number} y={1} fontSize={whole * 0.64}>
          {number}
        </text>
      ) : (
        <>
          <text className={css.number} y={edge} fontSize={12}>
            {number}
          </text>
          <rect className={css.dim} opacity={depth * 0.09} x={-w / 2} y={-h / 2} width={w} height={h} rx={w * CORNER} />
        </>
      )}
    </>
  );
}

interface InHandProps {
  number: string;
  w: number;
  h: number;
  look: PieceProps["look"];
  own: boolean;
}

/** In the own hand: a corner numeral that stays in sight, a watermark, and where the card stands between 1 and 100. */
function InHand({ number, w, h, look, own }: InHandProps) {
  if (!own)
    return (
      <>
        <Sheet w={w} h={h} className={css.paper} />
        <text className={css.number} x={-w / 2 + 9.5} y={-h / 2 + 10} fontSize={12.5}>
          {number}
        </text>
      </>
    );
  const line = w * 0.84;
  const dot = -line / 2 + (line * (Number(number) - 1)) / 99;
  return (
    <g
      className={classes(css.inHand, look === "lit" && css.lit, look === "held" && css.held)}
      transform={look === "held" ? `translate(0 ${-h * 0.1})` : undefined}
    >
      <Sheet w={w} h={h} className={css.paper} />
      <text className={classes(css.number, css.faint)} x={w * 0.05} y={h * 0.14} fontSize={w * 0.72}>
        {number}
      </text>
      <text className={classes(css.number, css.corner)} x={-w / 2 + w * 0.08} y={-h / 2 + w * 0.25} fontSize={w * 0.4}>
        {number}
      </text>
      <path className={css.scale} d={`M${-line / 2} ${h / 2 - w * 0.1}h${line}`} />
      <circle className={css.dot} cx={dot} cy={h / 2 - w * 0.1} r={w * 0.042} />
    </g>
  );
}

export function SeatMark({ seat }: { seat: number }) {
  return (
    <svg className={css.seatMark} viewBox="-24 -24 48 48" aria-hidden="true">
      <SeatShape seat={seat} size={34} className={css.mark} />
    </svg>
  );
}

/** Enamel tokens: six symbols, and six colours that are also six ways of engraving. */

import type { PieceProps } from "../../board/skin";
import { classes } from "../../ui/classes";
import css from "./pieces.module.css";
import { rackOf, SWAP, slotOf } from "./rack";

export const COLOURS = "ROYGBP";
export const SYMBOLS = "mcstdx";

const MOOSE =
  "M50 38L55 37L58 33L60 26L58 14L65 21L67 5L73 17L79 2L83 16L92 5L92 19L99 16L96 31L88 41L76 45L66 44L71 50L66 55L61 53L62 62L66 76L64 88L57 95L50 96L43 95L36 88L34 76L38 62L39 53L34 55L29 50L34 44L24 45L12 41L4 31L1 16L8 19L8 5L17 16L21 2L27 17L33 5L35 21L42 14L40 26L42 33L45 37Z";
const SHAPES: Record<string, string> = {
  m: MOOSE,
  c: "M50 16A34 34 0 1 1 50 84A34 34 0 1 1 50 16Z",
  s: "M23 19H77A4 4 0 0 1 81 23V77A4 4 0 0 1 77 81H23A4 4 0 0 1 19 77V23A4 4 0 0 1 23 19Z",
  t: "M50 13L91 83H9Z",
  d: "M50 7L82 50L50 93L18 50Z",
  x: "M50 7L61.2 38.6L94.7 39.5L68.1 59.9L77.6 92L50 73L22.4 92L31.9 59.9L5.3 39.5L38.8 38.6Z",
};
/** As heralds hatch them: upright, lattice, dots, falling, level, rising. */
const HATCHES: Record<string, string> = {
  R: "M3 0V12M9 0V12",
  O: "M3 0V12M9 0V12M0 3H12M0 9H12",
  Y: "M3 3h.01M9 9h.01",
  G: "M-2 -2L14 14M-8 4L8 20M4 -8L20 8",
  B: "M0 3H12M0 9H12",
  P: "M14 -2L-2 14M8 -8L-8 8M20 4L4 20",
};

const ENAMELS: Record<string, string | undefined> = {
  R: css.red,
  O: css.orange,
  Y: css.yellow,
  G: css.green,
  B: css.blue,
  P: css.purple,
};

/** The colours of a token's kind, or of a letter of COLOURS: --f is the field, --i what is inlaid. */
export const colourClass = (kind: string) => ENAMELS[kind.charAt(0)];

const tokenId = (kind: string) => `luckymoose-${kind}`;
const isToken = (kind: string) => kind.length === 2 && COLOURS.includes(kind.charAt(0)) && kind.charAt(1) in SHAPES;

/** The symbol alone, 100 × 100, with a moat of plain enamel around it. */
function Sign({ symbol }: { symbol: string }) {
  const d = SHAPES[symbol];
  return (
    <g transform={`translate(50 50) scale(${symbol === "m" ? 0.74 : 0.66}) translate(-50 -50)`} strokeLinejoin="round">
      <path className={css.moat} d={d} strokeWidth={13} />
      <path className={css.sign} d={d} strokeWidth={3} />
      {symbol === "m" && (
        <path className={css.eyes} d="M45 56h.01M55 56h.01M44 83v2M56 83v2" strokeWidth={4.8} strokeLinecap="round" />
      )}
    </g>
  );
}

/** A symbol for each kind, 100 × 100, defined once. */
export function Defs() {
  return (
    <>
      <linearGradient id="luckymoose-rim" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#fbe7b5" />
        <stop offset=".5" stopColor="#c99b4d" />
        <stop offset="1" stopColor="#7d5520" />
      </linearGradient>
      {[...COLOURS].map((colour) => (
        <pattern
          key={colour}
          id={`luckymoose-hatch-${colour}`}
          className={colourClass(colour)}
          width="12"
          height="12"
          patternUnits="userSpaceOnUse"
        >
          <path
            className={css.hatch}
            d={HATCHES[colour]}
            strokeWidth={colour === "Y" ? 3.4 : colour === "O" ? 1.2 : 1.7}
            strokeLinecap={colour === "Y" ? "round" : "butt"}
          />
        </pattern>
      ))}
      {[...COLOURS].flatMap((colour) =>
        [...SYMBOLS].map((symbol) => (
          <symbol key={colour + symbol} id={tokenId(colour + symbol)} viewBox="0 0 100 100">
            {/* Colours come in with the <use>: inside it no rule reaches further than its own elements. */}
            <g>
              <rect x="1" y="1" width="98" height="98" rx="26" fill="url(#luckymoose-rim)" />
              <rect className={css.field} x="6" y="6" width="88" height="88" rx="21.5" />
              <rect
                x="6"
                y="6"
                width="88"
                height="88"
                rx="21.5"
                fill={`url(#luckymoose-hatch-${colour})`}
                opacity=".3"
              />
              <Sign symbol={symbol} />
              <path className={css.glint} d="M12 32C12 19 19 12 32 12H60" />
            </g>
          </symbol>
        )),
      )}
      <symbol id="luckymoose-back" viewBox="0 0 100 100">
        <rect x="1" y="1" width="98" height="98" rx="26" fill="url(#luckymoose-rim)" />
        <rect className={css.under} x="6" y="6" width="88" height="88" rx="21.5" />
        <path className={css.underSign} d={MOOSE} transform="translate(50 51) scale(.6) translate(-50 -50)" />
      </symbol>
    </>
  );
}

/** A token around 0,0, once it is defined. */
export function Token({ kind, size, faint = false }: { kind: string; size: number; faint?: boolean }) {
  const known = isToken(kind);
  return (
    <use
      href={known ? `#${tokenId(kind)}` : "#luckymoose-back"}
      className={known ? colourClass(kind) : undefined}
      x={-size / 2}
      y={-size / 2}
      width={size}
      height={size}
      opacity={faint ? 0.25 : undefined}
    />
  );
}

/** A token in a line of text: it stands alone, without what the board has defined. */
export function TokenIcon(props: { kind: string; label?: string; className?: string | undefined }) {
  const { kind, label, className } = props;
  if (!isToken(kind))
    return (
      <svg
        className={classes(css.mini, className)}
        viewBox="0 0 100 100"
        role="img"
        aria-label={label}
        aria-hidden={label ? undefined : true}
      >
        <rect className={css.under} x="4" y="4" width="92" height="92" rx="24" />
        <path className={css.underSign} d={MOOSE} transform="translate(50 51) scale(.64) translate(-50 -50)" />
      </svg>
    );
  return (
    <svg
      className={classes(css.mini, colourClass(kind), className)}
      viewBox="0 0 100 100"
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect className={css.rim} x="1" y="1" width="98" height="98" rx="26" />
      <rect className={css.field} x="7" y="7" width="86" height="86" rx="21" />
      <Sign symbol={kind.charAt(1)} />
    </svg>
  );
}

/** A shape for each seat, 34 × 34. */
const SEAT_MARKS = [
  "M17 3A14 14 0 1 1 17 31A14 14 0 1 1 17 3Z",
  "M9 4H25A5 5 0 0 1 30 9V25A5 5 0 0 1 25 30H9A5 5 0 0 1 4 25V9A5 5 0 0 1 9 4Z",
  "M17 3.5L31.5 29H2.5Z",
  "M17 2L30 17L17 32L4 17Z",
];

const SEATS = [undefined, css.seat1, css.seat2, css.seat3];

/** A seat's shape in its colour, 34 × 34. */
export function SeatShape({ seat, className }: { seat: number; className?: string | undefined }) {
  return (
    <path
      className={classes(css.seat, SEATS[seat], className)}
      d={SEAT_MARKS[seat % SEAT_MARKS.length]}
      strokeLinejoin="round"
    />
  );
}

export function SeatMark({ seat, on }: { seat: number; on: boolean }) {
  return (
    <svg className={css.mark} viewBox="-4 -4 42 42" aria-hidden="true">
      <SeatShape seat={seat} className={on ? css.on : undefined} />
    </svg>
  );
}

/** 44 × 48. */
export function BagShape() {
  return (
    <g>
      <path className={css.sack} d="M14 12C6 20 3 30 5 38c1 6 6 8 17 8s16-2 17-8c2-8-1-18-9-26z" />
      <path className={classes(css.sack, css.neck)} d="M12 5c3 4 3 5 2 7h16c-1-2-1-3 2-7-4 2-5-1-10-1s-6 3-10 1z" />
      <path className={classes(css.sack, css.cord)} d="M13 13h18" />
    </g>
  );
}

export function PieceDrawing({ piece, width, look, at }: PieceProps) {
  const inRack = piece.at.startsWith("zone:");
  const size = width * (inRack ? 0.94 : 1);
  const half = size / 2;
  const box = at.plan.zones?.find((zone) => `zone:${zone.id}` === piece.at);
  const side = box !== undefined && box.height > box.width;
  const giving = at.choosing.held[0] === SWAP;
  const twin = inRack && slotOf(piece) >= 0 && !piece.id.endsWith("-1");
  return (
    <g
      className={classes(
        css.token,
        inRack && css.inRack,
        inRack && look === "held" && !giving && css.taken,
        inRack && side && css.side,
      )}
      // Of equal tokens the first is offered: the one that a finger is on becomes that.
      onPointerDown={twin ? () => rackOf(at.scene)?.front([slotOf(piece)]) : undefined}
    >
      <rect className={css.shade} x={-half} y={-half + size * 0.07} width={size} height={size} rx={size * 0.26} />
      {look === "held" && (
        <rect
          className={css.held}
          x={-half}
          y={-half}
          width={size}
          height={size}
          rx={size * 0.26}
          strokeWidth={size * 0.11}
        />
      )}
      <Token kind={piece.face === "down" ? "" : piece.kind} size={size} />
    </g>
  );
}

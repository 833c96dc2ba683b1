/** Ships, contacts and badges: as symbols, on the board, in the tray, and beside the board. */

import type { ReactNode } from "react";
import { type BoardView, belowOf, type PieceProps } from "../../board/skin";
import { classes } from "../../ui/classes";
import { letterOf, useNotes } from "./facts";
import { FLEET, HULLS, type Letter } from "./hulls";
import css from "./pieces.module.css";

/** A badge's outline tells the family: submarine, carrier, amphibious, destroyer and cruiser, littoral, command. */
const FAMILIES: Record<string, string> = {
  S: "M-16 0a16 16 0 1 1 32 0a16 16 0 1 1-32 0z",
  FRTNE: "M-18-14H18L13 14H-13Z",
  AWV: "M-11-14.5H11Q15-14.5 15-10.5V10.5Q15 14.5 11 14.5H-11Q-15 14.5-15 10.5V-10.5Q-15-14.5-11-14.5Z",
  ZBKQ: "M0-17.5L15.5-9V9L0 17.5L-15.5 9V-9Z",
  L: "M-15-14H15V5L0 17L-15 5Z",
  C: "M-7-17H7L17-7V7L7 17H-7L-17 7V-7Z",
};
const OUTLINES = new Map(Object.entries(FAMILIES).flatMap(([letters, d]) => [...letters].map((each) => [each, d])));

const DIAMOND = "M0-33L33 0L0 33L-33 0Z";
const ROUND = "M-32 0a32 32 0 1 1 64 0a32 32 0 1 1-64 0z";

function Echo({ id, shape }: { id: string; shape: string }) {
  return (
    <g id={id}>
      <circle r="46" fill="url(#command-glow)" />
      <path className={css.echoEdge} d={shape} />
      <circle className={css.echoRange} r="19.5" />
      <path className={css.echoTicks} d="M0-33V-25M0 33V25M-33 0H-25M33 0H25" />
      <circle r="19" fill="url(#command-glow)" />
      <ellipse className={css.echoTail} rx="15" ry="6" transform="translate(5 5) rotate(45)" />
      <ellipse className={css.echo} rx="9.5" ry="7.6" transform="translate(-2 -2) rotate(-45)" />
    </g>
  );
}

export function Defs() {
  return (
    <>
      <linearGradient id="command-moon" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#f6fbf8" />
        <stop offset="1" stopColor="#a9c9ca" />
      </linearGradient>
      <linearGradient id="command-phosphor" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#c4f7d6" />
        <stop offset="1" stopColor="#5cb083" />
      </linearGradient>
      <radialGradient id="command-glow">
        <stop offset="0" stopColor="#9df5bd" stopOpacity=".62" />
        <stop offset=".45" stopColor="#5fd694" stopOpacity=".22" />
        <stop offset="1" stopColor="#3fae78" stopOpacity="0" />
      </radialGradient>
      {FLEET.map((letter) => (
        <symbol key={letter} id={`command-hull-${letter}`} viewBox="0 0 72 40">
          <path d={HULLS[letter].hull} />
          <path className={css.line} d={HULLS[letter].line} />
          <path className={css.cut} d={HULLS[letter].dark} />
        </symbol>
      ))}
      {FLEET.map((letter) => (
        <g key={letter} id={`command-badge-${letter}`}>
          <path className={classes(css.badge, letter === "C" && css.full)} d={OUTLINES.get(letter)} />
          <text className={classes(css.letter, letter === "C" && css.dark)} y="9">
            {letter}
          </text>
        </g>
      ))}
      <Echo id="command-contact" shape={DIAMOND} />
      <Echo id="command-contact-round" shape={ROUND} />
    </>
  );
}

/** A hull around 0,0 in its own side's light; the other side's sail to the left. */
export function Hull({ letter, foe, width = 88 }: { letter: Letter; foe: boolean; width?: number }) {
  const height = (width * 40) / 72;
  return (
    <g className={foe ? css.foe : css.own} fill={foe ? "url(#command-phosphor)" : "url(#command-moon)"}>
      <use
        href={`#command-hull-${letter}`}
        x={-width / 2}
        y={-height / 2}
        width={width}
        height={height}
        transform={foe ? "scale(-1 1)" : undefined}
      />
    </g>
  );
}

export function Badge({ letter, foe, scale = 1 }: { letter: Letter; foe: boolean; scale?: number }) {
  return (
    <g className={foe ? css.foe : css.own}>
      <use href={`#command-badge-${letter}`} transform={scale === 1 ? undefined : `scale(${scale})`} />
    </g>
  );
}

/** A ship in words and pictures beside the board: its silhouette over its badge, on a piece of night. */
export function ShipIcon({ letter, foe, gone, name }: { letter: Letter; foe: boolean; gone?: boolean; name: string }) {
  return (
    <svg className={css.mini} viewBox="-42 -30 84 66" role="img" aria-label={name}>
      <title>{name}</title>
      <rect className={css.night} x="-42" y="-30" width="84" height="66" rx="9" />
      <g transform={gone ? "rotate(-12) translate(0 -4)" : "translate(0 -6)"} opacity={gone ? 0.6 : 1}>
        <Hull letter={letter} foe={foe} width={68} />
      </g>
      <g transform="translate(0 19)">
        <Badge letter={letter} foe={foe} scale={0.86} />
      </g>
      {gone && <path className={css.cross} d="M24-24L36-12M36-24L24-12" />}
    </svg>
  );
}

/** White sails to the right on light water, Black to the left on dark. */
export function SeatMark({ seat }: { seat: number }) {
  return (
    <svg
      className={classes(css.seatMark, seat === 0 ? css.white : css.black)}
      viewBox="-50 -50 100 100"
      aria-hidden="true"
    >
      <circle className={css.seatSea} r="50" />
      <Hull letter={seat === 0 ? "B" : "Q"} foe={seat === 1} width={76} />
    </svg>
  );
}

// -- on the board -----------------------------------------------------------------------------------------------------

/** Drawing is in hundredths of a square. */
export const FINE = "scale(.01)";
/** What is written keeps twelve pixels, however small the squares are. */
export const textSize = (at: BoardView, usual: number) => Math.max(usual, 1210 / at.scale);
const badgeScale = (at: BoardView) => Math.max(1, 1210 / at.scale / 25);

export function PieceDrawing(props: PieceProps) {
  const { piece, at } = props;
  const letter = letterOf(piece.kind);
  if (!letter) return <Contact {...props} />;
  if (piece.at.startsWith("zone:")) return <TrayShip {...props} letter={letter} />;
  const foe = piece.seat !== (belowOf(at) ?? 0);
  const badge = badgeScale(at);
  return (
    <g className={css.ship} transform={FINE}>
      <path className={css.waterline} d="M-42 13H42" />
      <g transform={`translate(0 ${badge > 1.1 ? -15 : -8})`}>
        <Hull letter={letter} foe={foe} />
      </g>
      <g transform={`translate(0 ${badge > 1.1 ? 29 : 31})`}>
        <Badge letter={letter} foe={foe} scale={badge} />
      </g>
    </g>
  );
}

/** An opposing ship: what the viewer wrote on it, or the one class that it can be. Seen from outside, White's are round. */
function Contact({ piece, at }: PieceProps) {
  const [notes] = useNotes(at.seat);
  const note = notes[piece.id];
  const sure = piece.glyph.length > 1 && letterOf(`ship-${piece.glyph.charAt(0)}`) ? piece.glyph.charAt(0) : null;
  const round = at.seat === null && piece.seat === 0;
  return (
    <g transform={FINE}>
      <use href={round ? "#command-contact-round" : "#command-contact"} y={note || sure ? -10 : 0} />
      {note ? (
        <g data-note>
          <Tag text={note} size={textSize(at, 22)} boxClass={css.noteBox} textClass={css.noteText} />
        </g>
      ) : (
        sure && <Tag text={`= ${sure}`} size={textSize(at, 20)} boxClass={css.sureBox} textClass={css.sureText} />
      )}
    </g>
  );
}

interface TagProps {
  text: string;
  size: number;
  boxClass: string | undefined;
  textClass: string | undefined;
}

function Tag({ text, size, boxClass, textClass }: TagProps) {
  const wide = text.length * size * 0.64;
  const width = Math.min(98, Math.max(size * 1.5, wide + 10));
  return (
    <g transform="translate(0 34)">
      <rect className={boxClass} x={-width / 2} y={-size * 0.62} width={width} height={size * 1.24} rx="5" />
      <text
        className={textClass}
        y={size * 0.04}
        fontSize={size}
        {...(wide > 90 ? { textLength: 88, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {text}
      </text>
    </g>
  );
}

// -- in the tray ------------------------------------------------------------------------------------------------------

interface CellProps {
  letter: Letter;
  width: number;
  height: number;
  at: BoardView;
}

/** A ship in its cell: badge, silhouette, name. */
export function ShipCell({ letter, width, height, at }: CellProps) {
  const [w, h] = [width * 100, height * 100];
  const size = textSize(at, 18);
  const badge = Math.min(1.3, badgeScale(at));
  const hull = Math.max(0, Math.min(w * 0.8, (h - size * 2.95) * 1.8)); // none, where there is only room for words
  const name = at.say({ key: `short.${letter}` });
  return (
    <>
      <g className={css.lifted} transform={`translate(0 ${h / 2 - size * 1.75 - hull * 0.278})`}>
        <Hull letter={letter} foe={false} width={hull} />
      </g>
      <g transform={`translate(${-w / 2 + 19 * badge + 5} ${-h / 2 + 18 * badge + 5})`}>
        <Badge letter={letter} foe={false} scale={badge} />
      </g>
      <text
        className={css.name}
        y={h / 2 - size * 0.72}
        fontSize={size}
        {...(name.length > 10 ? { textLength: w - 14, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {name}
      </text>
    </>
  );
}

/** A cell of the tray. What is done stands on the chart already. */
export function TrayCell(props: {
  width: number;
  height: number;
  look?: PieceProps["look"];
  done?: boolean;
  transform: string;
  children: ReactNode;
}) {
  const { width, height, look, done = false } = props;
  const looks = classes(
    done && css.done,
    (look === "lit" || look === "quiet") && css.open,
    look === "held" && css.held,
  );
  return (
    <g className={classes(css.cell, looks)} transform={props.transform}>
      <rect className={css.box} x={-width / 2} y={-height / 2} width={width} height={height} rx="8" />
      {props.children}
    </g>
  );
}

function TrayShip({ piece, width, height, look, at, letter }: PieceProps & { letter: Letter }) {
  const [w, h] = [width * 100, height * 100];
  const size = textSize(at, 19);
  return (
    <TrayCell look={look} width={w} height={h} transform={FINE}>
      <ShipCell letter={letter} width={width} height={height} at={at} />
      <text className={css.count} x={w / 2 - 8} y={-h / 2 + size * 0.92} fontSize={size}>
        ×{piece.glyph.slice(1) || 1}
      </text>
    </TrayCell>
  );
}

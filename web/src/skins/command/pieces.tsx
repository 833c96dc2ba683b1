/** What lies on the chart: ships, contacts with notes, the tray, marks, and what can be touched. */

import type { MarkProps, OnBoard, PieceProps, Spot, TargetProps, ZoneProps } from "../types";
import { deploying, letterOf } from "./formation";
import { FLEET, type Letter } from "./hulls";
import { cells } from "./layout";
import { useNotes } from "./notes";
import { Badge, Hull } from "./ships";

/** All drawing here is in hundredths of a square. */
const FINE = "scale(.01)";
const BRACKETS = "M-47-21V-47H-21M21-47H47V-21M47 21V47H21M-21 47H-47V21";
const TICKS = "M-46-34V-46H-34M34-46H46V-34M46 34V46H34M-34 46H-46V34";

/** What is written keeps twelve pixels, however small the squares are. */
const textSize = (at: OnBoard, usual: number) => Math.max(usual, 1210 / at.scale);
const badgeScale = (at: OnBoard) => Math.max(1, 1210 / at.scale / 25);

export function Piece(props: PieceProps) {
  const { piece, at } = props;
  const letter = letterOf(piece.kind);
  if (!letter) return <Contact {...props} />;
  if (piece.at.startsWith("zone:")) return <TrayShip {...props} letter={letter} />;
  const foe = piece.seat !== (at.seat ?? 0);
  const badge = badgeScale(at);
  return (
    <g className="cmd-ship" transform={FINE}>
      <path className="cmd-waterline" d="M-42 13H42" />
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
    <g className="cmd-contact" transform={FINE}>
      <use href={round ? "#command-contact-round" : "#command-contact"} y={note || sure ? -10 : 0} />
      {note ? (
        <Tag text={note} size={textSize(at, 22)} className="cmd-note-tag" />
      ) : (
        sure && <Tag text={`= ${sure}`} size={textSize(at, 20)} className="cmd-sure-tag" />
      )}
    </g>
  );
}

function Tag({ text, size, className }: { text: string; size: number; className: string }) {
  const wide = text.length * size * 0.64;
  const width = Math.min(98, Math.max(size * 1.5, wide + 10));
  return (
    <g className={className} transform="translate(0 34)">
      <rect x={-width / 2} y={-size * 0.62} width={width} height={size * 1.24} rx="5" />
      <text
        y={size * 0.04}
        fontSize={size}
        {...(wide > 90 ? { textLength: 88, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {text}
      </text>
    </g>
  );
}

// -- the tray ---------------------------------------------------------------------------------------------------------

interface CellProps {
  letter: Letter;
  width: number;
  height: number;
  at: OnBoard;
}

/** A ship in its cell: badge, silhouette, name. */
function Cell({ letter, width, height, at }: CellProps) {
  const [w, h] = [width * 100, height * 100];
  const size = textSize(at, 18);
  const badge = Math.min(1.3, badgeScale(at));
  const hull = Math.max(0, Math.min(w * 0.8, (h - size * 2.95) * 1.8)); // none, where there is only room for words
  const name = at.say({ key: `short.${letter}` });
  return (
    <>
      <g className="cmd-lifted" transform={`translate(0 ${h / 2 - size * 1.75 - hull * 0.278})`}>
        <Hull letter={letter} foe={false} width={hull} />
      </g>
      <g transform={`translate(${-w / 2 + 19 * badge + 5} ${-h / 2 + 18 * badge + 5})`}>
        <Badge letter={letter} foe={false} scale={badge} />
      </g>
      <text
        className="cmd-cell-name"
        y={h / 2 - size * 0.72}
        fontSize={size}
        {...(name.length > 10 ? { textLength: w - 14, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {name}
      </text>
    </>
  );
}

function TrayShip({ piece, width, height, look, at, letter }: PieceProps & { letter: Letter }) {
  const [w, h] = [width * 100, height * 100];
  const size = textSize(at, 19);
  return (
    <g className={`cmd-cell ${look ?? ""}`} transform={FINE}>
      <rect className="cmd-cell-box" x={-w / 2} y={-h / 2} width={w} height={h} rx="8" />
      <Cell letter={letter} width={width} height={height} at={at} />
      <text className="cmd-cell-count" x={w / 2 - 8} y={-h / 2 + size * 0.92} fontSize={size}>
        ×{piece.glyph.slice(1) || 1}
      </text>
    </g>
  );
}

/** Cells of classes that all stand on the chart already; in the last cell, how many do. */
export function Tray({ zone, pieces, at }: ZoneProps) {
  if (!zone.id.startsWith("reserve")) return null;
  const waiting = new Set(pieces.map((piece) => letterOf(piece.kind)));
  const places = cells(zone);
  const counter = at.scene.counters?.find((each) => each.id === "to-place");
  const last = places[FLEET.length];
  return (
    <>
      {FLEET.map((letter, i) => {
        const place = places[i];
        if (!place || waiting.has(letter)) return null;
        const [w, h] = [place.width * 100, place.height * 100];
        const size = textSize(at, 19);
        return (
          <g key={letter} className="cmd-cell done" transform={`translate(${place.x} ${place.y}) ${FINE}`}>
            <rect className="cmd-cell-box" x={-w / 2} y={-h / 2} width={w} height={h} rx="8" />
            <g opacity=".56">
              <Cell letter={letter} width={place.width} height={place.height} at={at} />
            </g>
            <path
              className="cmd-tick"
              transform={`translate(${w / 2 - size * 0.8} ${-h / 2 + size * 0.8}) scale(${size / 20})`}
              d="M-7 0L-2 5L7-6"
            />
          </g>
        );
      })}
      {last && counter && (
        <g transform={`translate(${last.x} ${last.y}) ${FINE}`} className="cmd-sum">
          <text y={-8} fontSize={44}>
            {(counter.of ?? 0) - counter.value}
          </text>
          <text className="cmd-cell-name" y={textSize(at, 18) + 8} fontSize={textSize(at, 18)}>
            {at.say({ key: "skin.of-placed", args: { of: counter.of ?? 0 } })}
          </text>
        </g>
      )}
    </>
  );
}

// -- marks ------------------------------------------------------------------------------------------------------------

/** The last ply: where it began, dashed, and a dotted line. A challenge: its square in coral. */
export function Mark({ mark, spots }: MarkProps) {
  const [from, to] = spots;
  if (!from) return null;
  if (mark.kind === "challenge")
    return <rect className="cmd-hit" x={from.x - 0.47} y={from.y - 0.47} width={0.94} height={0.94} rx={0.06} />;
  if (!to) return null;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return (
    <g className="cmd-last" transform={`translate(${from.x} ${from.y}) ${FINE}`}>
      <rect x="-47" y="-47" width="94" height="94" rx="6" />
      <path d={`M${dx * 10} ${dy * 10}L${dx * 58} ${dy * 58}`} />
      <circle r="7" />
    </g>
  );
}

/** A round cross where a ship went down, large where both did; over the pieces, with the line of what is aimed at. */
export function Over({ at }: { at: OnBoard }) {
  const mark = at.scene.marks?.find((each) => each.kind === "challenge");
  const here = mark?.at[0] ? at.spot(mark.at[0]) : null;
  const lost = (at.scene.pieces ?? []).filter(
    (piece) => mark?.at.includes(`piece:${piece.id}`) && piece.at.startsWith("zone:lost"),
  );
  const empty = !at.scene.pieces?.some((piece) => piece.at === mark?.at[0]);
  return (
    <>
      {here && lost.length > 0 && (
        <g
          className="cmd-loss"
          transform={`translate(${here.x - (empty ? 0 : 0.32)} ${here.y - (empty ? 0 : 0.3)}) ${FINE} scale(${empty ? 1.3 : 0.85})`}
        >
          <circle r="20" />
          <path d="M-8-8L8 8M8-8L-8 8" />
        </g>
      )}
    </>
  );
}

// -- what can be touched ----------------------------------------------------------------------------------------------

export function Target({ spot, look, busy, at }: TargetProps) {
  const { held } = at.choosing;
  const inner = deploying(at.scene) ? (
    <Berth look={look} busy={busy} free={held.length > 0} />
  ) : (
    <Goal {...{ spot, look, busy, at }} />
  );
  return <g transform={FINE}>{look === "held" ? <Chosen /> : inner}</g>;
}

function Chosen() {
  return (
    <>
      <rect className="cmd-chosen" x="-47" y="-47" width="94" height="94" rx="6" />
      <path className="cmd-brackets" d={BRACKETS} />
    </>
  );
}

/** While a ship is held: a berth that is free for it, or a ship to change places with. */
function Berth({ look, busy, free }: { look: string; busy: boolean; free: boolean }) {
  if (!free) return null;
  if (busy)
    return (
      <g className="cmd-swap">
        <circle cx="33" cy="-33" r="13" />
        <path d="M26-37H39L35-41M40-29H27L31-25" />
      </g>
    );
  return (
    <g className={look === "pending" ? "cmd-slot aimed" : "cmd-slot"}>
      <rect x="-43" y="-43" width="86" height="86" rx="8" />
      <path d="M-9 0H9M0-9V9" />
    </g>
  );
}

/** Ships that can move have corners; then free water has an arrow that points the way, and what can be challenged a reticle. */
function Goal({ spot, look, busy, at }: { spot: Spot; look: string; busy: boolean; at: OnBoard }) {
  const [first] = at.choosing.held;
  const from = first ? at.spot(first) : null;
  if (!from) return <path className={look === "quiet" ? "cmd-ticks quiet" : "cmd-ticks"} d={TICKS} />;
  const aimed = look === "pending";
  const angle = (Math.atan2(spot.y - from.y, spot.x - from.x) * 180) / Math.PI;
  if (busy)
    return (
      <g className={aimed ? "cmd-reticle aimed" : "cmd-reticle"}>
        {aimed && <path transform={`rotate(${angle})`} d="M-58 0H-46" />}
        <circle r="42" />
        <path d="M0-48V-33M0 48V33M-48 0H-33M48 0H33" />
      </g>
    );
  return (
    <g className={aimed ? "cmd-go aimed" : "cmd-go"} transform={`rotate(${angle})`}>
      <circle r="23" />
      <path d="M-6-9L7 0L-6 9" />
    </g>
  );
}

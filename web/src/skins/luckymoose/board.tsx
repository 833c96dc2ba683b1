/** Felt, tiles, tokens, rack and bag. */

import { memo } from "react";
import type { OnBoard, PieceProps, Plan, Say, TargetProps, ZoneProps } from "../types";
import { bagAt, slotAt } from "./place";
import { rackOf, SLOTS, SWAP, slotOf } from "./rack";
import { SEAT_MARKS, Token } from "./tokens";
import { counter, laidNow, lastLaid, tileOf, timesOf, viewOf, worthOn } from "./view";

/** At least so many pixels, in units: what is written stays legible where tiles are small. */
const px = (at: OnBoard, pixels: number) => pixels / at.scale;

export function Ground({ at }: { at: OnBoard }) {
  return <Tiles plan={at.plan} phone={at.phone} small={px(at, 12)} say={at.say} />;
}

interface TilesProps {
  plan: Plan;
  phone: boolean;
  small: number; // the least size of what is written
  say: Say;
}

const Tiles = memo(function Tiles({ plan, phone, small, say }: TilesProps) {
  return (
    <>
      {plan.sites?.map(({ id, x, y, kind }) => (
        <g key={id} transform={`translate(${x} ${y})`} data-ground={kind}>
          <rect className={`lm-tile ${kind ?? ""}`} x={-0.46} y={-0.46} width={0.92} height={0.92} rx={0.18} />
          {kind === "x2" && <circle className="lm-ring" r={0.36} />}
          {kind === "x3" && !phone && <path className="lm-ticks" d={TICKS} />}
          {(kind === "x2" || kind === "x3") && (
            <text className={`lm-bonus ${kind}`} fontSize={Math.max(0.36, small)}>
              {say({ key: `site.${kind}` })}
            </text>
          )}
          {kind === "centre" && <path className="lm-centre" d={CENTRE} />}
        </g>
      ))}
      {plan.labels?.map((label) => (
        <text key={`${label.text} ${label.x}`} className="lm-label" x={label.x} y={label.y} fontSize={small}>
          {label.text}
        </text>
      ))}
    </>
  );
});

const TICKS = "M-.33 -.2V-.33H-.2M.33 -.2V-.33H.2M-.33 .2V.33H-.2M.33 .2V.33H.2";
const CENTRE = "M-.58 -.28V-.58H-.28M.58 -.28V-.58H.28M-.58 .28V.58H-.28M.58 .28V.58H.28";

/** The rack with its slots, and ghosts of what has been laid; the bag stands at its head, if there is room. */
export function Zone({ zone, pieces, at }: ZoneProps) {
  const { width, height } = zone;
  const own = zone.seat === at.seat;
  const slots = own ? rackOf(at.scene)?.slots : undefined;
  const count = Math.max(SLOTS, pieces.length, slots?.length ?? 0);
  const here = { x: 0, y: 0, width, height };
  return (
    <>
      <rect
        className="lm-rack"
        x={-width / 2}
        y={-height / 2}
        width={width}
        height={height}
        rx={Math.min(width, height) * 0.26}
      />
      {Array.from({ length: count }, (_, i) => {
        const { x, y, size } = slotAt(here, i, count);
        const ghost = slots?.[i]?.laid ? slots[i] : null;
        const half = size * 0.46;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its number
          <g key={i} transform={`translate(${x} ${y})`}>
            {ghost && <Token kind={ghost.kind} size={2 * half} faint />}
            <rect
              className={ghost ? "lm-slot ghost" : "lm-slot"}
              x={-half}
              y={-half}
              width={2 * half}
              height={2 * half}
              rx={half * 0.52}
            />
          </g>
        );
      })}
      {at.seat === null && <Whose seat={zone.seat ?? 0} x={-width / 2} y={-height / 2} />}
      {height > width && zone.id === at.plan.zones?.[0]?.id && <Bag at={at} box={zone} />}
    </>
  );
}

/** Where the hands of all are shown, each has its seat's shape at a corner. */
function Whose({ seat, x, y }: { seat: number; x: number; y: number }) {
  return (
    <g className={`lm-seat seat-${seat}`} transform={`translate(${x} ${y}) scale(.014) translate(-10 -10)`}>
      <path d={SEAT_MARKS[seat % SEAT_MARKS.length]} />
    </g>
  );
}

function Bag({ at, box }: { at: OnBoard; box: ZoneProps["zone"] }) {
  const pool = counter(at.scene, "pool") ?? 0;
  const place = bagAt(box);
  const size = box.width * 0.72;
  const room = box.y - box.height / 2 - place.y - size * 0.94;
  return (
    <g transform={`translate(${place.x - box.x} ${place.y - box.y})`}>
      <g transform={`translate(${-size / 2} ${-size / 2}) scale(${size / 44})`}>
        <BagShape />
      </g>
      <text className="lm-pool" y={size * 0.94} fontSize={Math.max(px(at, 22), 0.5)}>
        {pool}
      </text>
      {room > px(at, 30) && (
        <text className="lm-label" y={size * 0.94 + px(at, 20)} fontSize={px(at, 12)}>
          {at.say({ key: "skin.pool" })}
        </text>
      )}
    </g>
  );
}

/** 44 × 48. */
export function BagShape() {
  return (
    <g className="lm-bag">
      <path d="M14 12C6 20 3 30 5 38c1 6 6 8 17 8s16-2 17-8c2-8-1-18-9-26z" />
      <path className="neck" d="M12 5c3 4 3 5 2 7h16c-1-2-1-3 2-7-4 2-5-1-10-1s-6 3-10 1z" />
      <path className="cord" d="M13 13h18" />
    </g>
  );
}

export function Piece({ piece, width, look, at }: PieceProps) {
  const inRack = piece.at.startsWith("zone:");
  const size = width * (inRack ? 0.94 : 1);
  const half = size / 2;
  const box = at.plan.zones?.find((zone) => `zone:${zone.id}` === piece.at);
  const side = box && box.height > box.width ? "side" : "";
  const twin = inRack && slotOf(piece) >= 0 && !piece.id.endsWith("-1");
  return (
    <g
      className={`lm-token ${look ?? ""} ${inRack ? `in-rack ${side}` : ""}`}
      // Of equal tokens the first is offered: the one that a finger is on becomes that.
      onPointerDown={twin ? () => rackOf(at.scene)?.front([slotOf(piece)]) : undefined}
    >
      <rect className="lm-shade" x={-half} y={-half + size * 0.07} width={size} height={size} rx={size * 0.26} />
      {look === "held" && (
        <rect
          className="lm-held"
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

/** An open tile says what the turn would be worth; a token in the rack carries its own light. */
export function Target({ spot, look, at }: TargetProps) {
  if (spot.target.startsWith("piece:")) return null;
  const points = worthOn(at, tileOf(spot.target));
  const size = Math.max(px(at, 12.5), 0.36);
  return (
    <g className={`lm-target ${look}`}>
      <rect x={-0.44} y={-0.44} width={0.88} height={0.88} rx={0.22} />
      {look === "pending" ? (
        <path className="mark" d="M-.2 .02L-.06 .17L.22 -.16" />
      ) : points === null || (at.phone && points > 999) ? (
        <path className="mark" d="M0 -.2V.2M-.2 0H.2" />
      ) : (
        <text fontSize={points > 99 ? Math.min(size, px(at, 12)) : size}>{points}</text>
      )}
    </g>
  );
}

/** What is laid this turn and what it scores so far; before that, what was laid last. */
export function Over({ at }: { at: OnBoard }) {
  const laid = laidNow(at.scene);
  const view = viewOf(at);
  return (
    <>
      {laid.length === 0
        ? lastLaid(at.scene).map((tile) => <LastDot key={tile} tile={tile} at={at} />)
        : laid.map((tile) => <Tentative key={tile} tile={tile} at={at} />)}
      {view?.lines.map((line) => (
        <Scored key={line.tiles.join()} tiles={line.tiles} points={line.points} at={at} />
      ))}
      {at.choosing.held[0] === SWAP ? <Giving at={at} /> : <Playable at={at} />}
    </>
  );
}

function LastDot({ tile, at }: { tile: string; at: OnBoard }) {
  const spot = at.spot(`site:${tile}`);
  return spot && <circle className="lm-last" cx={spot.x + 0.35} cy={spot.y - 0.35} r={Math.max(0.1, px(at, 3.6))} />;
}

function Tentative({ tile, at }: { tile: string; at: OnBoard }) {
  const spot = at.spot(`site:${tile}`);
  if (!spot) return null;
  const times = timesOf(at.plan, tile);
  const r = Math.max(0.28, px(at, 10.5));
  return (
    <g transform={`translate(${spot.x} ${spot.y})`}>
      <rect className="lm-tentative" x={-0.48} y={-0.48} width={0.96} height={0.96} rx={0.27} />
      {times > 1 && (
        <g className="lm-badge" transform="translate(-.4 .4)">
          <circle r={r} />
          <text fontSize={Math.max(0.3, px(at, 12))}>{at.say({ key: `site.x${times}` })}</text>
        </g>
      )}
    </g>
  );
}

/** An edge around the whole line, and its points at the end that has more room. */
function Scored({ tiles, points, at }: { tiles: readonly string[]; points: number; at: OnBoard }) {
  const spots = tiles.flatMap((tile) => at.spot(`site:${tile}`) ?? []);
  const [first, last] = [spots[0], spots.at(-1)];
  if (!first || !last) return null;
  const [left, top] = [Math.min(first.x, last.x) - 0.52, Math.min(first.y, last.y) - 0.52];
  const [width, height] = [Math.abs(last.x - first.x) + 1.04, Math.abs(last.y - first.y) + 1.04];
  const size = Math.max(0.42, px(at, 13));
  const w = size * (0.9 + 0.62 * String(points).length);
  const across = first.y === last.y;
  const end = pillAt({ left, top, width, height, across }, w, size, at);
  return (
    <g>
      <rect className="lm-line" x={left} y={top} width={width} height={height} rx={0.3} />
      <g className="lm-pill" transform={`translate(${end.x} ${end.y})`}>
        <rect x={-w / 2} y={-size * 0.66} width={w} height={size * 1.32} rx={size * 0.66} />
        <text fontSize={size}>{points}</text>
      </g>
    </g>
  );
}

interface Edge {
  left: number;
  top: number;
  width: number;
  height: number;
  across: boolean;
}

/** Beyond the right end of a row or above a column; before or below it where the board ends. */
function pillAt({ left, top, width, height, across }: Edge, w: number, size: number, at: OnBoard) {
  const sites = at.plan.sites ?? [];
  if (across) {
    const room = Math.max(...sites.map((site) => site.x)) + 0.6;
    const right = left + width + w / 2 - 0.06;
    return { x: right + w / 2 > room ? left - w / 2 + 0.06 : right, y: top + height / 2 };
  }
  const above = top - size * 0.5;
  return { x: left + width / 2, y: above - size < 0 ? top + height + size * 0.5 : above };
}

/** Tokens that can be laid now have an amber edge, equal ones alike. */
function Playable({ at }: { at: OnBoard }) {
  const inRack = at.placed.filter(({ piece }) => slotOf(piece) >= 0);
  const open = new Set(
    inRack.filter(({ piece }) => at.lookOf(`piece:${piece.id}`) === "lit").map(({ piece }) => piece.kind),
  );
  return inRack
    .filter(({ piece }) => open.has(piece.kind) && !at.choosing.held.includes(`piece:${piece.id}`))
    .map(({ piece, x, y, width }) => {
      const size = width * 0.94;
      return (
        <rect
          key={piece.id}
          className="lm-lit"
          x={x - size / 2}
          y={y - size / 2}
          width={size}
          height={size}
          rx={size * 0.26}
          strokeWidth={size * 0.05}
        />
      );
    });
}

/** While tokens are chosen to be given back, each one in the rack may be touched, and those chosen have an arrow. */
function Giving({ at }: { at: OnBoard }) {
  return at.placed
    .filter(({ piece }) => slotOf(piece) >= 0)
    .map(({ piece, x, y, width }) => {
      const given = at.choosing.held.includes(`piece:${piece.id}`);
      const r = width * 0.24;
      return given ? (
        <g key={piece.id} className="lm-give" transform={`translate(${x + width * 0.36} ${y - width * 0.36})`}>
          <circle r={r} />
          <path transform={`scale(${r})`} d="M-.5 -.2H.4L.1 -.5M.5 .2H-.4L-.1 .5" />
        </g>
      ) : (
        <rect
          key={piece.id}
          className="lm-open"
          x={x - width / 2}
          y={y - width / 2}
          width={width}
          height={width}
          rx={width * 0.27}
        />
      );
    });
}

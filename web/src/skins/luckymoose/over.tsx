/** Over the tokens: where one can go and for how many points, what is laid and what it scores, what can be given back. */

import type { ReactNode } from "react";
import type { BoardView, TargetProps } from "../../board/skin";
import { laidNow, lastLaid, tileOf, timesOf, type View, viewOf, worthOn } from "./facts";
import { inUnits } from "./layout";
import css from "./over.module.css";
import { SWAP, slotOf } from "./rack";

/** An open tile says what the turn would be worth; a token in the rack carries its own light. */
export function Target({ spot, look, at }: TargetProps<View>) {
  if (spot.target.startsWith("piece:")) return null;
  const points = worthOn(at, tileOf(spot.target));
  const size = Math.max(inUnits(at, 12.5), 0.36);
  return (
    <OpenTile pending={look === "pending"}>
      {look === "pending" ? (
        <path className={css.mark} d="M-.2 .02L-.06 .17L.22 -.16" />
      ) : points === null || (at.phone && points > 999) ? (
        <path className={css.mark} d="M0 -.2V.2M-.2 0H.2" />
      ) : (
        <Worth size={points > 99 ? Math.min(size, inUnits(at, 12)) : size}>{points}</Worth>
      )}
    </OpenTile>
  );
}

export function OpenTile({ pending = false, children }: { pending?: boolean; children: ReactNode }) {
  return (
    <g className={pending ? css.pending : undefined}>
      <rect className={css.tile} x={-0.44} y={-0.44} width={0.88} height={0.88} rx={0.22} />
      {children}
    </g>
  );
}

/** What a turn would be worth, on an open tile. */
export function Worth({ size, children }: { size: number; children: ReactNode }) {
  return (
    <text className={css.worth} fontSize={size}>
      {children}
    </text>
  );
}

/** The edge of what is laid this turn; the mark of what was laid last. */
export function TentativeEdge({ size = 0.96 }: { size?: number }) {
  return <rect className={css.tentative} x={-size / 2} y={-size / 2} width={size} height={size} rx={0.27} />;
}

export function LastMark(circle: { cx?: number; cy?: number; r: number }) {
  return <circle className={css.last} {...circle} />;
}

/** What is laid this turn and what it scores so far; before that, what was laid last. */
export function Over({ at }: { at: BoardView<View> }) {
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

function LastDot({ tile, at }: { tile: string; at: BoardView }) {
  const spot = at.spot(`site:${tile}`);
  return spot && <LastMark cx={spot.x + 0.35} cy={spot.y - 0.35} r={Math.max(0.1, inUnits(at, 3.6))} />;
}

function Tentative({ tile, at }: { tile: string; at: BoardView }) {
  const spot = at.spot(`site:${tile}`);
  if (!spot) return null;
  const times = timesOf(at.plan, tile);
  const r = Math.max(0.28, inUnits(at, 10.5));
  return (
    <g transform={`translate(${spot.x} ${spot.y})`}>
      <TentativeEdge />
      {times > 1 && (
        <g transform="translate(-.4 .4)">
          <circle className={css.badge} r={r} />
          <text className={css.badgeText} fontSize={Math.max(0.3, inUnits(at, 12))}>
            {at.say({ key: `site.x${times}` })}
          </text>
        </g>
      )}
    </g>
  );
}

/** An edge around the whole line, and its points at the end that has more room. */
function Scored({ tiles, points, at }: { tiles: readonly string[]; points: number; at: BoardView }) {
  const spots = tiles.flatMap((tile) => at.spot(`site:${tile}`) ?? []);
  const [first, last] = [spots[0], spots.at(-1)];
  if (!first || !last) return null;
  const [left, top] = [Math.min(first.x, last.x) - 0.52, Math.min(first.y, last.y) - 0.52];
  const [width, height] = [Math.abs(last.x - first.x) + 1.04, Math.abs(last.y - first.y) + 1.04];
  const size = Math.max(0.42, inUnits(at, 13));
  const w = size * (0.9 + 0.62 * String(points).length);
  const across = first.y === last.y;
  const end = pillAt({ left, top, width, height, across }, w, size, at);
  return (
    <g>
      <rect className={css.line} x={left} y={top} width={width} height={height} rx={0.3} />
      <g transform={`translate(${end.x} ${end.y})`} data-pill>
        <rect className={css.pill} x={-w / 2} y={-size * 0.66} width={w} height={size * 1.32} rx={size * 0.66} />
        <text className={css.pillText} fontSize={size}>
          {points}
        </text>
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
function pillAt({ left, top, width, height, across }: Edge, w: number, size: number, at: BoardView) {
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
function Playable({ at }: { at: BoardView }) {
  const inRack = at.placed.filter(({ piece }) => slotOf(piece) >= 0);
  const open = new Set(
    inRack.filter(({ piece }) => at.lookOf(`piece:${piece.id}`) === "lit").map(({ piece }) => piece.kind),
  );
  return inRack
    .filter(({ piece }) => open.has(piece.kind) && !at.choosing.held.includes(`piece:${piece.id}`))
    .map(({ piece, x, y, width }) => (
      <TokenEdge key={piece.id} className={css.lit} x={x} y={y} size={width * 0.94} round={0.26} stroke={0.05} />
    ));
}

/** While tokens are chosen to be given back, each one in the rack may be touched, and those chosen have an arrow. */
function Giving({ at }: { at: BoardView }) {
  return at.placed
    .filter(({ piece }) => slotOf(piece) >= 0)
    .map(({ piece, x, y, width }) => {
      const given = at.choosing.held.includes(`piece:${piece.id}`);
      const r = width * 0.24;
      return given ? (
        <g key={piece.id} data-give transform={`translate(${x + width * 0.36} ${y - width * 0.36})`}>
          <circle className={css.give} r={r} />
          <path className={css.giveArrows} transform={`scale(${r})`} d="M-.5 -.2H.4L.1 -.5M.5 .2H-.4L-.1 .5" />
        </g>
      ) : (
        <TokenEdge key={piece.id} className={css.open} x={x} y={y} size={width} round={0.27} />
      );
    });
}

interface EdgeProps {
  className: string | undefined;
  x: number;
  y: number;
  size: number;
  round: number; // of the corners, as a share of the size
  stroke?: number;
}

function TokenEdge({ className, x, y, size, round, stroke }: EdgeProps) {
  return (
    <rect
      className={className}
      x={x - size / 2}
      y={y - size / 2}
      width={size}
      height={size}
      rx={size * round}
      {...(stroke ? { strokeWidth: size * stroke } : {})}
    />
  );
}

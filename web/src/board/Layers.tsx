/** The layers of a board, each drawn by the skin, or plainly where the skin leaves it out. */

import { memo } from "react";
import type { Mark, Piece, Plan, Zone } from "../contract";
import { classes } from "../ui/classes";
import { COACH_MARK, coachTargets } from "./coachMarks";
import { cursorClass } from "./cursor";
import css from "./Layers.module.css";
import type { Placed, Spot } from "./layout";
import {
  Corners,
  PlainLines,
  PlainPiece,
  PlainSites,
  PlainZone,
  Trail,
  translate,
  Wash,
  ZoneMarks,
} from "./PlainParts";
import { seatClass } from "./seats";
import type { BoardView, Look, Skin } from "./skin";

interface Layer {
  skin: Skin;
  board: BoardView;
}

/** There are many where a game has many kinds of pieces, and they never change: they are drawn once. */
export const DefsLayer = memo(function DefsLayer({ skin }: { skin: Skin }) {
  return (
    skin.Defs && (
      <defs>
        <skin.Defs />
      </defs>
    )
  );
});

export function GroundLayer({ skin, board, plan, zones }: Layer & { plan: Plan; zones: readonly Zone[] }) {
  return (
    <g>
      {skin.Backdrop && <skin.Backdrop at={board} />}
      {skin.Ground ? (
        <skin.Ground at={board} />
      ) : (
        <>
          {skin.Site ? <Sites skin={skin} board={board} plan={plan} /> : <PlainSites plan={plan} say={board.say} />}
          <PlainLines plan={plan} />
        </>
      )}
      {zones.map((zone) => (
        <ZonePart key={zone.id} skin={skin} board={board} zone={zone} />
      ))}
    </g>
  );
}

function Sites({ skin, board, plan }: Layer & { plan: Plan }) {
  const Site = skin.Site;
  if (!Site) return null;
  return plan.sites?.map((site) => (
    <g key={site.id} transform={translate(site.x, site.y)} data-ground={site.kind}>
      <Site site={site} at={board} />
    </g>
  ));
}

function ZonePart({ skin, board, zone }: Layer & { zone: Zone }) {
  const here = `zone:${zone.id}`;
  const marks = (board.scene.marks ?? []).filter((mark) => mark.kind !== COACH_MARK && mark.at.includes(here));
  const pieces = (board.scene.pieces ?? []).filter((piece) => piece.at === here);
  return (
    <g transform={translate(zone.x, zone.y)} data-zone={zone.id}>
      {skin.Zone ? (
        <skin.Zone zone={zone} marks={marks} pieces={pieces} at={board} />
      ) : (
        <PlainZone zone={zone} say={board.say} />
      )}
    </g>
  );
}

/** Marks on places of the board: a trail to the last move, a light under each place, or what the skin makes of them. */
export function MarkLayer({ skin, board }: Layer) {
  const marks = (board.scene.marks ?? []).filter((mark) => mark.kind !== COACH_MARK);
  return marks.map((mark) => (
    <MarkPart key={`${mark.kind} ${mark.seat} ${mark.at.join()}`} skin={skin} board={board} mark={mark} />
  ));
}

function MarkPart({ skin, board, mark }: Layer & { mark: Mark }) {
  const all = mark.at.map(board.spot).filter((spot) => spot !== null);
  if (skin.Mark && skin.marks?.includes(mark.kind)) return <skin.Mark mark={mark} spots={all} at={board} />;
  const spots = all.filter((spot) => !spot.target.startsWith("zone:"));
  const end = spots.at(-1);
  if (!end) return null;
  if (mark.kind !== "last") return spots.map((spot) => <Wash key={spot.target} spot={spot} />);
  return (
    <>
      {spots.length > 1 && <Trail spots={spots} />}
      <Corners spot={end} />
    </>
  );
}

/** What the coach points at: outlines around places and pieces, with a casing, so that they stand out on any board. */
export function GuideLayer({ board }: { board: BoardView }) {
  const spots = [...new Set(coachTargets(board.scene))].map(board.spot).filter((spot) => spot !== null);
  const thick = Math.max(0.065, GUIDE_PIXELS / board.scale); // on a board of small places it must be seen, too
  return spots.map((spot) => (
    <g key={spot.target} className={css.guide} data-guide={spot.target} transform={translate(spot.x, spot.y)}>
      <g strokeWidth={1.8 * thick}>
        <Edge className={css.casing} spot={spot} by={beside(spot)} />
      </g>
      <g strokeWidth={thick} strokeDasharray={`${3 * thick} ${1.7 * thick}`}>
        <Edge className={css.outline} spot={spot} by={beside(spot)} />
      </g>
    </g>
  ));
}

const GUIDE_PIXELS = 3;

/** Around a piece; on a place just inside, so that the outlines of neighbours do not run into each other. */
const beside = (spot: Spot) => (spot.target.startsWith("site:") ? -0.05 : 0.07);

/** Words that lie on zones, over the pieces there; a skin that draws zones draws them itself. */
export function ZoneMarkLayer({ skin, board, zones, name }: Layer & ZoneMarkProps) {
  if (skin.Zone) return null;
  return zones.map((zone) => {
    const here = `zone:${zone.id}`;
    const marks = (board.scene.marks ?? []).filter((mark) => mark.kind !== COACH_MARK && mark.at.includes(here));
    const spot = marks.length > 0 ? board.spot(here) : null;
    return spot && <ZoneMarks key={zone.id} spot={spot} marks={marks} name={name} />;
  });
}

interface ZoneMarkProps {
  zones: readonly Zone[];
  name: (kind: string) => string;
}

interface BoardPieceProps extends Layer {
  placed: Placed;
  look: Look | undefined;
  points: boolean; // a kind of piece that points somewhere
  was?: Piece | undefined; // its other side, while it turns over
  gone?: boolean; // it has left, and fades
}

/** A piece at its place. Every step brings a new scene, so a piece is drawn again only if something about it changed. */
export const BoardPiece = memo(function BoardPiece({ skin, board, placed, look, points, was, gone }: BoardPieceProps) {
  const { piece, shape, x, y } = placed;
  const face = (side: Piece) => (
    <Face skin={skin} board={board} placed={{ ...placed, piece: side }} look={look} points={points} />
  );
  return (
    <g transform={translate(x, y)}>
      <g
        data-piece={gone ? undefined : piece.id}
        data-gone={gone ? piece.id : undefined}
        data-kind={piece.kind}
        data-at={gone ? undefined : piece.at}
        data-shape={shape}
        data-look={look}
        className={css.piece}
      >
        {was && (
          <g className={seatClass(was.seat)} data-side="was">
            {face(was)}
          </g>
        )}
        <g className={seatClass(piece.seat)} data-side="is" data-owner={piece.seat}>
          {face(piece)}
        </g>
      </g>
    </g>
  );
}, same);

function Face({ skin, board, placed, look, points }: Omit<BoardPieceProps, "was" | "gone">) {
  const { piece, width, height, angle, held } = placed;
  if (skin.Piece) {
    const turned = angle && skin.turns !== "self" ? `rotate(${angle})` : undefined;
    return (
      <g transform={turned}>
        <skin.Piece piece={piece} width={width} height={height} angle={angle} held={held} look={look} at={board} />
      </g>
    );
  }
  return (
    <g transform={angle && !points ? `rotate(${angle})` : undefined}>
      <PlainPiece placed={placed} points={points} />
    </g>
  );
}

/** A piece of a hand as it would lie on a place of the board. */
export function PieceThere({ skin, board, placed, spot }: Layer & { placed: Placed; spot: Spot }) {
  const size = skin.size ?? spot.width;
  const there = { ...placed, piece: { ...placed.piece, at: spot.target }, width: size, height: size, angle: 0 };
  return (
    <g className={seatClass(placed.piece.seat)} data-odd={placed.piece.id} transform={translate(spot.x, spot.y)}>
      <Face skin={skin} board={board} placed={{ ...there, held: false }} look={undefined} points={false} />
    </g>
  );
}

/** All that a drawn piece can be told by. */
const PROPS = ["skin", "look", "points", "was", "gone"] as const;
const PLACE = ["x", "y", "width", "height", "angle", "shape", "held"] as const;
const PIECE = ["id", "kind", "at", "glyph", "seat", "face", "turn"] as const;

function same(a: BoardPieceProps, b: BoardPieceProps): boolean {
  return (
    a.board.scale === b.board.scale &&
    PROPS.every((name) => a[name] === b[name]) &&
    PLACE.every((name) => a.placed[name] === b.placed[name]) &&
    PIECE.every((name) => a.placed.piece[name] === b.placed.piece[name])
  );
}

interface TargetGlowProps extends Layer {
  spot: Spot;
  look: Look;
  busy: boolean; // something stands there
  id: string;
  label: string;
  cursor: boolean;
}

/** What can be touched now, or is held: amber, or quiet for what is done besides. */
export function TargetGlow({ skin, board, spot, look, busy, id, label, cursor }: TargetGlowProps) {
  const own = skin.Target && (skin.targets ?? [""]).some((start) => spot.target.startsWith(start));
  return (
    <g
      id={id}
      role="option"
      aria-selected={look === "held"}
      aria-label={label}
      data-target={spot.target}
      data-look={look}
      data-cursor={cursor ? spot.target : undefined}
      className={css.glow}
      transform={translate(spot.x, spot.y)}
    >
      <Edge className={css.hit} spot={spot} by={0} />
      {own && skin.Target ? (
        <skin.Target spot={spot} look={look} busy={busy} at={board} />
      ) : (
        <Light {...{ spot, look, busy }} />
      )}
      {cursor && <Edge className={cursorClass} spot={spot} by={0.06} />}
    </g>
  );
}

function Light({ spot, look, busy }: { spot: Spot; look: Look; busy: boolean }) {
  if (!spot.round)
    return spot.target.startsWith("piece:") ? null : <Edge className={classes(css.ring, css.box)} spot={spot} by={0} />;
  return (
    <>
      {look === "lit" && !busy ? (
        <circle className={css.dot} r={0.17} />
      ) : (
        <Edge className={css.ring} spot={spot} by={0} />
      )}
      {look === "pending" && <path className={css.tick} d="M-.16 .01L-.05 .13L.17 -.12" />}
    </>
  );
}

function Edge({ className, spot, by }: { className: string | undefined; spot: Spot; by: number }) {
  const [w, h] = [spot.width + 2 * by, spot.height + 2 * by];
  if (spot.round) return <circle className={className} r={w / 2} />;
  return <rect className={className} x={-w / 2} y={-h / 2} width={w} height={h} rx={0.12 + by / 2} />;
}

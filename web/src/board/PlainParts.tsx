/** How sites, lines, zones, pieces and marks are drawn without a skin. */

import { memo } from "react";
import type { Mark, Plan, Zone } from "../contract";
import { classes } from "../ui/classes";
import type { Say } from "../ui/texts/render";
import type { Placed, Spot } from "./layout";
import css from "./PlainParts.module.css";
import { seatClass } from "./seats";

export const translate = (x: number, y: number) => `translate(${x} ${y})`;

/** A tile whose neighbours are one unit away, a point up, with a hair between them. */
const HEXAGON = "M0-.556L.481-.278V.278L0 .556L-.481 .278V-.278Z";

export const PlainSites = memo(function PlainSites({ plan, say }: { plan: Plan; say: Say }) {
  return (
    <>
      {(plan.layout === "grid" || plan.layout === "hex") &&
        plan.sites?.map((site) => (
          <g key={site.id} transform={translate(site.x, site.y)} data-ground={site.kind}>
            {plan.layout === "hex" ? (
              <path className={css.square} d={HEXAGON} />
            ) : (
              <rect className={css.square} x={-0.48} y={-0.48} width={0.96} height={0.96} rx={0.1} />
            )}
            <circle className={css.dent} r={0.41} />
            {site.kind && <text className={css.kind}>{shortName(say, site.kind)}</text>}
          </g>
        ))}
      {plan.layout === "points" && !plan.lines?.length && <path className={css.points} d={crosses(plan)} />}
    </>
  );
});

export const PlainLines = memo(function PlainLines({ plan }: { plan: Plan }) {
  const sites = new Map((plan.sites ?? []).map((site) => [site.id, site]));
  return (
    <>
      {plan.lines?.map((line) => (
        <polyline
          key={line.through.join()}
          className={css.line}
          points={line.through
            .flatMap((id) => sites.get(id) ?? [])
            .map((site) => `${site.x},${site.y}`)
            .join(" ")}
        />
      ))}
      {plan.labels?.map((label) => (
        <text key={`${label.text} ${label.x} ${label.y}`} className={css.label} x={label.x} y={label.y}>
          {label.text}
        </text>
      ))}
    </>
  );
});

/** A zone around 0,0. */
export function PlainZone({ zone, say }: { zone: Zone; say: Say }) {
  return (
    <>
      <rect
        className={classes(css.zone, zone.kind === "hand" && css.hand)}
        x={-zone.width / 2}
        y={-zone.height / 2}
        width={zone.width}
        height={zone.height}
        rx={0.14}
      />
      <text className={css.name} x={-zone.width / 2 + 0.08} y={-zone.height / 2 - 0.09}>
        {say(zone.name)}
      </text>
    </>
  );
}

/** What stands on an empty site of a kind of its own: the kind's name, if that is short enough. */
function shortName(say: Say, kind: string): string {
  const name = say({ key: `site.${kind}` });
  return name.length <= 2 ? name : "";
}

/** Points that no line goes through: a small cross each, in one path. */
function crosses(plan: Plan): string {
  return (plan.sites ?? []).map(({ x, y }) => `M${x - 0.09} ${y}h.18M${x} ${y - 0.09}v.18`).join("");
}

/** A piece without a skin: a drop that points somewhere, a disc, or a card. */
export function PlainPiece({ placed, points }: { placed: Placed; points: boolean }) {
  const { piece, shape, width, height, angle, held } = placed;
  const down = piece.face === "down";
  if (points) return <Pointer glyph={piece.glyph} size={width} angle={angle} />;
  if (shape === "disc") return <Disc glyph={down ? "" : piece.glyph} size={width} />;
  return <Card glyph={piece.glyph} width={width} height={height} down={down} held={held} />;
}

/** A drop whose tip shows where the piece points; what is written on it stays upright. */
function Pointer({ glyph, size, angle }: { glyph: string; size: number; angle: number }) {
  const r = size / 2;
  const drop = "M0-1.5C.42-1.02.86-.6.86 .02A.86 .86 0 0 1-.86 .02C-.86-.6-.42-1.02 0-1.5z";
  return (
    <>
      <g transform={`rotate(${angle}) scale(${r})`}>
        <path className={classes(css.body, css.solid)} d={drop} vectorEffect="non-scaling-stroke" />
      </g>
      <text className={css.glyph} fontSize={r * (glyph.length > 1 ? 0.8 : 1.1)}>
        {glyph}
      </text>
    </>
  );
}

/** Glyphs that are shapes are drawn as what they show; a hollow one keeps a line inside, a solid one a dot. */
const SHAPES: Record<string, { path: string; hollow: boolean; open?: boolean }> = {
  "●": { path: "disc", hollow: false },
  "○": { path: "disc", hollow: true },
  "◉": { path: "disc", hollow: false, open: true },
  "◎": { path: "disc", hollow: true, open: true },
  "■": { path: "M-.82-.82H.82V.82H-.82z", hollow: false },
  "□": { path: "M-.82-.82H.82V.82H-.82z", hollow: true },
  "▲": { path: "M0-1L.95.72H-.95z", hollow: false },
  "△": { path: "M0-1L.95.72H-.95z", hollow: true },
  "◆": { path: "M0-1L.95 0L0 1L-.95 0z", hollow: false },
  "◇": { path: "M0-1L.95 0L0 1L-.95 0z", hollow: true },
};

function Disc({ glyph, size }: { glyph: string; size: number }) {
  const r = size / 2;
  const shape = SHAPES[glyph];
  if (shape?.open)
    return (
      <>
        <circle className={classes(css.hoop, css.cast)} cy={r * 0.12} r={r} strokeWidth={r * 0.56} />
        <circle className={classes(css.hoop, css.rim)} r={r} strokeWidth={r * 0.62} />
        <circle className={css.hoop} r={r} strokeWidth={r * 0.5} />
        {shape.hollow && <circle className={classes(css.hoop, css.groove)} r={r} strokeWidth={r * 0.05} />}
      </>
    );
  return (
    <>
      <circle className={css.shade} cy={r * 0.12} r={r * 0.95} />
      {shape && shape.path !== "disc" ? (
        <path
          className={classes(css.body, css.solid)}
          d={shape.path}
          transform={`scale(${r * 0.95})`}
          vectorEffect="non-scaling-stroke"
        />
      ) : (
        <circle className={css.body} r={r * 0.95} />
      )}
      {shape ? (
        <circle className={shape.hollow ? css.inner : css.pip} r={r * (shape.hollow ? 0.6 : 0.2)} />
      ) : (
        <text className={css.glyph} fontSize={r * (glyph.length > 1 ? 0.8 : 1.15)}>
          {glyph}
        </text>
      )}
    </>
  );
}

function Card({ glyph, width, height, down, held }: CardProps) {
  const [x, y] = [-width / 2, -height / 2];
  const box = { x, y, width, height, rx: width * 0.1 };
  if (down) {
    const rim = width * 0.08;
    return (
      <>
        <rect className={css.shade} {...box} y={y + height * 0.02} />
        <rect className={css.back} {...box} />
        <rect
          className={css.weave}
          x={x + rim}
          y={y + rim}
          width={width - 2 * rim}
          height={height - 2 * rim}
          rx={width * 0.06}
        />
      </>
    );
  }
  const big = height * (glyph.length > 2 ? 0.36 : 0.44);
  return (
    <>
      <rect className={css.shade} {...box} y={y + height * 0.02} />
      <rect className={css.face} {...box} />
      <text className={classes(css.numeral, held && css.faint)} y={held ? height * 0.16 : 0} fontSize={big}>
        {glyph}
      </text>
      {held && (
        <text className={css.corner} x={x + width * 0.09} y={y + height * 0.17} fontSize={height * 0.27}>
          {glyph}
        </text>
      )}
    </>
  );
}

interface CardProps {
  glyph: string;
  width: number;
  height: number;
  down: boolean;
  held: boolean;
}

/** Corners around a place, in the game's accent: something happened or counts here. */
export function Corners({ spot }: { spot: Spot }) {
  const grow = spot.round ? 1.02 : 1;
  const [w, h] = [(spot.width / 2) * grow, (spot.height / 2) * grow];
  const arm = Math.min(w, h) * 0.4;
  const d = [
    [-w, -h, 1, 1],
    [w, -h, -1, 1],
    [-w, h, 1, -1],
    [w, h, -1, -1],
  ]
    .map(([x = 0, y = 0, sx = 1, sy = 1]) => `M${x} ${y + sy * arm}V${y}H${x + sx * arm}`)
    .join("");
  return <path className={css.corners} transform={translate(spot.x, spot.y)} d={d} />;
}

/** The way of the last move: a dotted trail through its places. */
export function Trail({ spots }: { spots: Spot[] }) {
  return <polyline className={css.trail} points={spots.map((spot) => `${spot.x},${spot.y}`).join(" ")} />;
}

/** A soft light under a place that counts now. */
export function Wash({ spot }: { spot: Spot }) {
  return <circle className={css.wash} cx={spot.x} cy={spot.y} r={0.5} />;
}

/** Words laid on a zone by seats, one above the other. */
export function ZoneMarks({
  spot,
  marks,
  name,
}: {
  spot: Spot;
  marks: readonly Mark[];
  name: (kind: string) => string;
}) {
  return (
    <g transform={translate(spot.x, spot.y + spot.height / 2 - 0.2)}>
      {marks.map((mark, i) => (
        <g key={`${mark.kind} ${mark.seat}`} transform={translate(0, -0.3 * i)} className={seatClass(mark.seat)}>
          <rect
            className={css.chip}
            x={-spot.width * 0.44}
            y={-0.13}
            width={spot.width * 0.88}
            height={0.26}
            rx={0.13}
          />
          <circle className={css.body} cx={-spot.width * 0.44 + 0.15} r={0.07} />
          <text className={css.word} x={-spot.width * 0.44 + 0.28}>
            {name(mark.kind)}
          </text>
        </g>
      ))}
    </g>
  );
}

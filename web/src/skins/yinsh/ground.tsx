/** The slab: hairlines, letters and numbers, the maker's mark; trays and stock in its corners; the way a ring may go. */

import { memo } from "react";
import { type BoardView, counterOf, type Plan, type ZoneProps } from "../../board/skin";
import { classes } from "../../ui/classes";
import { aimOf, type View } from "./facts";
import css from "./ground.module.css";
import { socket, TRAY, trayId } from "./layout";
import { marker, ring } from "./pieces";

/** Letters of at least 12 pixels, in units. */
const letters = (scale: number, least: number) => Math.max(least, 12.6 / scale);

export function Backdrop({ at }: { at: BoardView }) {
  const { x, y, width, height } = at.frame;
  const size = letters(at.scale, 0.3);
  return (
    <>
      <rect x={x - 0.3} y={y - 0.3} width={width + 0.6} height={height + 0.6} fill="url(#yinsh-slab)" />
      {!at.phone && (
        <text className={css.maker} x={x + 0.3} y={y + 0.3 + size / 2} fontSize={size}>
          YINSH
        </text>
      )}
    </>
  );
}

export function Ground({ at }: { at: BoardView<View> }) {
  return (
    <>
      <Grid plan={at.plan} scale={at.scale} />
      <Way at={at} />
    </>
  );
}

const Grid = memo(function Grid({ plan, scale }: { plan: Plan; scale: number }) {
  const sites = new Map((plan.sites ?? []).map((site) => [site.id, site]));
  const d = (plan.lines ?? []).map(({ through }) => {
    const [a, b] = [sites.get(through[0] ?? ""), sites.get(through.at(-1) ?? "")];
    return a && b ? `M${a.x} ${a.y}L${b.x} ${b.y}` : "";
  });
  return (
    <>
      <path className={css.grid} d={d.join("")} />
      {plan.labels?.map((label) => (
        <text key={label.text} className={css.label} x={label.x} y={label.y} fontSize={letters(scale, 0.22)}>
          {label.text.toUpperCase()}
        </text>
      ))}
    </>
  );
});

/** Under the pieces: the line from the ring in hand to where it is aimed at. */
function Way({ at }: { at: BoardView<View> }) {
  const aim = aimOf(at);
  const [a, b] = [aim && at.spot(aim.from), aim && at.spot(aim.to)];
  return a && b && <line className={css.way} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
}

export function ZoneDrawing({ zone, at }: ZoneProps) {
  if (zone.id === "stock") return <Stock width={zone.width} at={at} />;
  const seat = zone.id === trayId(0) ? 0 : 1;
  const waiting = counterOf(at.scene, `to-place-${seat}`)?.value;
  return waiting === undefined ? <Won seat={seat} at={at} /> : <Waiting seat={seat} count={waiting} />;
}

/** Rings taken off, and a socket for each that is still to come. */
function Won({ seat, at }: { seat: number; at: BoardView }) {
  const { value = 0, of = 0 } = counterOf(at.scene, `won-${seat}`) ?? {};
  const count = of ?? value;
  const tray = at.spot(`zone:${trayId(seat)}`) ?? { x: 0, y: 0 };
  const other = tray.x > at.frame.x + at.frame.width / 2;
  const words = at.say({ key: "skin.won", args: { who: { key: `seat.${seat}` }, value, of: count } });
  return (
    <>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a socket is its number
        <g key={i} transform={`translate(${socket(tray, i, count, at).x - tray.x} 0) scale(${TRAY.scale})`}>
          {i < value ? <use className={css.home} href={ring(seat)} /> : <circle className={css.socket} r={0.345} />}
        </g>
      ))}
      {!at.phone && (
        <text
          className={classes(css.word, other && css.end)}
          x={other ? TRAY.width / 2 - 0.06 : 0.06 - TRAY.width / 2}
          y={other ? 0.62 : -0.56}
          fontSize={letters(at.scale, 0.22)}
        >
          {words}
        </text>
      )}
    </>
  );
}

/** Rings not yet placed lie over each other. */
function Waiting({ seat, count }: { seat: number; count: number }) {
  const step = (TRAY.width - 0.85 * TRAY.scale) / 4;
  return Array.from({ length: count }, (_, i) => (
    <use
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      key={i}
      href={ring(seat)}
      transform={`translate(${0.425 * TRAY.scale - TRAY.width / 2 + i * step} 0) scale(${TRAY.scale})`}
    />
  ));
}

function Stock({ width, at }: { width: number; at: BoardView }) {
  const count = counterOf(at.scene, "stock")?.value ?? 0;
  const words = at.say({ key: "skin.left", args: { count } });
  return (
    <>
      {count > 1 && <use href={marker(1)} x={0} y={0} transform={`translate(${0.64 - width / 2} .05)`} />}
      {count > 0 && <use href={marker(0)} transform={`translate(${0.36 - width / 2} 0)`} />}
      <text className={css.word} x={1 - width / 2} fontSize={letters(at.scale, 0.22)}>
        {words}
      </text>
    </>
  );
}

/** The felt with its tiles; racks with their slots; the bag. */

import { memo } from "react";
import { type BoardView, counterOf, type Plan, type Say, type ZoneProps } from "../../board/skin";
import { classes } from "../../ui/classes";
import css from "./ground.module.css";
import { bagAt, inUnits, slotAt } from "./layout";
import { BagShape, SeatShape, Token } from "./pieces";
import { rackOf, SLOTS } from "./rack";

export function Ground({ at }: { at: BoardView }) {
  return <Tiles plan={at.plan} phone={at.phone} small={inUnits(at, 12)} say={at.say} />;
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
          <rect
            className={classes(css.tile, kind === "x2" && css.double, kind === "x3" && css.triple)}
            x={-0.46}
            y={-0.46}
            width={0.92}
            height={0.92}
            rx={0.18}
          />
          {kind === "x2" && <circle className={css.ring} r={0.36} />}
          {kind === "x3" && !phone && <path className={css.ticks} d={TICKS} />}
          {(kind === "x2" || kind === "x3") && <Bonus kind={kind} size={Math.max(0.36, small)} say={say} />}
          {kind === "centre" && <path className={css.centre} d={CENTRE} />}
        </g>
      ))}
      {plan.labels?.map((label) => (
        <text key={`${label.text} ${label.x}`} className={css.label} x={label.x} y={label.y} fontSize={small}>
          {label.text}
        </text>
      ))}
    </>
  );
});

/** What a tile multiplies by. */
export function Bonus({ kind, size, say }: { kind: "x2" | "x3"; size: number; say: Say }) {
  return (
    <text className={classes(css.bonus, kind === "x2" ? css.bonus2 : css.bonus3)} fontSize={size}>
      {say({ key: `site.${kind}` })}
    </text>
  );
}

const TICKS = "M-.33 -.2V-.33H-.2M.33 -.2V-.33H.2M-.33 .2V.33H-.2M.33 .2V.33H.2";
const CENTRE = "M-.58 -.28V-.58H-.28M.58 -.28V-.58H.28M-.58 .28V.58H-.28M.58 .28V.58H.28";

/** The rack with its slots, and ghosts of what has been laid; the bag stands at its head, if there is room. */
export function ZoneDrawing({ zone, pieces, at }: ZoneProps) {
  const { width, height } = zone;
  const own = zone.seat === at.seat;
  const slots = own ? rackOf(at.scene)?.slots : undefined;
  const count = Math.max(SLOTS, pieces.length, slots?.length ?? 0);
  const here = { x: 0, y: 0, width, height };
  return (
    <>
      <rect
        className={css.rack}
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
              className={classes(css.slot, ghost && css.ghost)}
              data-ghost={ghost ? "" : undefined}
              x={-half}
              y={-half}
              width={2 * half}
              height={2 * half}
              rx={half * 0.52}
            />
          </g>
        );
      })}
      {at.seat === null && <SeatSign seat={zone.seat ?? 0} x={-width / 2} y={-height / 2} />}
      {height > width && zone.id === at.plan.zones?.[0]?.id && <Bag at={at} box={zone} />}
    </>
  );
}

/** Where the hands of all are shown, each has its seat's shape at a corner. */
function SeatSign({ seat, x, y }: { seat: number; x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(.014) translate(-10 -10)`}>
      <SeatShape seat={seat} className={css.seat} />
    </g>
  );
}

function Bag({ at, box }: { at: BoardView; box: ZoneProps["zone"] }) {
  const pool = counterOf(at.scene, "pool")?.value ?? 0;
  const place = bagAt(box);
  const size = box.width * 0.72;
  const room = box.y - box.height / 2 - place.y - size * 0.94;
  return (
    <g transform={`translate(${place.x - box.x} ${place.y - box.y})`}>
      <g transform={`translate(${-size / 2} ${-size / 2}) scale(${size / 44})`}>
        <BagShape />
      </g>
      <text className={css.pool} y={size * 0.94} fontSize={Math.max(inUnits(at, 22), 0.5)}>
        {pool}
      </text>
      {room > inUnits(at, 30) && (
        <text className={css.label} y={size * 0.94 + inUnits(at, 20)} fontSize={inUnits(at, 12)}>
          {at.say({ key: "skin.pool" })}
        </text>
      )}
    </g>
  );
}

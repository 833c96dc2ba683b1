/** Cloth, head and band under the pieces; tags and badges over them. */

import type { OnBoard } from "../types";
import {
  cardInMind,
  cardTarget,
  counter,
  handOf,
  owing,
  pileOf,
  signed,
  slots,
  stepLook,
  useView,
  type View,
} from "./facts";
import { footOf, laneOf, UNIT } from "./layout";
import { SayButtons } from "./Signals";

export function Backdrop({ at }: { at: OnBoard }) {
  const { x, y, width, height } = at.frame;
  const inset = 4 / UNIT;
  return (
    <>
      <rect x={x - 9} y={y - 9} width={width + 18} height={height + 18} fill="url(#dance-cloth)" />
      {!at.phone && (
        <rect
          className="dance-border"
          x={x + inset}
          y={y + inset}
          width={width - 2 * inset}
          height={height - 2 * inset}
          rx={12 / UNIT}
        />
      )}
    </>
  );
}

export function Ground({ at }: { at: OnBoard }) {
  const left = counter(at.scene, "left")?.value ?? 0;
  const band = at.plan.zones?.find((zone) => zone.kind === "hand" && zone.seat === at.seat && at.seat !== null);
  const empty = band && handOf(at.scene, at.seat).length === 0;
  const words =
    at.over && left === 0 ? "skin.perfect" : empty && !at.over && at.toAct.length > 0 ? "skin.hand-empty" : "";
  return (
    <g transform={`scale(${1 / UNIT})`}>
      {at.phone && (
        <g className="dance-head" transform="translate(12 22)">
          <text className="big" fontSize={30} y={1}>
            {left}
          </text>
          <text className="name" x={String(left).length * 17 + 8} y={-7}>
            {at.say({ key: "skin.left", args: { count: left } })}
          </text>
          <text className="small" x={String(left).length * 17 + 8} y={10}>
            {at.say({ key: "skin.together" })}
          </text>
        </g>
      )}
      {band && words && (
        <text className="dance-band" x={band.x * UNIT} y={band.y * UNIT}>
          {at.say({ key: words })}
        </text>
      )}
      {band && !at.phone && !at.over && <Slots at={at} x={band.x - band.width / 2} y={band.y} />}
    </g>
  );
}

/** Dashed slots: still to play. Filled: played. */
function Slots({ at, x, y }: { at: OnBoard; x: number; y: number }) {
  const due = owing(at.scene, at.seat);
  if (!due || !at.mine) return null;
  const played = due.needed - due.left;
  return (
    <g className="dance-head" transform={`translate(${x * UNIT + 8} ${y * UNIT + 6})`}>
      {slots(due.needed).map((slot, i) => (
        <rect
          key={slot}
          className={i < played ? "dance-slot full" : "dance-slot"}
          x={i * 28}
          y={-30}
          width={22}
          height={30}
          rx={4}
        />
      ))}
      <text className="name" y={17}>
        {at.say(due.left > 0 ? { key: "skin.to-play", args: { count: due.left } } : { key: "skin.enough" })}
      </text>
      <text className="small" y={35}>
        {at.say(due.left > 0 ? { key: "skin.played", args: { played, needed: due.needed } } : { key: "skin.may-end" })}
      </text>
    </g>
  );
}

export function Over({ at }: { at: OnBoard }) {
  const view = useView(at.view);
  return (
    <g>
      <Tags at={at} view={view} />
      {!at.over && <Badges at={at} view={view} />}
      <g>
        {!at.phone && at.seat !== null && !at.over && <Saying at={at} />}
        <Others at={at} />
      </g>
    </g>
  );
}

/** What one may say, three buttons a pile; on a phone the pile itself is touched. */
function Saying({ at }: { at: OnBoard }) {
  return (at.plan.zones ?? []).map((zone, index) => {
    if (zone.kind !== "pile") return null;
    const lane = laneOf(zone, at.phone);
    const marks = (at.scene.marks ?? []).filter((mark) => mark.at.includes(`zone:${zone.id}`));
    return (
      <g key={zone.id} transform={inPixels(zone.x, zone.y + (lane.bottom + footOf(at.phone) - 19) / UNIT)}>
        <SayButtons index={index} marks={marks} lane={lane} at={at} />
      </g>
    );
  });
}

const inPixels = (x: number, y: number, angle = 0) =>
  `translate(${x} ${y}) ${angle ? `rotate(${angle}) ` : ""}scale(${1 / UNIT})`;

/** On each pile that takes the card in mind: what the step costs, or that it is the jump. */
function Tags({ at, view }: { at: OnBoard; view: View | null }) {
  const card = at.choices.length > 0 ? cardInMind(at.choosing.held, at.cursor) : null;
  if (card === null) return null;
  return (at.plan.zones ?? []).map((zone, index) => {
    if (zone.kind !== "pile") return null;
    const fit = pileOf(at.scene, view, at.choices, at.seat, index).fits.find((each) => each.card === card);
    if (!fit) return null;
    const lane = laneOf(zone, at.phone);
    const look = stepLook(fit);
    const words = fit.jump && !at.phone ? at.say({ key: "skin.jump" }) : signed(fit.step);
    const size = at.phone ? 13 : 14;
    const arc = fit.jump ? 20 : 0;
    const w = words.length * size * 0.56 + 20 + arc;
    const y = lane.at + (lane.card.height / 2) * (lane.rising ? -1 : 1);
    return (
      <g
        key={zone.id}
        className={`dance-tag ${look} ${fit.now ? "now" : ""}`}
        transform={inPixels(zone.x, zone.y + y / UNIT)}
      >
        <rect x={-w / 2} y={-12} width={w} height={24} rx={12} />
        {fit.jump && (
          <use
            href="#dance-arc"
            x={-w / 2 + 8}
            y={-6}
            width={16}
            height={11}
            transform={lane.rising ? undefined : "scale(1 -1)"}
          />
        )}
        <text x={arc / 2} y={0.5} fontSize={size}>
          {words}
        </text>
      </g>
    );
  });
}

/** A card of the hand that can jump wears an arc and the numbers of its piles. */
function Badges({ at, view }: { at: OnBoard; view: View | null }) {
  const piles = (at.plan.zones ?? []).filter((zone) => zone.kind === "pile");
  const told = piles.map((_, index) => pileOf(at.scene, view, at.choices, at.seat, index));
  return at.placed.map(({ piece, x, y, width, height, angle }) => {
    if (piece.at !== `zone:hand-${at.seat}` || piece.face === "down") return null;
    const jumps = told.flatMap((pile, i) => {
      const fit = pile.fits.find((each) => each.jump && String(each.card) === piece.glyph);
      return fit ? [{ pile: i + 1, now: fit.now }] : [];
    });
    if (jumps.length === 0) return null;
    const number = jumps.map((each) => each.pile).join(" + ");
    const words = at.phone ? number : at.say({ key: "skin.jump-on", args: { pile: number } });
    const w = words.length * 7 + 28;
    const lift = at.choosing.held[0] === `piece:${piece.id}` ? height * 0.1 * UNIT + 5 : 0;
    const look = jumps.some((each) => each.now) ? "dance-tag jump now" : "dance-tag jump";
    return (
      <g key={piece.id} className={look} transform={inPixels(x, y, angle)}>
        <g transform={`translate(${-(width * UNIT) / 2 + w / 2 - 4} ${-(height * UNIT) / 2 - 4 - lift})`}>
          <rect x={-w / 2} y={-10} width={w} height={20} rx={10} />
          <use href="#dance-arc" x={-w / 2 + 7} y={-5} width={14} height={10} />
          <text x={9} y={0.5} fontSize={12.5}>
            {words}
          </text>
        </g>
      </g>
    );
  });
}

/** While a card is held, another one of the hand can be taken instead with one touch. */
function Others({ at }: { at: OnBoard }) {
  const [held] = at.choosing.held;
  if (!held?.startsWith("piece:")) return null;
  const open = new Set(at.choices.map((choice) => choice.path[0]));
  return at.placed.map(({ piece, x, y, width, height, angle }) => {
    const target = `piece:${piece.id}`;
    if (piece.at !== `zone:hand-${at.seat}` || target === held || !open.has(cardTarget(Number(piece.glyph))))
      return null;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for pointers; keys put the held card back first
      <rect
        key={piece.id}
        className="dance-other"
        data-other={piece.glyph}
        transform={`translate(${x} ${y}) rotate(${angle})`}
        x={-width / 2}
        y={-height / 2}
        width={width}
        height={height}
        onPointerDown={(event) => event.stopPropagation()}
        onPointerUp={(event) => event.stopPropagation()}
        onClick={() => at.choosing.touch(target)}
      />
    );
  });
}

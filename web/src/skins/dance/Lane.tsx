/** A pile's lane: an arrow-ended panel that says where it goes and what it takes, what of the hand fits, and signals. */

import { isolate } from "../../texts/isolate";
import type { OnBoard, ZoneProps } from "../types";
import { cardInMind, type Fit, type Pile, pileOf, stepLook, useView } from "./facts";
import { chipRows, deckOf, footOf, type Lane, laneOf, UNIT } from "./layout";
import { Said, SeatShape } from "./Signals";

export function Zone(props: ZoneProps) {
  const { zone, at } = props;
  return (
    <g transform={`scale(${1 / UNIT})`}>
      {zone.kind === "pile" ? <PileLane {...props} /> : zone.kind === "reserve" ? <Deck {...props} /> : null}
      {zone.kind === "hand" && !at.phone && (zone.seat !== at.seat || at.seat === null) && <Partner {...props} />}
    </g>
  );
}

function PileLane({ zone, marks, at }: ZoneProps) {
  const view = useView(at.view);
  const index = Number(zone.id.slice("pile-".length)) - 1;
  const lane = laneOf(zone, at.phone);
  const pile = pileOf(at.scene, view, at.choices, at.seat, index);
  const here = `zone:${zone.id}`;
  const card = cardInMind(at.choosing.held, null);
  const fit = pile.fits.find((each) => each.card === card && each.now);
  const said = at.choosing.held[0] === here;
  const state = said ? "held" : card === null ? "" : fit ? stepLook(fit) : "shut";
  const open = at.choices.some((each) => each.path[0] === here);
  const foot = footOf(at.phone);
  return (
    <g className={`dance-lane ${state} ${lane.rising ? "up" : "down"}`}>
      <path className="dance-panel" d={panel(lane)} />
      <g className="dance-inside">
        <Chevrons lane={lane} moving={state !== "" && state !== "shut" && state !== "held"} />
        <Rail lane={lane} top={pile.top} />
        <Tip lane={lane} pile={pile} at={at} />
        {!at.over && <FitChips lane={lane} fits={pile.fits} at={at} />}
      </g>
      <g transform={`translate(0 ${lane.bottom + (at.phone ? foot / 2 + 1 : 17)})`}>
        {marks.length > 0 ? (
          <Said marks={marks} lane={lane} at={at} />
        ) : (
          at.phone && open && <Speech className={said ? "held" : ""} lane={lane} />
        )}
      </g>
    </g>
  );
}

function panel({ width, top, bottom, point, rising }: Lane): string {
  const w = width / 2 - 1;
  return rising
    ? `M0 ${top}L${w} ${top + point}V${bottom}H${-w}V${top + point}z`
    : `M${-w} ${top}H${w}V${bottom - point}L0 ${bottom}L${-w} ${bottom - point}z`;
}

/** Hairlines that point the pile's way and grow stronger towards its goal. */
function Chevrons({ lane, moving }: { lane: Lane; moving: boolean }) {
  const { width, top, bottom, point, rising, tip } = lane;
  const [step, w] = [30, width / 2 - 10];
  const count = Math.floor((bottom - top - tip) / step);
  return (
    <g className={moving ? "dance-chevrons moving" : "dance-chevrons"}>
      {Array.from({ length: count }, (_, i) => {
        const y = rising ? top + tip + 16 + i * step : bottom - tip - 16 - i * step;
        const d = rising
          ? `M${-w} ${y + point}L0 ${y}L${w} ${y + point}`
          : `M${-w} ${y - point}L0 ${y}L${w} ${y - point}`;
        // biome-ignore lint/suspicious/noArrayIndexKey: a chevron is its place
        return <path key={i} d={d} opacity={0.5 - (0.42 * i) / count} />;
      })}
    </g>
  );
}

/** How much of the way from 1 to 100 is used up. */
function Rail({ lane, top }: { lane: Lane; top: number }) {
  const { width, rising, point } = lane;
  const from = lane.top + (rising ? point + 12 : 12);
  const long = lane.bottom - (rising ? 12 : point + 12) - from;
  const used = long * (rising ? (top - 1) / 99 : (100 - top) / 99);
  const x = -width / 2 + 5;
  return (
    <>
      <rect className="dance-rail" x={x} y={from} width={4} height={long} rx={2} />
      <rect className="dance-used" x={x} y={rising ? from + long - used : from} width={4} height={used} rx={2} />
    </>
  );
}

/** The arrow, and in words what the pile takes: everything beyond its top, or the one card ten back. */
function Tip({ lane, pile, at }: { lane: Lane; pile: Pile; at: OnBoard }) {
  const { rising, point } = lane;
  const by = rising ? 1 : -1;
  const way = at.say({ key: rising ? "skin.above" : "skin.below", args: { top: pile.top } });
  const back = pile.jump === null ? "" : at.say({ key: "skin.or", args: { jump: pile.jump } });
  const lines = at.phone ? [way, back].filter(Boolean) : [back ? `${way}, ${back}` : way];
  if (!rising) lines.reverse(); // from the point inwards
  const first = point + (at.phone ? 11 : 19);
  return (
    <g className="dance-tip" transform={`translate(0 ${rising ? lane.top : lane.bottom})`}>
      <path
        d="M0 18V6M-5 11L0 5.500L5 11"
        transform={`scale(${at.phone ? 0.95 : 1.35} ${by * (at.phone ? 0.95 : 1.35)})`}
      />
      {lines.map((line, i) => (
        <text key={line} y={by * (first + i * 14)}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** What of the own hand fits, the nearest next to the pile. */
function FitChips({ lane, fits, at }: { lane: Lane; fits: readonly Fit[]; at: OnBoard }) {
  const tight = lane.chips.bottom - lane.chips.top < 55;
  const chip = at.phone
    ? { width: 32, height: 22 }
    : { width: fits.length > 6 || tight ? 30 : 38, height: tight ? 22 : 26 };
  const inMind = cardInMind(at.choosing.held, at.cursor);
  const { spots, shown, more } = chipRows(fits.length, lane, chip);
  return spots.map((spot, i) => {
    const fit = i < shown ? fits[i] : undefined;
    const chosen = fit && fit.card === inMind && at.choices.length > 0;
    const look = `${fit?.jump ? "jump" : ""} ${fit?.now ? "now" : ""} ${chosen ? "chosen" : ""}`;
    const [w, h] = [chip.width, chip.height];
    return (
      <g key={fit?.card ?? "more"} className={`dance-chip ${look}`} transform={`translate(${spot.x} ${spot.y})`}>
        <rect x={-w / 2} y={-h / 2} width={w} height={h} rx={fit?.jump ? h / 2 : 7} />
        {fit?.jump && <use href="#dance-arc" x={-w / 2 + 3} y={-4.5} width={w > 34 ? 13 : 10} height={9} />}
        <text x={fit?.jump ? 6 : 0} y={0.5} fontSize={w > 34 ? 17 : fit?.jump ? 14 : 15}>
          {fit ? fit.card : at.say({ key: "skin.more", args: { count: more } })}
        </text>
      </g>
    );
  });
}

/** On a phone: here a signal can be given. */
function Speech({ className, lane }: { className: string; lane: Lane }) {
  return (
    <g className={`dance-speech ${className}`}>
      <rect x={-lane.width / 2 + 1} y={-13} width={lane.width - 2} height={26} rx={9} />
      <path d="M-8-6.500H8V4.500H-1L-5 8.500V4.500H-8zM0-4V2M-3-1H3" />
    </g>
  );
}

function Deck({ zone, pieces, at }: ZoneProps) {
  const deck = at.scene.counters?.find((each) => each.id === "deck")?.value ?? 0;
  const left = at.scene.counters?.find((each) => each.id === "left")?.value ?? 0;
  const { x, y, width, height } = deckOf(zone, at.phone);
  const from = x + width / 2 + (at.phone ? 11 : 14);
  return (
    <g className="dance-head">
      {pieces.length === 0 && (
        <rect className="dance-start" x={x - width / 2} y={y - height / 2} width={width} height={height} rx={4} />
      )}
      <text className="big" x={from} y={at.phone ? y - 7 : y - 13} fontSize={at.phone ? 20 : 24}>
        {deck}
      </text>
      <text className="small" x={from} y={at.phone ? y + 11 : y + 6}>
        {at.say({ key: deck > 0 ? "skin.in-deck" : "skin.deck-empty" })}
      </text>
      {!at.phone && (
        <text className="small" x={from} y={y + 21}>
          {left} {at.say({ key: "skin.left", args: { count: left } })}
        </text>
      )}
    </g>
  );
}

/** Whose cards these are: the seat's shape, the name, how many. */
function Partner({ zone, pieces, at }: ZoneProps) {
  const seat = zone.seat ?? 0;
  const name = [...(at.seats[seat]?.name ?? "")];
  const words = at.say({ key: "skin.cards", args: { count: pieces.length } });
  const room = Math.floor((zone.width * UNIT - 30) / 7.4);
  const most = Math.max(4, room - words.length - 2);
  const short = name.length > most ? `${name.slice(0, most - 1).join("")}…` : name.join("");
  const wide = 24 + (short.length + words.length + 1) * 7;
  const y = -(zone.height * UNIT) / 2 - 4;
  return (
    <g
      className={at.toAct.includes(seat) ? "dance-head acting" : "dance-head"}
      transform={`translate(${-wide / 2} ${y})`}
    >
      <g transform="translate(8 0)">
        <SeatShape seat={seat} size={17} />
      </g>
      <text className="name" x={22}>
        {isolate(short)} <tspan className="count">{words}</tspan>
      </text>
    </g>
  );
}

/** What can be touched looks after itself: lanes and cards are drawn as such. */
export function Target() {
  return null;
}

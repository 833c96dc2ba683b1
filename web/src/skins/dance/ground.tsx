/** The table: cloth, a lane for each pile that says what it takes and which cards of the hand fit, deck, hands, signals. */

import { type BoardView, counterOf, type ZoneProps } from "../../board/skin";
import { classes } from "../../ui/classes";
import { isolate } from "../../ui/texts/isolate";
import { cardInMind, type Fit, handOf, owing, type Pile, pileOf, slots, stepLook, useView, type View } from "./facts";
import css from "./ground.module.css";
import { chipRows, deckOf, footOf, type Lane, laneOf, UNIT } from "./layout";
import { GivenSignals, SeatShape } from "./signals";

export function Backdrop({ at }: { at: BoardView }) {
  const { x, y, width, height } = at.frame;
  const inset = 4 / UNIT;
  return (
    <>
      <rect x={x - 9} y={y - 9} width={width + 18} height={height + 18} fill="url(#dance-cloth)" />
      {!at.phone && (
        <rect
          className={css.border}
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

export function Ground({ at }: { at: BoardView }) {
  const left = counterOf(at.scene, "left")?.value ?? 0;
  const band = at.plan.zones?.find((zone) => zone.kind === "hand" && zone.seat === at.seat && at.seat !== null);
  const empty = band && handOf(at.scene, at.seat).length === 0;
  const words =
    at.over && left === 0 ? "skin.perfect" : empty && !at.over && at.toAct.length > 0 ? "skin.hand-empty" : "";
  return (
    <g transform={`scale(${1 / UNIT})`}>
      {at.phone && (
        <g transform="translate(12 22)">
          <text className={css.large} fontSize={30} y={1}>
            {left}
          </text>
          <text className={css.name} x={String(left).length * 17 + 8} y={-7}>
            {at.say({ key: "skin.left", args: { count: left } })}
          </text>
          <text className={css.small} x={String(left).length * 17 + 8} y={10}>
            {at.say({ key: "skin.together" })}
          </text>
        </g>
      )}
      {band && words && (
        <text className={css.band} x={band.x * UNIT} y={band.y * UNIT}>
          {at.say({ key: words })}
        </text>
      )}
      {band && !at.phone && !at.over && <Slots at={at} x={band.x - band.width / 2} y={band.y} />}
    </g>
  );
}

/** Dashed slots: still to play. Filled: played. */
function Slots({ at, x, y }: { at: BoardView; x: number; y: number }) {
  const due = owing(at.scene, at.seat);
  if (!due || !at.mine) return null;
  const played = due.needed - due.left;
  return (
    <g transform={`translate(${x * UNIT + 8} ${y * UNIT + 6})`}>
      {slots(due.needed).map((slot, i) => (
        <rect
          key={slot}
          className={classes(css.slot, i < played && css.full)}
          x={i * 28}
          y={-30}
          width={22}
          height={30}
          rx={4}
        />
      ))}
      <text className={css.name} y={17}>
        {at.say(due.left > 0 ? { key: "skin.to-play", args: { count: due.left } } : { key: "skin.enough" })}
      </text>
      <text className={css.small} y={35}>
        {at.say(due.left > 0 ? { key: "skin.played", args: { played, needed: due.needed } } : { key: "skin.may-end" })}
      </text>
    </g>
  );
}

export function ZoneDrawing(props: ZoneProps<View>) {
  const { zone, at } = props;
  return (
    <g transform={`scale(${1 / UNIT})`}>
      {zone.kind === "pile" ? <PileLane {...props} /> : zone.kind === "reserve" ? <Deck {...props} /> : null}
      {zone.kind === "hand" && !at.phone && (zone.seat !== at.seat || at.seat === null) && <Partner {...props} />}
    </g>
  );
}

function PileLane({ zone, marks, at }: ZoneProps<View>) {
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
    <g className={css.lane} data-state={state}>
      <path className={css.panel} d={panel(lane)} />
      <g className={css.inside}>
        <Chevrons lane={lane} moving={state !== "" && state !== "shut" && state !== "held"} />
        <Rail lane={lane} top={pile.top} />
        <Tip lane={lane} pile={pile} at={at} />
        {!at.over && <FitChips lane={lane} fits={pile.fits} at={at} />}
      </g>
      <g transform={`translate(0 ${lane.bottom + (at.phone ? foot / 2 + 1 : 17)})`}>
        {marks.length > 0 ? (
          <GivenSignals marks={marks} lane={lane} at={at} />
        ) : (
          at.phone && open && <Speech lane={lane} />
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
    <g className={moving ? (rising ? css.rising : css.falling) : undefined}>
      {Array.from({ length: count }, (_, i) => {
        const y = rising ? top + tip + 16 + i * step : bottom - tip - 16 - i * step;
        const d = rising
          ? `M${-w} ${y + point}L0 ${y}L${w} ${y + point}`
          : `M${-w} ${y - point}L0 ${y}L${w} ${y - point}`;
        // biome-ignore lint/suspicious/noArrayIndexKey: a chevron is its place
        return <path key={i} className={css.chevron} d={d} opacity={0.5 - (0.42 * i) / count} />;
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
      <rect className={css.rail} x={x} y={from} width={4} height={long} rx={2} />
      <rect className={css.used} x={x} y={rising ? from + long - used : from} width={4} height={used} rx={2} />
    </>
  );
}

/** The arrow, and in words what the pile takes: everything beyond its top, or the one card ten back. */
function Tip({ lane, pile, at }: { lane: Lane; pile: Pile; at: BoardView }) {
  const { rising, point } = lane;
  const by = rising ? 1 : -1;
  const takes = rising ? "skin.above" : "skin.below";
  const stopped = at.over && !at.past;
  const way = at.say({ key: stopped ? "skin.stopped" : takes, args: { top: pile.top } });
  const back = pile.jump === null || stopped ? "" : at.say({ key: "skin.or", args: { jump: pile.jump } });
  const lines = at.phone ? [way, back].filter(Boolean) : [back ? `${way}, ${back}` : way];
  if (!rising) lines.reverse(); // from the point inwards
  const first = point + (at.phone ? 11 : 19);
  return (
    <g data-tip transform={`translate(0 ${rising ? lane.top : lane.bottom})`}>
      <path
        className={css.arrow}
        d="M0 18V6M-5 11L0 5.500L5 11"
        transform={`scale(${at.phone ? 0.95 : 1.35} ${by * (at.phone ? 0.95 : 1.35)})`}
      />
      {lines.map((line, i) => (
        <text key={line} className={css.tipText} y={by * (first + i * 14)}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** What of the own hand fits, the nearest next to the pile. */
function FitChips({ lane, fits, at }: { lane: Lane; fits: readonly Fit[]; at: BoardView }) {
  const tight = lane.chips.bottom - lane.chips.top < 55;
  const chip = at.phone
    ? { width: 32, height: 22 }
    : { width: fits.length > 6 || tight ? 30 : 38, height: tight ? 22 : 26 };
  const inMind = cardInMind(at.choosing.held, at.cursor);
  const { spots, shown, more } = chipRows(fits.length, lane, chip);
  return spots.map((spot, i) => {
    const fit = i < shown ? fits[i] : undefined;
    const chosen = fit && fit.card === inMind && at.choices.length > 0;
    const look = classes(fit?.jump && css.jump, fit?.now && css.now, chosen && css.chosen);
    const [w, h] = [chip.width, chip.height];
    return (
      <g key={fit?.card ?? "more"} className={look} data-chip transform={`translate(${spot.x} ${spot.y})`}>
        <rect className={css.chipBox} x={-w / 2} y={-h / 2} width={w} height={h} rx={fit?.jump ? h / 2 : 7} />
        {fit?.jump && <use href="#dance-arc" x={-w / 2 + 3} y={-4.5} width={w > 34 ? 13 : 10} height={9} />}
        <text className={css.chipText} x={fit?.jump ? 6 : 0} y={0.5} fontSize={w > 34 ? 17 : fit?.jump ? 14 : 15}>
          {fit ? fit.card : at.say({ key: "skin.more", args: { count: more } })}
        </text>
      </g>
    );
  });
}

/** On a phone: here a signal can be given. */
function Speech({ lane }: { lane: Lane }) {
  return (
    <g>
      <rect className={css.speechBox} x={-lane.width / 2 + 1} y={-13} width={lane.width - 2} height={26} rx={9} />
      <path className={css.speechSign} d="M-8-6.500H8V4.500H-1L-5 8.500V4.500H-8zM0-4V2M-3-1H3" />
    </g>
  );
}

function Deck({ zone, pieces, at }: ZoneProps) {
  const deck = counterOf(at.scene, "deck")?.value ?? 0;
  const left = counterOf(at.scene, "left")?.value ?? 0;
  const { x, y, width, height } = deckOf(zone, at.phone);
  const from = x + width / 2 + (at.phone ? 11 : 14);
  return (
    <g>
      {pieces.length === 0 && (
        <rect className={css.start} x={x - width / 2} y={y - height / 2} width={width} height={height} rx={4} />
      )}
      <text className={css.large} x={from} y={at.phone ? y - 7 : y - 13} fontSize={at.phone ? 20 : 24}>
        {deck}
      </text>
      <text className={css.small} x={from} y={at.phone ? y + 11 : y + 6}>
        {at.say({ key: deck > 0 ? "skin.in-deck" : "skin.deck-empty" })}
      </text>
      {!at.phone && (
        <text className={css.small} x={from} y={y + 21}>
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
    <g className={at.toAct.includes(seat) ? css.acting : undefined} transform={`translate(${-wide / 2} ${y})`}>
      <g transform="translate(8 0)">
        <SeatShape seat={seat} size={17} />
      </g>
      <text className={css.name} x={22}>
        {isolate(short)} <tspan className={css.count}>{words}</tspan>
      </text>
    </g>
  );
}

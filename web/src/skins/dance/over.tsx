/** Over the pieces: what a step costs, which cards can jump, signals to give. */

import type { BoardView } from "../../board/skin";
import { classes } from "../../ui/classes";
import { cardInMind, pileOf, signedStep, stepLook, useView, type View } from "./facts";
import { footOf, laneOf, UNIT } from "./layout";
import css from "./over.module.css";
import { SignalButtons } from "./signals";

export function Over({ at }: { at: BoardView<View> }) {
  const view = useView(at.view);
  return (
    <g>
      <Tags at={at} view={view} />
      {!at.over && <Badges at={at} view={view} />}
      {!at.phone && at.seat !== null && !at.over && <Saying at={at} />}
    </g>
  );
}

/** The signals to give, three buttons a pile; on a phone the pile itself is touched. */
function Saying({ at }: { at: BoardView }) {
  return (at.plan.zones ?? []).map((zone, index) => {
    if (zone.kind !== "pile") return null;
    const lane = laneOf(zone, at.phone);
    const marks = (at.scene.marks ?? []).filter((mark) => mark.at.includes(`zone:${zone.id}`));
    return (
      <g key={zone.id} transform={inPixels(zone.x, zone.y + (lane.bottom + footOf(at.phone) - 19) / UNIT)}>
        <SignalButtons index={index} marks={marks} lane={lane} at={at} />
      </g>
    );
  });
}

const inPixels = (x: number, y: number, angle = 0) =>
  `translate(${x} ${y}) ${angle ? `rotate(${angle}) ` : ""}scale(${1 / UNIT})`;

/** On each pile that takes the card in mind: what the step costs, or that it is the jump. */
function Tags({ at, view }: { at: BoardView; view: View | null }) {
  const card = at.choices.length > 0 ? cardInMind(at.choosing.held, at.cursor) : null;
  if (card === null) return null;
  return (at.plan.zones ?? []).map((zone, index) => {
    if (zone.kind !== "pile") return null;
    const fit = pileOf(at.scene, view, at.choices, at.seat, index).fits.find((each) => each.card === card);
    if (!fit) return null;
    const lane = laneOf(zone, at.phone);
    const look = stepLook(fit);
    const words = fit.jump && !at.phone ? at.say({ key: "skin.jump" }) : signedStep(fit.step);
    const size = at.phone ? 13 : 14;
    const arc = fit.jump ? 20 : 0;
    const w = words.length * size * 0.56 + 20 + arc;
    const y = lane.at + (lane.card.height / 2) * (lane.rising ? -1 : 1);
    return (
      <g
        key={zone.id}
        className={classes(look === "jump" && css.jump, look === "near" && css.near, fit.now && css.now)}
        data-tag
        transform={inPixels(zone.x, zone.y + y / UNIT)}
      >
        <rect className={css.tagBox} x={-w / 2} y={-12} width={w} height={24} rx={12} />
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
        <text className={css.tagText} x={arc / 2} y={0.5} fontSize={size}>
          {words}
        </text>
      </g>
    );
  });
}

/** A card of the hand that can jump wears an arc and the numbers of its piles. */
function Badges({ at, view }: { at: BoardView; view: View | null }) {
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
    const look = classes(css.jump, jumps.some((each) => each.now) && css.now);
    return (
      <g key={piece.id} className={look} data-tag transform={inPixels(x, y, angle)}>
        <g transform={`translate(${-(width * UNIT) / 2 + w / 2 - 4} ${-(height * UNIT) / 2 - 4 - lift})`}>
          <rect className={css.tagBox} x={-w / 2} y={-10} width={w} height={20} rx={10} />
          <use href="#dance-arc" x={-w / 2 + 7} y={-5} width={14} height={10} />
          <text className={css.tagText} x={9} y={0.5} fontSize={12.5}>
            {words}
          </text>
        </g>
      </g>
    );
  });
}

/** Nothing: lanes and cards show by themselves that they can be touched. */
export function Target() {
  return null;
}

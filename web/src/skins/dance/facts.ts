/** What the skin reads out of scene, view and choices. It knows no rules: what fits is told by the view and the choices. */

import { type Choice, counterOf, type Scene, type TableView } from "../../board/skin";
import type { GameViews } from "../../contract";
import { useLastKnown } from "../../ui/hooks";

/** The part of the game's view that is drawn. */
export type View = Pick<GameViews["dance"], "tops" | "jumps" | "fits">;

/** The view of this moment, or the last one until it is here; `pileOf` leaves out what does not hold any more. */
export const useView = (view: View | null) => useLastKnown(view);

export interface Fit {
  card: number;
  step: number; // from the top card, signed
  jump: boolean;
  now: boolean; // it may be laid at this moment
}

export interface Pile {
  top: number;
  cards: number; // laid on it
  jump: number | null; // undefined while nothing is known
  fits: Fit[];
}

export const cardTarget = (card: number): string => `piece:card-${card}`;

/** A pile as it is drawn. `index` counts from 0. */
export function pileOf(
  scene: Scene,
  view: View | null,
  choices: readonly Choice[],
  seat: number | null,
  index: number,
): Pile {
  const at = `zone:pile-${index + 1}`;
  const there = (scene.pieces ?? []).filter((piece) => piece.at === at);
  const top = Number(there.at(-1)?.glyph ?? 0);
  const known = view !== null && view.tops[index] === top;
  const jump = known ? (view.jumps[index] ?? null) : null;
  const hand = handOf(scene, seat);
  const legal = hand.filter((card) => choices.some((each) => each.path[0] === cardTarget(card) && each.path[1] === at));
  const told = known ? (view.fits[index] ?? []).filter((card) => hand.includes(card)) : legal;
  const fits = told.map((card) => ({ card, step: card - top, jump: card === jump, now: legal.includes(card) }));
  return { top, cards: there.length - 1, jump, fits };
}

/** The viewer's own cards, as far as the scene shows them. */
export function handOf(scene: Scene, seat: number | null): number[] {
  const at = `zone:hand-${seat}`;
  return (scene.pieces ?? [])
    .filter((piece) => piece.at === at && piece.face !== "down")
    .map((piece) => Number(piece.glyph));
}

/** The card that is held, or else the one that is pointed at. */
export function cardInMind(held: readonly string[], cursor: string | null): number | null {
  const target = held[0] ?? cursor;
  const found = /^piece:card-(\d+)$/.exec(target ?? "");
  return found ? Number(found[1]) : null;
}

/** How a step looks: back by ten, close by, or far. */
export function stepLook(fit: Fit): "jump" | "near" | "far" {
  if (fit.jump) return "jump";
  return Math.abs(fit.step) <= 3 ? "near" : "far";
}

export const signedStep = (step: number): string => (step < 0 ? `−${-step}` : `+${step}`);

export const SIGNALS = ["mine", "keep", "go"] as const;
export type Signal = (typeof SIGNALS)[number];

/** The step that shows a signal on a pile, if it can be shown now. */
export function signalChoice(choices: readonly Choice[], index: number, word: Signal): Choice | undefined {
  return choices.find((each) => each.path[0] === `zone:pile-${index + 1}` && each.path[1] === `button:${word}`);
}

/** What a seat shows: the pile's number and the word. */
export function saidBy(scene: Scene, seat: number): { pile: string; word: Signal }[] {
  return (scene.marks ?? []).flatMap((mark) => {
    const word = SIGNALS.find((each) => each === mark.kind);
    const pile = mark.at[0]?.slice("zone:pile-".length);
    return mark.seat === seat && word && pile ? [{ pile, word }] : [];
  });
}

/** Cards to play this turn and how many are played, of a seat that is on turn. */
export function owing(scene: Scene, seat: number | null): { left: number; needed: number } | null {
  const due = counterOf(scene, "to-play");
  return due?.of && (due.seat ?? null) === seat ? { left: due.value, needed: due.of } : null;
}

/** A name for each card that a turn asks for. */
export const slots = (needed: number): string[] => Array.from({ length: needed }, (_, i) => `slot ${i}`);

/** The hands that have been turned up: what was left at the end. */
export function leftOver({ scene, seats }: Pick<TableView, "scene" | "seats">): { seat: number; cards: string[] }[] {
  return seats.map((_, seat) => ({
    seat,
    cards: (scene.pieces ?? [])
      .filter((piece) => piece.at === `zone:hand-${seat}` && piece.face !== "down")
      .map((piece) => piece.glyph),
  }));
}

/** What the skin reads out of scene, view and choices. It knows no rules: what fits is told by the view and the choices. */

import { useRef } from "react";
import type { Choice, Scene, Shown } from "../types";

/** The part of the game's view that is drawn. */
export interface View {
  tops: number[];
  jumps: (number | null)[]; // by pile: the card that goes back ten
  fits: number[][]; // by pile: the viewer's cards that it takes, nearest first
}

export function readView(view: unknown): View | null {
  const told = view as Partial<View> | null;
  return told?.tops && told.jumps && told.fits ? (told as View) : null;
}

/** The view of this moment, or the last one until it is here; `pileOf` leaves out what does not hold any more. */
export function useView(view: unknown): View | null {
  const last = useRef<View | null>(null);
  const now = readView(view);
  if (now) last.current = now;
  return last.current;
}

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

export const signed = (step: number): string => (step < 0 ? `−${-step}` : `+${step}`);

export const WORDS = ["mine", "keep", "go"] as const;
export type Word = (typeof WORDS)[number];

/** The step that shows a signal on a pile, if it can be shown now. */
export function signalChoice(choices: readonly Choice[], index: number, word: Word): Choice | undefined {
  return choices.find((each) => each.path[0] === `zone:pile-${index + 1}` && each.path[1] === `button:${word}`);
}

/** What a seat shows: the pile's number and the word. */
export function saidBy(scene: Scene, seat: number): { pile: string; word: Word }[] {
  return (scene.marks ?? []).flatMap((mark) => {
    const word = WORDS.find((each) => each === mark.kind);
    const pile = mark.at[0]?.slice("zone:pile-".length);
    return mark.seat === seat && word && pile ? [{ pile, word }] : [];
  });
}

export function counter(scene: Scene, id: string): { value: number; of: number; seat: number | null } | null {
  const found = scene.counters?.find((each) => each.id === id);
  return found ? { value: found.value, of: found.of ?? 0, seat: found.seat ?? null } : null;
}

/** Cards to play this turn and how many are played, of a seat that is on turn. */
export function owing(scene: Scene, seat: number | null): { left: number; needed: number } | null {
  const due = counter(scene, "to-play");
  return due && due.seat === seat && due.of > 0 ? { left: due.value, needed: due.of } : null;
}

/** A name for each card that a turn asks for. */
export const slots = (needed: number): string[] => Array.from({ length: needed }, (_, i) => `slot ${i}`);

/** A hand of somebody that has been turned up: what was left at the end. */
export function leftOver({ scene, seats }: Pick<Shown, "scene" | "seats">): { seat: number; cards: string[] }[] {
  return seats.map((_, seat) => ({
    seat,
    cards: (scene.pieces ?? [])
      .filter((piece) => piece.at === `zone:hand-${seat}` && piece.face !== "down")
      .map((piece) => piece.glyph),
  }));
}

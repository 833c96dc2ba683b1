/** What the skin reads from scene and names: classes of ships, what a contact can be, the phase, the last challenge. */

import { counterOf, type Piece, type Scene } from "../../board/skin";
import { useStored } from "../../client/stored";
import { FLEET, type Letter } from "./hulls";

export function isLetter(text: string): text is Letter {
  return (FLEET as string[]).includes(text);
}

export function letterOf(kind: string): Letter | null {
  const letter = kind.slice("ship-".length);
  return isLetter(letter) ? letter : null;
}

/** While a seat deploys there is a number of ships that it has to place. */
export function deploying(scene: Scene): boolean {
  return counterOf(scene, "to-place") !== undefined;
}

/** The viewer has deployed, and waits for the other side. */
export function isReady(scene: Scene): boolean {
  return scene.prompt?.key === "prompt.wait";
}

/** The classes that a ship can still be: one for a ship that is known, none where nothing is known. */
export function couldBe(piece: Piece): Letter[] {
  const own = letterOf(piece.kind);
  if (own) return [own];
  const { classes, ship } = piece.name.args ?? {};
  if (typeof classes === "string") return classes.split(" ").filter(isLetter);
  const only = typeof ship === "object" ? ship.key.slice("class.".length) : "";
  return isLetter(only) ? [only] : [];
}

export const isLost = (piece: Piece) => piece.at.startsWith("zone:lost");

export interface Challenge {
  at: string; // the square
  by: number;
  ships: Piece[]; // of both seats
}

/** The challenge that is marked on the board. */
export function challengeIn({ marks = [], pieces = [] }: Scene): Challenge | null {
  const mark = marks.find((each) => each.kind === "challenge");
  const ships = mark?.at.flatMap((target) => pieces.find((piece) => `piece:${piece.id}` === target) ?? []) ?? [];
  if (!mark || ships.length < 2) return null;
  return { at: (mark.at[0] ?? "").slice("site:".length), by: mark.seat ?? 0, ships };
}

type Notes = Readonly<Record<string, string>>; // by piece
const NO_NOTES: Notes = {};

/** The player's notes on contacts, stored on this device for this table and this seat. */
export const useNotes = (seat: number | null) => useStored<Notes>(`notes-${seat ?? "gallery"}`, NO_NOTES);

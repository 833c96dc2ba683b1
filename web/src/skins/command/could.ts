/** What can be known of a contact, read from its name: the rules have worked it out. */

import type { Piece } from "../types";
import { isLetter, letterOf } from "./formation";
import type { Letter } from "./hulls";

/** The classes that a ship can still be: one for a ship that is known, none where nothing is known. */
export function couldBe(piece: Piece): Letter[] {
  const own = letterOf(piece.kind);
  if (own) return [own];
  const { classes, ship } = piece.name.args ?? {};
  if (typeof classes === "string") return classes.split(" ").filter(isLetter);
  const only = typeof ship === "object" ? ship.key.slice("class.".length) : "";
  return isLetter(only) ? [only] : [];
}

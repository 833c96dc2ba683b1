/** From one scene to the next: what moved, turned over, came and went. */

import type { Piece } from "../contract";
import type { Placed } from "./layout";

export interface Difference {
  kind: "move" | "flip" | "come" | "go";
  placed: Placed; // as it is now; of one that went, as it was
  was: Placed | null;
}

/** `anew`: the plan is laid out anew, so that what is at the same place has not moved, wherever that place is now. */
export function differences(before: readonly Placed[], now: readonly Placed[], anew = false): Difference[] {
  const old = new Map(before.map((each) => [each.piece.id, each]));
  const found: Difference[] = [];
  for (const placed of now) {
    const was = old.get(placed.piece.id);
    old.delete(placed.piece.id);
    if (!was) found.push({ kind: "come", placed, was: null });
    else {
      if (anew ? was.piece.at !== placed.piece.at : moved(was, placed)) found.push({ kind: "move", placed, was });
      if (turned(was.piece, placed.piece)) found.push({ kind: "flip", placed, was });
    }
  }
  for (const placed of old.values()) found.push({ kind: "go", placed, was: placed });
  return found;
}

function moved(a: Placed, b: Placed): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) > 1e-6;
}

/** Another side is up: of a card, or of a piece that has two. */
function turned(a: Piece, b: Piece): boolean {
  return a.kind !== b.kind || a.seat !== b.seat || (a.face ?? "up") !== (b.face ?? "up");
}

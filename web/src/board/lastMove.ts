/** Marks for the last move, where the game itself sets none: on every piece that came or moved. */

import { useMemo, useState } from "react";
import type { Piece, Scene } from "../contract";

const NONE: readonly string[] = [];

/** The places of pieces that are new there; if the other side has played too, only those of its pieces. */
export function lastMovePlaces(was: readonly Piece[], is: readonly Piece[], seat: number | null): string[] {
  const stood = new Map(was.map((piece) => [piece.id, piece.at]));
  const fresh = is.filter((piece) => piece.at.startsWith("site:") && stood.get(piece.id) !== piece.at);
  const others = fresh.filter((piece) => piece.seat !== seat);
  return (others.length > 0 ? others : fresh).map((piece) => piece.at);
}

/** The scene with a mark on what changed since the one before; as it is where that is not wanted, or the game marks it. */
export function useLastMoveMarks(scene: Scene, seat: number | null, wanted: boolean): Scene {
  const [seen, setSeen] = useState({ scene, seat, at: NONE });
  const marks = wanted && !scene.marks?.some((mark) => mark.kind === "last");
  if (marks && scene !== seen.scene) {
    const same = seat === seen.seat && JSON.stringify(scene.pieces) === JSON.stringify(seen.scene.pieces);
    const at = same ? seen.at : lastMovePlaces(seen.scene.pieces ?? [], scene.pieces ?? [], seat);
    setSeen({ scene, seat, at });
  }
  return useMemo(() => {
    if (!marks || seen.at.length === 0) return scene;
    return { ...scene, marks: [...(scene.marks ?? []), ...seen.at.map((at) => ({ kind: "last", at: [at] }))] };
  }, [scene, marks, seen.at]);
}

/** A board that is larger than its place: how close one begins, and what stays in sight while others move. */

import { useLayoutEffect, useRef } from "react";
import type { OnBoard, Skin } from "../skins/types";
import type { Box, Spot } from "./layout";
import { middleOf, reveal, WHOLE, type Zoom, zoomOn } from "./zoom";

const WORTH = 1.02; // less is not worth a board that can be moved

interface Given {
  skin: Skin;
  board: OnBoard;
  spots: readonly Spot[];
  wide: number; // how much larger the board would be if it were as wide as its place
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
}

/** What the skin wants to be seen, as spots; the most important last. */
export function followed(skin: Skin, board: OnBoard): Spot[] {
  return (skin.follow?.(board) ?? []).flatMap((target) => board.spot(target) ?? []);
}

export function useFollowing({ skin, board, spots, wide, setZoom }: Given): void {
  const { frame } = board;
  const begun = useRef("");
  const seen = followed(skin, board);
  const key = seen.map(({ x, y }) => `${x} ${y}`).join();
  const where = frameKey(frame);
  const latest = useRef({ frame, seen, spots });
  latest.current = { frame, seen, spots };
  const begins = skin.fills === true && board.phone && wide > WORTH;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a size that changes a little is no new beginning
  useLayoutEffect(() => {
    if (!begins || begun.current === where) return;
    begun.current = where;
    setZoom(() => zoomOn(WHOLE, wide, seen.at(-1) ?? middleOf(frame), frame));
  }, [begins, where]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is to be seen has moved, or something new is lit
  useLayoutEffect(() => {
    const now = latest.current;
    if (now.seen.length === 0) return;
    setZoom((zoom) => [...now.spots, ...now.seen].reduce((to, spot) => reveal(to, spot, now.frame), zoom));
  }, [key, spots.length, where]);
}

function frameKey({ x, y, width, height }: Box): string {
  return [x, y, width, height].join();
}

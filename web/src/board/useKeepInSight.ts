/** For a board that is larger than its place: how far it is enlarged at first, and what stays in sight. */

import { useLayoutEffect, useRef } from "react";
import type { Box, Spot } from "./layout";
import type { BoardView, Skin } from "./skin";
import { middleOf, NO_ZOOM, reveal, type Zoom, type ZoomArea, zoomOn } from "./zoom";

const WORTH = 1.02; // less is not worth a board that can be moved

interface Given {
  skin: Skin;
  board: BoardView;
  spots: readonly Spot[];
  room: ZoomArea;
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
  followed: boolean; // a camera sees to it
}

/** What the skin wants to be seen, as spots; the most important last. */
export function spotsInSight(skin: Skin, board: BoardView): Spot[] {
  return (skin.follow?.(board) ?? []).flatMap((target) => board.spot(target) ?? []);
}

export function useKeepInSight({ skin, board, spots, room, setZoom, followed }: Given): void {
  const wide = (room.seen?.width ?? room.width) / room.width; // how much larger it would be if it filled its place
  const begun = useRef("");
  const seen = spotsInSight(skin, board);
  const key = seen.map(({ x, y }) => `${x} ${y}`).join();
  const where = frameKey(room);
  const latest = useRef({ room, seen, spots });
  latest.current = { room, seen, spots };
  const begins = !followed && skin.fills === true && board.phone && wide > WORTH;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a size that changes a little is no new beginning
  useLayoutEffect(() => {
    if (!begins || begun.current === where) return;
    begun.current = where;
    setZoom(() => zoomOn(NO_ZOOM, wide, seen.at(-1) ?? middleOf(room), room));
  }, [begins, where]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is to be seen has moved, or something new is lit
  useLayoutEffect(() => {
    const now = latest.current;
    if (now.seen.length === 0 || followed) return;
    setZoom((zoom) => [...now.spots, ...now.seen].reduce((to, spot) => reveal(to, spot, now.room), zoom));
  }, [key, spots.length, where, followed]);
}

function frameKey({ x, y, width, height }: Box): string {
  return [x, y, width, height].join();
}

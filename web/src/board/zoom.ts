/** Looking closer: how the plan is enlarged and moved inside its frame. Pure geometry, in the plan's units. */

import type { Box } from "./layout";

/** A point p of the plan is shown at k·p + (x, y). */
export interface Zoom {
  k: number;
  x: number;
  y: number;
}

/** The frame of the plan; and all that is seen, where the screen has more room than the frame needs. */
export interface ZoomArea extends Box {
  seen?: Box;
}

/** The part of the plan that is seen. */
export function seenNow({ seen, ...frame }: ZoomArea, { k, x, y }: Zoom): Box {
  const all = seen ?? frame;
  return { x: (all.x - x) / k, y: (all.y - y) / k, width: all.width / k, height: all.height / k };
}

export const NO_ZOOM: Zoom = { k: 1, x: 0, y: 0 };
export const MAX_ZOOM = 4;
export const ZOOM_STEP = 1.6; // what one step enlarges by

/** Enlarge to `k` with the shown point (at.x, at.y) staying where it is. */
export function zoomAt(zoom: Zoom, k: number, at: { x: number; y: number }, frame: ZoomArea): Zoom {
  const to = Math.min(MAX_ZOOM, Math.max(1, k));
  const by = to / zoom.k;
  return clamped({ k: to, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }, frame);
}

/** Enlarge to `k` around a point of the plan, which is brought to the middle as far as the edges allow. */
export function zoomOn(zoom: Zoom, k: number, at: { x: number; y: number }, frame: ZoomArea): Zoom {
  const middle = middleOf(frame);
  const near = zoomAt(zoom, k, middle, frame);
  return panBy(near, middle.x - (near.k * at.x + near.x), middle.y - (near.k * at.y + near.y), frame);
}

export function middleOf(frame: Box): { x: number; y: number } {
  return { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
}

export function panBy(zoom: Zoom, dx: number, dy: number, frame: ZoomArea): Zoom {
  return clamped({ k: zoom.k, x: zoom.x + dx, y: zoom.y + dy }, frame);
}

/** No further than the frame's edges: what is enlarged covers all that is seen, or stands in the middle of it. */
function clamped(zoom: Zoom, frame: ZoomArea): Zoom {
  const { k } = zoom;
  if (k <= 1.001) return NO_ZOOM;
  const seen = frame.seen ?? frame;
  const clamp = (value: number, start: number, length: number, from: number, room: number) => {
    const [most, least] = [from - k * start, from + room - k * (start + length)];
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, value));
  };
  return {
    k,
    x: clamp(zoom.x, frame.x, frame.width, seen.x, seen.width),
    y: clamp(zoom.y, frame.y, frame.height, seen.y, seen.height),
  };
}

const AROUND = 0.2; // what is drawn around a spot belongs to it

/** So that a spot can be seen: moved as little as that takes. */
export function reveal(zoom: Zoom, spot: Box, frame: ZoomArea): Zoom {
  if (zoom.k <= 1.001) return zoom;
  const seen = frame.seen ?? frame;
  const [width, height] = [spot.width + 2 * AROUND, spot.height + 2 * AROUND];
  const [left, top] = [zoom.k * (spot.x - width / 2) + zoom.x, zoom.k * (spot.y - height / 2) + zoom.y];
  const [right, bottom] = [left + zoom.k * width, top + zoom.k * height];
  const shift = (low: number, high: number, from: number, to: number) =>
    low < from ? from - low : high > to ? to - high : 0;
  return panBy(
    zoom,
    shift(left, right, seen.x, seen.x + seen.width),
    shift(top, bottom, seen.y, seen.y + seen.height),
    frame,
  );
}

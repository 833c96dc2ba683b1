import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Box } from "./layout";
import { NO_ZOOM, seenNow, type Zoom, type ZoomArea, zoomOn } from "./zoom";

const BEAT = 280; // milliseconds, as --beat

interface Given {
  view: { x: number; y: number; unit: number } | null; // as the skin wants it; null: nothing is followed
  base: number; // pixels a unit, when nothing is enlarged
  room: ZoomArea;
  zoom: Zoom;
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
}

interface Camera {
  glides: boolean;
  look: (() => void) | null;
  looks: boolean; // what is shown is what it looks at
  sees: Box | null; // what it looks at, wherever one has gone since
}

const NEAR = 0.01;

/** Follows what the skin's camera looks at, in one beat, each time that it has moved. Whoever has looked elsewhere since
 * stays there until then, or until `look`. */
export function useCamera({ view, base, room, zoom, setZoom }: Given): Camera {
  const [glides, setGlides] = useState(false);
  const latest = useRef({ view, base, room });
  latest.current = { view, base, room };
  const look = useCallback(() => {
    const { view, base, room } = latest.current;
    if (!view) return;
    setZoom(() => zoomOn(NO_ZOOM, view.unit / base, view, room));
    setGlides(true);
  }, [setZoom]);
  const size = room.seen ?? room;
  const where = view ? [view.x, view.y, size.width, size.height].map((each) => each.toFixed(1)).join() : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it has moved, or the board has another size
  useLayoutEffect(look, [where, look]);
  useEffect(() => {
    if (!glides) return;
    const timer = setTimeout(() => setGlides(false), BEAT);
    return () => clearTimeout(timer);
  }, [glides]);
  const there = view && zoomOn(NO_ZOOM, view.unit / base, view, room);
  const looks = there !== null && NEAR > Math.hypot(there.x - zoom.x, there.y - zoom.y) + Math.abs(there.k - zoom.k);
  return { glides, look: view ? look : null, looks, sees: there && seenNow(room, there) };
}

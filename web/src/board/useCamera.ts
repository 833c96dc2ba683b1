import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { NO_ZOOM, type Zoom, type ZoomArea, zoomOn } from "./zoom";

const BEAT = 280; // milliseconds, as --beat

interface Given {
  view: { x: number; y: number; unit: number } | null; // as the skin wants it; null: nothing is followed
  base: number; // pixels a unit, when nothing is enlarged
  room: ZoomArea;
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
}

/** Follows what the skin's camera looks at, in one beat, each time that it has moved. Whoever has looked elsewhere since
 * stays there until then, or until `look`. */
export function useCamera({ view, base, room, setZoom }: Given): { glides: boolean; look: (() => void) | null } {
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
  return { glides, look: view ? look : null };
}

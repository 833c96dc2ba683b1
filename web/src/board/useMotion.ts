import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Placed } from "./layout";

const BEAT = 280; // milliseconds, as --beat
const EASE = "cubic-bezier(.2, .8, .2, 1)";

/** Pieces that were elsewhere a moment ago travel to where they are now; new ones fade in. */
export function useMotion(svg: RefObject<SVGSVGElement | null>, placed: readonly Placed[]): void {
  const before = useRef<Map<string, { x: number; y: number }> | null>(null);
  useLayoutEffect(() => {
    const now = new Map(placed.map(({ piece, x, y }) => [piece.id, { x, y }]));
    const was = before.current;
    before.current = now;
    if (was === null || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const element of svg.current?.querySelectorAll<SVGGElement>("[data-piece]") ?? []) {
      const id = element.dataset.piece ?? "";
      const [from, to] = [was.get(id), now.get(id)];
      if (to === undefined || (from?.x === to.x && from.y === to.y)) continue;
      const start = from ? { translate: `${from.x - to.x}px ${from.y - to.y}px` } : { opacity: 0, scale: "0.6" };
      const end = from ? { translate: "0 0" } : { opacity: 1, scale: "1" };
      element.animate([start, end], { duration: BEAT, easing: EASE });
    }
  }, [placed, svg]);
}

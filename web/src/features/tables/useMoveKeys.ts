/** Through the moves of a match by arrow keys, Home and End, and by the wheel over the board, or over the list of them
 * where there is nothing to scroll. */

import { useEffect, useRef } from "react";

/** Where one can go from here; null: there is nothing in that direction. */
export interface Moves {
  first: (() => void) | null;
  back: (() => void) | null;
  forward: (() => void) | null;
  last: (() => void) | null;
}

const KEYS: Record<string, keyof Moves> = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };
// What has a use of its own for these keys.
const TAKEN = "input, textarea, select, dialog, [contenteditable], [role=tablist], [role=menu], [role=radiogroup]";
const NOTCH = 60; // pixels of a wheel or a pad for one move

const scrolls = (list: Element) => list.scrollHeight > list.clientHeight + 1;

export function useMoveKeys(moves: Moves): void {
  const latest = useRef(moves);
  latest.current = moves;
  useEffect(() => {
    let rolled = 0;
    const pressed = (event: KeyboardEvent) => {
      const way = KEYS[event.key];
      if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      const go = latest.current[way];
      if (!go) return;
      event.preventDefault();
      go();
    };
    const rolls = (event: WheelEvent) => {
      if (event.defaultPrevented || event.ctrlKey || !(event.target instanceof Element)) return;
      const list = event.target.closest("[data-steps]");
      if (list ? scrolls(list) : !event.target.closest("[data-board=play]")) return;
      event.preventDefault(); // the page stays where it is
      if (rolled * event.deltaY < 0) rolled = 0;
      rolled += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
      if (Math.abs(rolled) < NOTCH) return;
      latest.current[rolled < 0 ? "back" : "forward"]?.();
      rolled = 0;
    };
    window.addEventListener("keydown", pressed);
    window.addEventListener("wheel", rolls, { passive: false });
    return () => {
      window.removeEventListener("keydown", pressed);
      window.removeEventListener("wheel", rolls);
    };
  }, []);
}

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ShownMoment } from "../../board/skin";
import type { Moment } from "../../contract";
import { motionIsOff } from "../../ui/motion";
import type { Say } from "../../ui/texts/render";
import { momentsBetween, type Place, queued, type Remembered, timeOf } from "./moments";

const NONE: readonly Moment[] = [];

/**
 * The moment that is to be shown over the board. `at` is how many of the steps are shown; null: not all of them are here
 * yet. Any touch and any key ends it, and means all that it would mean without.
 */
export function useMoments(about: {
  steps: readonly Remembered[];
  at: number | null;
  live: boolean; // the present is shown
  seat: number | null;
  say: Say;
}): ShownMoment | null {
  const { steps, at, live, seat, say } = about;
  const place = useRef<Place | null>(null);
  const known = useRef(steps);
  known.current = steps;
  const [queue, setQueue] = useState(NONE);
  useLayoutEffect(() => {
    if (at === null) return;
    const was = place.current;
    place.current = { steps: at, live };
    if (was === null || (was.steps === at && was.live === live)) return;
    const found = momentsBetween(known.current, was, { steps: at, live });
    if (found.length > 0) setQueue((waiting) => queued(waiting, found));
    else if (at < was.steps || !live) setQueue(NONE);
  }, [at, live]);
  const first = queue[0] ?? null;
  const waiting = queue.length > 1;
  const yours = first !== null && seat !== null && first.yours?.[seat] !== undefined;
  const skip = useCallback(() => setQueue((all) => (all.length > 0 ? all.slice(1) : all)), []);
  useEffect(() => {
    if (!first) return;
    const time = timeOf({ yours, waiting, still: motionIsOff() });
    const timer = time === null ? undefined : setTimeout(skip, time);
    // Only once the touch has reached what it was meant for: a board that is drawn anew under it would take that away.
    const end = () => setTimeout(() => setQueue((all) => (all[0] === first ? all.slice(1) : all)));
    window.addEventListener("pointerdown", end, true);
    window.addEventListener("keydown", end, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointerdown", end, true);
      window.removeEventListener("keydown", end, true);
    };
  }, [first, waiting, yours, skip]);
  if (!first) return null;
  const words = (seat !== null && first.yours?.[seat]) || first.words;
  return { moment: first, words: say(words), yours, waits: yours && motionIsOff(), skip };
}

/** Moments one after the other: which of them are due when steps are taken, and how long each is shown. Pure. */

import type { Moment } from "../../contract";

/** A step, as far as it matters here. */
export interface Remembered {
  moment?: Moment | null;
}

const MOST = 2; // that are kept at a time: whoever is further behind goes on to what is now

/** Where somebody is in a match: after so many steps, and whether that is where the match is. */
export interface Place {
  steps: number;
  live: boolean;
}

/** The moments between two places: of the one step that was gone forward, or of all that has happened since. */
export function momentsBetween(steps: readonly Remembered[], was: Place, is: Place): Moment[] {
  const forward = is.steps - was.steps;
  if (forward < 1 || (forward > 1 && !(was.live && is.live))) return [];
  return steps.slice(was.steps, is.steps).flatMap((step) => step.moment ?? []);
}

/** With new ones at the end, the first is the one that is shown. */
export function queued(waiting: readonly Moment[], found: readonly Moment[]): readonly Moment[] {
  return found.length === 0 ? waiting : [...waiting, ...found].slice(-MOST);
}

const [OWN, OTHERS, CUT] = [2600, 1200, 700]; // milliseconds
const [STILL, STILL_CUT] = [6000, 1400]; // where nothing moves there is only the time to read

/** How long a moment is shown; null: until somebody goes on. What waits cuts it short, so that nobody falls behind. */
export function timeOf(about: { yours: boolean; waiting: boolean; still: boolean }): number | null {
  if (about.waiting) return about.still ? STILL_CUT : CUT;
  if (about.still) return about.yours ? null : STILL;
  return about.yours ? OWN : OTHERS;
}

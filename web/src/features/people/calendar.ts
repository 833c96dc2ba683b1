/** Days of play: how many matches ended on each of them, by this device's calendar. */

export const WEEKS = 26;

export interface PlayDay {
  date: Date; // its beginning
  count: number;
}

const noon = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12);
const keyOf = (date: Date) => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
/** Noon of another day: where clocks change, a day has 23 hours or 25. */
const days = (from: Date, count: number) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + count, 12);

/** Columns of weeks, Monday first, the last one with today; days to come are left out. `ended` is in seconds. */
export function weeksOfPlay(ended: readonly number[], now: number): PlayDay[][] {
  const counts = new Map<string, number>();
  for (const at of ended) {
    const key = keyOf(new Date(at * 1000));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const today = noon(new Date(now));
  const monday = days(today, -((today.getDay() + 6) % 7));
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => days(monday, (week - WEEKS + 1) * 7 + day))
      .filter((date) => date <= today)
      .map((date) => ({ date, count: counts.get(keyOf(date)) ?? 0 })),
  );
}

/** Days in a row, the longest time. */
export function longestRun(weeks: readonly (readonly PlayDay[])[]): number {
  let [run, longest] = [0, 0];
  for (const { count } of weeks.flat()) {
    run = count > 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** How dark a day is: nothing, one match, two, three and more. */
export const stepOf = (count: number) => Math.min(3, count);

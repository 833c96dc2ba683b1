/** Clocks: which ones a form offers, and how they are said. */

import type { Clock } from "../../contract";
import { t } from "../../ui/texts/page";
import type { ListedTable } from "./requests";

export const CLOCKS: Clock[] = [
  { pace: "live", minutes: 5, increment: 5 },
  { pace: "live", minutes: 15, increment: 10 },
  { pace: "days", days: 2 },
];
export const NO_CLOCK: Clock = {};
/** Those that are a choice further away. */
export const MORE_CLOCKS: Clock[] = [
  { pace: "live", minutes: 1, increment: 2 },
  { pace: "live", minutes: 3, increment: 2 },
  { pace: "live", minutes: 10, increment: 5 },
  { pace: "live", minutes: 30, increment: 20 },
  { pace: "live", minutes: 60, increment: 30 },
  { pace: "days", days: 1 },
  { pace: "days", days: 3 },
  { pace: "days", days: 7 },
  { pace: "days", days: 14 },
];

export const sameClock = (one: Clock, other: Clock) =>
  (one.pace ?? "none") === (other.pace ?? "none") &&
  (one.minutes ?? 0) === (other.minutes ?? 0) &&
  (one.increment ?? 0) === (other.increment ?? 0) &&
  (one.days ?? 0) === (other.days ?? 0);

export function clockText(clock: Clock): string {
  if (clock.pace === "live") return t("clock.live", { minutes: clock.minutes ?? 0, increment: clock.increment ?? 0 });
  if (clock.pace === "days") return t("clock.days", { count: clock.days ?? 0 });
  return t("clock.none");
}

/** The same in few characters, for a button. */
export function shortClockText(clock: Clock): string {
  if (!clock.pace || clock.pace === "none") return t("clock.short-none");
  return clock.pace === "days"
    ? t("clock.short-days", { count: clock.days ?? 0 })
    : t("clock.short-live", { minutes: clock.minutes ?? 0, increment: clock.increment ?? 0 });
}

/** A clock to choose, with a word about it. */
export const clockOption = (clock: Clock, value: number) => ({
  value,
  label: shortClockText(clock),
  more: t(
    !clock.pace || clock.pace === "none"
      ? "clock.no-clock"
      : clock.pace === "days"
        ? "clock.turn"
        : (clock.minutes ?? 0) < 10
          ? "clock.quick"
          : "clock.relaxed",
  ),
});

export const clockOf = (line: ListedTable): Clock => ({
  pace: line.pace,
  ...(line.about.minutes ? { minutes: line.about.minutes } : {}),
  ...(line.about.increment ? { increment: line.about.increment } : {}),
  ...(line.about.days ? { days: line.about.days } : {}),
});

/** Times, sizes and lines as people read them. */

import { locale } from "./texts/language";
import { t } from "./texts/page";

/** How long ago, in units that grow with it. */
export function agoText(at: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - at) / 60_000));
  if (minutes < 1) return t("ago.now");
  if (minutes < 60) return t("ago.minutes", { count: minutes });
  if (minutes < 48 * 60) return t("ago.hours", { count: Math.round(minutes / 60) });
  return t("ago.days", { count: Math.round(minutes / 1440) });
}

const MINUTE = 60_000;

/** How long something still takes, in units that grow with it. */
export function leftText(left: number): string {
  const minutes = Math.floor(left / MINUTE);
  if (minutes < 1) return t("left.soon");
  if (minutes < 60) return t("left.minutes", { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t("left.hours", { hours, minutes: minutes % 60 });
  return t("left.days", { count: Math.floor(hours / 24) });
}

/** How long something took: minutes and seconds, or more than that in units that grow with it. */
export function spanText(span: number): string {
  if (span >= 60 * MINUTE) return leftText(span);
  const seconds = Math.round(span / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const dateText = (time: number) => new Date(time).toLocaleDateString(locale());

/** Of which day of the week a time is, by the house's date, in two or three letters. */
export const weekdayText = (time: number) =>
  new Date(time).toLocaleDateString(locale(), { weekday: "short", timeZone: "UTC" });

/** A month in a few letters. */
export const monthText = (date: Date) => date.toLocaleDateString(locale(), { month: "short" });

export const percentText = (share: number) =>
  share.toLocaleString(locale(), { style: "percent", maximumFractionDigits: 0 });

export const dateTimeText = (time: number) =>
  new Date(time).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

/** When it was: today the time of day alone, else with the day before it. */
export function clockTimeText(time: number, now = Date.now()): string {
  const same = new Date(time).toDateString() === new Date(now).toDateString();
  const day = same ? {} : ({ day: "numeric", month: "short" } as const);
  return new Date(time).toLocaleString(locale(), { ...day, hour: "2-digit", minute: "2-digit" });
}

/** A date that is near: with its day of the week, without its year. */
export const weekdayTimeText = (time: number) =>
  new Date(time).toLocaleString(locale(), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

export function fileSizeText(bytes: number, language = locale()): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  const style = { style: "unit", unit: UNITS[unit], maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(language, style).format(size);
}

/** A line through points, as an SVG path. Points are given in shares of the width and of the height, from above. */
export function linePath(points: readonly [number, number][], width: number, height: number): string {
  return points
    .map(([x, y], i) => `${i === 0 ? "M" : "L"}${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`)
    .join("");
}

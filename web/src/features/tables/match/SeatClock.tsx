import { useEffect, useState } from "react";
import { serverTime } from "../../../client/http";
import type { ClockReading } from "../../../contract";
import { classes } from "../../../ui/classes";
import { t } from "../../../ui/texts/page";
import css from "./SeatClock.module.css";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const LOW = 20 * SECOND;

/** What a clock says: days, then hours, then minutes and seconds; the last twenty seconds with tenths. */
export function clockFace(clock: ClockReading, now: number): { text: string; low: boolean } {
  const left = Math.max(0, clock.due != null ? clock.due - now : (clock.left ?? 0));
  if (left >= 2 * DAY) return { text: t("clock.left-days", { count: Math.floor(left / DAY) }), low: false };
  if (left >= 3 * HOUR) return { text: t("clock.left-hours", { count: Math.floor(left / HOUR) }), low: false };
  if (left < LOW) return { text: (Math.floor(left / 100) / 10).toFixed(1), low: true };
  const [minutes, seconds] = [Math.floor(left / MINUTE), Math.floor((left % MINUTE) / SECOND)];
  return { text: `${minutes}:${String(seconds).padStart(2, "0")}`, low: false };
}

export function SeatClock(props: { clock: ClockReading; who: string; className?: string | undefined }) {
  const { clock, who, className } = props;
  const [now, setNow] = useState(serverTime);
  const runs = clock.due != null;
  const { text, low } = clockFace(clock, now);
  useEffect(() => {
    setNow(serverTime());
    if (!runs) return;
    const timer = setInterval(() => setNow(serverTime()), low ? 100 : 250);
    return () => clearInterval(timer);
  }, [runs, low]);
  return (
    <span
      className={classes(css.clock, low && css.low, className)}
      role="timer"
      aria-label={t("clock.of", { who, left: text })}
      data-low={low}
    >
      {text}
    </span>
  );
}

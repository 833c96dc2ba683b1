import { useEffect, useState } from "react";
import { houseTime } from "../../api/ask";
import type { ClockNow } from "../../live/feed";
import { t } from "../../texts/page";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const LOW = 20 * SECOND;

/** What a clock says: days, then hours, then minutes and seconds; the last twenty seconds with tenths. */
export function shownClock(clock: ClockNow, now: number): { text: string; low: boolean } {
  const left = Math.max(0, clock.due != null ? clock.due - now : (clock.left ?? 0));
  if (left >= 2 * DAY) return { text: t("clock.left-days", { count: Math.floor(left / DAY) }), low: false };
  if (left >= 3 * HOUR) return { text: t("clock.left-hours", { count: Math.floor(left / HOUR) }), low: false };
  if (left < LOW) return { text: (Math.floor(left / 100) / 10).toFixed(1), low: true };
  const [minutes, seconds] = [Math.floor(left / MINUTE), Math.floor((left % MINUTE) / SECOND)];
  return { text: `${minutes}:${String(seconds).padStart(2, "0")}`, low: false };
}

export function Clock({ clock, who }: { clock: ClockNow; who: string }) {
  const [now, setNow] = useState(houseTime);
  const runs = clock.due != null;
  const { text, low } = shownClock(clock, now);
  useEffect(() => {
    setNow(houseTime());
    if (!runs) return;
    const timer = setInterval(() => setNow(houseTime()), low ? 100 : 250);
    return () => clearInterval(timer);
  }, [runs, low]);
  return (
    <span className={low ? "clock low" : "clock"} role="timer" aria-label={t("clock.of", { who, left: text })}>
      {text}
    </span>
  );
}

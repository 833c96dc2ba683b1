/** How many days in a row, and the last seven of them. */

import { serverTime } from "../../client/http";
import type { PuzzleStreakNow } from "../../contract";
import { weekdayText } from "../../ui/format";
import { IconDrawing } from "../../ui/Icon";
import { t } from "../../ui/texts/page";
import css from "./Streak.module.css";

const DAY = 86_400_000;
const FLAME =
  "M12 3c1 4 5.500 6 5.500 11a5.500 5.500 0 0 1-11 0c0-2 1-3.500 2-4.500 0 1.500.8 2.500 1.800 2.800C10 9 10.500 5.500 12 3z";

export function Streak({ streak }: { streak: PuzzleStreakNow }) {
  const now = serverTime();
  return (
    <div className={css.streak}>
      <IconDrawing className={css.flame}>
        <path d={FLAME} />
      </IconDrawing>
      <p className={css.words}>
        <b className={css.days}>{t("puzzles.days", { count: streak.days })}</b>
        {streak.best > streak.days && <span className={css.best}>{t("puzzles.best", { count: streak.best })}</span>}
      </p>
      <ol className={css.week} aria-label={t("puzzles.week")}>
        {streak.week.map((solved, i) => {
          const day = weekdayText(now - (streak.week.length - 1 - i) * DAY);
          return (
            <li key={day} className={css.day} data-solved={solved} data-today={i === streak.week.length - 1}>
              <span aria-hidden="true">{day}</span>
              <span className={css.heard}>{t(solved ? "puzzles.day-solved" : "puzzles.day-not", { day })}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

import type { CSSProperties } from "react";
import { seatClass, seatColours } from "../../board/seats";
import type { Skin } from "../../board/skin";
import { classes } from "../../ui/classes";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import css from "./LeanBar.module.css";
import { shares } from "./values";

interface BarProps {
  values: readonly number[] | null; // what each seat may expect, from −1 to 1; null: nobody has thought yet
  names: readonly string[];
  cooperative: boolean;
  skin: Skin;
}

/** Who is ahead: a part for each seat, as large as its chances; of a team, how likely it is to do well. */
export function LeanBar({ values, names, cooperative, skin }: BarProps) {
  // A game that marks its two sides has a light and a dark one; seats of others have their colours.
  const pair = skin.SeatMark !== undefined && names.length === 2;
  const colours = (seat: number) => (pair ? (seat === 0 ? css.light : css.dark) : classes(css.own, seatClass(seat)));
  const parts = shares(values ?? names.map(() => 0), cooperative);
  const shown = cooperative ? parts.slice(0, 1) : parts;
  const said = cooperative
    ? t("analysis.bar-team", { chance: parts[0] ?? 50 })
    : parts.map((share, seat) => t("analysis.bar-seat", { who: isolate(names[seat] ?? ""), chance: share })).join(", ");
  return (
    <div
      className={classes(css.bar, seatColours, values === null && css.unknown)}
      role="img"
      aria-label={values === null ? t("analysis.bar-unknown") : said}
      data-values={parts.join(" ")}
    >
      {(cooperative ? [parts[0] ?? 50, 100 - (parts[0] ?? 50)] : parts).map((share, seat) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          key={seat}
          className={classes(css.part, cooperative && seat === 1 ? css.rest : colours(seat))}
          style={{ "--share": share } as CSSProperties}
        >
          {seat < shown.length && share >= 8 && values !== null && (
            <b className={css.number}>
              {skin.SeatMark && !cooperative && (
                <span className={css.mark}>
                  <skin.SeatMark seat={seat} on={false} />
                </span>
              )}
              {share}
            </b>
          )}
        </span>
      ))}
      <i className={css.half} />
    </div>
  );
}

import type { CSSProperties } from "react";
import { seatClass, seatColours } from "../../board/seats";
import type { Skin } from "../../board/skin";
import { classes } from "../../ui/classes";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import type { Say } from "../../ui/texts/render";
import css from "./LeanBar.module.css";
import { chanceOf, shares } from "./values";

interface BarProps {
  values: readonly number[] | null; // what each seat may expect, from −1 to 1; null: nobody has thought yet
  names: readonly string[];
  cooperative: boolean;
  below: number; // of two: whose side of the board is below, as of the bar
  skin: Skin;
  say: Say;
}

interface Part {
  seat: number;
  share: number;
  told: number | null; // the number in it
  className: string | undefined;
}

/** Who is ahead: a part for each seat, as large as its chances; of a team, how well it is likely to do. */
export function LeanBar(props: BarProps) {
  const { values, cooperative, skin } = props;
  const parts = cooperative ? partsOfTeam(props) : partsOfSeats(props);
  const meter = { "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": parts.at(-1)?.share ?? 0 };
  const said = { "aria-label": values === null ? t("analysis.bar-unknown") : saidOf(props) };
  const role = parts.length === 2 && values !== null ? { role: "meter", ...meter } : { role: "img" };
  return (
    <div
      className={classes(css.bar, seatColours, values === null && css.unknown)}
      {...role}
      {...said}
      data-values={shares(values ?? props.names.map(() => 0), cooperative).join(" ")}
      data-below={cooperative ? undefined : parts.at(-1)?.seat}
    >
      {parts.map(({ seat, share, told, className }) => (
        <span key={seat} className={classes(css.part, className)} style={{ "--share": share } as CSSProperties}>
          {told !== null && values !== null && (
            <b className={css.number}>
              {skin.SeatMark && !cooperative && (
                <span className={css.mark}>
                  <skin.SeatMark seat={seat} on={false} />
                </span>
              )}
              {told}
            </b>
          )}
        </span>
      ))}
      <i className={css.half} />
    </div>
  );
}

const SMALL = 8; // of a hundred: a part that has no room for its number

/** The side that is below is below. */
function partsOfSeats({ values, names, below, skin }: BarProps): Part[] {
  // A game that marks its two sides has a light and a dark one; seats of others have their colours.
  const pair = skin.SeatMark !== undefined && names.length === 2;
  const parts = shares(values ?? names.map(() => 0), false).map((share, seat) => ({
    ...{ seat, share, told: share >= SMALL ? share : null },
    className: pair ? (seat === 0 ? css.light : css.dark) : classes(css.own, seatClass(seat)),
  }));
  return names.length === 2 && below === 0 ? parts.toReversed() : parts;
}

/** How far a team is likely to come, and what it falls short of that; where the game counts that, its number. */
function partsOfTeam({ values, skin }: BarProps): Part[] {
  const value = values?.[0] ?? 0;
  const expected = skin.expects?.(value);
  const share = expected ? 100 - Math.round((100 * expected.count) / expected.of) : chanceOf(value);
  return [
    { seat: 0, share, told: expected?.count ?? share, className: classes(css.own, seatClass(0)) },
    { seat: 1, share: 100 - share, told: null, className: css.rest },
  ];
}

function saidOf({ values, names, cooperative, skin, say }: BarProps): string {
  if (values === null) return "";
  const expected = cooperative ? skin.expects?.(values[0] ?? 0) : undefined;
  if (expected) return t("analysis.bar-expected", { what: say(expected.words) });
  const parts = shares(values, cooperative);
  if (cooperative) return t("analysis.bar-team", { chance: parts[0] ?? 50 });
  return parts
    .map((share, seat) => t("analysis.bar-seat", { who: isolate(names[seat] ?? ""), chance: share }))
    .join(", ");
}

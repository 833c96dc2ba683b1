/** A rating as people read it. */

import { classes } from "../../ui/classes";
import { useFetched } from "../../ui/hooks";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import css from "./Rating.module.css";
import { useRating } from "./ratings";
import { tableRatings } from "./requests";

/** Whether a table counts, and for what. */
export const ratedText = (rated: boolean, cooperative: boolean) =>
  t(rated ? (cooperative ? "rated.best" : "rated.yes") : "rated.no");

/** With a question mark while it may be far off. */
export function RatingNumber(props: { rating: number; provisional: boolean; className?: string | undefined }) {
  const { rating, provisional, className } = props;
  return (
    <span className={classes(text("num"), css.rating, className)}>
      {rating}
      {provisional && (
        <>
          <span aria-hidden="true">?</span>
          <span className={text("sr-only")}> {t("rating.provisional")}</span>
        </>
      )}
    </span>
  );
}

/** A player's rating, to stand behind the name. Nothing where there is none. */
export function RatingBadge(props: { who: string | null; game: string; className?: string | undefined }) {
  const { who, game, className } = props;
  const found = useRating(who, game);
  if (!found) return null;
  return (
    <>
      {" "}
      <RatingNumber rating={found.rating} provisional={found.provisional} className={className} />
    </>
  );
}

export const ratingChangeText = (change: number) =>
  change > 0 ? t("rating.up", { by: change }) : change < 0 ? t("rating.down", { by: -change }) : t("rating.same");

export function RatingChangeChip({ change, className }: { change: number; className?: string | undefined }) {
  const way = change > 0 ? css.up : change < 0 ? css.down : undefined;
  return <span className={classes(text("num"), css.change, way, className)}>{ratingChangeText(change)}</span>;
}

/** What a match that is over did to somebody's rating; nothing before it is counted. */
export function MatchRatingChange({ table, who }: { table: string; who: string }) {
  const [found] = useFetched(() => tableRatings(table, ""), [table]);
  const mine = found?.changes.find((each) => each.who === who);
  return mine ? <RatingChangeChip change={mine.change} /> : null;
}

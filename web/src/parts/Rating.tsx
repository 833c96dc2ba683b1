/** A rating as people read it. */

import { useRating } from "../ratings";
import { t } from "../texts/page";

/** Whether a table counts, and for what. */
export const ratedWords = (rated: boolean, cooperative: boolean) =>
  t(rated ? (cooperative ? "rated.best" : "rated.yes") : "rated.no");

/** With a question mark while it may be far off. */
export function RatingNumber({ rating, provisional }: { rating: number; provisional: boolean }) {
  return (
    <span className="rating num">
      {rating}
      {provisional && (
        <>
          <span aria-hidden="true">?</span>
          <span className="sr"> {t("rating.provisional")}</span>
        </>
      )}
    </span>
  );
}

/** Beside the name of somebody who has one. */
export function RatingOf({ who, game }: { who: string | null; game: string }) {
  const found = useRating(who, game);
  if (!found) return null;
  return (
    <>
      {" "}
      <RatingNumber rating={found.rating} provisional={found.provisional} />
    </>
  );
}

export const signed = (change: number) =>
  change > 0 ? t("rating.up", { by: change }) : change < 0 ? t("rating.down", { by: -change }) : t("rating.same");

export function RatingChangeChip({ change }: { change: number }) {
  return <span className={`change num ${change > 0 ? "up" : change < 0 ? "down" : ""}`}>{signed(change)}</span>;
}

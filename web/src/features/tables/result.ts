/** The result of a match in a sentence. */

import type { GameInfo, Result } from "../../contract";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import type { NamedSitter } from "./feed";

export function resultSentence(
  result: Result,
  game: GameInfo,
  seats: readonly NamedSitter[],
  catalogue: Catalogue,
  you: number | null,
): string {
  const { ending, how } = endingText(result, catalogue);
  if (result.ending === "void") return t("result.void");
  if (game.cooperative) return t("result.together", { how });
  const best = Math.max(...result.returns);
  const first = seats.flatMap((seat, i) => (result.returns[i] === best ? [{ ...seat, i }] : []));
  if (ending === "deserted" || ending === "void") return t("result.nobody", { how });
  if (first.length === seats.length) return t("result.draw", { how });
  if (first.length > 1) return t("result.shared", { who: first.map((seat) => isolate(seat.name)).join(", "), how });
  if (first[0]?.i === you) return t("result.you-win", { how });
  const win = { who: first[0]?.name ?? "", how };
  const ahead = you === null ? 0 : result.returns.filter((each) => each > (result.returns[you] ?? 0)).length;
  const place = seats.length > 2 ? LATER_PLACES[ahead - 1] : undefined;
  return place ? t("result.you-came", { place: t(place), ...win }) : t("result.win", win);
}

/** In what way a match ended, and the words for it. */
export function endingText(result: Result, catalogue: Catalogue): { ending: string; how: string } {
  // When the last players leave a table of more than two, the result names no seat: all have left.
  const ending = result.ending === "abandoned" && result.seat === null ? "deserted" : result.ending;
  const key = `ending.${ending}`;
  return { ending, how: catalogue[key] === undefined ? result.ending : render(catalogue, { key }) };
}

export const LATER_PLACES = ["place.2", "place.3", "place.4", "place.5", "place.6"] as const;

/** Everybody's score, in the game's own words if it has some: points, rings, places. */
export function scoreSentence(
  result: Result,
  game: GameInfo,
  seats: readonly NamedSitter[],
  catalogue: Catalogue,
): string {
  const said = (count: number, who: string) => {
    if (catalogue.score !== undefined) return render(catalogue, { key: "score", args: { count, who } });
    return game.cooperative ? t("result.team-score", { score: count }) : t("result.score", { who, score: count });
  };
  if (game.cooperative) return said(result.scores[0] ?? 0, "");
  return seats.map((seat, i) => said(result.scores[i] ?? 0, seat.name)).join(" · ");
}

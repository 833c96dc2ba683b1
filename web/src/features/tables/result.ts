/** The result of a match in a sentence. */

import type { GameInfo, Result } from "../../contract";
import { isolate } from "../../ui/texts/isolate";
import { type PageKey, t } from "../../ui/texts/page";
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
  if (you !== null && seats.length === 2) {
    const { title, says } = titleForOne(result, you, catalogue);
    return says ? t("result.you-ended", { title, ...win }) : t("result.you-lost", { title, ...win });
  }
  const ahead = you === null ? 0 : result.returns.filter((each) => each > (result.returns[you] ?? 0)).length;
  const place = LATER_PLACES[ahead - 1];
  return place ? t("result.you-came", { place: t(place), ...win }) : t("result.win", win);
}

/** In what way a match ended, and the words for it. */
export function endingText(result: Result, catalogue: Catalogue): { ending: string; how: string } {
  // When the last players leave a table of more than two, the result names no seat: all have left.
  const ending = result.ending === "abandoned" && result.seat === null ? "deserted" : result.ending;
  const key = `ending.${ending}`;
  return { ending, how: catalogue[key] === undefined ? result.ending : render(catalogue, { key }) };
}

const OWN_DOING: Record<string, PageKey> = {
  resigned: "end.you-resigned",
  time: "end.you-ran-out",
  abandoned: "end.you-left",
};

/** What the end means for one of two, and whether that says already how it came about. A game that counts, or in which
 * one comes first or second, has words of its own for it. */
export function titleForOne(result: Result, you: number, catalogue: Catalogue): { title: string; says: boolean } {
  const { how } = endingText(result, catalogue);
  const won = (result.returns[you] ?? 0) > 0;
  const own = OWN_DOING[result.ending];
  if (own && !won) return { title: t(own), says: true };
  const key = won ? "end.won" : "end.lost";
  if (!own && catalogue[key] !== undefined) {
    const [one = 0, other = 0] = result.scores;
    return { title: render(catalogue, { key, args: { count: Math.abs(one - other) } }), says: false };
  }
  return won ? { title: t("end.you-win", { how }), says: true } : { title: t("end.you-lost"), says: false };
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

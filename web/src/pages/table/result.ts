/** The end in a sentence. */

import type { GameCard } from "../../api/games";
import type { Result, Sitter } from "../../live/feed";
import { isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import { type Catalogue, render } from "../../texts/render";

export function resultSentence(
  result: Result,
  game: GameCard,
  seats: readonly Sitter[],
  catalogue: Catalogue,
  you: number | null,
): string {
  // Where the last people leave a table of more than two nobody is said to have gone: all have.
  const ending = result.ending === "abandoned" && result.seat === null ? "deserted" : result.ending;
  const key = `ending.${ending}`;
  const how = catalogue[key] === undefined ? result.ending : render(catalogue, { key });
  if (result.ending === "void") return t("result.void");
  if (game.cooperative) return t("result.together", { how });
  const best = Math.max(...result.returns);
  const first = seats.flatMap((seat, i) => (result.returns[i] === best ? [{ ...seat, i }] : []));
  if (ending === "deserted" || ending === "void") return t("result.nobody", { how });
  if (first.length === seats.length) return t("result.draw", { how });
  if (first.length > 1) return t("result.shared", { who: first.map((seat) => isolate(seat.name)).join(", "), how });
  return first[0]?.i === you ? t("result.you-win", { how }) : t("result.win", { who: first[0]?.name ?? "", how });
}

export function scoreSentence(result: Result, game: GameCard, seats: readonly Sitter[]): string {
  if (game.cooperative) return t("result.team-score", { score: result.scores[0] ?? 0 });
  return seats.map((seat, i) => t("result.score", { who: seat.name, score: result.scores[i] ?? 0 })).join(" · ");
}

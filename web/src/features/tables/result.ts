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
  // When the last players leave a table of more than two, the result names no seat: all have left.
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

export function scoreSentence(result: Result, game: GameInfo, seats: readonly NamedSitter[]): string {
  if (game.cooperative) return t("result.team-score", { score: result.scores[0] ?? 0 });
  return seats.map((seat, i) => t("result.score", { who: seat.name, score: result.scores[i] ?? 0 })).join(" · ");
}

/** The end of a match as it is told to the person who looks at it. */

import type { GameInfo, Result, TeamPlace } from "../../contract";
import { dateText } from "../../ui/format";
import { isolate } from "../../ui/texts/isolate";
import { type PageKey, t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import type { NamedSitter } from "./feed";
import { endingText, LATER_PLACES, scoreSentence, titleForOne } from "./result";

/** A line of the finishing order. */
export interface Placed {
  seat: number;
  place: number; // 1 for the first; equals have the same
  tally: string; // what it came to in the game's words; empty where the place says it all
}

export interface End {
  title: string; // what it means for the viewer
  line: string; // how it came about
  scores: string; // what everybody came to, where neither title nor order nor `cameTo` says it
  cameTo: string; // what it came to in the game's words, and in how many moves
  order: readonly Placed[] | null; // of three and more opponents, unless it counts for nobody
}

export function endOf(
  result: Result,
  game: GameInfo,
  seats: readonly NamedSitter[],
  catalogue: Catalogue,
  you: number | null,
): End {
  const { ending, how } = endingText(result, catalogue);
  if (ending === "void")
    return { title: t("result.over"), line: t("result.void"), scores: "", cameTo: "", order: null };
  const cameTo = result.came_to ? render(catalogue, result.came_to) : "";
  // A number that the game has no word for tells nobody anything, and where it is a place it is told as one.
  // What the game says of itself is not said a second time as a list.
  const told = seats.length === 2 && result.came_to != null && result.came_to.key !== "took";
  const counted = game.cooperative || (catalogue.score !== undefined && !told);
  const called = seats.map((each, seat) => (seat === you ? { ...each, name: t("end.you") } : each));
  const scores = counted ? scoreSentence(result, game, called, catalogue) : "";
  if (game.cooperative) return { title: scores, line: t("result.together", { how }), scores: "", cameTo, order: null };
  if (ending === "deserted")
    return { title: t("result.over"), line: t("result.nobody", { how }), scores: "", cameTo, order: null };
  const placeOf = (seat: number) => 1 + result.returns.filter((each) => each > (result.returns[seat] ?? 0)).length;
  const first = seats.flatMap((seat, i) => (placeOf(i) === 1 ? [{ ...seat, i }] : []));
  if (first.length === seats.length) return { title: t("end.draw", { how }), line: "", scores, cameTo, order: null };
  const winner = first[0]?.name ?? "";
  if (seats.length === 2) {
    if (you === null) return { title: t("end.win", { who: winner, how }), line: "", scores, cameTo, order: null };
    const { title, says } = titleForOne(result, you, catalogue);
    const won = says ? t("end.won", { who: winner }) : t("result.win", { who: winner, how });
    const line = placeOf(you) > 1 ? won : says ? "" : t("end.how", { how });
    return { title, line, scores, cameTo, order: null };
  }
  const order = seats
    .map((_, seat) => ({ seat, place: placeOf(seat), tally: tallyOf(result.scores[seat] ?? 0, catalogue) }))
    .sort((a, b) => a.place - b.place);
  const together = first.map((seat) => isolate(seat.name)).join(", ");
  const won = first.length > 1 ? t("result.shared", { who: together, how }) : t("result.win", { who: winner, how });
  if (you === null)
    return { title: firstWords(first.length > 1, together), line: t("end.how", { how }), scores: "", cameTo, order };
  const place = LATER_PLACES[placeOf(you) - 2];
  if (placeOf(you) === 1) {
    const second = order.find((each) => each.place === 2);
    const next = second ? t("end.second", { who: seats[second.seat]?.name ?? "" }) : t("end.how", { how });
    return {
      title: t(first.length > 1 ? "end.you-share" : "end.you-first"),
      line: first.length > 1 ? won : next,
      scores: "",
      cameTo,
      order,
    };
  }
  return {
    title: place ? t("end.you-came", { place: t(place) }) : t("end.you-last"),
    line: won,
    scores: "",
    cameTo,
    order,
  };
}

const firstWords = (shared: boolean, who: string) => t(shared ? "end.share" : "end.first", { who });

const tallyOf = (count: number, catalogue: Catalogue) =>
  catalogue.tally === undefined ? "" : render(catalogue, { key: "tally", args: { count } });

const TOGETHER: readonly PageKey[] = ["team.you-2", "team.you-3", "team.you-4", "team.you-5", "team.you-6"];

/** How the same people did before, in a sentence: to one of them. */
export function teamSentence(team: TeamPlace, seats: number, score: number): string {
  const size = TOGETHER[seats - 2];
  const you = size ? t(size) : t(seats === 1 ? "team.you-1" : "team.you-all");
  if (team.best === null || team.best_at === null)
    return seats === 1 ? t("team.first-alone") : t("team.first", { you });
  const { best, place, played } = team;
  const when = dateText(team.best_at);
  if (place > 1)
    return seats === 1
      ? t("team.best-alone", { place, played, best, when })
      : t("team.best", { place, played, you, best, when });
  return best === score ? t("team.as-good", { you }) : t("team.new-best", { you, best });
}

/** How scores are called in a game that is played together, from the best to the worst: up to which score, and how. */
export function scaleOf(catalogue: Catalogue): { upto: number; words: string }[] {
  return Object.keys(catalogue)
    .filter((key) => key.startsWith("scale."))
    .map((key) => ({ upto: Number(key.slice("scale.".length)), words: render(catalogue, { key }) }))
    .sort((a, b) => a.upto - b.upto);
}

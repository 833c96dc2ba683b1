/** What the plate over the board says. */

import type { TableRatings } from "../../api/ratings";
import { choiceName, placeName } from "../../board/names";
import { isButton } from "../../board/paths";
import type { useConnection } from "../../live";
import type { Now } from "../../live/feed";
import { signed } from "../../parts/Rating";
import type { Shown } from "../../skins/types";
import { isolate } from "../../texts/isolate";
import { type PageKey, t } from "../../texts/page";
import { resultSentence, scoreSentence } from "./result";
import type { Sitting } from "./sitting";

const WHY: Partial<Record<ReturnType<typeof useConnection>["touch"], PageKey>> = {
  offline: "touch.why-offline",
  closing: "touch.why-closing",
};

/** The turn in a word, and what to do next in a sentence. */
export function plateOf(about: {
  sitting: Sitting;
  now: Now;
  shown: Shown;
  mine: boolean;
  inTouch: boolean;
  touch: ReturnType<typeof useConnection>["touch"];
  ratings: TableRatings | null;
}) {
  const { sitting, now, shown, mine, inTouch, touch, ratings } = about;
  const { game } = sitting;
  if (shown.past) return { title: t("travel.title"), line: t("travel.line") };
  if (now.phase === "over") {
    if (!now.result) return { title: t("result.over"), line: "" };
    const { result, seats } = now;
    return {
      title: resultSentence(result, game, seats, shown.catalogue, shown.seat),
      line: [scoreSentence(result, game, seats), countSentence(ratings, shown.seat)].filter(Boolean).join(" · "),
    };
  }
  const why = inTouch ? "" : t(WHY[touch] ?? "touch.why-lost");
  const prompt = shown.scene.prompt ? shown.say(shown.scene.prompt) : "";
  if (mine) return { title: t("table.your-turn"), line: why || halfway(shown) || prompt };
  const who = shown.toAct.map((seat) => isolate(now.seats[seat]?.name ?? "")).join(", ") || t("table.chance");
  return { title: t("table.turn", { who }), line: why };
}

/** With something in hand: what it is, and what is to be done with it. Nothing where one touch is all, or buttons go on. */
export function halfway({ choosing, plan, scene, catalogue, say }: Shown): string {
  const { held, pending, lit } = choosing;
  if (pending && pending.path.length > 1)
    return t("table.pending", { step: choiceName(plan, scene, catalogue, pending) });
  const [only, ...more] = held;
  if (!only || more.length > 0 || [only, ...lit.map((each) => each.target)].some(isButton)) return "";
  const pieces = scene.pieces ?? [];
  const inHand = pieces.find((piece) => `piece:${piece.id}` === only);
  const there = inHand ?? pieces.findLast((piece) => piece.at === only);
  const place = inHand ? "" : placeName(plan, say, only);
  return t("table.held", { what: [there && say(there.name), place].filter(Boolean).join(", ") });
}

/** What the match did to one's own rating, once that is known; or that it counts for a list, or for nothing. */
export function countSentence(ratings: TableRatings | null, you: number | null): string {
  if (!ratings?.rated || !ratings.settled) return "";
  if (!ratings.counts) return t("rated.not");
  const own = you === null ? undefined : ratings.changes[you];
  if (own) return t("rating.now", { rating: own.rating, change: signed(own.change) });
  return ratings.changes.length === 0 ? t("rated.listed") : "";
}

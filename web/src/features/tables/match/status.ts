/** The status line over the board: whose turn it is, and what to do next. */

import { choiceName, placeName } from "../../../board/names";
import { isButton } from "../../../board/paths";
import type { Choosing, TableView } from "../../../board/skin";
import type { ConnectionState } from "../../../client/socket";
import type { TableRatings } from "../../../contract";
import { isolate } from "../../../ui/texts/isolate";
import { type PageKey, t } from "../../../ui/texts/page";
import { ratingChangeText } from "../../ratings/Rating";
import type { Now } from "../feed";
import { resultSentence } from "../result";
import type { TableSetup } from "../useTableSetup";

const WHY: Partial<Record<ConnectionState, PageKey>> = {
  offline: "connection.why-offline",
  closing: "connection.why-closing",
};

/** The turn in a word, and what to do next in a sentence. */
export function statusOf(about: {
  setup: TableSetup;
  now: Now;
  shown: TableView;
  mine: boolean;
  inTouch: boolean;
  late: "may" | "waits" | null;
  connection: ConnectionState;
  ratings: TableRatings | null;
}) {
  const { setup, now, shown, mine, inTouch, late, connection, ratings } = about;
  const { game } = setup;
  if (shown.past) return { title: t("time-travel.title"), line: t("time-travel.line") };
  if (now.phase === "over") {
    if (!now.result) return { title: t("result.over"), line: "" };
    const { result, seats } = now;
    const you = setup.at.seats.length > 1 ? null : shown.seat; // of several at one device nobody is meant
    const said = resultSentence(result, game, seats, shown.catalogue, you);
    return {
      title: t("result.over"),
      line: [said, ratingText(ratings, shown.seat)].filter(Boolean).join(" "),
    };
  }
  const lost = inTouch ? "" : t(WHY[connection] ?? "connection.why-lost");
  const why =
    late === "waits" ? t("waiting.status") : late === "may" && mine ? heldText(shown) || t("waiting.may") : lost;
  const prompt = shown.scene.prompt ? shown.say(shown.scene.prompt) : "";
  if (mine) return { title: t("table.your-turn"), line: why || heldText(shown) || prompt };
  const who = shown.toAct.map((seat) => isolate(now.seats[seat]?.name ?? "")).join(", ") || t("table.chance");
  return { title: t("table.turn", { who }), line: why || aheadText(shown) };
}

/** Off turn: the move that is chosen in advance, or what is in hand for it. */
function aheadText(shown: TableView): string {
  const { plan, scene, catalogue, ahead } = shown;
  if (!ahead) return "";
  return ahead.chosen ? t("ahead.chosen", { step: choiceName(plan, scene, catalogue, ahead.chosen) }) : heldText(shown);
}

type Held = Pick<TableView, "plan" | "scene" | "catalogue" | "say"> & {
  choosing: Pick<Choosing, "held" | "pending" | "lit">;
};

/** With something in hand: what it is, and what to do with it. Empty where one touch is enough, or where buttons go on. */
export function heldText({ choosing, plan, scene, catalogue, say }: Held): string {
  const { held, pending, lit } = choosing;
  if (pending && pending.path.length > 1)
    return t("table.pending", { step: choiceName(plan, scene, catalogue, pending) });
  const [only, ...more] = held;
  // A button that begins something longer, such as an exchange, may say what to touch next.
  const begun = only && isButton(only) ? `held.${only.slice("button:".length)}` : "";
  if (begun && catalogue[begun] !== undefined)
    return more.length > 0 ? say({ key: `${begun}-some`, args: { count: more.length } }) : say({ key: begun });
  if (!only || more.length > 0 || [only, ...lit.map((each) => each.target)].some(isButton)) return "";
  const pieces = scene.pieces ?? [];
  const inHand = pieces.find((piece) => `piece:${piece.id}` === only);
  const there = inHand ?? pieces.findLast((piece) => piece.at === only);
  const place = inHand ? "" : placeName(plan, say, only);
  const name =
    there && say(catalogue[`${there.name.key}-held`] ? { ...there.name, key: `${there.name.key}-held` } : there.name);
  return t("table.held", { what: name && place ? t("table.held-from", { what: name, place }) : name || place });
}

/** What the match did to the player's rating, once that is known; or that it counts for a list, or for nothing. */
function ratingText(ratings: TableRatings | null, you: number | null): string {
  if (!ratings?.rated || !ratings.settled) return "";
  if (!ratings.counts) return t("rated.not");
  const own = you === null ? undefined : ratings.changes[you];
  if (own) return t("rating.now", { rating: own.rating, change: ratingChangeText(own.change) });
  return ratings.changes.length === 0 ? t("rated.listed") : "";
}

/** What the game's own view tells, as far as it is drawn; and whether it is of the moment that the scene shows. */

import { counterOf, type Plan, type Scene, type TableView } from "../../board/skin";
import type { GameViews } from "../../contract";

/** The part of the game's view that is drawn. */
export type View = Pick<
  GameViews["luckymoose"],
  "tokens" | "laid" | "lines" | "worth" | "unpaid" | "gains" | "last" | "last_lines" | "last_by"
>;

/** The view, if it is here and as far as the scene: it comes a moment later. */
export function viewOf(at: Pick<TableView<View>, "view" | "scene">): View | null {
  return at.view && laidNow(at.scene).join() === at.view.laid.join() ? at.view : null;
}

/** The tiles of this turn, in the order of laying; the scene counts what they are worth as long as there are any. */
export function laidNow(scene: Scene): string[] {
  if (!counterOf(scene, "worth")) return [];
  return lastLaid(scene);
}

/** The tiles of this turn, or of the last one that laid any. */
export function lastLaid(scene: Scene): string[] {
  return (scene.marks?.find((mark) => mark.kind === "last")?.at ?? []).map(tileOf);
}

export const tileOf = (target: string) => target.slice("site:".length);

/** What a tile multiplies by, from its kind: x2, x3. */
export function timesOf(plan: Plan, tile: string): number {
  const kind = plan.sites?.find((site) => site.id === tile)?.kind ?? "";
  return /^x\d$/.test(kind) ? Number(kind.slice(1)) : 1;
}

/** A row is named by its number, a column by its letter. */
export function wayOf(tiles: readonly string[]): { key: string; args: Record<string, string> } {
  const [first = "", second = ""] = tiles;
  const [letter, number] = [first.replace(/\d+/, ""), first.replace(/\D+/, "")];
  return second.startsWith(letter) && second.replace(/\D+/, "") !== number
    ? { key: "skin.column", args: { column: letter } }
    : { key: "skin.row", args: { row: number } };
}

export interface Offer {
  tile: string;
  text: string;
  points: number | null; // what the turn would be worth; null until that is known
}

/** Where the token that is held can go, the best first. */
export function offersOf(at: Pick<TableView<View>, "view" | "scene" | "choices" | "choosing">): Offer[] {
  const [held, ...more] = at.choosing.held;
  if (!held?.startsWith("piece:") || more.length > 0) return [];
  const gains = viewOf(at)?.gains ?? {};
  return at.choices
    .filter((choice) => choice.path.length === 2 && choice.path[0] === held)
    .map((choice) => ({ tile: tileOf(choice.path[1] ?? ""), text: choice.text, points: gains[choice.text] ?? null }))
    .sort((a, b) => (b.points ?? 0) - (a.points ?? 0));
}

type Offered = Parameters<typeof offersOf>[0];
const worths = new WeakMap<Offered, Map<string, number | null>>();

/** What the turn would be worth with the token that is held on this tile. For what is shown now it is worked out once:
 * there may be dozens of such tiles, and hundreds of choices. */
export function worthOn(at: Offered, tile: string): number | null {
  let worth = worths.get(at);
  if (!worth) {
    worth = new Map(offersOf(at).map((offer) => [offer.tile, offer.points]));
    worths.set(at, worth);
  }
  return worth.get(tile) ?? null;
}

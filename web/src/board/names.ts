/** Words for places and pieces, so that the board can be heard as well as seen. */

import type { Choice, Piece, Plan, Scene } from "../contract";
import { t } from "../ui/texts/page";
import { type Catalogue, render, type Say, type Sayable } from "../ui/texts/render";
import { isButton } from "./paths";

/** A button's label: the game's own word for it. */
export function buttonName(catalogue: Catalogue, target: string): string {
  const id = target.slice("button:".length);
  const key = `button.${id}`;
  return catalogue[key] === undefined ? id : render(catalogue, { key });
}

/** A mark's word. */
export function markName(catalogue: Catalogue, kind: string): string {
  return render(catalogue, { key: `mark.${kind}` });
}

export function placeName(plan: Plan, say: Say, place: string): string {
  const id = place.slice(place.indexOf(":") + 1);
  const zone = place.startsWith("zone:") ? plan.zones?.find((each) => each.id === id) : undefined;
  return zone ? say(zone.name) : id;
}

/** What a target is called: a place with what stands on it, a piece, or a button. */
export function targetName(
  plan: Plan,
  scene: Scene,
  catalogue: Catalogue,
  target: string,
  called?: string | undefined, // the place, where its id would say nothing
): string {
  const say = (text: Sayable) => render(catalogue, text);
  if (isButton(target)) return buttonName(catalogue, target);
  if (target.startsWith("piece:")) {
    const piece = scene.pieces?.find((each) => `piece:${each.id}` === target);
    return piece ? say(piece.name) : target;
  }
  const on = (scene.pieces ?? []).filter((each) => each.at === target);
  const top = on.at(-1);
  return t("table.place", {
    place: called ?? placeName(plan, say, target),
    what: top ? say(top.name) : t("table.empty"),
  });
}

/** A choice in words: its steps by name. */
export function choiceName(plan: Plan, scene: Scene, catalogue: Catalogue, choice: Choice): string {
  const say = (text: Sayable) => render(catalogue, text);
  const named = choice.path.map((target) => {
    if (isButton(target)) return buttonName(catalogue, target);
    const piece = scene.pieces?.find((each) => `piece:${each.id}` === target);
    return piece ? say(piece.name) : placeName(plan, say, target);
  });
  return named.length > 0 ? named.join(" → ") : choice.text;
}

/** The position as lines: each place that holds something, with what it holds, equal things counted. */
export function positionLines(plan: Plan, scene: Scene, say: Say): { place: string; holds: string }[] {
  const at = new Map<string, Piece[]>();
  for (const piece of scene.pieces ?? []) at.set(piece.at, [...(at.get(piece.at) ?? []), piece]);
  return [...at].map(([place, pieces]) => {
    const counted = new Map<string, number>();
    for (const piece of pieces) counted.set(say(piece.name), (counted.get(say(piece.name)) ?? 0) + 1);
    const holds = [...counted]
      .map(([what, count]) => (count > 1 ? t("table.several", { count, what }) : what))
      .join(", ");
    return { place: placeName(plan, say, place), holds };
  });
}

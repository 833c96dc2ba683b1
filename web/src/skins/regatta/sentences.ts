/** A heading in sentences: how fast, why, how far, and who has the right of way. */

import type { Catalogue, TableView } from "../../board/skin";
import type { Way } from "../../contract";
import type { View } from "./facts";

type Told = Pick<TableView, "say">;

export function linesOf(at: Told, way: Way, phase: string): string[] {
  const { say } = at;
  const boat = { key: `seat.${way.other ?? 0}` };
  const right = way.right ? [say({ key: `right.${way.right}`, args: { boat } })] : [];
  if (way.fault) return [say({ key: `fault.${way.fault}`, args: { boat } }), ...right];
  const count = way.track.length;
  const lines =
    phase === "step"
      ? [say({ key: "way.on", args: { count } })]
      : [
          say({ key: "way.speed", args: { sail: { key: `sail.${way.sail}` }, full: way.full } }),
          ...(way.tacking ? [say({ key: way.full > 1 ? "way.tacking" : "way.tacking-beat" })] : []),
          ...(way.shadow ? [say({ key: "way.shadow" })] : []),
          ...(way.halt === "bump" && count === 1 ? [] : [say({ key: "way.points", args: { count } })]),
        ];
  return [...lines, ...(way.halt ? [say({ key: `halt.${way.halt}`, args: { boat } })] : []), ...right];
}

/** In a word, what bears on a way. */
export function reasonOf(way: Way): "tack" | "shadow" | "bump" | "card" | "home" | "way" | null {
  if (way.fault) return way.fault === "shadow" ? "shadow" : way.fault === "boat" ? "way" : null;
  if (way.halt === "bump" || way.halt === "home") return way.halt;
  if (way.shadow || way.halt === "shadow") return "shadow";
  if (way.tacking) return "tack";
  if (way.halt === "card") return "card";
  return way.halt === "boat" || way.halt === "no-room" ? "way" : null;
}

/** The game's sailing words: what is written, and the name of its explanation. */
export function sailingTerms(catalogue: Catalogue): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, entry] of Object.entries(catalogue))
    if (key.startsWith("word.") && typeof entry === "string") found.set(entry.toLowerCase(), key.slice(5));
  return found;
}

/** What the compass' middle says, and what it does, for the direction that is picked. */
export function deedOf(at: Told, view: View, heading: string, way: Way | null): { short: string; long: string } {
  const { say } = at;
  if (view.phase === "dodge") return deed(say, "skin.go-dodge", { key: "skin.dodge", args: { heading } });
  if (view.phase === "choose") return deed(say, "skin.go-wind", { key: "skin.set-wind", args: { heading } });
  const count = way?.track.length ?? 1;
  if (view.phase === "step") return deed(say, "skin.go-on", { key: "skin.sail-on", args: { heading, count } });
  return deed(say, "skin.go", { key: "skin.sail", args: { heading, count } });
}

const deed = (say: Told["say"], short: string, long: Parameters<Told["say"]>[0]) => ({
  short: say({ key: short }),
  long: say(long),
});

/** What the skin reads: the game's own view, the scene's marks, and the choices, put the way they are drawn. */

import type { Choice, Mark, Piece, Scene } from "../../board/skin";
import type { Boat, GameViews, Way } from "../../contract";

export const HEADINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;

/** The part of the game's view that is drawn. */
export type View = Pick<
  GameViews["regatta"],
  | "course"
  | "markers"
  | "cards"
  | "next"
  | "wind"
  | "boats"
  | "phase"
  | "turn"
  | "mover"
  | "bumped"
  | "speed"
  | "ways"
  | "seat"
>;

/** Where the wind comes from, in degrees from north clockwise; null before it is drawn. */
export function windOf(scene: Scene): number | null {
  return scene.pieces?.find((piece) => piece.kind === "wind")?.turn ?? (hasWind(scene) ? 0 : null);
}
const hasWind = (scene: Scene) => scene.pieces?.some((piece) => piece.kind === "wind") ?? false;

/** How a boat's sails stand. */
export interface Trim {
  boom: number; // degrees from the centreline
  side: 1 | -1; // to which the sails belly: 1 is starboard
  kite: boolean;
  sailing: boolean; // it has moved, so that there is a trim
}

const BOOMS: Record<number, number> = { 0: 6, 45: 20, 90: 46, 135: 64, 180: 82 };

/** From its name, which says heading and tack, and the wind. */
export function trimOf(piece: Piece, wind: number | null): Trim {
  const { key, args = {} } = piece.name;
  const tack = args.tack;
  const port = typeof tack === "object" ? tack.key === "tack.port" : off(piece.turn ?? 0, wind ?? 0) > 0;
  const kite = key.endsWith("-spinnaker");
  if (args.heading === undefined || wind === null) return { boom: 0, side: 1, kite, sailing: false };
  const angle = Math.abs(off(piece.turn ?? 0, wind));
  return { boom: BOOMS[angle] ?? 46, side: port ? 1 : -1, kite, sailing: true };
}

/** The angle from b to a, from -180 to 180. */
export function off(a: number, b: number): number {
  const turn = (((a - b) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

/** The point beside another, as points are called: what is east of "3,4" is "4,4". */
export function beyond(point: string, heading: string): string {
  const [x = 0, y = 0] = point.split(",").map(Number);
  const by = (plus: string, minus: string) => Number(heading.includes(plus)) - Number(heading.includes(minus));
  return `${x + by("E", "W")},${y + by("N", "S")}`;
}

/** Steps that stand for a direction: to sail, to give way, or to set the wind. */
export function directions(choices: readonly Choice[]): Map<string, Choice> {
  const found = new Map<string, Choice>();
  for (const choice of choices) {
    const [last = "", first] = choice.text.split(" ").reverse();
    const known = first === undefined || first === "dodge" || first === "wind";
    if (known && (HEADINGS as readonly string[]).includes(last)) found.set(last, choice);
  }
  return found;
}

/** What to send for a way: every step of it that can be foreseen. */
export const stepsOf = (way: Way): string[] => way.track.map(() => way.heading);

// -- gates ------------------------------------------------------------------------------------------------------

export interface GateLine {
  state: "later" | "next" | "passed";
  angle: number; // degrees from north clockwise
  reach: number; // points to its end
}

export interface Rounding {
  x: number;
  y: number;
  gates: GateLine[];
}

const GATES: Record<string, GateLine["state"]> = { gate: "later", "gate-next": "next", "gate-passed": "passed" };

/** The gates by marker, in the order in which they are to be passed. A gate's first site lies one step from its marker. */
export function roundings(
  marks: readonly Mark[],
  spot: (target: string) => { x: number; y: number } | null,
): Rounding[] {
  const found: Rounding[] = [];
  for (const mark of marks) {
    const state = GATES[mark.kind];
    const [a, b] = [mark.at[0], mark.at[1]].map((site) => (site ? spot(site) : null));
    if (!state || !a || !b) continue;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const [x, y] = [a.x - dx, a.y - dy];
    const gate = { state, angle: (Math.atan2(dx, -dy) * 180) / Math.PI, reach: mark.at.length };
    const last = found.at(-1);
    if (last && Math.hypot(last.x - x, last.y - y) < 0.01) last.gates.push(gate);
    else found.push({ x, y, gates: [gate] });
  }
  return found;
}

export function roundingState(rounding: Rounding): GateLine["state"] {
  if (rounding.gates.every((gate) => gate.state === "passed")) return "passed";
  return rounding.gates.some((gate) => gate.state === "next") ? "next" : "later";
}

// -- the race ---------------------------------------------------------------------------------------------------

/** Where a boat is bound for, as a text of the game. */
export const boundFor = ({ goal, gate, markers }: Boat) => ({
  key: `to.${goal}`,
  args: { number: markers + 1, gate: gate ?? "" },
});

/** A sentence cut where a sailing word stands in it. */
export function cutAt(sentence: string, words: ReadonlyMap<string, string>): { text: string; word: string | null }[] {
  const longest = [...words.keys()].sort((a, b) => b.length - a.length);
  if (longest.length === 0) return [{ text: sentence, word: null }];
  const escaped = longest.map((word) => word.replace(/[^\p{L}\p{N} ]/gu, "\\$&"));
  const found = new RegExp(`(?<![\\p{L}])(${escaped.join("|")})(?![\\p{L}])`, "giu");
  return sentence
    .split(found)
    .filter((text) => text !== "")
    .map((text) => ({ text, word: words.get(text.toLowerCase()) ?? null }));
}

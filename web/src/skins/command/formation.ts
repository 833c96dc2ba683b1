/** Formations: which ship stands where on a side's own rows, and the steps that lead from one to another. Pure. */

import type { Choice, Choosing, Scene, TableView } from "../../board/skin";
import { deploying, isLetter, letterOf } from "./facts";
import type { Letter } from "./hulls";

const ROW = 9;
export const EMPTY = ".";

/** A formation as text: a letter or a dot for every berth, the front row first, each row from the side's own left. */
export type Chart = string;

/** Formations to begin with. */
export const BUILT_IN: { name: string; chart: Chart }[] = [
  { name: "skin.formation-screen", chart: ".T.FS.R.ASWEL.NVZLLKLQCLBL." },
  { name: "skin.formation-hammer", chart: "SFRT.L.LLNEAWL.ZB.VLK.QLSC." },
  { name: "skin.formation-corner", chart: "LSL.FLR.LTNE.AWVZSCLQ.KLB.." },
];

export interface Fleet {
  berths: string[]; // in the order of a chart
  standing: ReadonlyMap<string, Letter>; // by square
  waiting: Letter[]; // still to place
}

const squareOf = (target: string) => target.slice("site:".length);

/** The viewer's own ships, and all berths that it has: those that are taken, and those that something can be put on. */
export function fleetOf(scene: Scene, choices: readonly Choice[], seat: number | null): Fleet {
  const standing = new Map<string, Letter>();
  const waiting: Letter[] = [];
  for (const piece of scene.pieces ?? []) {
    const letter = piece.seat === seat ? letterOf(piece.kind) : null;
    if (!letter) continue;
    if (piece.at.startsWith("site:")) standing.set(squareOf(piece.at), letter);
    else for (let i = Number(piece.glyph.slice(1) || 1); i > 0; i--) waiting.push(letter);
  }
  const ends = choices.map((choice) => choice.path[1] ?? "").filter((target) => target.startsWith("site:"));
  const berths = new Set([...standing.keys(), ...ends.map(squareOf)]);
  return { berths: [...berths].sort(seat === 1 ? (a, b) => before(b, a) : before), standing, waiting };
}

/** As White sees its squares: from the front row to the last, and from a to i. Black sees them turned. */
function before(a: string, b: string): number {
  return Number(b.slice(1)) - Number(a.slice(1)) || (a.charAt(0) < b.charAt(0) ? -1 : 1);
}

export function chartOf(fleet: Fleet): Chart {
  return fleet.berths.map((berth) => fleet.standing.get(berth) ?? EMPTY).join("");
}

export function mirrored(chart: Chart): Chart {
  const rows = chart.match(new RegExp(`.{1,${ROW}}`, "g")) ?? [];
  return rows.map((row) => [...row].reverse().join("")).join("");
}

/** Whether a formation is for this fleet on these berths. */
export function fits(fleet: Fleet, chart: Chart): boolean {
  const sorted = (letters: Iterable<string>) => [...letters].sort().join("");
  const ships = [...chart].filter((letter) => letter !== EMPTY);
  return (
    chart.length === fleet.berths.length && sorted(ships) === sorted([...fleet.standing.values(), ...fleet.waiting])
  );
}

/** All ships anywhere; or what stands stays, and the rest goes anywhere. */
export function random(fleet: Fleet, keep: boolean, luck: () => number = Math.random): Chart {
  const chart: string[] = keep ? [...chartOf(fleet)] : fleet.berths.map(() => EMPTY);
  const ships = keep ? fleet.waiting : [...fleet.standing.values(), ...fleet.waiting];
  const free = chart.flatMap((letter, i) => (letter === EMPTY ? [i] : []));
  for (const ship of ships) {
    const [berth = 0] = free.splice(Math.floor(luck() * free.length), 1);
    chart[berth] = ship;
  }
  return chart.join("");
}

/** The steps from how the fleet stands to a formation. What stands where it should is left there. */
export function stepsTo(fleet: Fleet, chart: Chart): string[] {
  const standing = new Map(fleet.standing);
  const open = new Map<string, Letter>(); // berths that wait for a ship, and for which
  for (const [i, berth] of fleet.berths.entries()) {
    const wanted = chart[i] ?? EMPTY;
    if (isLetter(wanted) && standing.get(berth) !== wanted) open.set(berth, wanted);
  }
  const right = (berth: string) => standing.get(berth) === chart[fleet.berths.indexOf(berth)];
  const going: { from: string; to: string; ship: Letter }[] = [];
  for (const [from, ship] of standing) {
    if (right(from)) continue;
    const to = [...open].find(([, wanted]) => wanted === ship)?.[0];
    if (to === undefined) continue;
    open.delete(to);
    going.push({ from, to, ship });
  }
  const steps: string[] = [];
  const shift = (ship: Letter, from: string, to: string) => {
    steps.push(`${ship}:${from}-${to}`);
    standing.delete(from);
    standing.set(to, ship);
  };
  while (going.length > 0) {
    const next = going.findIndex((each) => !standing.has(each.to));
    const [each] = going.splice(Math.max(next, 0), 1);
    if (!each) break;
    if (next >= 0) {
      shift(each.ship, each.from, each.to);
      continue;
    }
    // All of them stand in each other's way: one steps aside.
    const aside = fleet.berths.find((berth) => !standing.has(berth));
    if (aside === undefined) break;
    shift(each.ship, each.from, aside);
    going.push({ ...each, from: aside });
  }
  return [...steps, ...[...open].map(([berth, ship]) => `${ship}@${berth}`)];
}

/** The steps by which two ships change places; none where there is no room to do it. */
export function swapSteps(choices: readonly Choice[], a: string, b: string): string[] {
  const aside = choices.find((choice) => choice.path[0] === a && choice.path.length === 2);
  const other = choices.find((choice) => choice.path[0] === b && choice.path.length === 2);
  const room = aside?.path[1];
  if (!aside || !other || !room) return [];
  const [ship, back] = [aside.text.charAt(0), other.text.charAt(0)];
  return [aside.text, `${back}:${squareOf(b)}-${squareOf(a)}`, `${ship}:${squareOf(room)}-${squareOf(b)}`];
}

/** While a ship of the viewer's is held, the others light up too. Put down on one of them, the two change places. */
export function withSwaps(shown: Pick<TableView, "choosing" | "choices" | "scene" | "act">): Choosing {
  const { choosing, choices, scene } = shown;
  if (!deploying(scene)) return choosing;
  const [held, more] = choosing.held;
  const shipAt = (target: string) => choices.find((choice) => choice.path[0] === target)?.text.charAt(0);
  const begins = new Set(choices.flatMap((choice) => choice.path.slice(0, 1)));
  const others =
    held?.startsWith("site:") && more === undefined
      ? [...begins].filter((target) => target.startsWith("site:") && shipAt(target) !== shipAt(held))
      : [];
  return {
    ...choosing,
    lit: [...choosing.lit, ...others.map((target) => ({ target, also: true, last: true }))],
    touch: (target) => {
      if (!held || !others.includes(target)) return choosing.touch(target); // nothing here is final: no second word
      choosing.putBack();
      shown.act(swapSteps(choices, held, target));
    },
  };
}

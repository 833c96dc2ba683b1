/** What a match came to: played through on the points alone, as the log writes them. */

import type { MatchAtEnd, NumberTold } from "../../board/skin";
import { nameOf } from "./facts";

const WRITTEN = /^(x?)([a-k])(\d+)(?:-([a-k])(\d+))?$/;
const LETTERS = "abcdefghijk";

interface Turned {
  all: number;
  most: number;
  where: string; // the move that turned most
}

/** How many markers were turned over, and by which move most. */
export function turnedIn(steps: MatchAtEnd["steps"]): Turned {
  const markers = new Set<string>();
  const found: Turned = { all: 0, most: 0, where: "" };
  for (const { text = "" } of steps) {
    const [, taken, from, low, to, high] = WRITTEN.exec(text) ?? [];
    if (!from || !low || !to || !high) continue; // a ring is put down, or taken
    const line = between([LETTERS.indexOf(from), Number(low)], [LETTERS.indexOf(to), Number(high)]);
    if (taken) {
      for (const point of line) markers.delete(point);
      continue;
    }
    const jumped = line.slice(1, -1).filter((point) => markers.has(point)).length;
    markers.add(line[0] ?? "");
    found.all += jumped;
    if (jumped > found.most) Object.assign(found, { most: jumped, where: text });
  }
  return found;
}

type At = readonly [column: number, number: number];

/** The points of a line, with its ends. */
function between(from: At, to: At): string[] {
  const [across, along] = [to[0] - from[0], to[1] - from[1]];
  const count = Math.max(Math.abs(across), Math.abs(along));
  return Array.from({ length: count + 1 }, (_, i) =>
    [LETTERS[from[0] + (across * i) / count], from[1] + (along * i) / count].join(""),
  );
}

export function numbers({ steps, say }: MatchAtEnd): NumberTold[] {
  const { all, most, where } = turnedIn(steps);
  const [start, end] = where.split("-");
  const move = start && end ? `${nameOf(`site:${start}`)}–${nameOf(`site:${end}`)}` : "";
  return [
    { words: say({ key: "numbers.turned" }), value: String(all) },
    ...(most > 1
      ? [{ words: say({ key: "numbers.most" }), value: say({ key: "numbers.by", args: { count: most, move } }) }]
      : []),
  ];
}

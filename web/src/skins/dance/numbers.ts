/** What a dance came to: the cards as they were laid, pile by pile. */

import type { MatchAtEnd, NumberTold } from "../../board/skin";
import { locale } from "../../ui/texts/language";

const FIRST = [1, 1, 100, 100]; // what the piles begin with: two rise, two fall
const JUMP = 10; // back, on a pile that goes the other way

export interface Laid {
  cards: number;
  jumps: number;
  went: number; // what all other cards took of their piles
  widest: number;
  signals: number;
}

export function laidIn(steps: MatchAtEnd["steps"]): Laid {
  const tops = [...FIRST];
  const found: Laid = { cards: 0, jumps: 0, went: 0, widest: 0, signals: 0 };
  for (const { text = "" } of steps) {
    if (/^say:\w+:/.test(text)) found.signals += 1;
    const [, card, pile] = /^(\d+)>([1-4])$/.exec(text) ?? [];
    if (!card || !pile) continue;
    const at = Number(pile) - 1;
    const by = (Number(card) - (tops[at] ?? 0)) * (at < 2 ? 1 : -1);
    tops[at] = Number(card);
    found.cards += 1;
    if (by === -JUMP) found.jumps += 1;
    else found.went += by;
    found.widest = Math.max(found.widest, by);
  }
  return found;
}

export function numbers({ steps, say }: MatchAtEnd): NumberTold[] {
  const { cards, jumps, went, widest, signals } = laidIn(steps);
  const told = (key: string, value: number) => ({ words: say({ key }), value: value.toLocaleString(locale()) });
  const average = Math.round((10 * went) / Math.max(1, cards - jumps)) / 10;
  return [
    told("numbers.cards", cards),
    told("numbers.jumps", jumps),
    told("numbers.average", average),
    told("numbers.widest", widest),
    ...(signals > 0 ? [told("numbers.signals", signals)] : []),
  ];
}

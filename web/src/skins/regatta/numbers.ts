/** What a race came to, for the viewer's boat or for all. */

import type { MatchAtEnd, NumberTold } from "../../board/skin";
import { HEADINGS, type View } from "./facts";

const isHeading = (text: string) => (HEADINGS as readonly string[]).includes(text);

export function numbers({ steps, view, seat, say }: MatchAtEnd<View>): NumberTold[] {
  const own = steps.filter((step) => (seat === null ? (step.seat ?? null) !== null : step.seat === seat));
  const turns = view?.boats.map((boat) => boat.turns) ?? [];
  const count = (key: string, value: number) => ({ words: say({ key }), value: String(value) });
  return [
    count("numbers.turns", Math.max(0, ...turns)),
    count(
      seat === null ? "numbers.points" : "numbers.your-points",
      own.filter((each) => isHeading(each.text ?? "")).length,
    ),
    count("numbers.cards", steps.filter((each) => each.text?.startsWith("card ")).length),
    count("numbers.bumps", steps.filter((each) => each.text?.startsWith("dodge ")).length),
  ];
}

/** In which of its turns a boat came home. */
export function came(seat: number, { view, say }: MatchAtEnd<View>): string | undefined {
  const boat = view?.boats[seat];
  if (!boat) return undefined;
  return boat.place === null
    ? say({ key: "numbers.at-sea" })
    : say({ key: "numbers.home", args: { turn: boat.turns } });
}

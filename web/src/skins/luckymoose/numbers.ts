/** What a match came to: what was laid and exchanged. */

import type { MatchAtEnd, NumberTold } from "../../board/skin";

export function numbers({ steps, say }: MatchAtEnd): NumberTold[] {
  const count = (key: string, is: (text: string) => boolean) => ({
    words: say({ key }),
    value: String(steps.filter((each) => is(each.text ?? "")).length),
  });
  return [
    count("numbers.laid", (text) => text.includes("@")),
    count("numbers.turns", (text) => text === "end"),
    count("numbers.exchanges", (text) => text.startsWith("swap")),
  ];
}

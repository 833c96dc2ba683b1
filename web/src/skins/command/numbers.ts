/** What a battle came to: the challenges, and how they went. */

import type { MatchAtEnd, NumberTold } from "../../board/skin";

export function numbers({ steps, say }: MatchAtEnd): NumberTold[] {
  const met = steps.flatMap((step) => (step.moment?.kind === "challenge" ? (step.moment.facts?.lost ?? "") : []));
  const count = (key: string, value: number) => ({ words: say({ key }), value: String(value) });
  return [
    count("numbers.challenges", met.length),
    count("numbers.won", met.filter((lost) => lost === "defender").length),
    count("numbers.both", met.filter((lost) => lost === "both").length),
  ];
}

/** Which exercises of a rules page were got right: kept on this device, for the ticks in its contents. */

import { useCallback } from "react";
import { readStored, useStored, writeStored } from "../../client/stored";

type Known = Readonly<Record<string, "right" | "look">>; // by diagram; `look`: there is nothing to try in it

const NAME = "exercises";
const NOTHING: Known = {};
const of = (game: string) => `rules:${game}`;
export const DIAGRAM = /^```diagram\n(.*?)\n```$/gm;

/** What is learned of a diagram when it is shown. */
export function useLearned(game: string): (diagram: string, outcome: "right" | "look") => void {
  return useCallback(
    (diagram, outcome) => {
      const known = readStored<Known>(NAME, of(game)) ?? NOTHING;
      if (known[diagram] !== outcome) writeStored(NAME, of(game), { ...known, [diagram]: outcome });
    },
    [game],
  );
}

/** Whether all that can be tried in a part of the rules, and something can, was got right once. */
export function useDone(game: string): (diagrams: string) => boolean {
  const [known] = useStored<Known>(NAME, NOTHING, of(game));
  return (diagrams) => {
    const found = [...diagrams.matchAll(DIAGRAM)].map(([, name = ""]) => known[name.trim()]);
    return found.includes("right") && !found.includes(undefined);
  };
}

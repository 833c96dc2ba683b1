/** A move in advance, at tables where turns take minutes. It is kept in the page alone, and sent as an ordinary step the
 * moment it is the player's turn, if it is possible then. What can be chosen comes from the server, when it is asked. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { Choice } from "../../../contract";
import { t } from "../../../ui/texts/page";
import { choicesAhead } from "../requests";

export interface Ahead {
  on: boolean; // a move can be chosen in advance now
  chosen: Choice | null;
  choices: readonly Choice[]; // to choose from; empty before they are asked for
  asking: boolean; // the answer is on its way
  ask: () => boolean; // the same, as of now
  choose: (choice: Choice) => void;
  cancel: () => void;
}

const NO_CHOICES: readonly Choice[] = [];

export function useAhead(about: {
  table: string;
  seat: number | null;
  waits: boolean; // it is played, and somebody else's turn
  ready: boolean; // the player is to act, and nothing stands in the way
  cursor: number;
  choices: readonly Choice[]; // what can be done now
  act: (step: string) => void;
  fail: (sentence: string) => void;
}): Ahead {
  const { table, seat, waits, ready, cursor, choices, act, fail } = about;
  const [offered, setOffered] = useState<{ cursor: number; choices: readonly Choice[] } | null>(null);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const asked = useRef({ at: -1, answered: true }); // at which cursor it was asked last
  const [asking, setAsking] = useState(false);

  const ask = useCallback(() => {
    if (!waits || seat === null) return false;
    if (asked.current.at === cursor) return !asked.current.answered;
    const mine = { at: cursor, answered: false };
    asked.current = mine;
    setAsking(true);
    choicesAhead(table, seat)
      .then(
        (answer) => setOffered({ cursor, choices: answer.choices }),
        () => setOffered(null), // it can be done without
      )
      .then(() => {
        mine.answered = true;
        if (asked.current === mine) setAsking(false);
      });
    return true;
  }, [table, seat, waits, cursor]);
  const choose = useCallback((choice: Choice) => setChosen(choice), []);
  const cancel = useCallback(() => setChosen(null), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next player at this device has chosen nothing
  useEffect(() => setChosen(null), [seat, table]);
  useEffect(() => {
    if (!chosen || waits) return;
    if (!ready) return;
    setChosen(null);
    if (choices.some((each) => each.text === chosen.text)) act(chosen.text);
    else fail(t("ahead.dropped"));
  }, [chosen, waits, ready, choices, act, fail]);

  const fresh = waits && !chosen && offered?.cursor === cursor ? offered.choices : NO_CHOICES;
  return { on: waits, chosen: waits ? chosen : null, choices: fresh, asking, ask, choose, cancel };
}

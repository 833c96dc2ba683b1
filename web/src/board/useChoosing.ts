import { useCallback, useMemo, useState } from "react";
import { complete, type Held, isButton, type Lit, lit, stillHeld, touch } from "./paths";
import type { Choice } from "./types";

/** A choice in the making: what is held, what can be touched next, and how. */
export interface Choosing {
  held: Held;
  lit: Lit[];
  buttons: Lit[];
  whole: Choice[]; // actions whose path is held and which wait for a word
  pending: Choice | null; // chosen by a finger on a crowded board, to be confirmed
  touch: (target: string, confirm?: boolean) => void;
  take: (held: Held) => void; // hold just this, as far as it leads somewhere
  choose: (choice: Choice) => void;
  putBack: () => void;
}

const NOTHING: Held = [];

export function useChoosing(choices: readonly Choice[], onChoose: (choice: Choice) => void): Choosing {
  const [kept, setKept] = useState<Held>(NOTHING);
  const [waiting, setWaiting] = useState<Choice | null>(null);
  const held = useMemo(() => stillHeld(choices, kept), [choices, kept]);
  const pending = waiting !== null && choices.includes(waiting) ? waiting : null;

  const choose = useCallback(
    (choice: Choice) => {
      setKept(NOTHING);
      setWaiting(null);
      onChoose(choice);
    },
    [onChoose],
  );
  const touched = useCallback(
    (target: string, confirm = false) => {
      const result = touch(choices, held, target);
      if ("held" in result) {
        setWaiting(null);
        setKept(result.held);
      } else if (confirm && result.choose !== pending) setWaiting(result.choose);
      else choose(result.choose);
    },
    [choices, held, pending, choose],
  );
  const take = useCallback((all: Held) => {
    setWaiting(null);
    setKept(all);
  }, []);
  const putBack = useCallback(() => take(NOTHING), [take]);

  return useMemo(() => {
    const next = lit(choices, held);
    return {
      held,
      lit: next,
      buttons: next.filter((each) => isButton(each.target)),
      whole: complete(choices, held),
      pending,
      touch: touched,
      take,
      choose,
      putBack,
    };
  }, [choices, held, pending, touched, take, choose, putBack]);
}

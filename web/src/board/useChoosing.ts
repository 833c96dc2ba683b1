import { useCallback, useMemo, useState } from "react";
import type { Choice } from "../contract";
import { complete, type Held, insteadOf, isButton, type LitTarget, litTargets, stillHeld, touch } from "./paths";

/** A choice in the making: what is held, what can be touched next, and how. */
export interface Choosing {
  held: Held;
  lit: LitTarget[];
  buttons: LitTarget[];
  others: string[]; // what could be taken up instead of what is in hand
  whole: Choice[]; // actions whose path is held and which wait for a word
  pending: Choice | null; // chosen by a finger on a crowded board, to be confirmed
  touch: (target: string, confirm?: boolean) => void;
  take: (held: Held) => void; // hold just this, as far as it leads somewhere
  choose: (choice: Choice) => void;
  offer: (choice: Choice) => void; // to be confirmed, as if a finger had chosen it
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
  const offer = useCallback((choice: Choice) => {
    setKept(NOTHING);
    setWaiting(choice);
  }, []);
  const take = useCallback((all: Held) => {
    setWaiting(null);
    setKept(all);
  }, []);
  const putBack = useCallback(() => take(NOTHING), [take]);

  return useMemo(() => {
    const next = litTargets(choices, held);
    return {
      held,
      lit: next,
      buttons: next.filter((each) => isButton(each.target)),
      others: insteadOf(choices, held, next),
      whole: complete(choices, held),
      pending,
      touch: touched,
      take,
      choose,
      offer,
      putBack,
    };
  }, [choices, held, pending, touched, take, choose, offer, putBack]);
}

const NO_CHOICES: Choice[] = [];
const nothing = () => undefined;

/** For a board to look at, of an earlier moment or in a text: nothing can be chosen. */
export function useNothingToChoose() {
  const choosing = useChoosing(NO_CHOICES, nothing);
  return { table: "", mine: false, past: true, choices: NO_CHOICES, choosing, act: nothing };
}

/** The same with places that stand for a whole action: one touch there is all of its path. */
export function withShortcuts(choosing: Choosing, shortcuts: ReadonlyMap<string, Choice> | undefined): Choosing {
  if (!shortcuts?.size) return choosing;
  const others = choosing.lit.filter((each) => !shortcuts.has(each.target));
  return {
    ...choosing,
    lit: [...[...shortcuts].map(([target, { also }]) => ({ target, also, last: true })), ...others],
    touch: (target, confirm = false) => {
      const choice = shortcuts.get(target);
      if (!choice) choosing.touch(target, confirm);
      else if (confirm && choosing.pending !== choice) choosing.offer(choice);
      else choosing.choose(choice);
    },
  };
}

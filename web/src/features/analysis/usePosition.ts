/** The position after the step at which one looks, and the words of all steps to it. What was fetched is kept. */

import { useEffect, useMemo, useRef, useState } from "react";
import { errorText } from "../../client/http";
import type { AnalysedPosition, AnalysedStep, AnalysisLine, Plan } from "../../contract";
import { analyse, lineOf, type Viewpoint } from "./requests";
import { lineTo, type Variations } from "./variations";

/** A step as the viewer may know it: hidden words of its text are question marks. */
export type Told = Pick<AnalysedStep, "text" | "words">;

export interface ShownPosition {
  now: AnalysedPosition | null; // the latest that is here; `fresh` says whether it is the one that is wanted
  plan: Plan | null;
  fresh: boolean;
  key: string; // of what is wanted
  line: AnalysisLine;
  words: ReadonlyMap<number, Told>; // by step of the tree
  refusal: string | null;
}

const MOST_KEPT = 300;

/** With another `edition` of the tree its steps are others, though they have the same numbers. */
export function usePosition(
  game: string,
  tree: Variations,
  view: Viewpoint,
  skip: boolean,
  edition: number,
): ShownPosition {
  const kept = useRef(new Map<string, AnalysedPosition>());
  const [words, setWords] = useState<ReadonlyMap<string, Told>>(new Map());
  const [shown, setShown] = useState<{ key: string; now: AnalysedPosition } | null>(null);
  const [plan, setPlan] = useState<{ of: string; plan: Plan } | null>(null);
  const [refusal, setRefusal] = useState<{ key: string; text: string } | null>(null);
  const steps = useMemo(() => lineTo(tree, tree.here), [tree]);
  const line = useMemo(() => lineOf(tree, steps, view, skip), [tree, steps, view, skip]);
  const whose = `${edition}/${view.known ? view.seat : "all"}`;
  const key = useMemo(() => JSON.stringify(line), [line]);
  const wordless = steps.some((step) => !words.has(`${whose} ${step.id}`));
  const missing = wordless ? 0 : steps.length; // from where on words are wanted
  const planOf = useMemo(() => JSON.stringify([tree.seats.length, tree.options]), [tree.seats, tree.options]);
  const hasPlan = plan?.of === planOf;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the line
  useEffect(() => {
    let wanted = true;
    const before = kept.current.get(key);
    if (before && hasPlan) {
      setShown({ key, now: before });
      return;
    }
    analyse(game, line, missing, !hasPlan).then(
      (now) => {
        if (kept.current.size > MOST_KEPT) kept.current.clear();
        kept.current.set(key, now);
        if (now.told.length > 0 && !skip)
          setWords((was) => {
            const all = new Map(was);
            for (const told of now.told) {
              const step = steps[told.number - 1];
              if (step) all.set(`${whose} ${step.id}`, told);
            }
            return all;
          });
        if (!wanted) return;
        if (now.plan) setPlan({ of: planOf, plan: now.plan });
        setShown({ key, now });
        setRefusal(null);
      },
      (error) => wanted && setRefusal({ key, text: errorText(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [game, key]);

  const byStep = useMemo(() => {
    const found = new Map<number, Told>();
    for (const [name, told] of words) {
      const [viewer, id] = name.split(" ");
      if (viewer === whose) found.set(Number(id), told);
    }
    return found;
  }, [words, whose]);
  return {
    now: shown?.now ?? null,
    plan: hasPlan ? plan.plan : null,
    fresh: shown?.key === key && hasPlan,
    key,
    line,
    words: byStep,
    refusal: refusal?.key === key ? refusal.text : null,
  };
}

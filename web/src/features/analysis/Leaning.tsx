import { t } from "../../ui/texts/page";
import { AdvantageGraph } from "../tables/replay/AdvantageGraph";
import type { ReviewState } from "../tables/replay/useReview";
import css from "./Leaning.module.css";
import { leaned } from "./leaned";
import { BEGINNING, lineEnd, lineTo, type Variations } from "./variations";

interface LeaningProps {
  tree: Variations;
  values: ReadonlyMap<number, readonly number[]>; // by step: what the engine found
  names: readonly string[];
  cooperative: boolean;
  review: ReviewState | null; // null: of no match
  onGo: (id: number) => void;
}

/** How the line that one is on leaned, and where it turned: as the engine found it here, and of a match's own steps as its
 * review did. Below it a slider through the line. */
export function Leaning({ tree, values, names, cooperative, onGo, review }: LeaningProps) {
  const line = lineTo(tree, lineEnd(tree));
  const made = leaned(line, values, review?.review ?? null, names.length);
  const step = lineTo(tree, tree.here).length;
  // Until somebody has looked at a match, or begun to look at its steps here, the panel offers it.
  const offers = review !== null && review.review === null && values.size === 0;
  const shown = offers ? null : { steps: [], lost: [], ...made };
  return (
    <AdvantageGraph
      className={css.lean}
      review={{ ...(review ?? NONE), review: shown }}
      whose={t(review?.review ? "review.whose" : "analysis.leaned")}
      {...{ step, of: line.length, cooperative }}
      seats={names.map((name) => ({ name, kind: "person", person: "" }))}
      onGo={(number) => onGo(number === 0 ? BEGINNING : (line[number - 1]?.id ?? BEGINNING))}
    >
      {null}
    </AdvantageGraph>
  );
}

const NONE: ReviewState = { review: null, now: null, refusal: null, here: false, ask: () => undefined };

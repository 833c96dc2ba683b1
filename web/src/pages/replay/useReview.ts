import { useCallback, useEffect, useState } from "react";
import { askReview, review as fetchReview, type Review, type ReviewNow } from "../../api/tables";
import { someone } from "../../me";
import { sentence } from "../playing";

const LOOK = 1_500; // milliseconds between two looks at a review that is being made

export interface Reviewing {
  review: Review | null;
  now: ReviewNow | null;
  refusal: string | null;
  ask: () => void;
}

/** The strongest bot's opinion of a match; it takes about a minute, and is kept. */
export function useReview(table: string, invite: string): Reviewing {
  const [now, setNow] = useState<ReviewNow | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const waiting = now?.state === "waiting" || now?.state === "running";
  useEffect(() => {
    let current = true;
    const look = () =>
      fetchReview(table, invite).then(
        (found) => current && setNow(found),
        () => undefined,
      );
    if (!waiting) {
      void look();
      return () => {
        current = false;
      };
    }
    const timer = setInterval(look, LOOK);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [table, invite, waiting]);
  const ask = useCallback(() => {
    setRefusal(null);
    someone()
      .then(() => askReview(table, invite))
      .then(setNow, (error) => setRefusal(sentence(error)));
  }, [table, invite]);
  return { review: now?.review ?? null, now, refusal, ask };
}

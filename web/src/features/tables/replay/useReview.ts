import { useEffect, useState } from "react";
import { requirePerson } from "../../../client/session";
import { useAttempt } from "../../../client/useSubmit";
import type { Review, ReviewStatus } from "../../../contract";
import { askReview, review as fetchReview } from "../requests";

const LOOK = 1_500; // milliseconds between two looks at a review that is being made

export interface ReviewState {
  review: Review | null;
  now: ReviewStatus | null;
  refusal: string | null;
  ask: () => void;
}

/** The strongest bot's opinion of a match; it takes about a minute, and is kept. */
export function useReview(table: string, invite: string): ReviewState {
  const [now, setNow] = useState<ReviewStatus | null>(null);
  const [refusal, attempt] = useAttempt();
  const unknown = now === null;
  const waiting = now?.state === "waiting" || now?.state === "running";
  useEffect(() => {
    if (!unknown && !waiting) return; // it is made, or nobody has asked for it
    let current = true;
    const look = () =>
      fetchReview(table, invite).then(
        (found) => current && setNow(found),
        () => undefined,
      );
    if (unknown) void look();
    const timer = waiting ? setInterval(look, LOOK) : undefined;
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [table, invite, unknown, waiting]);
  const ask = () =>
    void attempt(async () => {
      await requirePerson();
      setNow(await askReview(table, invite));
    });
  return { review: now?.review ?? null, now, refusal, ask };
}

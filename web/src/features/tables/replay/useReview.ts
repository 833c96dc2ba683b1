import { useCallback, useEffect, useRef, useState } from "react";
import { requirePerson } from "../../../client/session";
import { useAttempt } from "../../../client/useSubmit";
import type { Review, ReviewStatus } from "../../../contract";
import { askReview, review as fetchReview } from "../requests";
import { reviewHere, useDeviceReview } from "./deviceReview";

const LOOK = 1_500; // milliseconds between two looks at a review that is being made

export interface ReviewState {
  review: Review | null;
  now: ReviewStatus | null;
  refusal: string | null;
  here: boolean; // this device thinks about it, or has
  ask: () => void;
}

/** The engine's opinion of a match; it takes about a minute, and is kept. This device thinks where it can, else the
 * house: the same seeds and simulations give the same review on both. One that the house has is not thought of again. */
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
  const device = useDeviceReview(table);
  const failed = device?.state === "failed" && now !== null && now.state === "none";
  const askHouse = useCallback(
    () =>
      void attempt(async () => {
        await requirePerson();
        setNow(await askReview(table, invite));
      }),
    [attempt, table, invite],
  );
  const asked = useRef(false);
  useEffect(() => {
    if (!failed || !asked.current) return;
    asked.current = false;
    askHouse();
  }, [failed, askHouse]);
  const ask = () => {
    asked.current = true;
    if (device?.state === "failed") askHouse();
    else void reviewHere(table, invite);
  };
  const here = now?.state !== "done" && device !== null && device.state !== "failed" ? device : null;
  return { review: now?.review ?? here?.review ?? null, now: here ?? now, refusal, here: here !== null, ask };
}

/** A request that the user makes, and what is said of its outcome. */

import { type ReactNode, useCallback, useState } from "react";
import { RefusalText, SavedText } from "../ui/Form";
import { errorText } from "./http";

/** Make a request; `done` is what the line says if it succeeds. Answers with whether it did. */
export type Submit = (request: () => Promise<unknown>, done: string) => Promise<boolean>;

/** `className` is the line's. */
export function useSubmit(className?: string): [ReactNode, Submit] {
  const [outcome, setOutcome] = useState<{ good: boolean; text: string } | null>(null);
  const submit: Submit = (request, done) => {
    setOutcome(null);
    return request().then(
      () => {
        setOutcome({ good: true, text: done });
        return true;
      },
      (error) => {
        setOutcome({ good: false, text: errorText(error) });
        return false;
      },
    );
  };
  const Said = outcome?.good ? SavedText : RefusalText;
  const line = outcome && <Said text={outcome.text} role="status" className={className} />;
  return [line, submit];
}

/** For requests whose success is seen elsewhere: why the last one was refused, and a function that makes one. */
export function useAttempt(): [string | null, (request: () => Promise<unknown>) => Promise<void>] {
  const [refusal, setRefusal] = useState<string | null>(null);
  const attempt = useCallback((request: () => Promise<unknown>) => {
    setRefusal(null);
    return request().then(
      () => undefined,
      (error) => setRefusal(errorText(error)),
    );
  }, []);
  return [refusal, attempt];
}

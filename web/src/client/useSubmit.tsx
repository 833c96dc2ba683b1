/** A request that the user makes, and a line that says what came of it. */

import { type ReactNode, useState } from "react";
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

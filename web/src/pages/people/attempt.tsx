/** Something that is asked of the house, and what came of it, said where it was asked. */

import { type ReactNode, useState } from "react";
import { sentence } from "../playing";

export type Attempt = (work: () => Promise<unknown>, good: string) => Promise<unknown>;

export function useAttempt(): [ReactNode, Attempt] {
  const [said, setSaid] = useState<{ good: boolean; words: string } | null>(null);
  const attempt: Attempt = (work, good) => {
    setSaid(null);
    return work().then(
      () => setSaid({ good: true, words: good }),
      (error) => setSaid({ good: false, words: sentence(error) }),
    );
  };
  const line = said && (
    <p className={said.good ? "saved" : "refusal"} role="status">
      {said.words}
    </p>
  );
  return [line, attempt];
}

/** A tournament as it goes on: asked for again and again, each time held by the house until something has happened. */

import { useCallback, useEffect, useState } from "react";
import { Refusal } from "../../api/ask";
import { oneTournament, type TournamentNow } from "../../api/tournaments";

const HELD = 20; // seconds
const AGAIN = 2_000; // milliseconds, after something went wrong

export interface Followed {
  now: TournamentNow | null;
  refusal: string | null; // there is none
  know: (now: TournamentNow) => void; // an answer that came another way
}

export function useTournament(id: string, person: string | null): Followed {
  const [held, setHeld] = useState<{ now: TournamentNow | null; refusal: string | null }>({ now: null, refusal: null });
  const know = useCallback(
    (now: TournamentNow) =>
      setHeld((was) => ({ now: was.now && was.now.version > now.version ? was.now : now, refusal: null })),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one is shown depends on who one is
  useEffect(() => {
    const stop = new AbortController();
    async function follow() {
      let version = 0;
      while (!stop.signal.aborted) {
        try {
          const now = await oneTournament(id, version, version === 0 ? 0 : HELD, stop.signal);
          version = now.version;
          know(now);
          if (now.phase === "over") return;
        } catch (error) {
          if (stop.signal.aborted) return;
          if (error instanceof Refusal && error.key === "tournament.none") {
            setHeld({ now: null, refusal: error.message });
            return;
          }
          await new Promise((resolve) => setTimeout(resolve, AGAIN));
        }
      }
    }
    void follow();
    return () => stop.abort();
  }, [id, person, know]);
  return { ...held, know };
}

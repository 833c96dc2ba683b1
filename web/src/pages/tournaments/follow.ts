/** A tournament as it goes on, over the page's one connection. */

import { useCallback, useEffect, useRef, useState } from "react";
import { get } from "../../api/ask";
import type { TournamentNow } from "../../api/tournaments";
import { wire } from "../../live";
import { type CupFeed, CupTopic } from "../../live/cup";

export interface Followed extends CupFeed {
  know: (now: TournamentNow) => void; // an answer that came another way
}

export function useTournament(id: string, person: string | null): Followed {
  const [feed, setFeed] = useState<CupFeed>({ now: null, refusal: null });
  const topic = useRef<CupTopic | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one is shown depends on who one is
  useEffect(() => {
    const following = new CupTopic(id, get, setFeed);
    topic.current = following;
    return wire.follow(following);
  }, [id, person]);
  const know = useCallback((now: TournamentNow) => topic.current?.know(now), []);
  return { ...feed, know };
}

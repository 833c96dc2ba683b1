/** A tournament as it goes on: what is new comes by the version that is known, and is put in its place. */

import type { TournamentNews, TournamentNow } from "../api/tournaments";
import { type Get, LONG, pause } from "./topics";
import { cupKey, type Message, type Topic } from "./wire";

const MOST_ROUNDS = 60; // that the house tells of, of an arena
const OVER_PAUSE = 30_000; // milliseconds between two looks at one that is over

export interface CupFeed {
  now: TournamentNow | null;
  refusal: string | null; // there is none
}

/** News put in their place; null: something between is missing, and all has to be asked for again. */
export function cupAfter(known: TournamentNow | null, news: TournamentNews): TournamentNow | null {
  if (news.after === 0) return { ...news.now, me: news.me };
  if (known === null || news.after > known.version) return null;
  if (news.cursor <= known.version) return known; // an answer that came another way told of it already
  const fresh = new Map(news.now.rounds.map((round) => [round.round, round]));
  const rounds = known.rounds.map((round) => fresh.get(round.round) ?? round);
  const last = rounds.at(-1)?.round ?? 0;
  return {
    ...news.now,
    entrants: news.entrants ? news.now.entrants : known.entrants,
    rounds: [...rounds, ...news.now.rounds.filter((round) => round.round > last)].slice(-MOST_ROUNDS),
    me: news.me,
  };
}

export class CupTopic implements Topic {
  readonly key: string;
  private feed: CupFeed = { now: null, refusal: null };
  private cursor = 0;
  private readonly tournament: string;
  private readonly get: Get;
  private readonly changed: (feed: CupFeed) => void;

  constructor(tournament: string, get: Get, changed: (feed: CupFeed) => void) {
    this.key = cupKey(tournament);
    [this.tournament, this.get, this.changed] = [tournament, get, changed];
  }
  watch = () => ({ do: "watch", topic: "tournament", tournament: this.tournament, cursor: this.cursor });
  unwatch = () => ({ do: "unwatch", topic: "tournament", tournament: this.tournament });

  hear(message: Message): boolean {
    if (message.is === "reset") {
      this.cursor = 0;
      return true;
    }
    const next = cupAfter(this.cursor === 0 ? null : this.feed.now, message as unknown as TournamentNews);
    return next !== null && this.knows(next);
  }

  /** An answer to something that was done here comes as a whole, and may come first. */
  know(now: TournamentNow): void {
    if (this.feed.now === null || now.version >= this.feed.now.version) this.knows(now);
  }

  refused(refusal: { key: string; error: string }) {
    this.becomes({ now: null, refusal: refusal.error });
  }
  lost() {}

  async poll(signal: AbortSignal): Promise<void> {
    const wait = this.cursor === 0 ? 0 : LONG;
    const over = this.feed.now?.phase === "over";
    const path = `/tournaments/${encodeURIComponent(this.tournament)}?version=${this.cursor}&wait=${wait}`;
    const now = await this.get<TournamentNow>(path, signal);
    if (signal.aborted) return;
    this.know(now);
    if (over) await pause(OVER_PAUSE, signal);
  }

  private knows(now: TournamentNow): true {
    this.cursor = now.version;
    return this.becomes({ now, refusal: null });
  }

  private becomes(feed: CupFeed): true {
    this.feed = feed;
    this.changed(feed);
    return true;
  }
}

/** A tournament as it goes on. The server sends what is new since a version, and it is put in its place here. */

import { useCallback } from "react";
import { socket } from "../../client/connection";
import { get } from "../../client/http";
import { LONG_POLL, pause, type Topic, tournamentKey, type WhyRefused } from "../../client/socket";
import type { SocketMessage, TournamentNews, TournamentNow, Unwatch, Watch } from "../../contract";
import { useLastKnown } from "../../ui/hooks";
import { keyedSlices } from "../../ui/state";

const MOST_ROUNDS = 60; // as many as the server tells of an arena
const OVER_PAUSE = 30_000; // milliseconds between two looks at one that is over

export interface TournamentFeed {
  now: TournamentNow | null;
  refusal: string | null; // why there is nothing to show
}

/** What is known, with news added. Null: something between is missing, and everything has to be asked for again. */
export function withNews(known: TournamentNow | null, news: TournamentNews): TournamentNow | null {
  if (news.after === 0) return { ...news.now, me: news.me };
  if (known === null || news.after > known.version) return null;
  if (news.cursor <= known.version) return known; // an answer to a request brought it already
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

export class TournamentTopic implements Topic {
  readonly key: string;
  private feed: TournamentFeed = { now: null, refusal: null };
  private cursor = 0;
  private readonly tournament: string;
  private readonly changed: (feed: TournamentFeed) => void;

  constructor(tournament: string, changed: (feed: TournamentFeed) => void) {
    this.key = tournamentKey(tournament);
    [this.tournament, this.changed] = [tournament, changed];
  }
  watch = (): Watch => ({ do: "watch", topic: "tournament", tournament: this.tournament, cursor: this.cursor });
  unwatch = (): Unwatch => ({ do: "unwatch", topic: "tournament", tournament: this.tournament });

  hear(message: SocketMessage): boolean {
    if (message.is !== "tournament") return true;
    const next = withNews(this.cursor === 0 ? null : this.feed.now, message);
    return next !== null && this.accept(next);
  }

  forget() {
    this.cursor = 0;
  }

  /** The answer to a request made here brings the whole tournament, and may come before the news. */
  update(now: TournamentNow): void {
    if (this.feed.now === null || now.version >= this.feed.now.version) this.accept(now);
  }

  refused(refusal: WhyRefused) {
    this.publish({ now: null, refusal: refusal.error });
  }
  lost() {}

  async poll(signal: AbortSignal): Promise<void> {
    const wait = this.cursor === 0 ? 0 : LONG_POLL;
    const over = this.feed.now?.phase === "over";
    const { tournament, cursor: version } = this;
    const now = await get("/tournaments/{tournament}", { tournament, version, wait, signal });
    if (signal.aborted) return;
    this.update(now);
    if (over) await pause(OVER_PAUSE, signal);
  }

  private accept(now: TournamentNow): true {
    this.cursor = now.version;
    return this.publish({ now, refusal: null });
  }

  private publish(feed: TournamentFeed): true {
    this.feed = feed;
    this.changed(feed);
    return true;
  }
}

const NOTHING: TournamentFeed = { now: null, refusal: null };
const topics = new Map<string, TournamentTopic>(); // of tournaments that are shown, by id

/** What is told of a tournament depends on who is signed in. */
const feeds = keyedSlices<{ id: string; person: string | null }, TournamentFeed | null>(
  "tournament",
  () => null,
  (self, { id }) => {
    const topic = new TournamentTopic(id, self.set);
    topics.set(id, topic);
    const leave = socket.follow(topic);
    return () => {
      leave();
      topics.delete(id);
    };
  },
);

/** A tournament as the server tells it, and a function that takes the answer to a request made here. */
export function useTournament(
  id: string,
  person: string | null,
): TournamentFeed & { update: (now: TournamentNow) => void } {
  const feed = useLastKnown(feeds.of({ id, person }).use()) ?? NOTHING;
  const update = useCallback((now: TournamentNow) => topics.get(id)?.update(now), [id]);
  return { ...feed, update };
}

/** A conversation as it goes on: the common room's, or a tournament's. */

import { socket } from "../../client/connection";
import { get } from "../../client/http";
import { pause, type Topic, talkKey, type WhyRefused } from "../../client/socket";
import type { RemarkLine, SocketMessage, Unwatch, Watch } from "../../contract";
import { keyedSlices } from "../../ui/state";

const MOST = 200; // remarks that a page holds
const PAUSE = 5_000; // milliseconds between two looks, where no socket opens

export interface TalkFeed {
  remarks: readonly RemarkLine[]; // in their order
  fresh: boolean; // something has been told
  refusal: string | null;
}

export const NO_TALK: TalkFeed = { remarks: [], fresh: false, refusal: null };

/** What is known, with news: what was said comes last, what was taken away is empty in its place. */
export function withRemarks(known: readonly RemarkLine[], news: readonly RemarkLine[]): RemarkLine[] {
  const all = new Map(known.map((one) => [one.number, one]));
  for (const one of news) all.set(one.number, one);
  return [...all.values()].sort((one, other) => one.number - other.number).slice(-MOST);
}

export class TalkTopic implements Topic {
  readonly key: string;
  private feed = NO_TALK;
  private version = 0;
  private readonly place: string;
  private readonly changed: (feed: TalkFeed) => void;

  private readonly present: boolean;

  constructor(place: string, changed: (feed: TalkFeed) => void, present = false) {
    this.key = talkKey(place);
    [this.place, this.changed, this.present] = [place, changed, present];
  }
  watch = (): Watch => ({
    ...{ do: "watch", topic: "talk", place: this.place, cursor: this.version },
    ...(this.present ? { present: true } : {}),
  });
  unwatch = (): Unwatch => ({ do: "unwatch", topic: "talk", place: this.place });

  hear(message: SocketMessage): boolean {
    if (message.is === "talk") this.take(message);
    return true;
  }

  forget() {
    this.version = 0;
  }
  refused(refusal: WhyRefused) {
    this.publish({ ...NO_TALK, refusal: refusal.error });
  }
  lost() {}

  async poll(signal: AbortSignal): Promise<void> {
    const after = this.version || null;
    const page = await get("/talk/{place}", { place: this.place, after, signal });
    if (!signal.aborted) this.take(page);
    await pause(PAUSE, signal);
  }

  private take(news: { version: number; remarks: RemarkLine[] }): void {
    this.version = news.version;
    this.publish({ remarks: withRemarks(this.feed.remarks, news.remarks), fresh: true, refusal: null });
  }

  private publish(feed: TalkFeed) {
    this.feed = feed;
    this.changed(feed);
  }
}

const feeds = keyedSlices<Followed, TalkFeed>(
  "talk",
  () => NO_TALK,
  (self, { place, present }) => socket.follow(new TalkTopic(place, self.set, present)),
);

interface Followed {
  place: string;
  present: boolean; // on its own page: then one is in that room
}

export const useTalk = (place: string, present = false) => feeds.of({ place, present }).use();

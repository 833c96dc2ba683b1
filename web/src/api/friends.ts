/** Quick match, challenges, whom one follows, taking over from a bot. */

import { get, newKey, query, send } from "./ask";
import type { Value } from "./games";
import type { Person } from "./people";
import { type AtTable, type Clock, type TableLine, whole, wholeLine } from "./tables";

export interface QuickMatch {
  game: string;
  seats: number;
  clock: Clock;
  options?: Record<string, Value>;
  rated?: boolean;
}

export interface NewChallenge extends QuickMatch {
  to: string;
  others: string[];
  bots: number | null; // the level of those who take the seats that are left
}

export interface FollowedPlayer {
  id: string;
  name: string;
  since: number;
  here: boolean;
  table: TableLine | null;
}

export interface Meeting {
  following: boolean;
  here: boolean;
  challenge: boolean; // they take one from me
  tables: TableLine[];
}

const following = (person: string) => `/me/following/${encodeURIComponent(person)}`;

export const quickMatch = (wanted: QuickMatch) => send<AtTable>("POST", "/quick-matches", wanted, newKey()).then(whole);
/** To get up before a match has begun. Refused if it has: then nothing is left by mistake. */
export const stopLooking = (table: string) =>
  send("DELETE", `/quick-matches/${encodeURIComponent(table)}`, undefined, newKey());
export const challenge = (wanted: NewChallenge) => send<AtTable>("POST", "/challenges", wanted, newKey()).then(whole);
export const answerChallenge = (table: string, yes: boolean) =>
  send<{ table: string; sits: boolean }>("POST", `/challenges/${encodeURIComponent(table)}/answer`, { yes }, newKey());
export const listFollowing = () =>
  get<FollowedPlayer[]>("/me/following").then((players) =>
    players.map((player) => ({ ...player, table: player.table && wholeLine(player.table) })),
  );
export const follow = (person: string) => send("PUT", following(person));
export const unfollow = (person: string) => send("DELETE", following(person));
/** By the whole name. */
export const findPlayer = (name: string) => get<Person>(`/players${query({ name })}`);
export const meeting = (person: string) =>
  get<Meeting>(`/players/${encodeURIComponent(person)}/meeting`).then((told) => ({
    ...told,
    tables: told.tables.map(wholeLine),
  }));
export const stepIn = (table: string, invite: string, seat?: number) =>
  send<AtTable>(
    "POST",
    `/tables/${encodeURIComponent(table)}/substitutes${query({ invite })}`,
    seat === undefined ? {} : { seat },
    newKey(),
  ).then(whole);

/** Requests for quick matches, challenges, and the players whom the player follows. */

import { get, newKey, send } from "../../client/http";
import type {
  Answered,
  AtTable,
  FollowedPlayer,
  Meeting,
  NewChallenge,
  PersonCard,
  QuickMatchRequest,
  YesOrNo,
} from "../../contract";
import { queryString } from "../../ui/router";
import { completeLine, completeTable, type ListedTable } from "../tables/requests";

/** The same as the server tells, with complete lines of tables. */
export type Followed = Omit<FollowedPlayer, "table"> & { table: ListedTable | null };
export type Relation = Omit<Meeting, "tables"> & { tables: ListedTable[] };

const following = (person: string) => `/me/following/${encodeURIComponent(person)}`;

export const quickMatch = (wanted: QuickMatchRequest) =>
  send<AtTable>("POST", "/quick-matches", wanted, newKey()).then(completeTable);
/** Leave a table before its match has begun. The server refuses it after the start, so that nobody leaves by mistake. */
export const stopLooking = (table: string) =>
  send("DELETE", `/quick-matches/${encodeURIComponent(table)}`, undefined, newKey());
export const challenge = (wanted: NewChallenge) =>
  send<AtTable>("POST", "/challenges", wanted, newKey()).then(completeTable);
export const answerChallenge = (table: string, yes: boolean) =>
  send<Answered>("POST", `/challenges/${encodeURIComponent(table)}/answer`, { yes } satisfies YesOrNo, newKey());
export const listFollowing = (): Promise<Followed[]> =>
  get<FollowedPlayer[]>("/me/following").then((players) =>
    players.map((player) => ({ ...player, table: player.table && completeLine(player.table) })),
  );
export const follow = (person: string) => send("PUT", following(person));
export const unfollow = (person: string) => send("DELETE", following(person));
/** By the whole name. */
export const findPlayer = (name: string) => get<PersonCard>(`/players${queryString({ name })}`);
export const meeting = (person: string): Promise<Relation> =>
  get<Meeting>(`/players/${encodeURIComponent(person)}/meeting`).then((told) => ({
    ...told,
    tables: told.tables.map(completeLine),
  }));

/** Requests for quick matches, challenges, and the players whom the player follows. */

import { get, newKey, post, put, remove } from "../../client/http";
import type { FollowedPlayer, Meeting, NewChallenge, PersonCard, QuickMatchRequest } from "../../contract";
import { completeLine, completeTable, type ListedTable } from "../tables/requests";

/** The same as the server tells, with complete lines of tables. */
export type Followed = Omit<FollowedPlayer, "table"> & { table: ListedTable | null };
export type Relation = Omit<Meeting, "tables"> & { tables: ListedTable[] };

export const quickMatch = (wanted: QuickMatchRequest) =>
  post("/quick-matches", { body: wanted, key: newKey() }).then(completeTable);
/** Leave a table before its match has begun. The server refuses it after the start, so that nobody leaves by mistake. */
export const stopLooking = (table: string) => remove("/quick-matches/{table}", { table, key: newKey() });
export const challenge = (wanted: NewChallenge) =>
  post("/challenges", { body: wanted, key: newKey() }).then(completeTable);
/** A match with chance then waits for a share, which the table's page gives. */
export const answerChallenge = (table: string, yes: boolean) =>
  post("/challenges/{table}/answer", { table, body: { yes, contribute: yes }, key: newKey() });
export const listFollowing = (): Promise<Followed[]> =>
  get("/me/following").then((players) =>
    players.map((player) => ({ ...player, table: player.table && completeLine(player.table) })),
  );
export const follow = (person: string) => put("/me/following/{person}", { person });
export const unfollow = (person: string) => remove("/me/following/{person}", { person });
/** A few by the beginning of a name. */
export const playersNamed = (beginning: string) => get("/player-names", { beginning });
/** By the whole name. */
export const findPlayer = (name: string) => get("/players", { name });

const SHORTEST = 2; // letters by which the server looks for beginnings

/** Whose name it is, or those whose names begin like it. If nobody's does, the server says so. */
export async function playersMeant(wanted: string): Promise<PersonCard[]> {
  const found = wanted.length < SHORTEST ? [] : await playersNamed(wanted);
  const whole = found.find((one) => one.name.toLowerCase() === wanted.toLowerCase());
  return whole ? [whole] : found.length > 0 ? found : [await findPlayer(wanted)];
}
export const meeting = (person: string): Promise<Relation> =>
  get("/players/{person}/meeting", { person }).then((told) => ({ ...told, tables: told.tables.map(completeLine) }));

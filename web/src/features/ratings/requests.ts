import { get } from "../../client/http";
import type { BestScores, Leaderboard, PlayerRatings, RatingHistory, RatingLine, TableRatings } from "../../contract";
import { queryString } from "../../ui/router";

const of = (player: string) => `/players/${encodeURIComponent(player)}/ratings`;

export const leaderboard = (game: string, skip: number) =>
  get<Leaderboard>(`/games/${encodeURIComponent(game)}/leaderboard${queryString({ skip })}`);
export const bestScores = (game: string, seats: number, skip: number) =>
  get<BestScores>(`/games/${encodeURIComponent(game)}/best-scores${queryString({ seats, skip })}`);
export const playerRatings = (player: string) => get<PlayerRatings>(of(player));
export const ratingHistory = (player: string, game: string) =>
  get<RatingHistory>(`${of(player)}/${encodeURIComponent(game)}`);
export const someRatings = (who: readonly string[]) =>
  get<RatingLine[]>(`/ratings?${new URLSearchParams(who.map((each) => ["who", each]))}`);
export const tableRatings = (table: string, invite: string) =>
  get<TableRatings>(`/tables/${encodeURIComponent(table)}/ratings${queryString({ invite })}`);

import { get, query } from "./ask";

export interface PlayerName {
  id: string;
  name: string;
  kind: "guest" | "account" | "bot";
}

export interface RankedPlayer {
  rank: number | null;
  player: PlayerName;
  rating: number;
  provisional: boolean;
  games: number;
}

export interface Rating {
  who: string;
  game: string;
  rating: number;
  provisional: boolean;
  games: number;
}

/** With where it stands on the leaderboard, once it is certain. */
export interface PlayerRating extends Rating {
  rank: number | null;
}

export interface HistoryPoint {
  at: number;
  rating: number;
  change: number;
  provisional: boolean;
  place: number;
  of: number;
  shared: boolean; // somebody else came to the same place
}

export interface BestScore {
  rank: number;
  score: number;
  at: number;
  team: (PlayerName | null)[];
  table: string | null;
}

export interface RatingChange {
  who: string;
  was: number;
  rating: number;
  change: number;
  provisional: boolean;
}

export interface TableRatings {
  rated: boolean;
  counts: boolean | null;
  settled: boolean;
  changes: RatingChange[];
}

const of = (player: string) => `/players/${encodeURIComponent(player)}/ratings`;

export const leaderboard = (game: string, skip: number) =>
  get<{ players: RankedPlayer[]; next: number | null }>(
    `/games/${encodeURIComponent(game)}/leaderboard${query({ skip })}`,
  );
export const bestScores = (game: string, seats: number, skip: number) =>
  get<{ scores: BestScore[]; next: number | null }>(
    `/games/${encodeURIComponent(game)}/best-scores${query({ seats, skip })}`,
  );
export const playerRatings = (player: string) => get<{ player: PlayerName; ratings: PlayerRating[] }>(of(player));
export const ratingHistory = (player: string, game: string) =>
  get<{ points: HistoryPoint[] }>(`${of(player)}/${encodeURIComponent(game)}`);
export const someRatings = (who: readonly string[]) =>
  get<Rating[]>(`/ratings?${new URLSearchParams(who.map((each) => ["who", each]))}`);
export const tableRatings = (table: string, invite: string) =>
  get<TableRatings>(`/tables/${encodeURIComponent(table)}/ratings${query({ invite })}`);

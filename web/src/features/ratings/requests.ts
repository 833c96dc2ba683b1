import { get } from "../../client/http";

export const leaderboard = (game: string, after: string | null) =>
  get("/games/{name}/leaderboard", { name: game, after });
export const bestScores = (game: string, seats: number, after: string | null) =>
  get("/games/{name}/best-scores", { name: game, seats, after });
export const playerRatings = (person: string) => get("/players/{person}/ratings", { person });
export const ratingHistory = (person: string, game: string) =>
  get("/players/{person}/ratings/{name}", { person, name: game });
export const someRatings = (who: string[]) => get("/ratings", { who });
export const tableRatings = (table: string, invite: string) => get("/tables/{table}/ratings", { table, invite });

import { get } from "../../client/http";

export const leaderboard = (game: string, skip: number) => get("/games/{name}/leaderboard", { name: game, skip });
export const bestScores = (game: string, seats: number, skip: number) =>
  get("/games/{name}/best-scores", { name: game, seats, skip });
export const playerRatings = (person: string) => get("/players/{person}/ratings", { person });
export const ratingHistory = (person: string, game: string) =>
  get("/players/{person}/ratings/{name}", { person, name: game });
export const someRatings = (who: string[]) => get("/ratings", { who });
export const tableRatings = (table: string, invite: string) => get("/tables/{table}/ratings", { table, invite });

import { get, post } from "../../client/http";

export const puzzlesToday = () => get("/puzzles/today");
export const onePuzzle = (name: string, puzzle: string) => get("/puzzles/{name}/{puzzle}", { name, puzzle });
export const nextPuzzle = (name: string, puzzle: string) => get("/puzzles/{name}/next", { name, puzzle });
export const findersOf = (name: string, puzzle: string) => get("/puzzles/{name}/{puzzle}/finders", { name, puzzle });
export const tryPuzzle = (name: string, puzzle: string, choice: string, hinted: boolean, key: string) =>
  post("/puzzles/{name}/{puzzle}/try", { name, puzzle, body: { choice, hinted }, key });
export const whyNotInPuzzle = (name: string, puzzle: string, touched: readonly string[]) =>
  get("/puzzles/{name}/{puzzle}/why-not", { name, puzzle, touched: [...touched] }).then(({ reason }) => reason);

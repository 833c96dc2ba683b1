/** What a puzzle says of a choice. It came along as hashes, so that it can be told without a network. */

import type { Choice, PuzzleShown } from "../../contract";
import { sha256 } from "./sha256";

export type Verdict = PuzzleShown["sealed"][string];

const LETTERS = 16;

export const verdictOf = ({ game, id, sealed }: Pick<PuzzleShown, "game" | "id" | "sealed">, choice: string): Verdict =>
  sealed[sha256(`${game}/${id}/${choice}`).slice(0, LETTERS)] ?? "less";

export const answerIn = (puzzle: PuzzleShown): Choice | undefined =>
  puzzle.choices.find((choice) => verdictOf(puzzle, choice.text) === "right");

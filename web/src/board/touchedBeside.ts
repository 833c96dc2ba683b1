/** A touch beside the board that does nothing, in a panel of the skin, is answered as one on the board is: by the board,
 * where the finger was. */

import type { MouseEvent } from "react";
import type { TouchReason } from "../contract";
import { slice } from "../ui/state";
import type { TableView } from "./skin";

export interface TouchBeside {
  table: string;
  game: string;
  touched: string | TouchReason | null; // what on the board it stands for; or why it does nothing, where the panel knows
  x: number; // on the screen
  y: number;
}

/** The latest one: each is an object of its own. */
export const touchesBeside = slice<TouchBeside | null>("touch beside the board", null);

export function refuseBeside(
  { table, game }: Pick<TableView, "table" | "game">,
  touched: TouchBeside["touched"],
  event: MouseEvent,
): void {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const byKey = event.detail === 0; // then the button itself stands for a finger
  const [x, y] = byKey ? [left + width / 2, top + height / 2] : [event.clientX, event.clientY];
  touchesBeside.set({ table, game, touched, x, y });
}

/** What a panel knows itself, in two sentences of the game. */
export const because = (rule: string, here: string): TouchReason => ({
  rule: { key: rule, args: {} },
  here: { key: here, args: {} },
});

export type LookAt = "own" | "whole";

/** What the board is to show, by a key that was pressed beside it. */
export const looksBeside = slice<{ table: string; game: string; look: LookAt } | null>("look beside the board", null);

export const lookBeside = ({ table, game }: Pick<TableView, "table" | "game">, look: LookAt) =>
  looksBeside.set({ table, game, look });

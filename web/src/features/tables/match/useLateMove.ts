/** A move that is chosen while the server cannot be reached: where turns take days it waits on this device. */

import { useMemo } from "react";
import { choiceName } from "../../../board/names";
import type { ConnectionState } from "../../../client/socket";
import type { Catalogue } from "../../../ui/texts/render";
import type { Feed } from "../feed";
import { keepMove, useWaitingMove, type WaitingMove } from "../offline/waitingMoves";
import type { TableSetup } from "../useTableSetup";

export interface LateMove {
  /** The server cannot be reached now: a move is kept at once. */
  now: boolean;
  keep: (steps: readonly string[], key: string) => Promise<void>;
}

const AWAY: readonly ConnectionState[] = ["offline", "lost", "closing"];

/** The move that waits at this table, if one does; and how one is kept, where that is possible. */
export function useLateMove(
  setup: TableSetup,
  about: { seat: number | null; feed: Feed; connection: ConnectionState; catalogue: Catalogue },
): { late: LateMove | null; waits: WaitingMove | null } {
  const { seat, feed, connection, catalogue } = about;
  const { at, game, plan } = setup;
  const { table } = at.rules;
  const waits = useWaitingMove(table);
  const days = at.rules.clock.pace === "days";
  const blocked = waits !== null && !waits.refused;
  const { cursor, now } = feed;
  const away = AWAY.includes(connection) && !feed.fresh;
  const late = useMemo(() => {
    if (!days || seat === null || !now || blocked) return null;
    const keep = async (steps: readonly string[], key: string) => {
      const choice = now.choices?.find((each) => each.text === steps.join(" ") || each.text === steps[0]);
      const words = choice && now.scene ? choiceName(plan, now.scene, catalogue, choice) : steps.join(" ");
      const move = { table, game: game.name, seat, steps, words, after: cursor, key, at: Date.now() };
      if (!(await keepMove(move))) throw new Error("it cannot be kept");
    };
    return { now: away, keep };
  }, [days, seat, now, blocked, plan, catalogue, table, game.name, cursor, away]);
  return { late, waits };
}

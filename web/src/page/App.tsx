import { useEffect, useState } from "react";
import type { GameCard, Opened, Seat } from "../api";
import { gameTexts, listGames, oneTable, tablePlan } from "../api";
import type { Plan } from "../board/types";
import { t } from "../texts/page";
import type { Catalogue } from "../texts/render";
import { Setup } from "./Setup";
import { TablePage } from "./TablePage";

const KEY = "parlour.table"; // in this tab only: where it plays

/** Everything about a table that never changes. */
export interface Sitting {
  opened: Opened;
  seats: Seat[];
  game: GameCard;
  plan: Plan;
  catalogue: Catalogue;
}

export function App() {
  const [table, setTable] = useState<string | null>(() => sessionStorage.getItem(KEY));
  const [sitting, setSitting] = useState<Sitting | null>(null);

  function sit(next: Opened | null) {
    if (next) sessionStorage.setItem(KEY, next.rules.table);
    else sessionStorage.removeItem(KEY);
    setSitting(null);
    setTable(next?.rules.table ?? null);
  }

  useEffect(() => {
    if (!table) return;
    let current = true;
    prepare(table)
      .then((ready) => current && setSitting(ready))
      .catch(() => {
        if (!current) return;
        sessionStorage.removeItem(KEY); // the table is gone
        setTable(null);
      });
    return () => {
      current = false;
    };
  }, [table]);

  if (!table) return <Setup onOpen={sit} />;
  if (!sitting) return <p className="moment">{t("page.loading")}</p>;
  return <TablePage key={table} sitting={sitting} onLeave={() => sit(null)} />;
}

async function prepare(table: string): Promise<Sitting> {
  const opened = await oneTable(table);
  const game = opened.rules.game;
  const seats = opened.now.seats;
  const [games, plan, { texts }] = await Promise.all([listGames(), tablePlan(table), gameTexts(game)]);
  const card = games.find((each) => each.name === game);
  if (!card) throw new Error(game);
  // The game's words for its seats give way to the names of those who sit there.
  const names = Object.fromEntries(seats.map((seat, i) => [`seat.${i}`, seat.name]));
  return { opened, seats, game: card, plan, catalogue: { ...texts, ...names } };
}

import { useEffect, useState } from "react";
import type { GameCard, Opened } from "../api";
import { gameTexts, listGames, tablePlan } from "../api";
import type { Plan } from "../board/types";
import { t } from "../texts/page";
import type { Catalogue } from "../texts/render";
import { Setup } from "./Setup";
import { TablePage } from "./TablePage";

const KEY = "parlour.table"; // in this tab only: the keys to the seats are in it

/** Everything about a table that never changes. */
export interface Sitting {
  opened: Opened;
  game: GameCard;
  plan: Plan;
  catalogue: Catalogue;
}

export function App() {
  const [opened, setOpened] = useState<Opened | null>(kept);
  const [sitting, setSitting] = useState<Sitting | null>(null);

  function sit(next: Opened | null) {
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
    else sessionStorage.removeItem(KEY);
    setSitting(null);
    setOpened(next);
  }

  useEffect(() => {
    if (!opened) return;
    let current = true;
    prepare(opened)
      .then((ready) => current && setSitting(ready))
      .catch(() => {
        if (!current) return;
        sessionStorage.removeItem(KEY); // the table is gone
        setOpened(null);
      });
    return () => {
      current = false;
    };
  }, [opened]);

  if (!opened) return <Setup onOpen={sit} />;
  if (!sitting) return <p className="moment">{t("page.loading")}</p>;
  return <TablePage key={opened.table.table} sitting={sitting} onLeave={() => sit(null)} />;
}

function kept(): Opened | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Opened | null;
  } catch {
    return null;
  }
}

async function prepare(opened: Opened): Promise<Sitting> {
  const { table, game, seats } = opened.table;
  const [games, plan, { texts }] = await Promise.all([listGames(), tablePlan(table), gameTexts(game)]);
  const card = games.find((each) => each.name === game);
  if (!card) throw new Error(game);
  // The game's words for its seats give way to the names of those who sit there.
  const names = Object.fromEntries(seats.map((seat, i) => [`seat.${i}`, seat.name]));
  return { opened, game: card, plan, catalogue: { ...texts, ...names } };
}

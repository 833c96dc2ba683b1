/** All tournaments, and the way to a new one. */

import { useState } from "react";
import { useMe } from "../../client/session";
import type { TournamentLine } from "../../contract";
import { useFetched, useTitle } from "../../ui/hooks";
import { Link, paths } from "../../ui/router";
import { Segments } from "../../ui/Segments";
import { t } from "../../ui/texts/page";
import { ClubLinks, PageFrame } from "../frame/PageFrame";
import { gameTitle, useGames } from "../games/games";
import { listTournaments } from "./requests";
import { TournamentRow } from "./TournamentRow";
import "./tournaments.css";

type Which = TournamentLine["phase"] | "mine";

export function TournamentsPage({ game }: { game: string }) {
  useTitle(t("page.named", { name: t("nav.tournaments") }));
  const { games } = useGames();
  const person = useMe()?.person?.id ?? null;
  const [which, setWhich] = useState<Which>("open");
  const [page, error] = useFetched(
    () => listTournaments({ game, most: 50, ...(which === "mine" ? { mine: true } : { phase: which }) }),
    [which, game, person],
  );
  const ways: { value: Which; label: string }[] = [
    { value: "open", label: t("cups.open") },
    { value: "running", label: t("cups.running") },
    { value: "over", label: t("cups.over") },
    ...(person === null ? [] : [{ value: "mine" as const, label: t("cups.mine") }]),
  ];
  return (
    <PageFrame game={game || undefined}>
      <div className="narrow">
        <ClubLinks />
        <div className="cups-head">
          <h1 className="show">{game ? t("cups.of", { game: gameTitle(games, game) }) : t("nav.tournaments")}</h1>
          <Link to={paths.organise(game)} className="btn primary">
            {t("cups.make")}
          </Link>
        </div>
        <Segments name="which" legend={t("cups.which")} options={ways} value={which} onChange={setWhich} />
        <section className="panel" aria-live="polite">
          {error && <p className="refusal">{t("page.lost")}</p>}
          {page && page.tournaments.length === 0 && <p className="nothing alone">{t("cups.none")}</p>}
          {page && page.tournaments.length > 0 && (
            <ul className="rows">
              {page.tournaments.map((line) => (
                <TournamentRow key={line.tournament} line={line} title={gameTitle(games, line.game)} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </PageFrame>
  );
}

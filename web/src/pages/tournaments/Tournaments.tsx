/** All tournaments, and the way to a new one. */

import { useState } from "react";
import { listTournaments, type TournamentPhase } from "../../api/tournaments";
import { useGames } from "../../games";
import { useMe } from "../../me";
import { ClubParts, Frame } from "../../parts/Frame";
import { Segments, useFetched, useTitle } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { titleOf } from "../lines";
import { CupLine } from "./CupLine";
import "../home.css";
import "./tournaments.css";

type Which = TournamentPhase | "mine";

export function Tournaments({ game }: { game: string }) {
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
    <Frame game={game || undefined}>
      <div className="narrow">
        <ClubParts />
        <div className="cups-head">
          <h1 className="show">{game ? t("cups.of", { game: titleOf(games, game) }) : t("nav.tournaments")}</h1>
          <Link to={paths.organise(game)} className="btn primary">
            {t("cups.make")}
          </Link>
        </div>
        <Segments name="which" legend={t("cups.which")} ways={ways} value={which} onChange={setWhich} />
        <section className="panel" aria-live="polite">
          {error && <p className="refusal">{t("page.lost")}</p>}
          {page && page.tournaments.length === 0 && <p className="nothing alone">{t("cups.none")}</p>}
          {page && page.tournaments.length > 0 && (
            <ul className="rows">
              {page.tournaments.map((line) => (
                <CupLine key={line.tournament} line={line} title={titleOf(games, line.game)} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </Frame>
  );
}

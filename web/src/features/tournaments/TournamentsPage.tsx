/** All tournaments, and the way to a new one. */

import { useState } from "react";
import { useMe } from "../../client/session";
import type { TournamentLine } from "../../contract";
import { ButtonLink } from "../../ui/Button";
import { Column, PageTitle } from "../../ui/Column";
import { RefusalText } from "../../ui/Form";
import { useFetched, useTitle } from "../../ui/hooks";
import { Panel } from "../../ui/Panel";
import { NoRows, Rows } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { Segments } from "../../ui/Segments";
import { t } from "../../ui/texts/page";
import { ClubLinks, PageFrame } from "../frame/PageFrame";
import { gameTitle, useGames } from "../games/games";
import { listTournaments } from "./requests";
import { TournamentRow } from "./TournamentRow";
import css from "./TournamentsPage.module.css";

type Which = TournamentLine["phase"] | "mine";

export function TournamentsPage({ game }: { game: string }) {
  useTitle(t("nav.tournaments"));
  const { games } = useGames();
  const person = useMe()?.person?.id ?? null;
  const [which, setWhich] = useState<Which>("open");
  const [page, error] = useFetched(
    () => listTournaments({ game, most: 50, ...(which === "mine" ? { mine: true } : { phase: which }) }),
    [which, game, person],
  );
  const ways: { value: Which; label: string }[] = [
    { value: "open", label: t("tournaments.open") },
    { value: "running", label: t("tournaments.running") },
    { value: "over", label: t("tournaments.over") },
    ...(person === null ? [] : [{ value: "mine" as const, label: t("tournaments.mine") }]),
  ];
  return (
    <PageFrame game={game || undefined}>
      <Column>
        <ClubLinks />
        <div className={css.head}>
          <PageTitle>{game ? t("tournaments.of", { game: gameTitle(games, game) }) : t("nav.tournaments")}</PageTitle>
          <ButtonLink to={paths.organise(game)} look="primary">
            {t("tournaments.make")}
          </ButtonLink>
        </div>
        <Segments name="which" legend={t("tournaments.which")} options={ways} value={which} onChange={setWhich} />
        <Panel aria-live="polite">
          <RefusalText text={error && t("page.lost")} />
          {page && page.tournaments.length === 0 && <NoRows className={css.none}>{t("tournaments.none")}</NoRows>}
          {page && page.tournaments.length > 0 && (
            <Rows>
              {page.tournaments.map((line) => (
                <TournamentRow key={line.tournament} line={line} title={gameTitle(games, line.game)} />
              ))}
            </Rows>
          )}
        </Panel>
      </Column>
    </PageFrame>
  );
}

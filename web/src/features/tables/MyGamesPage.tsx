import { useMe } from "../../client/session";
import { ButtonLink } from "../../ui/Button";
import { Column, PageTitle } from "../../ui/Column";
import { useTitle } from "../../ui/hooks";
import { Panel, PanelHeader } from "../../ui/Panel";
import { Rows } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { ChallengeList } from "../friends/ChallengeList";
import { useGames } from "../games/games";
import css from "./MyGamesPage.module.css";
import { WaitingMovesPanel } from "./offline/WaitingMovesPanel";
import { useOwnTables } from "./subscriptions";
import { OwnTableRow } from "./TableRow";

/** The player's own tables: those that wait for a move, those that go on, those that are over. */
export function MyGamesPage() {
  useTitle(t("nav.games"));
  const { games } = useGames();
  const person = useMe()?.person?.id ?? null;
  const mine = useOwnTables() ?? [];
  const waits = mine
    .filter((line) => line.phase === "playing" && person !== null && line.turn.includes(person))
    .sort((one, other) => (one.due ?? Infinity) - (other.due ?? Infinity)); // least time left first
  const groups = [
    { key: "games.turn" as const, lines: waits },
    { key: "games.going" as const, lines: mine.filter((line) => line.phase !== "over" && !waits.includes(line)) },
    { key: "games.over" as const, lines: mine.filter((line) => line.phase === "over") },
  ].filter((group) => group.lines.length > 0);
  return (
    <PageFrame>
      <Column>
        <PageTitle>{t("nav.games")}</PageTitle>
        <WaitingMovesPanel games={games} />
        <ChallengeList games={games} />
        {groups.length === 0 && (
          <Panel className={css.empty}>
            <p>{t("home.no-games")}</p>
            <ButtonLink to={paths.home} look="primary">
              {t("games.first")}
            </ButtonLink>
          </Panel>
        )}
        {person !== null &&
          groups.map((group) => (
            <Panel key={group.key}>
              <PanelHeader title={t(group.key)} />
              <Rows>
                {group.lines.map((line) => (
                  <OwnTableRow key={line.table} line={line} games={games} me={person} />
                ))}
              </Rows>
            </Panel>
          ))}
      </Column>
    </PageFrame>
  );
}

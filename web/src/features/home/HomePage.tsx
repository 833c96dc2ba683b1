/** The first page: the games, each playable against a bot with one tap, and what waits for the player. */

import { lazy, type ReactNode, Suspense } from "react";
import { useMe } from "../../client/session";
import type { GameInfo } from "../../contract";
import { GameEmblem, GameGlyph } from "../../skins/pictures";
import { Button, ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { RefusalText } from "../../ui/Form";
import { useFetched, useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { MoreLink } from "../../ui/MoreLink";
import { Panel, PanelHeader } from "../../ui/Panel";
import { NoRows, Rows } from "../../ui/Rows";
import { Link, paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t, withTexts } from "../../ui/texts/page";
import { onPhone } from "../../ui/visible";
import { PageFrame } from "../frame/PageFrame";
import { FollowingPanel } from "../friends/FollowingPanel";
import { QuickMatchPanel } from "../friends/QuickMatchPanel";
import { gameFacts, gameTitle, useGames } from "../games/games";
import { useChallenges, useLobby, useOwnTables } from "../tables/subscriptions";
import { OpenTableRow, OwnTableRow, othersText } from "../tables/TableRow";
import { useNewTable } from "../tables/useNewTable";
import { listTournaments } from "../tournaments/requests";
import css from "./HomePage.module.css";

const SHOWN = 3;

// Most of the time all games are ready, and whoever comes for the first time has not been challenged.
const ChallengeList = lazy(() => import("../friends/ChallengeList").then((file) => ({ default: file.ChallengeList })));
const TournamentRow = lazy(() =>
  withTexts(import("../tournaments/TournamentRow")).then((file) => ({ default: file.TournamentRow })),
);
const GettingReady = lazy(() => import("../games/GettingReady").then((file) => ({ default: file.GettingReady })));

export function HomePage() {
  useTitle(t("page.title"));
  const { games, lost } = useGames();
  const person = useMe()?.person?.id ?? null;
  const mine = useOwnTables();
  const running = (mine ?? []).filter((line) => line.phase !== "over");
  const waits = running.filter((line) => person !== null && line.turn.includes(person));
  const sorted = [
    ...waits,
    ...running.filter((line) => !waits.includes(line)),
    ...(mine ?? []).filter((line) => line.phase === "over"),
  ];
  const nudge = waits[0];
  const challenged = (useChallenges() ?? []).length > 0;
  const newTable = useNewTable();
  return (
    <PageFrame>
      <div className={css.hero}>
        <h1 className={classes(text("show"), css.title)}>{t("home.title")}</h1>
        <p className={css.line}>{t("home.line")}</p>
        <ButtonLink to={paths.leaders()} look="quiet" className={css.toLeaders}>
          <Icon name="cup" />
          {t("leaders.title")}
        </ButtonLink>
        {lost && <RefusalText text={t("page.lost")} className={css.refusal} />}
        <RefusalText text={newTable.refusal} className={css.refusal} />
      </div>
      {challenged && (
        <Suspense fallback={null}>
          <ChallengeList games={games} />
        </Suspense>
      )}
      {nudge && (
        <section className={classes(css.nudge, onPhone)} aria-label={t("table.your-turn")}>
          <GameGlyph game={nudge.game} title={gameTitle(games, nudge.game)} className={css.nudgeGlyph} />
          <span className={css.nudgeWords}>
            <b className={css.nudgeTitle}>{t("table.your-turn")}</b>
            {gameTitle(games, nudge.game)} {othersText(nudge.about.seats, person)}
          </span>
          <ButtonLink to={paths.table(nudge.table)} className={css.nudgeButton}>
            {t("table-row.play")}
            <Icon name="arrow" />
          </ButtonLink>
        </section>
      )}
      <ul className={css.games}>
        {games?.map((game) => (
          <GameTile
            key={game.name}
            game={game}
            busy={newTable.busy === game.name}
            onPlay={() => newTable.againstBot(game)}
            onStop={newTable.stop}
          />
        ))}
      </ul>
      {/* Not before the games are loaded or have failed to load: they would push it away from under a finger. */}
      {(games || lost) && (
        <div className={css.below}>
          <ListPanel
            title={t("home.mine")}
            more={
              sorted.length > SHOWN && <MoreLink to={paths.games}>{t("home.all", { count: sorted.length })}</MoreLink>
            }
            none={t("home.no-games")}
          >
            {(person === null ? [] : sorted.slice(0, SHOWN)).map((line) => (
              <OwnTableRow key={line.table} line={line} games={games} me={person ?? ""} />
            ))}
          </ListPanel>
          {games && <QuickMatchPanel games={games} newTable={newTable} />}
          <OpenTablesPanel games={games} />
          <FollowingPanel games={games} className={css.across} />
          <TournamentsPanel games={games} />
        </div>
      )}
    </PageFrame>
  );
}

function OpenTablesPanel({ games }: { games: GameInfo[] | null }) {
  const lobby = useLobby();
  const lines = [...(lobby?.open ?? []), ...(lobby?.playing ?? [])].slice(0, SHOWN);
  const more = <MoreLink to={paths.tables}>{t("home.host")}</MoreLink>;
  return (
    <ListPanel title={t("home.open")} more={more} none={t("home.no-tables")}>
      {lines.map((line) => (
        <OpenTableRow key={line.table} line={line} games={games} />
      ))}
    </ListPanel>
  );
}

/** Tournaments to enter or to watch. */
function TournamentsPanel({ games }: { games: GameInfo[] | null }) {
  const [page] = useFetched(
    () =>
      Promise.all([
        listTournaments({ phase: "open", most: SHOWN }),
        listTournaments({ phase: "running", most: SHOWN }),
      ]).then((pages) => pages.flatMap(({ tournaments }) => tournaments).slice(0, SHOWN)),
    [],
  );
  const more = <MoreLink to={paths.tournaments()}>{t("home.tournaments")}</MoreLink>;
  return (
    <ListPanel title={t("nav.tournaments")} more={more} none={t("home.no-tournaments")} className={css.across}>
      {(page ?? []).map((line) => (
        <Suspense key={line.tournament} fallback={null}>
          <TournamentRow line={line} title={gameTitle(games, line.game)} />
        </Suspense>
      ))}
    </ListPanel>
  );
}

/** `none` is said where there are no rows. */
function ListPanel(props: {
  title: string;
  more: ReactNode;
  none: string;
  className?: string | undefined;
  children: ReactNode[];
}) {
  return (
    <Panel className={props.className}>
      <PanelHeader title={props.title}>{props.more}</PanelHeader>
      {props.children.length > 0 ? <Rows>{props.children}</Rows> : <NoRows>{props.none}</NoRows>}
    </Panel>
  );
}

function GameTile(props: { game: GameInfo; busy: boolean; onPlay: () => void; onStop: () => void }) {
  const { game, busy, onPlay, onStop } = props;
  const waits = busy && !game.ready;
  return (
    <li className={css.game} data-game={game.name}>
      <div className={css.art}>
        <GameEmblem game={game.name} title={game.title} className={css.emblem} />
      </div>
      <div className={css.words}>
        <h2 className={css.name}>
          <Link to={paths.play(game.name)} className={css.choose} data-choose={game.name}>
            {game.title}
          </Link>
        </h2>
        <p className={css.about}>{game.about}</p>
        <p className={css.facts}>
          {gameFacts(game)
            .slice(0, game.cooperative ? 2 : 1)
            .join(" · ")}
        </p>
        {!game.ready && (
          <Suspense fallback={null}>
            <GettingReady game={game} className={css.far} />
          </Suspense>
        )}
        {waits && (
          <p className={classes(text("small"), css.far)} role="status">
            {t("getting-ready.sits")}
          </p>
        )}
      </div>
      <Button
        look={waits ? "plain" : "primary"}
        className={css.play}
        data-play={game.name}
        disabled={busy && !waits}
        onClick={waits ? onStop : onPlay}
      >
        {waits ? t("getting-ready.stop") : busy ? t("home.sitting") : t("table-row.play")}
        <span className={text("sr-only")}>{game.title}</span>
      </Button>
    </li>
  );
}

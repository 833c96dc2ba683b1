/** The first page: the games, each playable against a bot with one tap, and what waits for the player. */

import { lazy, Suspense, useRef } from "react";
import { useMe } from "../../client/session";
import type { GameInfo } from "../../contract";
import { GameEmblem, GameGlyph } from "../../skins/pictures";
import { Button, ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { RefusalText } from "../../ui/Form";
import { leftText } from "../../ui/format";
import { useNow, useTitle } from "../../ui/hooks";
import { isNamed, useHouse } from "../../ui/house";
import { Icon } from "../../ui/Icon";
import { MoreLink } from "../../ui/MoreLink";
import { Panel, PanelHeader } from "../../ui/Panel";
import { Rows } from "../../ui/Rows";
import { go, Link, paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t, withTexts } from "../../ui/texts/page";
import { usePageKeys } from "../../ui/usePageKeys";
import { WhenSeen } from "../../ui/WhenSeen";
import { PageFrame } from "../frame/PageFrame";
import { FollowingPanel } from "../friends/FollowingPanel";
import { gameFacts, gameTitle, useGames } from "../games/games";
import { useChallenges, useLobby, useOwnTables } from "../tables/subscriptions";
import { OpenTableRow, othersText } from "../tables/TableRow";
import { useNewTable } from "../tables/useNewTable";
import css from "./HomePage.module.css";

const SHOWN = 4;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const TURNS = 2; // that are shown as cards

// Most of the time all games are ready, and whoever comes for the first time has not been challenged.
const ChallengeList = lazy(() => import("../friends/ChallengeList").then((file) => ({ default: file.ChallengeList })));
const QuickMatchPanel = lazy(() =>
  import("../friends/QuickMatchPanel").then((file) => ({ default: file.QuickMatchPanel })),
);
const ClubHero = lazy(() => withTexts(import("../club/ClubHero")).then((file) => ({ default: file.ClubHero })));
const TodayPanels = lazy(() => withTexts(import("./TodayPanels")).then((file) => ({ default: file.TodayPanels })));
const RoomPanels = lazy(() => withTexts(import("../club/RoomPanels")).then((file) => ({ default: file.RoomPanels })));
const GettingReady = lazy(() => import("../games/GettingReady").then((file) => ({ default: file.GettingReady })));

export function HomePage() {
  useTitle(null);
  const { games, lost } = useGames();
  const person = useMe()?.person?.id ?? null;
  const house = useHouse();
  const challenged = (useChallenges() ?? []).length > 0;
  const newTable = useNewTable();
  const known = games !== null || lost;
  const choosing = useRef(false); // a game, by its number
  usePageKeys([
    ["p", () => go(paths.puzzles)],
    ["q", () => document.querySelector<HTMLElement>("[data-quick] select")?.focus()],
    ["g", () => (choosing.current = true)],
    ...DIGITS.map((digit) => [digit, () => playNumber(Number(digit))] as const),
  ]);
  const playNumber = (number: number) => {
    const game = games?.[number - 1];
    if (choosing.current && game) go(paths.play(game.name));
    choosing.current = false;
  };
  return (
    <PageFrame>
      {isNamed(house) ? (
        <Suspense fallback={<div className={css.space} />}>
          <ClubHero />
        </Suspense>
      ) : (
        <div className={css.hero}>
          <h1 className={classes(text("show"), css.title)}>{t("home.title")}</h1>
          <p className={css.line}>{t("home.line")}</p>
        </div>
      )}
      {lost && <RefusalText text={t("page.lost")} className={css.refusal} />}
      <RefusalText text={newTable.refusal} className={css.refusal} />
      {challenged && (
        <Suspense fallback={null}>
          <ChallengeList games={games} />
        </Suspense>
      )}
      <div className={css.columns}>
        <div className={css.wide}>
          {person !== null && <TurnStrip me={person} games={games} />}
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
          {known && (
            <WhenSeen className={css.pair}>
              <Suspense fallback={null}>
                <TodayPanels games={games} className={css.pair} />
              </Suspense>
            </WhenSeen>
          )}
        </div>
        {known && (
          <div className={css.side}>
            {games && (
              <WhenSeen className={css.quick}>
                <Suspense fallback={<div className={css.quick} />}>
                  <QuickMatchPanel games={games} newTable={newTable} className={css.quick} />
                </Suspense>
              </WhenSeen>
            )}
            <OpenTablesPanel games={games} />
          </div>
        )}
        {known && (
          <WhenSeen className={css.room}>
            <Suspense fallback={null}>
              <RoomPanels games={games} roomClass={css.room} hereClass={css.here} />
            </Suspense>
          </WhenSeen>
        )}
        {known && <FollowingPanel games={games} className={css.across} />}
      </div>
    </PageFrame>
  );
}

/** The tables that wait for the player, the one first that has least time left. */
function TurnStrip({ me, games }: { me: string; games: GameInfo[] | null }) {
  const now = useNow();
  const waits = (useOwnTables() ?? [])
    .filter((line) => line.phase === "playing" && line.turn.includes(me))
    .sort((one, other) => (one.due ?? Infinity) - (other.due ?? Infinity));
  if (waits.length === 0) return null;
  const more = waits.length - TURNS;
  return (
    <section className={css.turns} aria-label={t("table.your-turn")}>
      {waits.slice(0, TURNS).map((line) => {
        const title = gameTitle(games, line.game);
        const others = othersText(line.about.seats, me);
        return (
          <div key={line.table} className={css.nudge}>
            <GameGlyph game={line.game} title={title} className={css.nudgeGlyph} />
            <p className={css.nudgeWords}>
              <b className={css.nudgeTitle}>{title}</b> {others}
              <span className={css.nudgeLeft}>
                <Icon name="hour" className={css.nudgeSign} />
                {line.due == null
                  ? t("home.no-clock")
                  : t("table-row.time-left", { left: leftText(Math.max(0, line.due - now)) })}
              </span>
            </p>
            <ButtonLink to={paths.table(line.table)} className={css.nudgeButton}>
              {t("table-row.play")}
              <Icon name="arrow" />
              <span className={text("sr-only")}>
                {title} {others}
              </span>
            </ButtonLink>
          </div>
        );
      })}
      {more > 0 && (
        <MoreLink to={paths.games} className={css.moreTurns}>
          {t("home.turns-more", { count: more })}
        </MoreLink>
      )}
    </section>
  );
}

function OpenTablesPanel({ games }: { games: GameInfo[] | null }) {
  const lobby = useLobby();
  const lines = (lobby?.open ?? []).slice(0, SHOWN);
  return (
    <Panel className={css.tables}>
      <PanelHeader title={t("home.open")}>
        <MoreLink to={paths.tables}>{t("home.host")}</MoreLink>
      </PanelHeader>
      {lines.length > 0 ? (
        <Rows>
          {lines.map((line) => (
            <OpenTableRow key={line.table} line={line} games={games} />
          ))}
        </Rows>
      ) : (
        <div className={css.empty}>
          <Icon name="table" className={css.drawing} />
          <p className={css.emptyTitle}>{t("home.nobody-waits")}</p>
          <p className={text("soft", "small")}>{t("home.no-room")}</p>
          <ButtonLink to={paths.tables} className={css.host}>
            {t("home.host-one")}
          </ButtonLink>
        </div>
      )}
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

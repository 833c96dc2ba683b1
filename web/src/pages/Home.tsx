/** What shall we play? One tap sits a bot down across from you. */

import { type FormEvent, useState } from "react";
import type { GameCard } from "../api/games";
import { listTournaments } from "../api/tournaments";
import { useGames } from "../games";
import { useLobby, useMine } from "../live";
import { useMe } from "../me";
import { Frame } from "../parts/Frame";
import { Icon } from "../parts/Icon";
import { Emblem, Glyph, Segments, useFetched, useTitle } from "../parts/small";
import { Link } from "../router/router";
import { paths } from "../router/routes";
import { t } from "../texts/page";
import { PickGame, RatedOrCasual } from "./DuelFields";
import { Challenges } from "./friends/Challenges";
import { FollowingPanel } from "./friends/Following";
import { MyLine, OpenLine, others, titleOf } from "./lines";
import { clockWay, PACES, usePlaying } from "./playing";
import { useAccount } from "./RatedField";
import { CupLine } from "./tournaments/CupLine";
import "./home.css";

const SHOWN = 3;

export function Home() {
  useTitle(t("page.title"));
  const { games, lost } = useGames();
  const person = useMe()?.person?.id ?? null;
  const mine = useMine();
  const running = (mine ?? []).filter((line) => line.phase !== "over");
  const waits = running.filter((line) => person !== null && line.turn.includes(person));
  const sorted = [
    ...waits,
    ...running.filter((line) => !waits.includes(line)),
    ...(mine ?? []).filter((line) => line.phase === "over"),
  ];
  const nudge = waits[0];
  const playing = usePlaying();
  return (
    <Frame>
      <div className="home">
        <div className="hero">
          <h1 className="show">{t("home.title")}</h1>
          <p>{t("home.line")}</p>
          <Link to={paths.leaders()} className="btn quiet to-leaders">
            <Icon name="cup" />
            {t("leaders.title")}
          </Link>
          {lost && <p className="refusal">{t("page.lost")}</p>}
          {playing.refusal && (
            <p className="refusal" role="alert">
              {playing.refusal}
            </p>
          )}
        </div>
        <Challenges games={games} />
        {nudge && (
          <section className="nudge phone" aria-label={t("table.your-turn")}>
            <Glyph game={nudge.game} title={titleOf(games, nudge.game)} />
            <span className="t">
              <b>{t("table.your-turn")}</b>
              {titleOf(games, nudge.game)} {others(nudge.about.seats, person)}
            </span>
            <Link to={paths.table(nudge.table)} className="btn">
              {t("lines.play")}
              <Icon name="arrow" />
            </Link>
          </section>
        )}
        <ul className="games">
          {games?.map((game) => (
            <GameTile
              key={game.name}
              game={game}
              busy={playing.busy === game.name}
              onPlay={() => playing.againstBot(game)}
            />
          ))}
        </ul>
        {/* Not before the games are there, or are known to be lost: they would push it down from under a finger. */}
        {(games || lost) && (
          <div className="below">
            <section className="panel mine">
              <header>
                <h2>{t("home.mine")}</h2>
                {sorted.length > SHOWN && (
                  <Link to={paths.games} className="more">
                    {t("home.all", { count: sorted.length })}
                  </Link>
                )}
              </header>
              {person !== null && sorted.length > 0 ? (
                <ul className="rows">
                  {sorted.slice(0, SHOWN).map((line) => (
                    <MyLine key={line.table} line={line} games={games} me={person} />
                  ))}
                </ul>
              ) : (
                <p className="nothing">{t("home.no-games")}</p>
              )}
            </section>
            {games && <Quick games={games} playing={playing} />}
            <OpenTables games={games} />
            <FollowingPanel games={games} />
            <Cups games={games} />
          </div>
        )}
      </div>
    </Frame>
  );
}

function OpenTables({ games }: { games: GameCard[] | null }) {
  const lobby = useLobby();
  const lines = [...(lobby?.open ?? []), ...(lobby?.playing ?? [])].slice(0, SHOWN);
  return (
    <section className="panel">
      <header>
        <h2>{t("home.open")}</h2>
        <Link to={paths.tables} className="more">
          {t("home.host")}
        </Link>
      </header>
      {lines.length > 0 ? (
        <ul className="rows">
          {lines.map((line) => (
            <OpenLine key={line.table} line={line} games={games} />
          ))}
        </ul>
      ) : (
        <p className="nothing">{t("home.no-tables")}</p>
      )}
    </section>
  );
}

/** Tournaments that one can still enter, or watch. */
function Cups({ games }: { games: GameCard[] | null }) {
  const [page] = useFetched(
    () =>
      Promise.all([
        listTournaments({ phase: "open", most: SHOWN }),
        listTournaments({ phase: "running", most: SHOWN }),
      ]).then((pages) => pages.flatMap(({ tournaments }) => tournaments).slice(0, SHOWN)),
    [],
  );
  return (
    <section className="panel cups">
      <header>
        <h2>{t("nav.tournaments")}</h2>
        <Link to={paths.tournaments()} className="more">
          {t("home.cups")}
        </Link>
      </header>
      {page && page.length > 0 ? (
        <ul className="rows">
          {page.map((line) => (
            <CupLine key={line.tournament} line={line} title={titleOf(games, line.game)} />
          ))}
        </ul>
      ) : (
        <p className="nothing">{t("home.no-cups")}</p>
      )}
    </section>
  );
}

export function factsOf(game: GameCard): string[] {
  const [low, high] = [game.seats[0] ?? 1, game.seats.at(-1) ?? 1];
  return [
    low === high ? t("game.players-one", { count: low }) : t("game.players", { low, high }),
    ...(game.cooperative ? [t("game.together")] : []),
    ...(game.hidden ? [t("game.hidden")] : []),
  ];
}

function GameTile({ game, busy, onPlay }: { game: GameCard; busy: boolean; onPlay: () => void }) {
  return (
    <li className="game" data-game={game.name}>
      <div className="art">
        <Emblem game={game.name} title={game.title} />
      </div>
      <div className="words">
        <h2>
          <Link to={paths.play(game.name)} data-choose={game.name}>
            {game.title}
          </Link>
        </h2>
        <p className="line">{game.about}</p>
        <p className="facts">
          {factsOf(game)
            .slice(0, game.cooperative ? 2 : 1)
            .join(" · ")}
        </p>
      </div>
      <button type="button" className="btn primary go" data-play={game.name} disabled={busy} onClick={onPlay}>
        {busy ? t("home.sitting") : t("lines.play")}
        <span className="sr">{game.title}</span>
      </button>
    </li>
  );
}

/** Somebody who looks for the same game with the same clock; if nobody does, a table that waits for one. */
function Quick({ games, playing }: { games: GameCard[]; playing: ReturnType<typeof usePlaying> }) {
  const forTwo = games.filter((game) => game.seats.includes(2));
  const [name, setName] = useState(forTwo[0]?.name ?? "");
  const [pace, setPace] = useState(0);
  const [wanted, setRated] = useState(false);
  const account = useAccount();
  const rated = account && wanted;
  const lobby = useLobby();
  const looking = (lobby?.open ?? []).filter((line) => line.game === name).length;
  const game = games.find((each) => each.name === name);
  function find(event: FormEvent) {
    event.preventDefault();
    const clock = PACES[pace];
    if (game && clock) void playing.quickMatch(game, { seats: 2, clock, rated });
  }
  return (
    <section className="panel quick">
      <header>
        <h2>{t("home.quick")}</h2>
      </header>
      <form onSubmit={find}>
        <PickGame games={forTwo} value={name} onChange={setName} />
        <Segments name="pace" legend={t("home.pace")} ways={PACES.map(clockWay)} value={pace} onChange={setPace} />
        {account && <RatedOrCasual name="quick-rated" game={game} value={rated} onChange={setRated} />}
        <p className="note">
          <Icon name="people" />
          {looking > 0 ? t("home.looking", { count: looking }) : t("home.nobody")}
        </p>
        <button type="submit" className="btn" disabled={playing.busy !== null || !game?.ready}>
          {t("home.find")}
        </button>
      </form>
    </section>
  );
}

/** Leaderboards: the best players of a game; where all play together, the best scores of teams. */

import { useEffect, useRef, useState } from "react";
import { errorText } from "../../client/http";
import { useMe } from "../../client/session";
import type { BestScore, GameInfo, PlayerName, RankedPlayer } from "../../contract";
import { dateText } from "../../ui/format";
import { useTitle } from "../../ui/hooks";
import { Link, paths } from "../../ui/router";
import { Segments } from "../../ui/Segments";
import { t } from "../../ui/texts/page";
import { ClubLinks, PageFrame } from "../frame/PageFrame";
import { FindPlayer } from "../friends/FindPlayer";
import { GameLinks } from "../games/GameSelect";
import { useGames } from "../games/games";
import { RatingNumber } from "./Rating";
import { bestScores, leaderboard } from "./requests";

export function LeadersPage({ name }: { name: string | null }) {
  const { games, lost } = useGames();
  const game = name === null ? games?.[0] : games?.find((each) => each.name === name);
  useTitle(t("page.named", { name: t("leaders.title") }));
  const picks = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the game that is chosen is in sight, on a phone too
  useEffect(() => {
    picks.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [game?.name]);
  return (
    <PageFrame game={game?.name}>
      <div className="narrow">
        <ClubLinks />
        <div className="leaders-head">
          <h1 className="show">{t("leaders.title")}</h1>
          <FindPlayer />
        </div>
        <GameLinks games={games} current={game?.name} to={paths.leaders} ref={picks} />
        {game ? (
          game.cooperative ? (
            <BestScores key={game.name} game={game} />
          ) : (
            <Ranking key={game.name} game={game} />
          )
        ) : (
          <p className="moment">{games ? t("game.unknown") : t(lost ? "page.lost" : "page.loading")}</p>
        )}
      </div>
    </PageFrame>
  );
}

/** A list that comes in pages, each after the one before. */
function usePages<T>(load: (skip: number) => Promise<{ rows: T[]; next: number | null }>, key: string) {
  const [held, setHeld] = useState<{ key: string; rows: T[]; next: number | null } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const current = held?.key === key ? held : null;
  const latest = useRef(key);
  latest.current = key;
  const more = (skip: number, before: T[]) =>
    load(skip).then(
      ({ rows, next }) => {
        if (latest.current !== key) return; // another list is looked at by now
        setTrouble(null);
        setHeld({ key, rows: [...before, ...rows], next });
      },
      (error) => latest.current === key && setTrouble(errorText(error)),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  useEffect(() => {
    void more(0, []);
  }, [key]);
  const next = current?.next ?? null;
  return {
    rows: current?.rows ?? null,
    trouble,
    more: current && next !== null ? () => more(next, current.rows) : null,
  };
}

function Ranking({ game }: { game: GameInfo }) {
  const pages = usePages<RankedPlayer>(
    (skip) => leaderboard(game.name, skip).then(({ players, next }) => ({ rows: players, next })),
    game.name,
  );
  const me = useMe()?.person?.id;
  const certain = pages.rows?.filter((row) => !row.provisional) ?? [];
  const unsure = pages.rows?.filter((row) => row.provisional) ?? [];
  const line = (row: RankedPlayer) => (
    <tr key={row.player.id} className={row.player.id === me ? "me" : ""}>
      <td className="num">{row.rank}</td>
      <th scope="row">
        <PlayerLink player={row.player} />
      </th>
      <td className="num soft">{row.games}</td>
      <td>
        <RatingNumber rating={row.rating} provisional={row.provisional} />
      </td>
    </tr>
  );
  return (
    <section className="panel leaders" data-leaders={game.name}>
      {pages.trouble && <p className="refusal">{pages.trouble}</p>}
      {pages.rows?.length === 0 && (
        <div className="empty">
          <p>{t("leaders.nobody")}</p>
          <Link to={paths.play(game.name)} className="btn primary">
            {t("rules.play", { game: game.title })}
          </Link>
        </div>
      )}
      {pages.rows && pages.rows.length > 0 && (
        <table>
          <caption className="sr">{t("leaders.of", { game: game.title })}</caption>
          <TableHead columns={[t("leaders.player"), t("leaders.matches"), t("leaders.rating")]} />
          {certain.length > 0 && <tbody>{certain.map(line)}</tbody>}
          {unsure.length > 0 && (
            <tbody>
              <tr className="part">
                <th colSpan={4} scope="rowgroup">
                  {t("leaders.unsure")}
                  <small>{t("rating.provisional-line")}</small>
                </th>
              </tr>
              {unsure.map(line)}
            </tbody>
          )}
        </table>
      )}
      <MoreButton more={pages.more} />
    </section>
  );
}

function BestScores({ game }: { game: GameInfo }) {
  const [seats, setSeats] = useState(game.seats.includes(2) ? 2 : (game.seats[0] ?? 1));
  const pages = usePages<BestScore>(
    (skip) => bestScores(game.name, seats, skip).then(({ scores, next }) => ({ rows: scores, next })),
    `${game.name} ${seats}`,
  );
  return (
    <section className="panel leaders" data-leaders={game.name}>
      <div className="sizes">
        <p className="small soft">{t("best.line")}</p>
        <Segments
          name="team"
          legend={t("best.size")}
          options={game.seats.map((n) => ({ value: n, label: t("best.team", { count: n }) }))}
          value={seats}
          onChange={setSeats}
        />
      </div>
      {pages.trouble && <p className="refusal">{pages.trouble}</p>}
      {pages.rows?.length === 0 && <p className="nothing">{t("best.none")}</p>}
      {pages.rows && pages.rows.length > 0 && (
        <table>
          <caption className="sr">{t("best.of", { game: game.title, count: seats })}</caption>
          <TableHead columns={[t("best.players"), t("best.when"), t("best.score")]} />
          <tbody>
            {pages.rows.map((row) => (
              <tr key={row.rank}>
                <td className="num">{row.rank}</td>
                <th scope="row">
                  <span className="team">
                    {row.team.map((player, i) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                      <PlayerLink key={i} player={player} />
                    ))}
                  </span>
                </th>
                <td className="soft when">
                  {row.table ? (
                    <Link to={paths.replay(row.table)} className="more">
                      {dateText(row.at)}
                    </Link>
                  ) : (
                    dateText(row.at)
                  )}
                </td>
                <td>
                  <span className="rating num">{row.score}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MoreButton more={pages.more} />
    </section>
  );
}

/** The head of a table whose lines are ranked. */
function TableHead({ columns }: { columns: string[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span aria-hidden="true">#</span>
          <span className="sr">{t("leaders.rank")}</span>
        </th>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function PlayerLink({ player }: { player: PlayerName | null }) {
  if (!player) return <span className="soft">{t("player.gone")}</span>;
  return (
    <Link to={paths.player(player.id)} className="player-link">
      <bdi>{player.name}</bdi>
      {player.kind === "bot" && <small>{t("player.bot")}</small>}
    </Link>
  );
}

function MoreButton({ more }: { more: (() => void) | null }) {
  if (!more) return null;
  return (
    <p className="acts">
      <button type="button" className="btn" onClick={more}>
        {t("leaders.more")}
      </button>
    </p>
  );
}

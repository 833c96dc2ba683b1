/** Leaderboards: the best players of a game; where all play together, the best scores of teams. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import { errorText } from "../../client/http";
import { useMe } from "../../client/session";
import type { BestScore, GameInfo, PlayerName as NamedPlayer, RankedPlayer } from "../../contract";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { classes } from "../../ui/classes";
import { RefusalText } from "../../ui/Form";
import { dateText } from "../../ui/format";
import { useTitle } from "../../ui/hooks";
import { Moment } from "../../ui/Moment";
import { MoreLink } from "../../ui/MoreLink";
import { Panel } from "../../ui/Panel";
import { PlayerLink } from "../../ui/PlayerLink";
import { NoRows } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { Segments } from "../../ui/Segments";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { ClubLinks, PageFrame } from "../frame/PageFrame";
import { FindPlayer } from "../friends/FindPlayer";
import { GameLinks } from "../games/GameSelect";
import { useGames } from "../games/games";
import css from "./LeadersPage.module.css";
import { RatingNumber } from "./Rating";
import { bestScores, leaderboard } from "./requests";

export function LeadersPage({ name }: { name: string | null }) {
  const { games, lost } = useGames();
  const game = name === null ? games?.[0] : games?.find((each) => each.name === name);
  useTitle(t("leaders.title"));
  const picks = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the game that is chosen is in sight, on a phone too
  useEffect(() => {
    picks.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [game?.name]);
  return (
    <PageFrame game={game?.name}>
      <Column>
        <ClubLinks />
        <div className={css.header}>
          <PageTitle>{t("leaders.title")}</PageTitle>
          <FindPlayer className={css.find} />
        </div>
        <GameLinks games={games} current={game?.name} to={paths.leaders} ref={picks} />
        {game ? (
          game.cooperative ? (
            <BestScores key={game.name} game={game} />
          ) : (
            <Ranking key={game.name} game={game} />
          )
        ) : (
          <Moment as="p">{games ? t("game.unknown") : t(lost ? "page.lost" : "page.loading")}</Moment>
        )}
      </Column>
    </PageFrame>
  );
}

/** A list that comes in pages, each after the one before. */
function usePages<T>(load: (after: string | null) => Promise<{ rows: T[]; next: string | null }>, key: string) {
  const [held, setHeld] = useState<{ key: string; rows: T[]; next: string | null } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const current = held?.key === key ? held : null;
  const latest = useRef(key);
  latest.current = key;
  const more = (after: string | null, before: T[]) =>
    load(after).then(
      ({ rows, next }) => {
        if (latest.current !== key) return; // another list is looked at by now
        setTrouble(null);
        setHeld({ key, rows: [...before, ...rows], next });
      },
      (error) => latest.current === key && setTrouble(errorText(error)),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  useEffect(() => {
    void more(null, []);
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
    (after) => leaderboard(game.name, after).then(({ players, cursor }) => ({ rows: players, next: cursor })),
    game.name,
  );
  const me = useMe()?.person?.id;
  const certain = pages.rows?.filter((row) => !row.provisional) ?? [];
  const unsure = pages.rows?.filter((row) => row.provisional) ?? [];
  const line = (row: RankedPlayer) => (
    <RankedRow
      key={row.player.id}
      own={row.player.id === me}
      rank={row.rank}
      name={<PlayerName player={row.player} />}
      fact={<span className={text("num")}>{row.games}</span>}
      score={<RatingNumber rating={row.rating} provisional={row.provisional} className={css.score} />}
    />
  );
  return (
    <Panel data-leaders={game.name}>
      <RefusalText text={pages.trouble} />
      {pages.rows?.length === 0 && (
        <div className={css.empty}>
          <p>{t("leaders.nobody")}</p>
          <ButtonLink to={paths.play(game.name)} look="primary">
            {t("rules.play", { game: game.title })}
          </ButtonLink>
        </div>
      )}
      {pages.rows && pages.rows.length > 0 && (
        <RankedTable
          caption={t("leaders.of", { game: game.title })}
          columns={[t("leaders.player"), t("leaders.matches"), t("leaders.rating")]}
        >
          {certain.length > 0 && <tbody>{certain.map(line)}</tbody>}
          {unsure.length > 0 && (
            <tbody>
              <tr>
                <th className={classes(css.cell, css.part)} colSpan={4} scope="rowgroup">
                  {t("leaders.unsure")}
                  <small className={css.partNote}>{t("rating.provisional-line")}</small>
                </th>
              </tr>
              {unsure.map(line)}
            </tbody>
          )}
        </RankedTable>
      )}
      <NextPage more={pages.more} />
    </Panel>
  );
}

function BestScores({ game }: { game: GameInfo }) {
  const [seats, setSeats] = useState(game.seats.includes(2) ? 2 : (game.seats[0] ?? 1));
  const pages = usePages<BestScore>(
    (after) => bestScores(game.name, seats, after).then(({ scores, cursor }) => ({ rows: scores, next: cursor })),
    `${game.name} ${seats}`,
  );
  return (
    <Panel data-leaders={game.name}>
      <div className={css.sizes}>
        <p className={text("small", "soft")}>{t("best-scores.line")}</p>
        <Segments
          name="team"
          legend={t("best-scores.size")}
          options={game.seats.map((n) => ({ value: n, label: t("best-scores.team", { count: n }) }))}
          value={seats}
          onChange={setSeats}
          className={css.segments}
        />
      </div>
      <RefusalText text={pages.trouble} />
      {pages.rows?.length === 0 && <NoRows className={css.none}>{t("best-scores.none")}</NoRows>}
      {pages.rows && pages.rows.length > 0 && (
        <RankedTable
          caption={t("best-scores.of", { game: game.title, count: seats })}
          columns={[t("best-scores.players"), t("best-scores.when"), t("best-scores.score")]}
        >
          <tbody>
            {pages.rows.map((row) => (
              <RankedRow
                key={row.rank}
                rank={row.rank}
                name={
                  <span className={css.team}>
                    {row.team.map((player, i) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                      <PlayerName key={i} player={player} />
                    ))}
                  </span>
                }
                fact={
                  row.table ? (
                    <MoreLink to={paths.replay(row.table)} className={css.when}>
                      {dateText(row.at)}
                    </MoreLink>
                  ) : (
                    dateText(row.at)
                  )
                }
                score={<span className={classes(text("num"), css.score)}>{row.score}</span>}
              />
            ))}
          </tbody>
        </RankedTable>
      )}
      <NextPage more={pages.more} />
    </Panel>
  );
}

function RankedTable(props: { caption: string; columns: [string, string, string]; children: ReactNode }) {
  const looks = [undefined, css.fact, css.last];
  return (
    <table className={css.table}>
      <caption className={text("sr-only")}>{props.caption}</caption>
      <thead>
        <tr>
          <th className={classes(css.cell, css.rank, css.head)} scope="col">
            <span aria-hidden="true">#</span>
            <span className={text("sr-only")}>{t("leaders.rank")}</span>
          </th>
          {props.columns.map((column, i) => (
            <th key={column} className={classes(css.cell, looks[i], css.head)} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {props.children}
    </table>
  );
}

function RankedRow(props: { own?: boolean; rank: number | null; name: ReactNode; fact: ReactNode; score: ReactNode }) {
  return (
    <tr className={props.own ? css.own : undefined}>
      <td className={classes(text("num"), css.cell, css.rank)}>{props.rank}</td>
      <th className={classes(css.cell, css.name)} scope="row">
        {props.name}
      </th>
      <td className={classes(css.cell, css.fact)}>{props.fact}</td>
      <td className={classes(css.cell, css.last)}>{props.score}</td>
    </tr>
  );
}

function PlayerName({ player }: { player: NamedPlayer | null }) {
  if (!player) return <span className={text("soft")}>{t("player.gone")}</span>;
  return <PlayerLink id={player.id} name={player.name} note={player.kind === "bot" && t("player.bot")} />;
}

function NextPage({ more }: { more: (() => void) | null }) {
  if (!more) return null;
  return (
    <Acts className={css.more}>
      <Button onClick={more}>{t("leaders.more")}</Button>
    </Acts>
  );
}

/** The players whom the player follows: who is online, and who plays where it can be watched. */

import { useEffect, useState } from "react";
import { useMe } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import type { GameInfo } from "../../contract";
import { classes } from "../../ui/classes";
import { useFetched } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { old } from "../../ui/old";
import { Link, paths } from "../../ui/router";
import { initial } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { gameTitle, useGames } from "../games/games";
import { useLobby } from "../tables/subscriptions";
import { FindPlayer } from "./FindPlayer";
import { type Followed, listFollowing, unfollow } from "./requests";

const AGAIN = 20_000; // milliseconds between two looks at who is online
const SHOWN = 6;

/** Asked again from time to time and when tables change; not while the page is hidden. */
export function useFollowedPlayers(): [Followed[] | null, () => void] {
  const person = useMe()?.person?.id ?? null;
  const playing = (useLobby()?.playing ?? []).map((line) => line.table).join();
  const [list, , again] = useFetched(
    () => (person === null ? Promise.resolve([]) : listFollowing()),
    [person, playing],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for as long as it is shown
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && again(), AGAIN);
    return () => clearInterval(timer);
  }, []);
  return [list, again];
}

/** On the first page: those who are online or play. A player who follows nobody sees no empty list. */
export function FollowingPanel({ games, className }: { games: GameInfo[] | null; className?: string | undefined }) {
  const [list] = useFollowedPlayers();
  if (!list || list.length === 0) return null;
  const active = list.filter((player) => player.here || player.table);
  const away = list.length - Math.min(active.length, SHOWN);
  return (
    <section className={classes(old("panel following"), className)} aria-labelledby="following" data-following>
      <header>
        <h2 id="following">{t("following.title")}</h2>
        <Link to={paths.profile} className="more">
          {t("following.list")}
        </Link>
      </header>
      {active.length > 0 && (
        <ul className="rows">
          {active.slice(0, SHOWN).map((player) => (
            <FollowedPlayerRow key={player.id} player={player} games={games} />
          ))}
        </ul>
      )}
      {away > 0 && (
        <p className="nothing">{t(active.length > 0 ? "following.rest" : "following.none", { count: away })}</p>
      )}
    </section>
  );
}

function FollowedPlayerRow({ player, games }: { player: Followed; games: GameInfo[] | null }) {
  const { table } = player;
  return (
    <li className="row">
      <span className="avatar" aria-hidden="true">
        {initial(player.name)}
      </span>
      <div className="grow">
        <p className="name">
          <Link to={paths.player(player.id)} className="player-link">
            <bdi>{player.name}</bdi>
          </Link>
        </p>
        <p className="meta">
          {player.here && (
            <span className="is-here">
              <Icon name="live" />
              {t("following.here")}
            </span>
          )}
          {table && <span>{t("following.plays", { game: gameTitle(games, table.game) })}</span>}
          {!player.here && !table && <span>{t("following.away")}</span>}
        </p>
      </div>
      {table ? (
        <Link to={paths.table(table.table)} className="btn">
          {t("lines.watch")}
          <bdi className="sr">{player.name}</bdi>
        </Link>
      ) : (
        <Link to={paths.player(player.id)} className="btn">
          {t("challenge.short")}
          <bdi className="sr">{player.name}</bdi>
        </Link>
      )}
    </li>
  );
}

/** In the profile: all whom the player follows, and how to stop. */
export function FollowedList() {
  const { games } = useGames();
  const [list, again] = useFollowedPlayers();
  const [outcome, submit] = useSubmit();
  const [changing, setChanging] = useState(false);
  return (
    <section className="panel box followed" data-followed>
      <h2>{t("following.title")}</h2>
      <p className="small soft">{t("meet.private")}</p>
      <FindPlayer />
      {list && list.length === 0 && <p className="soft">{t("following.nobody")}</p>}
      {list && list.length > 0 && (
        <>
          <ul className={changing ? "rows changing" : "rows"}>
            {list.map((player) =>
              changing ? (
                <li className="row" key={player.id}>
                  <bdi className="grow name">{player.name}</bdi>
                  <button
                    type="button"
                    className="btn"
                    data-unfollow={player.id}
                    onClick={() => submit(() => unfollow(player.id).then(again), t("meet.unfollowed"))}
                  >
                    {t("meet.unfollow")}
                    <bdi className="sr">{player.name}</bdi>
                  </button>
                </li>
              ) : (
                <FollowedPlayerRow key={player.id} player={player} games={games} />
              ),
            )}
          </ul>
          <button type="button" className="btn" aria-pressed={changing} onClick={() => setChanging(!changing)}>
            {t(changing ? "following.done" : "following.change")}
          </button>
        </>
      )}
      {outcome}
    </section>
  );
}

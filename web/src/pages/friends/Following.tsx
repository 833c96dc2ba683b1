/** The players whom one follows: who is here, who plays where one may watch. */

import { useEffect } from "react";
import { type FollowedPlayer, listFollowing } from "../../api/friends";
import type { GameCard } from "../../api/games";
import { useLobby } from "../../live";
import { useMe } from "../../me";
import { Icon } from "../../parts/Icon";
import { useFetched } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { initial } from "../../texts/isolate";
import { t } from "../../texts/page";
import { titleOf } from "../lines";
import "../ratings/ratings.css";
import "./friends.css";

const AGAIN = 20_000; // milliseconds between two looks at who is here
const SHOWN = 6;

/** Asked again from time to time, and when tables change; not while nobody looks at the page. */
export function useFollowing(): [FollowedPlayer[] | null, () => void] {
  const person = useMe()?.person?.id ?? null;
  const [list, , again] = useFetched(() => (person === null ? Promise.resolve([]) : listFollowing()), [person]);
  const playing = (useLobby()?.playing ?? []).map((line) => line.table).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other tables are played at
  useEffect(again, [playing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for as long as it is shown
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && again(), AGAIN);
    return () => clearInterval(timer);
  }, []);
  return [list, again];
}

/** On the first page: those who are about. Who follows nobody is not shown an empty list. */
export function FollowingPanel({ games }: { games: GameCard[] | null }) {
  const [list] = useFollowing();
  if (!list || list.length === 0) return null;
  const about = list.filter((player) => player.here || player.table);
  const away = list.length - Math.min(about.length, SHOWN);
  return (
    <section className="panel following" aria-labelledby="following" data-following>
      <header>
        <h2 id="following">{t("following.title")}</h2>
        <Link to={paths.profile} className="more">
          {t("following.list")}
        </Link>
      </header>
      {about.length > 0 && (
        <ul className="rows">
          {about.slice(0, SHOWN).map((player) => (
            <PlayerRow key={player.id} player={player} games={games} />
          ))}
        </ul>
      )}
      {away > 0 && (
        <p className="nothing">{t(about.length > 0 ? "following.rest" : "following.none", { count: away })}</p>
      )}
    </section>
  );
}

export function PlayerRow({ player, games }: { player: FollowedPlayer; games: GameCard[] | null }) {
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
          {table && <span>{t("following.plays", { game: titleOf(games, table.game) })}</span>}
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

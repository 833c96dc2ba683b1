/** How good somebody is at what, and how that came about. */

import { useState } from "react";
import type { HistoryPoint, PlayerRating } from "../../api/ratings";
import { playerRatings, ratingHistory } from "../../api/ratings";
import { useGames } from "../../games";
import { RatingChangeChip, RatingNumber } from "../../parts/Rating";
import { Glyph, useFetched } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { titleOf } from "../lines";
import { pathOf, plotOf } from "./plot";
import "./ratings.css";

const WIDTH = 640;
const HEIGHT = 200;
const LATEST = 8;

export function PlayerRatings({ who, own = false }: { who: string; own?: boolean }) {
  const [told] = useFetched(() => playerRatings(who), [who]);
  const [chosen, choose] = useState<string | null>(null);
  if (!told) return null;
  const ratings = [...told.ratings].sort((a, b) => b.games - a.games);
  const shown = ratings.find((rating) => rating.game === chosen) ?? ratings[0];
  return (
    <section className="panel box ratings" data-ratings>
      <h2>{t("rating.title")}</h2>
      {shown ? (
        <>
          <GamePicks ratings={ratings} shown={shown} choose={choose} />
          <History key={shown.game} who={who} rating={shown} />
        </>
      ) : (
        <p className="soft">{t(own ? "rating.none-own" : "rating.none")}</p>
      )}
    </section>
  );
}

function GamePicks(props: { ratings: PlayerRating[]; shown: PlayerRating; choose: (game: string) => void }) {
  const { games } = useGames();
  return (
    <fieldset className="rating-games" aria-label={t("rating.which")}>
      {props.ratings.map((rating) => (
        <label key={rating.game}>
          <input
            type="radio"
            name="rating-game"
            checked={rating.game === props.shown.game}
            onChange={() => props.choose(rating.game)}
          />
          <span>
            <Glyph game={rating.game} title={titleOf(games, rating.game)} small />
            <span className="grow">
              <b>{titleOf(games, rating.game)}</b>
              <small>
                {rating.rank !== null && <b className="rank">{t("rating.rank", { rank: rating.rank })}</b>}
                {t("rating.matches", { count: rating.games })}
              </small>
            </span>
            <RatingNumber rating={rating.rating} provisional={rating.provisional} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function History({ who, rating }: { who: string; rating: PlayerRating }) {
  const [told] = useFetched(() => ratingHistory(who, rating.game), [who, rating.game]);
  const points = told?.points ?? [];
  return (
    <div data-history={points.length}>
      <RatingPlot points={points} />
      {rating.provisional && <p className="small soft">{t("rating.provisional-line")}</p>}
      <h3>{t("rating.latest")}</h3>
      <ol className="latest">
        {points
          .slice(-LATEST)
          .reverse()
          .map((point, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two matches may have ended at the same time
            <li key={i}>
              <span className="grow">{placeWords(point)}</span>
              <small className="soft">{new Date(point.at).toLocaleDateString()}</small>
              <RatingChangeChip change={point.change} />
              <RatingNumber rating={point.rating} provisional={point.provisional} />
            </li>
          ))}
      </ol>
      <Link to={paths.leaders(rating.game)} className="btn">
        {t("leaders.title")}
      </Link>
    </div>
  );
}

/** Of two somebody wins, or nobody; among more there are places. */
function placeWords({ place, of, shared }: HistoryPoint): string {
  if (of === 2) return t(shared ? "rating.drawn" : place === 1 ? "rating.won" : "rating.lost");
  return t(shared ? "rating.place-shared" : "rating.place", { place, of });
}

/** Drawn here and not by a library: two lines and a few more across are all there is to it. */
function RatingPlot({ points }: { points: HistoryPoint[] }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const { lines, unsure, certain } = plotOf(points);
  const best = Math.max(...points.map((point) => point.rating));
  const said = t("rating.plot", { count: points.length, from: first.rating - first.change, to: last.rating, best });
  return (
    <figure className="rating-plot">
      <div className="plot-lines" aria-hidden="true">
        {lines.map(({ value, y }) => (
          <span key={value} style={{ top: `${y * 100}%` }} className="num">
            {value}
          </span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={said}>
        {lines.map(({ value, y }) => (
          <path key={value} className="across" d={`M0 ${(y * HEIGHT).toFixed(1)}H${WIDTH}`} />
        ))}
        <path className="line unsure" d={pathOf(unsure, WIDTH, HEIGHT)} />
        <path className="line" d={pathOf(certain, WIDTH, HEIGHT)} />
      </svg>
      <figcaption>
        <span>{new Date(first.at).toLocaleDateString()}</span>
        <span>{t("rating.best", { best })}</span>
        <span>{new Date(last.at).toLocaleDateString()}</span>
      </figcaption>
    </figure>
  );
}

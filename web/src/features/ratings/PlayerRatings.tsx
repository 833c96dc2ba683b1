/** A player's ratings in all games, and the history of one. */

import { useState } from "react";
import type { HistoryPoint, PlayerRating } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { dateText, linePath } from "../../ui/format";
import { useFetched } from "../../ui/hooks";
import { Panel } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { gameTitle, useGames } from "../games/games";
import css from "./PlayerRatings.module.css";
import { plotOf } from "./plot";
import { RatingChangeChip, RatingNumber } from "./Rating";
import { playerRatings, ratingHistory } from "./requests";

const WIDTH = 640;
const HEIGHT = 200;
const LATEST = 8;
const [SMALL, LOW] = [96, 30];
const LATELY = 30 * 86_400_000;

export function PlayerRatings({ who, own = false }: { who: string; own?: boolean }) {
  const [found] = useFetched(() => playerRatings(who), [who]);
  const [chosen, choose] = useState<string | null>(null);
  if (!found) return null;
  const ratings = [...found.ratings].sort((a, b) => b.games - a.games);
  const shown = ratings.find((rating) => rating.game === chosen) ?? ratings[0];
  return (
    <Panel box title={t("rating.title")} data-ratings>
      {shown ? (
        <>
          <GamePicks who={who} ratings={ratings} shown={shown} choose={choose} />
          <History key={shown.game} who={who} rating={shown} />
        </>
      ) : (
        <p className={text("soft")}>{t(own ? "rating.none-own" : "rating.none")}</p>
      )}
    </Panel>
  );
}

interface GamePicksProps {
  who: string;
  ratings: PlayerRating[];
  shown: PlayerRating;
  choose: (game: string) => void;
}

function GamePicks(props: GamePicksProps) {
  const { games } = useGames();
  return (
    <fieldset className={css.games} aria-label={t("rating.which")}>
      {props.ratings.map((rating) => (
        <label key={rating.game} className={css.game}>
          <input
            className={css.input}
            type="radio"
            name="rating-game"
            checked={rating.game === props.shown.game}
            onChange={() => props.choose(rating.game)}
          />
          <span className={css.shown}>
            <GameGlyph game={rating.game} title={gameTitle(games, rating.game)} small />
            <span className={css.words}>
              <b className={css.title}>{gameTitle(games, rating.game)}</b>
              <small className={css.note}>
                {rating.rank !== null && <b className={css.rank}>{t("rating.rank", { rank: rating.rank })}</b>}
                {t("rating.matches", { count: rating.games })}
              </small>
            </span>
            <Course who={props.who} game={rating.game} />
            <RatingNumber rating={rating.rating} provisional={rating.provisional} className={css.current} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** How a rating went, small, and by how much in the last weeks. */
function Course({ who, game }: { who: string; game: string }) {
  const [found] = useFetched(() => ratingHistory(who, game), [who, game]);
  const points = found?.points ?? [];
  if (points.length === 0) return null;
  const { unsure, certain } = plotOf(points);
  const change = points.filter(({ at }) => at > Date.now() - LATELY).reduce((sum, point) => sum + point.change, 0);
  return (
    <span className={css.course}>
      <svg className={css.small} viewBox={`0 0 ${SMALL} ${LOW}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={css.line} d={linePath([...unsure, ...certain.slice(1)], SMALL, LOW)} />
      </svg>
      <span data-lately={change}>
        <RatingChangeChip change={change} />
        <span className={text("sr-only")}> {t("rating.lately")}</span>
      </span>
    </span>
  );
}

function History({ who, rating }: { who: string; rating: PlayerRating }) {
  const [found] = useFetched(() => ratingHistory(who, rating.game), [who, rating.game]);
  const points = found?.points ?? [];
  return (
    <div data-history={points.length}>
      <RatingPlot points={points} />
      {rating.provisional && <p className={text("small", "soft")}>{t("rating.provisional-line")}</p>}
      <h3 className={css.heading}>{t("rating.latest")}</h3>
      <ol className={css.latest}>
        {points
          .slice(-LATEST)
          .reverse()
          .map((point, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two matches may have ended at the same time
            <li key={i} className={css.match}>
              <span className={css.words}>{placeText(point)}</span>
              <small className={css.note}>{dateText(point.at)}</small>
              <RatingChangeChip change={point.change} className={css.change} />
              <RatingNumber rating={point.rating} provisional={point.provisional} className={css.after} />
            </li>
          ))}
      </ol>
      <ButtonLink to={paths.leaders(rating.game)}>{t("leaders.title")}</ButtonLink>
    </div>
  );
}

/** Of two players one wins, or none; among more there are places. */
function placeText({ place, of, shared }: HistoryPoint): string {
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
    <figure className={css.plot}>
      <div className={css.scale} aria-hidden="true">
        {lines.map(({ value, y }) => (
          <span key={value} style={{ top: `${y * 100}%` }} className={classes(text("num"), css.value)}>
            {value}
          </span>
        ))}
      </div>
      <svg
        className={css.drawing}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={said}
      >
        {lines.map(({ value, y }) => (
          <path key={value} className={css.across} d={`M0 ${(y * HEIGHT).toFixed(1)}H${WIDTH}`} />
        ))}
        <path className={classes(css.line, css.unsure)} d={linePath(unsure, WIDTH, HEIGHT)} />
        <path className={css.line} d={linePath(certain, WIDTH, HEIGHT)} />
      </svg>
      <figcaption className={css.caption}>
        <span>{dateText(first.at)}</span>
        <span>{t("rating.best", { best })}</span>
        <span>{dateText(last.at)}</span>
      </figcaption>
    </figure>
  );
}

/** Challenges that wait for one's answer: yes or no with one touch. */

import { useState } from "react";
import { houseTime } from "../../api/ask";
import { answerChallenge } from "../../api/friends";
import type { GameCard } from "../../api/games";
import type { TableLine } from "../../api/tables";
import { useChallenges } from "../../live";
import { ratedWords } from "../../parts/Rating";
import { Glyph } from "../../parts/small";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { clockOf, clockWords, titleOf, useNow } from "../lines";
import { sentence } from "../playing";
import "../ratings/ratings.css";
import "./friends.css";

export function Challenges({ games }: { games: GameCard[] | null }) {
  useNow(); // one whose time is over goes by itself
  const waiting = (useChallenges() ?? []).filter((line) => (line.about.until ?? Number.MAX_VALUE) > houseTime());
  if (waiting.length === 0) return null;
  return (
    <section className="panel challenges" aria-labelledby="challenges" data-challenges>
      <header>
        <h2 id="challenges">{t("challenges.title")}</h2>
      </header>
      <ul className="rows">
        {waiting.map((line) => (
          <OneChallenge key={line.table} line={line} games={games} />
        ))}
      </ul>
    </section>
  );
}

function OneChallenge({ line, games }: { line: TableLine; games: GameCard[] | null }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const host = line.about.seats.find((seat) => seat.person === line.about.host);
  const title = titleOf(games, line.game);
  const cooperative = games?.find((game) => game.name === line.game)?.cooperative === true;
  async function answer(yes: boolean) {
    setBusy(true);
    setRefusal(null);
    try {
      const { sits } = await answerChallenge(line.table, yes);
      if (sits) go(paths.table(line.table));
    } catch (error) {
      setRefusal(sentence(error));
      setBusy(false);
    }
  }
  return (
    <li className="row on">
      <Glyph game={line.game} title={title} />
      <div className="grow">
        <p className="name">
          {host && (
            <Link to={paths.player(line.about.host)} className="player-link">
              <bdi>{host.name}</bdi>
            </Link>
          )}{" "}
          <span>{t("challenges.line", { game: title })}</span>
        </p>
        <p className="meta">
          {line.about.seats.length > 2 && <span>{t("game.players-one", { count: line.about.seats.length })}</span>}
          <span>{clockWords(clockOf(line))}</span>
          <span>{ratedWords(line.about.rated === true, cooperative)}</span>
        </p>
        {refusal && (
          <p className="refusal" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <div className="answers">
        <button type="button" className="btn turn" data-accept disabled={busy} onClick={() => answer(true)}>
          {t("challenges.yes")}
          <span className="sr">
            {title}, <bdi>{host?.name}</bdi>
          </span>
        </button>
        <button type="button" className="btn" data-decline disabled={busy} onClick={() => answer(false)}>
          {t("challenges.no")}
          <span className="sr">
            {title}, <bdi>{host?.name}</bdi>
          </span>
        </button>
      </div>
    </li>
  );
}

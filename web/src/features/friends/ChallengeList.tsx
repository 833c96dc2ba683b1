/** Challenges that wait for the player's answer: yes or no with one touch. */

import { useState } from "react";
import { errorText, serverTime } from "../../client/http";
import type { GameInfo } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { RefusalText } from "../../ui/Form";
import { useNow } from "../../ui/hooks";
import { go, Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { gameTitle } from "../games/games";
import { ratedText } from "../ratings/Rating";
import { clockOf, clockText } from "../tables/clocks";
import type { ListedTable } from "../tables/requests";
import { useChallenges } from "../tables/subscriptions";
import { answerChallenge } from "./requests";

export function ChallengeList({ games }: { games: GameInfo[] | null }) {
  useNow(); // a challenge whose time is over disappears
  const waiting = (useChallenges() ?? []).filter((line) => (line.about.until ?? Number.MAX_VALUE) > serverTime());
  if (waiting.length === 0) return null;
  return (
    <section className="panel challenges" aria-labelledby="challenges" data-challenges>
      <header>
        <h2 id="challenges">{t("challenges.title")}</h2>
      </header>
      <ul className="rows">
        {waiting.map((line) => (
          <ChallengeRow key={line.table} line={line} games={games} />
        ))}
      </ul>
    </section>
  );
}

function ChallengeRow({ line, games }: { line: ListedTable; games: GameInfo[] | null }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const host = line.about.seats.find((seat) => seat.person === line.about.host);
  const title = gameTitle(games, line.game);
  const cooperative = games?.find((game) => game.name === line.game)?.cooperative === true;
  async function answer(yes: boolean) {
    setBusy(true);
    setRefusal(null);
    try {
      const { sits } = await answerChallenge(line.table, yes);
      if (sits) go(paths.table(line.table));
    } catch (error) {
      setRefusal(errorText(error));
      setBusy(false);
    }
  }
  return (
    <li className="row on">
      <GameGlyph game={line.game} title={title} />
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
          <span>{clockText(clockOf(line))}</span>
          <span>{ratedText(line.about.rated === true, cooperative)}</span>
        </p>
        <RefusalText text={refusal} />
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

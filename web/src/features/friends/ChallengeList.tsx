/** Challenges that wait for the player's answer: yes or no with one touch. */

import { useState } from "react";
import { errorText, serverTime } from "../../client/http";
import type { GameInfo } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { Button } from "../../ui/Button";
import { RefusalText } from "../../ui/Form";
import { useNow } from "../../ui/hooks";
import { Panel, PanelHeader } from "../../ui/Panel";
import { PlayerLink } from "../../ui/PlayerLink";
import { Row, RowFact, RowFacts, Rows, RowWords } from "../../ui/Rows";
import { go, paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { gameTitle } from "../games/games";
import { ratedText } from "../ratings/Rating";
import { clockOf, clockText } from "../tables/clocks";
import type { ListedTable } from "../tables/requests";
import { useChallenges } from "../tables/subscriptions";
import css from "./ChallengeList.module.css";
import { answerChallenge } from "./requests";

export function ChallengeList({ games }: { games: GameInfo[] | null }) {
  useNow(); // a challenge whose time is over disappears
  const waiting = (useChallenges() ?? []).filter((line) => (line.about.until ?? Number.MAX_VALUE) > serverTime());
  if (waiting.length === 0) return null;
  return (
    <Panel className={css.challenges} aria-labelledby="challenges" data-challenges>
      <PanelHeader id="challenges" title={t("challenges.title")} />
      <Rows>
        {waiting.map((line) => (
          <ChallengeRow key={line.table} line={line} games={games} />
        ))}
      </Rows>
    </Panel>
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
  const about = (
    <span className={text("sr-only")}>
      {title}, <bdi>{host?.name}</bdi>
    </span>
  );
  return (
    <Row on className={css.challenge}>
      <GameGlyph game={line.game} title={title} />
      <RowWords
        nameClass={css.name}
        name={
          <>
            {host && <PlayerLink id={line.about.host} name={host.name} className={css.host} />}{" "}
            <span>{t("challenges.line", { game: title })}</span>
          </>
        }
      >
        <RowFacts className={css.facts}>
          {line.about.seats.length > 2 && (
            <RowFact>{t("game.players-one", { count: line.about.seats.length })}</RowFact>
          )}
          <RowFact>{clockText(clockOf(line))}</RowFact>
          <RowFact>{ratedText(line.about.rated === true, cooperative)}</RowFact>
        </RowFacts>
        <RefusalText text={refusal} />
      </RowWords>
      <div className={css.answers}>
        <Button look="turn" className={css.answer} data-accept disabled={busy} onClick={() => answer(true)}>
          {t("challenges.yes")}
          {about}
        </Button>
        <Button className={css.answer} data-decline disabled={busy} onClick={() => answer(false)}>
          {t("challenges.no")}
          {about}
        </Button>
      </div>
    </Row>
  );
}

/** Today's puzzle of every game, and for how many days in a row one was solved. */

import { useEffect } from "react";
import { errorText, Refusal } from "../../client/http";
import type { GameInfo, PuzzleLine, PuzzlesToday } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { ButtonLink } from "../../ui/Button";
import { Chip } from "../../ui/Chip";
import { Column, PageTitle } from "../../ui/Column";
import { RefusalText } from "../../ui/Form";
import { dateText } from "../../ui/format";
import { useFetched, useTitle } from "../../ui/hooks";
import { Panel, PanelHeader } from "../../ui/Panel";
import { NoRows, Row, RowFact, RowFacts, Rows, RowWords } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { ClubLinks, PageFrame } from "../frame/PageFrame";
import { gameTitle, useGames } from "../games/games";
import { keepAll, keepToday, keptToday, sendTries } from "./kept";
import css from "./PuzzlesPage.module.css";
import { puzzlesToday } from "./requests";
import { Streak } from "./Streak";

async function load(): Promise<PuzzlesToday> {
  try {
    await sendTries();
    const today = await puzzlesToday();
    keepToday(today);
    return today;
  } catch (error) {
    const before = error instanceof Refusal ? undefined : keptToday();
    if (before) return before;
    throw error;
  }
}

export function PuzzlesPage() {
  useTitle(t("puzzles.title"));
  const { games } = useGames();
  const [today, error, again] = useFetched(load, []);
  useEffect(() => {
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [again]);
  useEffect(() => {
    if (today) keepAll(today.puzzles).catch(() => undefined); // what is being compiled is kept another time
  }, [today]);
  return (
    <PageFrame>
      <Column>
        <ClubLinks />
        <header className={css.head}>
          <PageTitle>{t("puzzles.title")}</PageTitle>
          <p className={text("soft")}>{t("puzzles.line")}</p>
        </header>
        {error && !today && <RefusalText text={errorText(error)} />}
        {today && (
          <>
            <Panel box>
              <Streak streak={today.streak} />
            </Panel>
            <Panel>
              <PanelHeader title={t("puzzles.today", { day: dateText(Date.parse(today.day)) })} />
              {today.puzzles.length === 0 && <NoRows>{t("puzzles.none")}</NoRows>}
              <Rows>
                {today.puzzles.map((line) => (
                  <PuzzleRow key={line.game} line={line} games={games} />
                ))}
              </Rows>
            </Panel>
          </>
        )}
      </Column>
    </PageFrame>
  );
}

function PuzzleRow({ line, games }: { line: PuzzleLine; games: GameInfo[] | null }) {
  const title = gameTitle(games, line.game);
  const tried = line.solved !== null;
  return (
    <Row data-puzzle={line.game}>
      <GameGlyph game={line.game} title={title} />
      <RowWords name={title}>
        <RowFacts wraps>
          <RowFact>{t("puzzle.rating", { rating: line.rating })}</RowFact>
          <RowFact>{t("puzzle.mine", { rating: line.mine })}</RowFact>
        </RowFacts>
      </RowWords>
      {tried && (
        <Chip tone={line.solved ? "good" : "plain"} icon={line.solved ? "done" : "close"}>
          {t(line.solved ? "puzzles.solved" : "puzzles.missed")}
        </Chip>
      )}
      <ButtonLink to={paths.puzzle(line.game, line.id)} look={tried ? "plain" : "primary"}>
        {t(tried ? "puzzles.look" : "puzzles.try")}
        <span className={text("sr-only")}>{title}</span>
      </ButtonLink>
    </Row>
  );
}

/** Among the player's games: moves that wait for a network, and those that could not be played any more. */

import type { GameInfo } from "../../../contract";
import { GameGlyph } from "../../../skins/pictures";
import { Button, ButtonLink } from "../../../ui/Button";
import { Panel, PanelHeader } from "../../../ui/Panel";
import { Row, RowFact, RowFacts, Rows, RowWords } from "../../../ui/Rows";
import { paths } from "../../../ui/router";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { gameTitle } from "../../games/games";
import { refusedText } from "./WaitingMove";
import { forgetMove, useWaitingMoves } from "./waitingMoves";

export function WaitingMovesPanel({ games }: { games: GameInfo[] | null }) {
  const moves = useWaitingMoves();
  if (moves.length === 0) return null;
  return (
    <Panel data-waiting-moves>
      <PanelHeader title={t("waiting.title")} />
      <Rows>
        {moves.map((move) => {
          const title = gameTitle(games, move.game);
          return (
            <Row key={move.key} on={move.refused !== undefined}>
              <GameGlyph game={move.game} title={title} />
              <RowWords name={title}>
                <RowFacts wraps>
                  <RowFact>{move.refused ? refusedText(move) : t("waiting.move", { step: move.words })}</RowFact>
                </RowFacts>
              </RowWords>
              {move.refused && (
                <Button look="quiet" onClick={() => void forgetMove(move)}>
                  {t("waiting.read")}
                  <span className={text("sr-only")}>{title}</span>
                </Button>
              )}
              <ButtonLink to={paths.table(move.table)} look={move.refused ? "turn" : "plain"}>
                {t("table-row.open-it")}
                <span className={text("sr-only")}>{title}</span>
              </ButtonLink>
            </Row>
          );
        })}
      </Rows>
    </Panel>
  );
}

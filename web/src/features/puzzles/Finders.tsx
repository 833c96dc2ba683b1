/** Who of those who wish to be listed has found today's puzzle. How they found it nobody is told. */

import type { PuzzleShown } from "../../contract";
import { Avatar } from "../../ui/Avatar";
import { clockTimeText } from "../../ui/format";
import { useFetched } from "../../ui/hooks";
import { Panel } from "../../ui/Panel";
import { PlayerLink } from "../../ui/PlayerLink";
import { Row, RowFact, RowFacts, Rows, RowWords } from "../../ui/Rows";
import { initial } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { findersOf } from "./requests";

export function Finders({ puzzle, tried }: { puzzle: PuzzleShown; tried: boolean }) {
  const { game, id, today } = puzzle;
  const [found] = useFetched(() => (today ? findersOf(game, id) : Promise.resolve([])), [game, id, today, tried]);
  if (!found?.length) return null;
  return (
    <Panel box title={t("puzzle.club")}>
      <Rows flush data-finders>
        {found.map(({ person, at, hinted }) => (
          <Row key={person.id}>
            <Avatar small>{initial(person.name)}</Avatar>
            <RowWords name={<PlayerLink id={person.id} name={person.name} />}>
              <RowFacts>
                <RowFact>{t(hinted ? "puzzle.club-hinted" : "puzzle.club-found", { time: clockTimeText(at) })}</RowFact>
              </RowFacts>
            </RowWords>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

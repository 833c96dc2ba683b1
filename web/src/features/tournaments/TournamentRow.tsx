import type { ReactNode } from "react";
import type { TournamentLine } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { ButtonLink } from "../../ui/Button";
import { Row, RowFact, RowFacts, RowWords } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { clockText } from "../tables/clocks";
import { kindText, rowStateText } from "./facts";

/** One tournament in a list; `children`: one fact more. */
export function TournamentRow(props: { line: TournamentLine; title: string; children?: ReactNode }) {
  const { line, title, children } = props;
  const { about } = line;
  return (
    <Row>
      <GameGlyph game={line.game} title={title} />
      <RowWords name={<bdi>{about.title}</bdi>}>
        <RowFacts wraps>
          <RowFact>{rowStateText(line)}</RowFact>
          {children}
          <RowFact>
            {kindText(line.kind)}, {title}
            {about.rated && `, ${t("rated.yes")}`}
          </RowFact>
          <RowFact>
            {clockText(about.clock)}, {t("tournament.entrants", { count: about.entrants ?? 0 })}
          </RowFact>
        </RowFacts>
      </RowWords>
      <ButtonLink to={paths.tournament(line.tournament)}>
        {t("table-row.open-it")}
        <bdi className={text("sr-only")}>{about.title}</bdi>
      </ButtonLink>
    </Row>
  );
}

import type { GameInfo, MemberLine } from "../../contract";
import { Avatar } from "../../ui/Avatar";
import { ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { PlayerLink } from "../../ui/PlayerLink";
import { Row, RowFact, RowFacts, RowWords } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { initial, isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { gameTitle } from "../games/games";
import css from "./MemberRow.module.css";

/** A member: whether they are here, where they play or look for players, and for which games they like to be asked. */
export function MemberRow({ line, games, me }: { line: MemberLine; games: GameInfo[] | null; me: string | null }) {
  const { person, plays, here, in_room } = line;
  const looks = plays?.phase === "open";
  const titles = line.games.map((game) => gameTitle(games, game)).join(", ");
  return (
    <Row>
      <Avatar className={classes(here && css.here)}>{initial(person.name)}</Avatar>
      <RowWords name={<PlayerLink id={person.id} name={person.name} className={css.name} />}>
        <RowFacts wraps>
          {here && (
            <RowFact data-here>
              {plays
                ? t(looks ? "members.looks" : "members.plays", { game: gameTitle(games, plays.game) })
                : t(in_room ? "members.room" : "following.here")}
            </RowFact>
          )}
          {titles && <RowFact>{t("members.games", { games: titles })}</RowFact>}
        </RowFacts>
      </RowWords>
      {plays ? (
        <ButtonLink to={paths.table(plays.table)}>
          {t(!looks ? "table-row.watch" : person.id === me ? "table-row.open-it" : "table-row.join")}
          <span className={text("sr-only")}>{isolate(person.name)}</span>
        </ButtonLink>
      ) : (
        person.id !== me && (
          <ButtonLink to={paths.player(person.id)}>
            {t("members.ask")}
            <span className={text("sr-only")}>{isolate(person.name)}</span>
          </ButtonLink>
        )
      )}
    </Row>
  );
}

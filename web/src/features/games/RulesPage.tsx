import { ButtonLink } from "../../ui/Button";
import { Column, PageTitle } from "../../ui/Column";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/hooks";
import { Moment } from "../../ui/Moment";
import { panelClass } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { GameLinks } from "./GameSelect";
import { useGames } from "./games";
import css from "./RulesPage.module.css";
import { RulesText } from "./RulesText";

/** The rules of one game, or the games to choose from. */
export function RulesPage({ name }: { name: string | null }) {
  const { games } = useGames();
  const game = games?.find((each) => each.name === name);
  useTitle(t("page.named", { name: game ? t("rules.of", { game: game.title }) : t("nav.rules") }));
  return (
    <PageFrame game={game?.name}>
      <Column>
        {name === null && <PageTitle>{t("nav.rules")}</PageTitle>}
        <GameLinks games={games} current={name} to={paths.rules} />
        {name !== null && games && !game && <Moment as="p">{t("game.unknown")}</Moment>}
        {game && (
          <article className={classes(panelClass(), css.rules)}>
            <PageTitle>{game.title}</PageTitle>
            <RulesText game={game.name} text={game.rules.replace(/^# .*\n/, "")} />
            <ButtonLink to={paths.play(game.name)} look="primary">
              {t("rules.play", { game: game.title })}
            </ButtonLink>
          </article>
        )}
      </Column>
    </PageFrame>
  );
}

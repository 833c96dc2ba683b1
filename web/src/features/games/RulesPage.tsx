import { useTitle } from "../../ui/hooks";
import { Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { GameLinks } from "./GameSelect";
import { useGames } from "./games";
import { RulesText } from "./RulesText";

/** The rules of one game, or the games to choose from. */
export function RulesPage({ name }: { name: string | null }) {
  const { games } = useGames();
  const game = games?.find((each) => each.name === name);
  useTitle(t("page.named", { name: game ? t("rules.of", { game: game.title }) : t("nav.rules") }));
  return (
    <PageFrame game={game?.name}>
      <div className="narrow">
        {name === null && <h1 className="show">{t("nav.rules")}</h1>}
        <GameLinks games={games} current={name} to={paths.rules} />
        {name !== null && games && !game && <p className="moment">{t("game.unknown")}</p>}
        {game && (
          <article className="panel rules">
            <h1 className="show">{game.title}</h1>
            <RulesText game={game.name} text={game.rules.replace(/^# .*\n/, "")} />
            <Link to={paths.play(game.name)} className="btn primary">
              {t("rules.play", { game: game.title })}
            </Link>
          </article>
        )}
      </div>
    </PageFrame>
  );
}

/** My games; open tables; the rules of all games. */

import { useState } from "react";
import type { TableLine } from "../api/tables";
import { useGames } from "../games";
import { useLobby, useMine } from "../live";
import { useMe } from "../me";
import { Frame } from "../parts/Frame";
import { Glyph, Segments, useTitle } from "../parts/small";
import { Link } from "../router/router";
import { paths } from "../router/routes";
import { t } from "../texts/page";
import { Challenges } from "./friends/Challenges";
import { MyLine, OpenLine } from "./lines";
import { RulesText } from "./RulesText";
import "./home.css";

export function MyGames() {
  useTitle(t("page.named", { name: t("nav.games") }));
  const { games } = useGames();
  const person = useMe()?.person?.id ?? null;
  const mine = useMine() ?? [];
  const waits = mine.filter((line) => line.phase === "playing" && person !== null && line.turn.includes(person));
  const groups = [
    { key: "games.turn" as const, lines: waits },
    { key: "games.going" as const, lines: mine.filter((line) => line.phase !== "over" && !waits.includes(line)) },
    { key: "games.over" as const, lines: mine.filter((line) => line.phase === "over") },
  ].filter((group) => group.lines.length > 0);
  return (
    <Frame>
      <div className="narrow">
        <h1 className="show">{t("nav.games")}</h1>
        <Challenges games={games} />
        {groups.length === 0 && (
          <section className="panel empty">
            <p>{t("home.no-games")}</p>
            <Link to={paths.home} className="btn primary">
              {t("games.first")}
            </Link>
          </section>
        )}
        {person !== null &&
          groups.map((group) => (
            <section key={group.key} className="panel">
              <header>
                <h2>{t(group.key)}</h2>
              </header>
              <ul className="rows">
                {group.lines.map((line) => (
                  <MyLine key={line.table} line={line} games={games} me={person} />
                ))}
              </ul>
            </section>
          ))}
      </div>
    </Frame>
  );
}

export function Tables() {
  useTitle(t("page.named", { name: t("nav.tables") }));
  const { games } = useGames();
  const lobby = useLobby();
  const [rated, setRated] = useState<"all" | boolean>("all");
  const fits = (line: TableLine) => rated === "all" || (line.about.rated === true) === rated;
  const groups = [
    { key: "tables.room" as const, none: "tables.no-room" as const, lines: lobby?.open ?? [] },
    { key: "tables.playing" as const, none: "tables.no-playing" as const, lines: lobby?.playing ?? [] },
  ].map((group) => ({ ...group, lines: group.lines.filter(fits), some: group.lines.length > 0 }));
  return (
    <Frame>
      <div className="narrow">
        <h1 className="show">{t("nav.tables")}</h1>
        <Segments
          name="rated"
          legend={t("rated.which")}
          ways={[
            { value: "all", label: t("rated.all") },
            { value: true, label: t("rated.yes") },
            { value: false, label: t("rated.no") },
          ]}
          value={rated}
          onChange={setRated}
        />
        {groups.map((group) => (
          <section key={group.key} className="panel">
            <header>
              <h2>{t(group.key)}</h2>
            </header>
            {group.lines.length > 0 ? (
              <ul className="rows">
                {group.lines.map((line) => (
                  <OpenLine key={line.table} line={line} games={games} />
                ))}
              </ul>
            ) : (
              <p className="nothing">{t(group.some ? "tables.none-such" : group.none)}</p>
            )}
          </section>
        ))}
        <section className="panel">
          <header>
            <h2>{t("tables.host")}</h2>
          </header>
          <p className="nothing">{t("tables.host-line")}</p>
          <ul className="picks">
            {games?.map((game) => (
              <li key={game.name}>
                <Link to={paths.play(game.name)} className="btn" data-game={game.name}>
                  <Glyph game={game.name} title={game.title} small />
                  {game.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Frame>
  );
}

export function Rules({ name }: { name: string | null }) {
  const { games } = useGames();
  const game = games?.find((each) => each.name === name);
  useTitle(t("page.named", { name: game ? t("rules.of", { game: game.title }) : t("nav.rules") }));
  return (
    <Frame game={game?.name}>
      <div className="narrow">
        {name === null && <h1 className="show">{t("nav.rules")}</h1>}
        <ul className="picks">
          {games?.map((each) => (
            <li key={each.name} data-game={each.name}>
              <Link
                to={paths.rules(each.name)}
                className={each.name === name ? "btn primary" : "btn"}
                aria-current={each.name === name ? "page" : undefined}
              >
                <Glyph game={each.name} title={each.title} small />
                {each.title}
              </Link>
            </li>
          ))}
        </ul>
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
    </Frame>
  );
}

import { useState } from "react";
import { GameGlyph } from "../../skins/pictures";
import { ButtonLink } from "../../ui/Button";
import { picksClass } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { useTitle } from "../../ui/hooks";
import { Panel, PanelHeader } from "../../ui/Panel";
import { NoRows, Rows } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { Segments, segmentOptions } from "../../ui/Segments";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { useGames } from "../games/games";
import type { ListedTable } from "./requests";
import { useLobby } from "./subscriptions";
import { OpenTableRow } from "./TableRow";

/** Tables to join or to watch, and the games to open one for. */
export function OpenTablesPage() {
  useTitle(t("nav.tables"));
  const { games } = useGames();
  const lobby = useLobby();
  const [rated, setRated] = useState<"all" | boolean>("all");
  const fits = (line: ListedTable) => rated === "all" || (line.about.rated === true) === rated;
  const groups = [
    { key: "tables.room" as const, none: "tables.no-room" as const, lines: lobby?.open ?? [] },
    { key: "tables.playing" as const, none: "tables.no-playing" as const, lines: lobby?.playing ?? [] },
  ].map((group) => ({ ...group, lines: group.lines.filter(fits), some: group.lines.length > 0 }));
  return (
    <PageFrame>
      <Column>
        <PageTitle>{t("nav.tables")}</PageTitle>
        <Segments
          name="rated"
          legend={t("rated.which")}
          options={segmentOptions<"all" | boolean>(
            ["all", t("rated.all")],
            [true, t("rated.yes")],
            [false, t("rated.no")],
          )}
          value={rated}
          onChange={setRated}
        />
        {groups.map((group) => (
          <Panel key={group.key}>
            <PanelHeader title={t(group.key)} />
            {group.lines.length > 0 ? (
              <Rows>
                {group.lines.map((line) => (
                  <OpenTableRow key={line.table} line={line} games={games} />
                ))}
              </Rows>
            ) : (
              <NoRows>{t(group.some ? "tables.none-such" : group.none)}</NoRows>
            )}
          </Panel>
        ))}
        <Panel>
          <PanelHeader title={t("tables.host")} />
          <NoRows>{t("tables.host-line")}</NoRows>
          <ul className={picksClass("panel")}>
            {games?.map((game) => (
              <li key={game.name}>
                <ButtonLink to={paths.play(game.name)} data-game={game.name}>
                  <GameGlyph game={game.name} title={game.title} small />
                  {game.title}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Panel>
      </Column>
    </PageFrame>
  );
}

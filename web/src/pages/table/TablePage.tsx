/** A table, whoever one is there: player, several players at one device, spectator, or about to sit down. */

import { useEffect } from "react";
import { oneTable } from "../../api/tables";
import { useMe } from "../../me";
import { Frame } from "../../parts/Frame";
import { useTitle } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { TableName } from "../../skins/kept";
import { t } from "../../texts/page";
import { AboutNow } from "../neighbours/About";
import { AtTable } from "./AtTable";
import { HandOver } from "./HandOver";
import { type Sitting, useSitting, useViewing } from "./sitting";
import { TableTop } from "./TableTop";
import { WaitingRoom } from "./WaitingRoom";
import "./table.css";
import "./panels.css";

export function TablePage({ table, invite }: { table: string; invite: string }) {
  const { sitting, trouble } = useSitting(table, invite);
  useTitle(t("page.title"));
  if (!sitting)
    return (
      <Frame>
        <div className="moment">
          <p role="status">{trouble ?? t("page.loading")}</p>
          {trouble && (
            <Link to={paths.home} className="btn">
              {t("page.home")}
            </Link>
          )}
        </div>
      </Frame>
    );
  return (
    <TableName.Provider value={table}>
      <Seated key={`${table} ${sitting.at.seats.join()}`} sitting={sitting} />
      <AboutNow />
    </TableName.Provider>
  );
}

function Seated({ sitting }: { sitting: Sitting }) {
  const { at, game, invite, came } = sitting;
  const { table } = at.rules;
  const viewing = useViewing(sitting);
  const me = useMe()?.person?.id ?? null;
  const { feed, handTo } = viewing;
  // Who sits where may have changed elsewhere: in another tab, or because a bot has taken over.
  const seats = feed.now?.seats;
  const own = seats?.flatMap((seat, i) => (me !== null && seat.person === me ? [i] : [])).join();
  const known = at.seats.join();
  useEffect(() => {
    if (feed.left || (own !== undefined && own !== known)) oneTable(table, invite).then(came, () => undefined);
  }, [feed.left, own, known, table, invite, came]);

  if (handTo !== null)
    return (
      <div data-game={game.name} className="table-page">
        <TableTop sitting={sitting} />
        <HandOver who={at.now.seats[handTo]?.name ?? ""} seat={handTo} onReady={viewing.take} />
      </div>
    );
  const { now } = feed;
  return (
    <div data-game={game.name} className="table-page">
      {!now ? (
        <>
          <TableTop sitting={sitting} />
          <main className="moment">
            <p role="status">{feed.refused?.error ?? t("page.loading")}</p>
          </main>
        </>
      ) : now.phase === "open" || !now.scene ? (
        <WaitingRoom sitting={sitting} now={now} feed={feed} viewer={viewing.viewer} />
      ) : (
        <AtTable sitting={sitting} viewing={viewing} now={now} scene={now.scene} />
      )}
    </div>
  );
}

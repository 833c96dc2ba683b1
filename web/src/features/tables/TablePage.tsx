/** A table, for a player, for several players at one device, for a spectator, or for a player who is about to sit down. */

import { lazy, Suspense, useEffect } from "react";
import { useMe } from "../../client/session";
import { TableIdContext } from "../../client/stored";
import { ButtonLink } from "../../ui/Button";
import { useTitle } from "../../ui/hooks";
import { Moment } from "../../ui/Moment";
import { paths, showAddress } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { PersonMenuHost } from "../moderation/PersonName";
import { useDealing } from "./dealing/shares";
import { HandOver } from "./match/HandOver";
import { Match } from "./match/Match";
import { oneTable } from "./requests";
import { TableFrame } from "./TableFrame";
import { TableHeader } from "./TableHeader";
import { type TableSetup, useTableSetup, useViewer } from "./useTableSetup";

// Against bots a match begins at once: whoever plays one need not wait for this to be loaded.
const WaitingRoom = lazy(() => import("./WaitingRoom").then((file) => ({ default: file.WaitingRoom })));

export function TablePage({ table, invite }: { table: string; invite: string }) {
  const { setup, trouble } = useTableSetup(table, invite);
  useTitle(null);
  if (!setup)
    return (
      <PageFrame>
        <Moment>
          <p role="status">{trouble ?? t("page.loading")}</p>
          {trouble && <ButtonLink to={paths.home}>{t("page.home")}</ButtonLink>}
        </Moment>
      </PageFrame>
    );
  return (
    <TableIdContext.Provider value={table}>
      <SeatedTable key={`${table} ${setup.at.seats.join()}`} setup={setup} />
      <PersonMenuHost />
    </TableIdContext.Provider>
  );
}

function SeatedTable({ setup }: { setup: TableSetup }) {
  const { at, game, invite, seatsChanged } = setup;
  const { table } = at.rules;
  const viewer = useViewer(setup);
  const me = useMe()?.person?.id ?? null;
  const { feed, handTo } = viewer;
  useDealing(setup, feed.now);
  // Whoever copies the address of a private table copies its invitation: the id alone opens nothing.
  const secret = at.rules.listed ? "" : (at.rules.invite ?? invite);
  useEffect(() => {
    if (secret) showAddress(paths.table(table, secret));
  }, [table, secret]);
  // The seats may have changed elsewhere: in another tab, or because a bot has taken over.
  const seats = feed.now?.seats;
  const own = seats?.flatMap((seat, i) => (me !== null && seat.person === me ? [i] : [])).join();
  const known = at.seats.join();
  useEffect(() => {
    if (feed.left || (own !== undefined && own !== known)) oneTable(table, invite).then(seatsChanged, () => undefined);
  }, [feed.left, own, known, table, invite, seatsChanged]);

  if (handTo !== null)
    return (
      <TableFrame game={game.name} skin={setup.skin} plan={setup.plan}>
        <TableHeader setup={setup} />
        <HandOver who={at.now.seats[handTo]?.name ?? ""} seat={handTo} onReady={viewer.take} />
      </TableFrame>
    );
  const { now } = feed;
  const coming = (
    <>
      <TableHeader setup={setup} />
      <Moment as="main">
        <p role="status">{feed.refused?.error ?? t("page.loading")}</p>
      </Moment>
    </>
  );
  return (
    <TableFrame game={game.name} skin={setup.skin} plan={setup.plan}>
      {!now ? (
        coming
      ) : now.phase === "open" || !now.scene ? (
        <Suspense fallback={coming}>
          <WaitingRoom setup={setup} now={now} feed={feed} viewer={viewer.seat} />
        </Suspense>
      ) : (
        <Match setup={setup} viewer={viewer} now={now} scene={now.scene} />
      )}
    </TableFrame>
  );
}

/** A match that is played, or has just ended: where its parts lie on the page. */

import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { Scene } from "../../../contract";
import { Button } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { useOnItsSide, useTitle } from "../../../ui/hooks";
import { Icon } from "../../../ui/Icon";
import { IconButton } from "../../../ui/IconButton";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { onDesk } from "../../../ui/visible";
import type { Now } from "../feed";
import { TableHeader } from "../TableHeader";
import { useMoveKeys } from "../useMoveKeys";
import type { TableSetup, Viewer } from "../useTableSetup";
import { EndButtons, useEndsInMenu } from "./ActionBar";
import { CoachButton } from "./Coach";
import { Drawer } from "./Drawer";
import { stepText } from "./Log";
import css from "./Match.module.css";
import { MatchStage } from "./MatchStage";
import { Players } from "./Players";
import { SidePanels } from "./SidePanels";
import { stopHere } from "./thinkHere";
import { useEndPlate } from "./useEndPlate";
import { canTalk, isSettled, type MatchState, useMatch } from "./useMatch";
import { useMatchSounds } from "./usePlay";
import { useRematch } from "./useRematch";

// Nobody needs these before the first move, and a desk has no sheet.
const RulesText = lazy(() => import("../../games/RulesText").then((file) => ({ default: file.RulesText })));
const MatchSheet = lazy(() => import("./MatchSheet").then((file) => ({ default: file.MatchSheet })));
const TableMenu = lazy(() => import("./TableMenu").then((file) => ({ default: file.TableMenu })));
const DeviceBots = lazy(() => import("./DeviceBots").then((file) => ({ default: file.DeviceBots })));
const EndPlate = lazy(() => import("./EndPlate").then((file) => ({ default: file.EndPlate })));

export function Match(props: { setup: TableSetup; viewer: Viewer; now: Now; scene: Scene }) {
  const { setup, now, viewer } = props;
  const [open, setOpen] = useState<{ part: "rules" | "menu"; about?: string | null } | null>(null);
  const showRule = useCallback((about: string | null) => setOpen({ part: "rules", about }), []);
  const match = useMatch(setup, viewer, now, props.scene, showRule);
  const { shown, feed, mine, turn, current, travel } = match;
  const { game } = setup;
  useTitle(turn ? t("page.turn-title", { game: game.title }) : game.title);
  useMatchSounds(feed, now, turn);
  useMoveKeys({ first: travel.first, back: travel.back, forward: travel.forward, last: travel.now });
  useRematch(now, setup.at.seats.length > 0);
  const side = [useOnItsSide(), setup.skin.camera !== undefined].every(Boolean);
  const endsInMenu = useEndsInMenu(match);
  const plate = useEndPlate(shown.over && current);
  const ended = plate.open && shown.phone; // then only the board is left beside it
  const { table } = setup.at.rules;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each table has its own
  useEffect(() => stopHere, [table]);
  const result = plate.open ? (
    <Suspense fallback={null}>
      <EndPlate match={match} plate={plate} />
    </Suspense>
  ) : null;
  return (
    <>
      <TableHeader setup={setup} watching={feed.watching}>
        <CoachButton coach={match.coach} />
        <Button look="quiet" className={onDesk} onClick={() => setOpen({ part: "rules" })}>
          <Icon name="book" />
          {t("table.rules")}
        </Button>
        <IconButton icon="dots" label={t("table.menu")} onClick={() => setOpen({ part: "menu" })} />
      </TableHeader>
      <main
        className={classes(
          css.table,
          canTalk(match) && css.talks,
          ended && css.ended,
          side && css.side,
          side && plate.open && css.sideEnded,
          setup.at.rules.guided && css.guided,
        )}
        data-version={feed.lines.filter((line) => line.kind === "step").length}
        data-seat={current ? (shown.seat ?? "gallery") : ""}
        data-mine={mine}
        data-held={shown.choosing.held.length}
        data-busy={!isSettled(match)}
        data-over={shown.over}
        data-line={travel.line ?? "now"}
      >
        {!ended && <Players match={match} />}
        <MatchStage match={match} plate={plate} viewer={viewer} />
        {ended ? (
          result
        ) : shown.phone ? (
          <Suspense fallback={null}>
            <MatchSheet match={match} />
          </Suspense>
        ) : (
          <SidePanels match={match} result={result} />
        )}
      </main>
      {now.bots_on === "device" && shown.seat !== null && current && (
        <Suspense fallback={null}>
          <DeviceBots game={game.name} table={table} now={now} cursor={feed.cursor} />
        </Suspense>
      )}
      <p className={text("sr-only")} aria-live="polite">
        {lastStepText(match)}
      </p>
      {open?.part === "rules" && (
        <Drawer label={t("table.rules")} onClose={() => setOpen(null)}>
          <Suspense fallback={null}>
            <RulesText game={game.name} text={game.rules} about={open.about ?? null} />
          </Suspense>
        </Drawer>
      )}
      {open?.part === "menu" && (
        <Drawer label={t("table.menu")} onClose={() => setOpen(null)}>
          <Suspense fallback={null}>
            <TableMenu
              {...{ setup, now, viewer: shown.seat }}
              endButtons={endsInMenu ? <EndButtons shown={shown} inBar={false} /> : null}
              onTrouble={match.trouble}
            />
          </Suspense>
        </Drawer>
      )}
    </>
  );
}

/** What a screen reader hears when others have acted. */
function lastStepText({ feed, now, shown }: MatchState): string {
  const last = feed.lines.findLast((line) => line.kind === "step");
  return last ? stepText(last, now.seats, shown.catalogue) : "";
}

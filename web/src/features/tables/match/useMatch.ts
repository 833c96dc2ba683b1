/** A match as one viewer has it before them: all that its parts on the page are drawn from. */

import { useCallback, useMemo } from "react";
import { useLastMoveMarks } from "../../../board/lastMove";
import type { TableView } from "../../../board/skin";
import { type Choosing, useChoosing } from "../../../board/useChoosing";
import { useConnection } from "../../../client/connection";
import { errorText } from "../../../client/http";
import type { ConnectionState } from "../../../client/socket";
import type { Choice, Scene, TableRatings } from "../../../contract";
import { usePhone } from "../../../ui/hooks";
import { render, type Sayable } from "../../../ui/texts/render";
import { useTableRatings } from "../../ratings/ratings";
import type { Feed, Now } from "../feed";
import { whyNotTouch } from "../requests";
import { useMoments } from "../useMoments";
import { type TableSetup, type Viewer, withSeatNames } from "../useTableSetup";
import { type CoachState, useCoach, useCoachMarks } from "./Coach";
import { type TimeTravel, useTimeTravel } from "./TimeTravel";
import { type Ahead, useAhead } from "./useAhead";
import { useLateMove } from "./useLateMove";
import { type StepsState, useSteps } from "./usePlay";

const NO_CHOICES: Choice[] = [];

export interface MatchState {
  setup: TableSetup;
  now: Now; // whatever moment is shown
  feed: Feed;
  current: boolean; // the feed is this seat's
  shown: TableView; // the moment that is shown
  turn: boolean; // the viewer is to act
  mine: boolean; // and that moment is shown
  free: boolean; // nothing stands in the way of acting
  inTouch: boolean; // what is shown is what the server says now
  late: "may" | "waits" | null; // out of touch: a move would wait on this device, or one does
  connection: ConnectionState;
  steps: StepsState;
  travel: TimeTravel;
  coach: CoachState;
  ratings: TableRatings | null;
  choose: (choice: Choice) => void;
  trouble: (error: unknown) => void; // says why something could not be done
}

export function useMatch(
  setup: TableSetup,
  { seat, feed, current }: Viewer,
  now: Now,
  present: Scene,
  showRule: (about: string | null) => void,
): MatchState {
  const { game, plan, texts, skin, invite, at } = setup;
  const { table } = at.rules;
  const phone = usePhone();
  const { state: connection } = useConnection();
  const catalogue = useMemo(() => withSeatNames(texts, now.seats), [texts, now.seats]);
  const say = useCallback((text: Sayable) => render(catalogue, text), [catalogue]);
  const { late, waits } = useLateMove(setup, { seat, feed, connection, catalogue });
  const steps = useSteps(table, seat, late);
  const travel = useTimeTravel(table, seat, invite, feed, current);

  const over = now.phase === "over";
  const past = travel.line !== null;
  const inTouch = connection === "live" && feed.fresh && current;
  const keepsMoves = late?.now === true && current;
  const waiting = waits !== null && !waits.refused;
  const free = (inTouch || keepsMoves) && !waiting && !past && !steps.busy && seat !== null;
  const toAct = now.to_act ?? [];
  const turn = seat !== null && current && !over && toAct.includes(seat);
  const mine = turn && !past;

  const taken = useMemo(() => feed.lines.filter((line) => line.kind === "step"), [feed.lines]);
  const stepsShown = travel.line === null ? taken.length : travel.steps;
  const moment = useMoments({ steps: taken, at: feed.behind || !current ? null : stepsShown, live: !past, seat, say });

  const possible = free ? (now.choices ?? NO_CHOICES) : NO_CHOICES;
  const ahead = useAhead({
    ...{ table, seat, cursor: feed.cursor, choices: possible, act: steps.act, fail: steps.fail },
    waits: free && inTouch && now.phase === "playing" && !turn && at.rules.clock.pace !== "days",
    ready: free && turn,
  });
  // What can be done besides is done at once; a move waits for the turn.
  const choices = useMemo(() => [...possible, ...ahead.choices], [possible, ahead.choices]);
  const choose = useCallback(
    (choice: Choice) => (ahead.choices.includes(choice) ? ahead.choose(choice) : steps.act(choice.text)),
    [steps.act, ahead.choices, ahead.choose],
  );
  const choosing = useCancelling(useChoosing(choices, choose), ahead);
  const whyNot = useCallback(
    (path: readonly string[]) => (inTouch ? whyNotTouch(table, seat, path, invite) : Promise.reject(new Error("lost"))),
    [inTouch, table, seat, invite],
  );
  const then = past ? travel.position : null;
  const given: TableView = {
    table,
    game: game.name,
    plan,
    scene: then?.scene ?? present,
    // While the device goes to the next seat, the view is still the last one's.
    view: past ? (then?.view ?? null) : current ? (now.view ?? null) : null,
    seat,
    seats: now.seats,
    toAct: past ? (then?.to_act ?? []) : toAct,
    mine: mine && free,
    over,
    past,
    choices: possible,
    choosing,
    ahead: ahead.on ? { ...ahead, quiet: true } : undefined,
    say,
    catalogue,
    phone,
    moment,
    momentBeside: over && phone,
    act: steps.act,
    whyNot,
    showRule,
  };
  const { guided, rated } = at.rules;
  const coach = useCoach({ guided, game: game.name, table, seat, hint: now.guide ?? null, cursor: feed.cursor, past });
  const latest = useLastMoveMarks(given.scene, seat, !past && !skin.Piece);
  const scene = useCoachMarks((skin.useScene ?? usePlainScene)({ ...given, scene: latest }), coach.at);
  const asks = rated || (game.cooperative && seat !== null); // of a team it is told what it did before
  const ratings = useTableRatings({ table, game: game.name, invite, over, asks, pushed: feed.ratings });
  const { fail } = steps;
  const trouble = useCallback((error: unknown) => fail(errorText(error)), [fail]);
  const shown = { ...given, scene };
  return {
    ...{ setup, now, feed, current, shown, turn, mine, free, inTouch, connection },
    ...{ steps, travel, coach, ratings, choose, trouble, late: waiting ? "waits" : keepsMoves ? "may" : null },
  };
}

/** What puts back a piece puts back a move in advance, too. */
function useCancelling(choosing: Choosing, { chosen, cancel }: Ahead): Choosing {
  return useMemo(() => {
    if (!chosen) return choosing;
    const putBack = () => {
      choosing.putBack();
      cancel();
    };
    return { ...choosing, putBack };
  }, [choosing, chosen, cancel]);
}

const usePlainScene = (shown: TableView) => shown.scene;

/** Whether all that this skin draws from is here, and nothing is on its way. */
export function isSettled({ setup, shown, steps, inTouch }: MatchState): boolean {
  const viewed = setup.skin.needs !== "view" || shown.past || shown.view !== null;
  return viewed && inTouch && !steps.busy;
}

/** Whether lines can be planned: off turn, where turns take days. */
export function mayPlan({ setup, now, shown, turn, current }: MatchState): boolean {
  const days = setup.at.rules.clock.pace === "days" && now.phase === "playing";
  return days && current && !turn && !shown.past && shown.seat !== null;
}

/** Whether there is anybody else to talk to. */
export function canTalk({ now, shown }: MatchState): boolean {
  const me = shown.seat === null ? null : now.seats[shown.seat]?.person;
  return shown.seat === null || now.seats.some((seat) => seat.kind !== "bot" && seat.person !== me);
}

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Board } from "../../../board/Board";
import { MomentLine } from "../../../board/MomentLayer";
import { Stage } from "../../../board/Stage";
import type { Piece } from "../../../contract";
import { classes } from "../../../ui/classes";
import { giveBack } from "../../../ui/focus";
import { useOnItsSide } from "../../../ui/hooks";
import { useSettings } from "../../../ui/settings";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { onDesk } from "../../../ui/visible";
import { WaitingMoveToast } from "../offline/WaitingMove";
import type { Viewer } from "../useTableSetup";
import { barClass } from "./ActionBar";
import { Coach } from "./Coach";
import { LastLook } from "./HandOver";
import { MatchActions } from "./MatchActions";
import css from "./MatchStage.module.css";
import { Offers } from "./Offers";
import { statusOf } from "./status";
import { TakeOver } from "./TakeOver";
import { StageRefusal } from "./Toast";
import type { EndPlateState } from "./useEndPlate";
import { type MatchState, mayPlan } from "./useMatch";

const PlanLines = lazy(() => import("./PlanLines").then((file) => ({ default: file.PlanLines })));

interface StageProps {
  match: MatchState;
  plate: EndPlateState;
  viewer: Viewer;
}

/** The board, with what to do next above it and what can be done below; or off turn, where turns take days, with what
 * could come next. */
export function MatchStage(stage: StageProps) {
  const { match } = stage;
  const [planning, setPlanning] = useState(false);
  const plans = planning && mayPlan(match);
  if (planning && !plans && match.turn) setPlanning(false); // it is the player's turn meanwhile
  const before = useRef(false);
  useEffect(() => {
    if (before.current && !plans && document.activeElement === document.body)
      giveBack(document.querySelector("[data-plan-open]") ?? document.querySelector("[data-board=play]"));
    before.current = plans;
  }, [plans]);
  if (!plans) return <PlayedStage {...stage} plan={() => setPlanning(true)} />;
  return (
    <Suspense>
      <PlanLines match={match} close={() => setPlanning(false)} />
    </Suspense>
  );
}

function PlayedStage({ match, plate, viewer, plan }: StageProps & { plan: () => void }) {
  const { setup, now, shown, mine, coach, steps } = match;
  const { skin } = setup;
  const { confirm } = useSettings();
  const [held, setHeld] = useState<{ piece: Piece; height: number | undefined } | null>(null);
  // On a phone the plate with the result takes the place of all but the board.
  const ended = shown.phone && plate.open;
  // On a phone the coach speaks from where else the turn is told, so that the board keeps its size; out of touch, it waits.
  const coached = coach.open && shown.phone && match.inTouch && !ended && !shown.past;
  // Beside a board with a camera, on a phone on its side, everything else stands in a column of its own.
  const side = [useOnItsSide(), skin.camera !== undefined].every(Boolean);
  const centre = useRef<HTMLDivElement>(null);
  // On a phone what is said of a held piece stands in the room of words and buttons, and the board stays under the thumb.
  const hold = (piece: Piece) => {
    const stage = shown.phone ? centre.current?.querySelector("[data-stage]") : null;
    setHeld((before) => ({ piece, height: before ? before.height : stage?.getBoundingClientRect().height }));
  };
  const board = (
    <Stage skin={skin} className={classes(css.stage, shown.past && css.past)} height={held?.height}>
      <Board shown={shown} skin={skin} confirm={confirm} {...(skin.holds ? { onHold: hold } : {})} />
    </Stage>
  );
  return (
    <div ref={centre} className={classes(css.centre, mine && css.mine, shown.over && css.over, side && css.side)}>
      <StatusPlate match={match} className={(ended || coached) && text("sr-only")} />
      {coached && <Coach coach={coach} shown={shown} />}
      {skin.Screen && skin.screen?.(shown) ? <skin.Screen at={shown} board={board} /> : board}
      {skin.Below && !(held && skin.Held) && !ended && (
        <div className={css.below}>
          <skin.Below at={shown} />
        </div>
      )}
      <div className={css.deeds}>
        <StageRefusal text={steps.refusal} />
        <WaitingMoveToast table={shown.table} />
        <Offers shown={shown} now={now} />
        <TakeOver setup={setup} now={now} />
        {held && skin.Held ? (
          <div className={classes(barClass, css.held)}>
            <skin.Held piece={held.piece} at={shown} close={() => setHeld(null)} />
          </div>
        ) : (
          !ended &&
          (viewer.leaving === null ? (
            <MatchActions match={match} plate={plate} plan={mayPlan(match) ? plan : null} />
          ) : (
            <LastLook who={now.seats[viewer.leaving]?.name ?? ""} onReady={viewer.cover} />
          ))
        )}
      </div>
    </div>
  );
}

// Letters of title and line that a phone's plate has room for in two lines: a title's count double, being larger, up to
// where it breaks itself.
const ROOM = 78;
const TITLE = 16;

function StatusPlate({ match, className }: { match: MatchState; className: string | false | undefined }) {
  const { title, line } = statusOf(match);
  const long = line.length > ROOM - 2 * Math.min(title.length, TITLE);
  const count = match.feed.lines.filter((each) => each.kind === "step").length;
  return (
    <div className={className || css.plate} role="status">
      <b className={css.title}>{title}</b>
      <span className={css.line} data-long={long}>
        {line}
      </span>
      <span className={classes(text("num"), onDesk, css.count)}>{t("table.move", { count })}</span>
      {match.shown.momentBeside && !className && <MomentLine shown={match.shown.moment} />}
    </div>
  );
}

import { lazy, Suspense, useRef, useState } from "react";
import { Board } from "../../../board/Board";
import { Stage } from "../../../board/Stage";
import type { Piece } from "../../../contract";
import { classes } from "../../../ui/classes";
import { useSettings } from "../../../ui/settings";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { onDesk } from "../../../ui/visible";
import { barClass } from "./ActionBar";
import { Coach } from "./Coach";
import { MatchActions } from "./MatchActions";
import css from "./MatchStage.module.css";
import { Offers } from "./Offers";
import { statusOf } from "./status";
import { TakeOver } from "./TakeOver";
import { StageRefusal } from "./Toast";
import { type MatchState, mayPlan } from "./useMatch";

const PlanLines = lazy(() => import("./PlanLines").then((file) => ({ default: file.PlanLines })));

/** The board, with what to do next above it and what can be done below; or off turn, where turns take days, with what
 * could come next. */
export function MatchStage({ match }: { match: MatchState }) {
  const [planning, setPlanning] = useState(false);
  const plans = planning && mayPlan(match);
  if (planning && !plans && match.turn) setPlanning(false); // it is the player's turn meanwhile
  if (!plans) return <PlayedStage match={match} plan={() => setPlanning(true)} />;
  return (
    <Suspense>
      <PlanLines match={match} close={() => setPlanning(false)} />
    </Suspense>
  );
}

function PlayedStage({ match, plan }: { match: MatchState; plan: () => void }) {
  const { setup, now, shown, mine, coach, steps } = match;
  const { skin } = setup;
  const { confirm } = useSettings();
  const [held, setHeld] = useState<{ piece: Piece; height: number | undefined } | null>(null);
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
    <div ref={centre} className={classes(css.centre, mine && css.mine, shown.over && css.over)}>
      <StatusPlate match={match} />
      {coach.open && <Coach coach={coach} shown={shown} />}
      {skin.Screen && skin.screen?.(shown) ? <skin.Screen at={shown} board={board} /> : board}
      {skin.Below && !(held && skin.Held) && (
        <div className={css.below}>
          <skin.Below at={shown} />
        </div>
      )}
      <StageRefusal text={steps.refusal} />
      <Offers shown={shown} now={now} />
      <TakeOver setup={setup} now={now} />
      {held && skin.Held ? (
        <div className={classes(barClass, css.held)}>
          <skin.Held piece={held.piece} at={shown} close={() => setHeld(null)} />
        </div>
      ) : (
        <MatchActions match={match} plan={mayPlan(match) ? plan : null} />
      )}
    </div>
  );
}

function StatusPlate({ match }: { match: MatchState }) {
  const { title, line } = statusOf(match);
  const count = match.feed.lines.filter((each) => each.kind === "step").length;
  return (
    <div className={css.plate} role="status">
      <b className={css.title}>{title}</b>
      <span className={css.line}>{line}</span>
      <span className={classes(text("num"), onDesk, css.count)}>{t("table.move", { count })}</span>
    </div>
  );
}

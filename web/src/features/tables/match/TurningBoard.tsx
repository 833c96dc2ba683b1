import { useMemo } from "react";
import { Board } from "../../../board/Board";
import { lastMovePlaces } from "../../../board/lastMove";
import { Stage } from "../../../board/Stage";
import { useNothingToChoose } from "../../../board/useChoosing";
import type { PastPosition, Scene } from "../../../contract";
import { useFetched } from "../../../ui/hooks";
import { t } from "../../../ui/texts/page";
import { replayAt } from "../requests";
import css from "./TurningBoard.module.css";
import type { MatchState } from "./useMatch";

/** A cut-out of the board after a step of a match that is over, around what was played. All of it may be seen now. */
export function TurningBoard({ match: { setup, shown }, step }: { match: MatchState; step: number }) {
  const { skin, plan, game, invite } = setup;
  const { table } = setup.at.rules;
  const still = useNothingToChoose();
  const [found] = useFetched(
    () => Promise.all([step - 1, step].map((number) => replayAt(table, number, null, true, invite))),
    [table, step, invite],
  );
  const [before, after] = found ?? [];
  const scene = useMemo(() => (before && after ? withLast(before, after) : null), [before, after]);
  if (!after || !scene) return <div className={css.cut} />;
  return (
    <Stage skin={skin} className={css.cut}>
      <Board
        shown={{
          ...still,
          game: game.name,
          plan,
          scene,
          view: after.view,
          seat: null,
          seats: shown.seats,
          toAct: after.to_act,
          over: true,
          say: shown.say,
          catalogue: shown.catalogue,
          phone: false,
        }}
        skin={skin}
        label={t("end.board", { step })}
        picture
        look="last"
      />
    </Stage>
  );
}

/** With what was played marked, where the game itself does not; and without what it asks for, which nobody answers here. */
function withLast({ scene: was }: PastPosition, { scene }: PastPosition): Scene {
  const marks = scene.marks ?? [];
  const own = marks.some((mark) => mark.kind === "last");
  const at = own ? [] : lastMovePlaces(was.pieces ?? [], scene.pieces ?? [], null);
  return { ...scene, prompt: null, marks: at.length > 0 ? [...marks, { kind: "last", at }] : marks };
}

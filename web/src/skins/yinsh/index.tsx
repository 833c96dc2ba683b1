/** YINSH: dark slate in both themes, hairlines, ivory and ebony with weight. */

import type { Skin } from "../../board/skin";
import { withShortcuts } from "../../board/useChoosing";
import type { GameViews } from "../../contract";
import { fivesOf, touchesOf, turnedAt } from "./facts";
import { Backdrop, Ground, ZoneDrawing } from "./ground";
import css from "./index.module.css";
import { arrange, timing } from "./layout";
import { MomentDrawing } from "./moments";
import { numbers } from "./numbers";
import { MarkDrawing, Over, Target } from "./over";
import { Below, Beside, Step, Tally } from "./panels";
import { Defs, PieceDrawing, SeatMark } from "./pieces";

const skin: Skin<GameViews["yinsh"]> = {
  needs: "view",
  Defs,
  Backdrop,
  Ground,
  Zone: ZoneDrawing,
  Piece: PieceDrawing,
  Mark: MarkDrawing,
  marks: ["last", "row", "won-row", "won-ring"],
  Target,
  targets: ["site:"],
  Over,
  Moment: MomentDrawing,
  foretells: (target, at) => {
    const count = turnedAt(target, at);
    return count > 0 ? at.say({ key: "skin.would-turn", args: { count } }) : null;
  },
  size: 0.85,
  stage: css.stage,
  table: css.table,
  arrange,
  sides: true,
  timing,
  choosing: ({ choosing, choices, scene }) => withShortcuts(choosing, touchesOf(fivesOf(choices, scene.marks))),
  Beside,
  Below,
  SeatMark,
  Tally,
  Step,
  numbers,
};

export default skin;

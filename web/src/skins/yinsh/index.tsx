/** YINSH: dark slate in both themes, hairlines, ivory and ebony with weight. */

import { withShortcuts } from "../../board/useChoosing";
import type { Skin } from "../types";
import { Backdrop, Ground, Zone } from "./ground";
import { Mark, Over, Target } from "./hand";
import { Below, Beside, Step, Tally } from "./panels";
import { Defs, Piece, SeatMark } from "./pieces";
import { arrange, timing } from "./places";
import { fivesOf, touchesOf } from "./rows";
import "./skin.css";

const skin: Skin = {
  needs: "view",
  Defs,
  Backdrop,
  Ground,
  Zone,
  Piece,
  Mark,
  marks: ["last", "row"],
  Target,
  targets: ["site:"],
  Over,
  size: 0.85,
  arrange,
  timing,
  choosing: ({ choosing, choices, scene }) => withShortcuts(choosing, touchesOf(fivesOf(choices, scene.marks))),
  Beside,
  Below,
  SeatMark,
  Tally,
  Step,
};

export default skin;

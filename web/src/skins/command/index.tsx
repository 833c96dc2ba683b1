import type { Change, Skin } from "../../board/skin";
import type { GameViews } from "../../contract";
import { Deployment } from "./deploy";
import { deploying, isReady } from "./facts";
import { withSwaps } from "./formation";
import { Ground, ZoneDrawing } from "./ground";
import css from "./index.module.css";
import { arrange, frame, lay } from "./layout";
import { MomentDrawing } from "./moments";
import { NoteMenu } from "./notes";
import { numbers } from "./numbers";
import { MarkDrawing, Over, Target } from "./over";
import { Below, Beside, Tally } from "./panels";
import { Defs, PieceDrawing, SeatMark } from "./pieces";

/** What is lost goes down when the attacker has come; at the end the fleets turn over column by column. */
function timing({ kind, from, piece, was }: Change) {
  if (kind === "go" && piece.at.startsWith("site:")) return { delay: 220, duration: 700 };
  if (kind === "flip" && was && was.kind !== "contact") return { duration: 240 }; // another ship stands in this berth now
  if (kind === "flip" && from) return { delay: from.x * 45 };
  return undefined;
}

const skin: Skin<GameViews["command"]> = {
  Defs,
  Ground,
  Zone: ZoneDrawing,
  Piece: PieceDrawing,
  Mark: MarkDrawing,
  marks: ["last", "challenge"],
  Target,
  targets: ["site:"],
  Over,
  Moment: MomentDrawing,
  size: 0.96,
  stage: css.stage,
  table: css.table,
  legend: false,
  sides: true,
  arrange,
  frame,
  lay,
  choosing: withSwaps,
  timing,
  holds: (piece) => piece.kind === "contact" && piece.at.startsWith("site:"),
  Held: NoteMenu,
  Screen: Deployment,
  screen: (shown) => deploying(shown.scene) && !isReady(shown.scene) && !shown.past,
  Beside,
  Below,
  SeatMark,
  Tally,
  numbers,
  fold: (text) => (/^\w[@:]/.test(text) ? "skin.deploys" : null),
};

export default skin;

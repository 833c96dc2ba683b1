import type { Change, Skin } from "../types";
import { Ground } from "./chart";
import { Deployment } from "./deploy";
import { deploying, offering } from "./formation";
import { arrange, frame, isReady, lay } from "./layout";
import { Held } from "./notes";
import { Mark, Over, Piece, Target, Tray } from "./pieces";
import { Below, Beside, SeatMark, Tally } from "./report";
import { Defs } from "./ships";
import "./skin.css";

/** What is lost goes down when the attacker has come; at the end the fleets turn over column by column. */
function timing({ kind, from, piece, was }: Change) {
  if (kind === "go" && piece.at.startsWith("site:")) return { delay: 220, duration: 700 };
  if (kind === "flip" && was && was.kind !== "contact") return { duration: 240 }; // another ship stands in this berth now
  if (kind === "flip" && from) return { delay: from.x * 45 };
  return undefined;
}

const skin: Skin = {
  Defs,
  Ground,
  Zone: Tray,
  Piece,
  Mark,
  marks: ["last", "challenge"],
  Target,
  targets: ["site:"],
  Over,
  size: 0.96,
  arrange,
  frame,
  lay,
  choosing: offering,
  timing,
  holds: (piece) => piece.kind === "contact" && piece.at.startsWith("site:"),
  Held,
  Screen: Deployment,
  screen: (shown) => deploying(shown.scene) && !isReady(shown.scene) && !shown.past,
  Beside,
  Below,
  SeatMark,
  Tally,
  fold: (text) => (/^\w[@:]/.test(text) ? "skin.deploys" : null),
};

export default skin;

import type { Skin } from "../../board/skin";
import type { GameViews } from "../../contract";
import { Backdrop, Ground, ZoneDrawing } from "./ground";
import css from "./index.module.css";
import { arrange, lay } from "./layout";
import { MomentDrawing, momentIsHigh } from "./moments";
import { numbers } from "./numbers";
import { Over, Target } from "./over";
import { Beside, Step, Tally } from "./panels";
import { Defs, PieceDrawing, SeatMark } from "./pieces";

const CARDS = 98; // to play: as many as are left if none is

/** A ballroom table: lanes that point where their piles go, and a hand of large cards. */
const skin: Skin<GameViews["dance"]> = {
  needs: "view",
  stage: css.stage,
  table: css.table,
  legend: false,
  counters: false,
  bar: (buttons) => (buttons.includes("button:mine") ? css.signals : undefined),
  Defs,
  Backdrop,
  Ground,
  Zone: ZoneDrawing,
  Piece: PieceDrawing,
  Target,
  Over,
  Moment: MomentDrawing,
  momentIsHigh,
  arrange,
  lay,
  Beside,
  SeatMark,
  Tally,
  Step,
  numbers,
  expects: (value) => {
    const count = Math.round(((1 - Math.max(-1, Math.min(1, value))) / 2) * CARDS);
    return { count, of: CARDS, words: { key: "score", args: { count } } };
  },
  /** A card glides to its pile; those that come are dealt one after the other. */
  timing: (change) => {
    if (change.kind === "move") return { duration: 340 };
    if (change.kind !== "come" || !change.to) return undefined;
    const hand = change.piece.at.startsWith("zone:hand-");
    return { delay: hand ? 60 : 0, duration: 300 };
  },
};

export default skin;

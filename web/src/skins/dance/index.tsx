import type { Skin } from "../types";
import { Defs, Piece } from "./Card";
import { Target, Zone } from "./Lane";
import { arrange, lay } from "./layout";
import { Backdrop, Ground, Over } from "./Over";
import { Beside, SeatMark, Step, Tally } from "./Panels";
import "./skin.css";

/** A ballroom table: lanes that point where their piles go, and a hand of large cards. */
const skin: Skin = {
  needs: "view",
  Defs,
  Backdrop,
  Ground,
  Zone,
  Piece,
  Target,
  Over,
  arrange,
  lay,
  Beside,
  SeatMark,
  Tally,
  Step,
  /** A card glides to its pile; those that come are dealt one after the other. */
  timing: (change) => {
    if (change.kind === "move") return { duration: 340 };
    if (change.kind !== "come" || !change.to) return undefined;
    const hand = change.piece.at.startsWith("zone:hand-");
    return { delay: hand ? 60 : 0, duration: 300 };
  },
};

export default skin;

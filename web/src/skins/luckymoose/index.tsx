import { type BoardView, counterOf, type Piece, type Skin } from "../../board/skin";
import type { GameViews } from "../../contract";
import { tileOf, worthOn } from "./facts";
import { Ground, ZoneDrawing } from "./ground";
import css from "./index.module.css";
import { arrange, bagAt, lay, slotAt, slotUnder } from "./layout";
import { numbers } from "./numbers";
import { Over, Target } from "./over";
import { Below, Beside, Step, Tally } from "./panels";
import { Defs, PieceDrawing, SeatMark } from "./pieces";
import { exchangeOf, kindsOf, moved, rackOf, SWAP, slotOf, useRack } from "./rack";

const kindOf = (target: string) => /-([A-Z][a-z])-\d+$/.exec(target)?.[1] ?? "";

/** A token of the own hand was touched, or put down somewhere: in the rack it is sorted, or chosen to be given back. */
function put(piece: Piece, to: { x: number; y: number; touched: boolean }, at: BoardView): boolean {
  const rack = rackOf(at.scene);
  const zone = at.plan.zones?.find((each) => `zone:${each.id}` === piece.at);
  if (!rack || !zone) return false;
  const giving = at.choosing.held[0] === SWAP;
  if (to.touched && giving) return give(piece, at);
  if (to.touched) return false; // it is taken up, or it is said why not
  const slot = slotUnder(zone, rack.slots.length, to.x, to.y);
  if (slot === null || slot === slotOf(piece)) return slot !== null && giving;
  rack.sort(moved(kindsOf(rack.slots), slotOf(piece), slot));
  if (!giving) at.choosing.putBack();
  return true;
}

/** Tokens are given in any order: the exchange of those chosen so far is looked for, with this one more or less. */
function give(piece: Piece, at: BoardView): boolean {
  const rack = rackOf(at.scene);
  const inRack = at.placed.filter((each) => slotOf(each.piece) >= 0).map((each) => each.piece);
  const chosen = inRack.filter((each) => at.choosing.held.includes(`piece:${each.id}`));
  const next = chosen.includes(piece) ? chosen.filter((each) => each !== piece) : [...chosen, piece];
  const exchange = exchangeOf(
    [...at.choices, ...(at.ahead?.choices ?? [])],
    next.map((each) => each.kind),
    kindOf,
  );
  if (next.length > 0 && !exchange) return true; // more than can be given: nothing happens
  rack?.front(next.map(slotOf), true);
  at.choosing.take(exchange ? exchange.path.slice(0, -1) : [SWAP]);
  return true;
}

const skin: Skin<GameViews["luckymoose"]> = {
  needs: "view",
  Defs,
  Ground,
  Zone: ZoneDrawing,
  Piece: PieceDrawing,
  Target,
  targets: ["site:", "piece:"],
  foretells: (target, at) => {
    const points = target.startsWith("site:") ? worthOn(at, tileOf(target)) : null;
    return points === null ? null : at.say({ key: "skin.for", args: { count: points } });
  },
  Mark: () => null, // what is laid and what scores lies over the tokens: see Over
  marks: ["last", "line"],
  Over,
  size: 0.88,
  stage: css.stage,
  table: css.table,
  legend: false,
  counters: false,
  arrange,
  lay,
  useScene: useRack,
  loose: (piece, at) => slotOf(piece) >= 0 && !at.past,
  put,
  /** Tokens come out of the bag and go from their slot to the board, and back. */
  timing: ({ kind, piece, scene, spot, from, to }) => {
    const rack = rackOf(scene);
    const seat = rack && scene.pieces?.find((each) => slotOf(each) >= 0)?.at;
    const box = seat ? spot(seat) : null;
    if (!rack || !box) return undefined;
    const own = slotOf(piece) >= 0;
    if (kind === "come" && own)
      return { away: rack.undone ? spot(rack.undone) : bagAt(box), delay: rack.undone ? 0 : slotOf(piece) * 60 };
    if (kind === "come") {
      const slot = rack.slots.findLastIndex((each) => each?.laid && each.kind === piece.kind);
      return slot >= 0 ? { away: slotAt(box, slot, rack.slots.length) } : undefined;
    }
    if (kind === "go" && own) return counterOf(scene, "aside") ? { away: bagAt(box) } : { duration: 1 };
    const twins = own && from && to && rack.slots.filter((each) => each?.kind === piece.kind).length > 1;
    return kind === "move" && twins ? { duration: 1 } : undefined;
  },
  Beside,
  Below,
  SeatMark,
  Tally,
  Step,
  numbers,
};

export default skin;

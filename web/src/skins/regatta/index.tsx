import { useMemo } from "react";
import type { BoardView, Piece, Scene, Skin, TableView } from "../../board/skin";
import type { GameViews } from "../../contract";
import { trimOf, windOf } from "./facts";
import { Backdrop, Ground } from "./ground";
import css from "./index.module.css";
import { MomentDrawing } from "./moments";
import { Foot } from "./nextGate";
import { came, numbers } from "./numbers";
import { MarkDrawing, Over, Target } from "./over";
import { Below, Beside, Step, Tally } from "./panels";
import { Defs, PieceDrawing, SeatMark } from "./pieces";

const LEFT = 2.6; // what the plan keeps free for a vane beside the lattice; here it is printed on the chart
const NUMBERS = 0.4; // more at the left and below, for the numbers of rows and columns

/** The chart without the room beside it; boats that a new wind trims otherwise; and a prompt that leaves the speeds to
 * the compass. */
function useScene(shown: TableView): Scene {
  const { scene, phone } = shown;
  return useMemo(() => {
    const wind = windOf(scene);
    const trimmed = (piece: Piece) => {
      if (piece.kind !== "boat") return piece;
      const { boom, side, kite } = trimOf(piece, wind);
      return { ...piece, glyph: `${piece.glyph} ${boom} ${side} ${kite}` };
    };
    const [x, y, width, height] = scene.frame ?? [0, 0, 0, 0];
    const room = phone ? 0 : NUMBERS;
    const left = x + LEFT - room;
    const frame: Scene["frame"] = scene.frame ? [left, y, width + x - left, height + room] : null;
    const prompt = PROMPTS[scene.prompt?.key ?? ""];
    return {
      ...scene,
      pieces: scene.pieces?.map(trimmed),
      frame,
      prompt: prompt ? { key: prompt } : scene.prompt,
    } as Scene;
  }, [scene, phone]);
}

const PROMPTS: Record<string, string> = { "prompt.sail": "skin.choose", "prompt.first-turns": "skin.choose-behind" };

/** The race's order as of now; before it begins, the seats'. */
const rankOf = ({ view }: TableView<GameViews["regatta"]>, seat: number) =>
  view?.boats[seat]?.place ?? view?.boats[seat]?.rank ?? seat + 1;

const UNIT = 27; // pixels a point on a phone
const AHEAD = 0.2; // of what is seen, from its middle: how far the boat stands back

/** A place from where one's boat is, or before there is one, from the first buoy of the line: a phone's chart has no numbers. */
function called(target: string, at: BoardView<GameViews["regatta"]>): string | undefined {
  const there = target.startsWith("site:") ? at.spot(target) : null;
  const [boat, buoy] = [at.spot(`piece:boat-${at.seat ?? at.view?.mover ?? 0}`), at.spot("piece:start-0")];
  const from = boat ?? buoy;
  if (!there || !from) return undefined;
  const parts = [
    { count: Math.round(from.y - there.y), way: ["N", "S"] },
    { count: Math.round(there.x - from.x), way: ["E", "W"] },
  ]
    .filter(({ count }) => count !== 0)
    .map(({ count, way }) => {
      const heading = { key: `heading.${way[count > 0 ? 0 : 1]}` };
      return at.say({ key: "skin.far", args: { count: Math.abs(count), heading } });
    });
  const what = boat ? "boat" : "buoy";
  const where = parts.join(", ");
  return at.say(parts.length ? { key: `skin.from-${what}`, args: { where } } : { key: `skin.at-${what}` });
}

/** The own boat near the middle, with most of the chart ahead of it, on the way to what it has to reach next; while lines
 * are thought of, the boat whose step is next. */
function camera(at: BoardView<GameViews["regatta"]>) {
  const thought = at.ahead?.quiet === false ? at.toAct[0] : undefined;
  const seat = thought ?? at.seat ?? at.view?.mover ?? 0;
  const boat = at.spot(`piece:boat-${seat}`);
  const [a, b] = [at.spot("piece:start-0"), at.spot("piece:start-1")];
  // Once it is over, all look at the line: whoever is home lies there, with a pennant.
  if (!boat || (at.over && !at.past)) return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, unit: UNIT } : null;
  const own = (thought ?? at.seat) === at.seat ? at.view?.next : null;
  const next = own ? at.spot(`site:${own.at}`) : null;
  const [dx, dy] = next ? [next.x - boat.x, next.y - boat.y] : [0, 0];
  const far = Math.hypot(dx, dy) || 1;
  const width = (at.seen.width * at.scale) / UNIT;
  const height = (at.seen.height * at.scale) / UNIT;
  const step = (by: number, room: number) =>
    Math.sign(by) * Math.min(Math.abs(by) / 2, (room * AHEAD * Math.abs(by)) / far);
  return { x: boat.x + step(dx, width), y: boat.y + step(dy, height), unit: UNIT };
}

const skin: Skin<GameViews["regatta"]> = {
  needs: "view",
  stage: css.stage,
  table: css.table,
  others: css.others,
  bar: (buttons) => (buttons.some((each) => each.startsWith("button:wind")) ? css.winds : undefined),
  Defs,
  Backdrop,
  Ground,
  Zone: () => null,
  Piece: PieceDrawing,
  Mark: MarkDrawing,
  marks: ["line", "gate", "gate-next", "gate-passed", "shadow", "last"],
  Target,
  targets: ["site:"],
  Over,
  Moment: MomentDrawing,
  saysMoments: (at) => at.phone && !at.over, // at the end the result stands there
  Foot,
  camera,
  turns: "self",
  size: 0.9,
  useScene,
  fills: true,
  /** The next marker, if the view is here, and above all the own boat. As long as that is on no point: the line, and
   * where the boat can be put. */
  follow: (at) => {
    const seat = at.seat ?? at.toAct[0] ?? 0;
    const boat = at.view?.boats[seat];
    if (boat?.at === null) {
      const free = at.choosing.lit.map(({ target }) => target);
      return ["piece:start-0", "piece:start-1", ...free.slice(free.length / 2).slice(0, 1)];
    }
    return [...(boat ? [`piece:marker-${boat.markers + 1}`] : []), `piece:boat-${seat}`];
  },
  strip: (at) => at.seats.map((_, seat) => seat).sort((a, b) => rankOf(at, a) - rankOf(at, b)),
  called,
  /** A boat glides, and one that is bumped goes first. */
  timing: (change) => (change.kind === "move" ? { duration: 420 } : undefined),
  Beside,
  Below,
  SeatMark,
  Tally,
  Step,
  numbers,
  came,
};

export default skin;

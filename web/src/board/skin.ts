/**
 * What a skin may do. It changes how things look, where zones lie, and what stands beside the board; it knows no rules.
 * All it works from comes in here: plan, scene, choices, view, texts. skins/README.md tells how.
 */

import type { ComponentType, ReactNode } from "react";
import type { Choice, Counter, Mark, Moment, Piece, Plan, Scene, Site, Sitter, TouchReason, Zone } from "../contract";
import type { Catalogue, Say, Sayable } from "../ui/texts/render";
import type { Box, Placed, Spot, Viewport, ZoneLayout } from "./layout";
import type { LitTarget } from "./paths";
import type { Choosing } from "./useChoosing";

export type {
  Box,
  Catalogue,
  Choice,
  Choosing,
  LitTarget,
  Mark,
  Moment,
  Piece,
  Placed,
  Plan,
  Say,
  Scene,
  Site,
  Spot,
  Viewport,
  Zone,
};

/** How something to touch looks: a move leads through it, or only what is done besides; held; to be confirmed. */
export type Look = "lit" | "quiet" | "held" | "pending";

/** Who sits in a seat, for skins that name people. */
export type SeatHolder = Required<Pick<Sitter, "name" | "kind">>;

/** What has just happened, while it is shown. */
export interface ShownMoment {
  moment: Moment;
  words: string; // as they are said to this viewer
  yours: boolean; // it happened to this viewer
  waits: boolean; // until somebody goes on: nothing moves, and nobody should miss it
  skip: () => void;
}

/** The table as one viewer sees it at this moment: what every part of a skin is given. `View` is the game's own struct,
 * as the contract has it: a part that reads it takes a `TableView<GameViews["yinsh"]>`, any other a `TableView`. */
export interface TableView<View = unknown> {
  table: string; // its id; "" where a board is a picture only
  game: string;
  plan: Plan;
  scene: Scene;
  view: View | null; // what this viewer knows; null until it is here, and where `needs` is not "view"
  seat: number | null; // whose view it is; null: a spectator's
  below?: number | null; // whose side of the board is below; undefined: the viewer's
  seats: readonly SeatHolder[];
  toAct: readonly number[];
  mine: boolean; // it is this viewer's turn, and nothing stands in the way of acting
  over: boolean;
  imagined?: boolean; // nothing of it has happened: the server knows whether anything can be done
  past: boolean; // an earlier moment is shown: nothing can be done
  choices: readonly Choice[]; // empty where nothing can be done
  choosing: Choosing; // the choice in the making: touch(target), held, lit, putBack()
  ahead?: AheadView | undefined; // off turn: what is chosen now is not played now
  say: Say;
  catalogue: Catalogue;
  phone: boolean;
  moment?: ShownMoment | null;
  momentBeside?: boolean; // the page says it in words: no banner stands on the board
  arrows?: readonly BoardArrow[]; // what an engine has found
  /** Take a step by its text, or several, whole or not at all. Only texts out of `choices` are sure to be taken. */
  act: (steps: string | readonly string[]) => void;
  /** Why touching the last of these does nothing, as the server says it; without it a reason is given in general words. */
  whyNot?: (path: readonly string[]) => Promise<TouchReason | null>;
  /** Open the rules beside the board, at the rule of this name; null: at their beginning. */
  showRule?: (about: string | null) => void;
}

/** The seat whose side of the board is below. One may look from there and know what another seat knows. */
export const belowOf = ({ seat, below }: Pick<Viewport, "seat" | "below">) => (below === undefined ? seat : below);

/** A number that is the better the smaller it is, out of so many. */
export interface Expected {
  count: number;
  of: number;
  words: Sayable; // the number, and what it counts
}

/** A step as an arrow: the best lines are numbered, what is threatened is not. */
export interface BoardArrow {
  path: readonly string[]; // what would be touched
  rank: number; // from 1; 0: a threat
}

/** Off turn: a move can be chosen in advance, or lines are thought of. */
export interface AheadView {
  chosen: Choice | null; // the move that waits
  choices: readonly Choice[]; // what can be chosen so, besides what can be done now
  quiet: boolean; // what can be touched calls nobody
  asking: boolean; // what can be chosen is on its way …
  ask: () => boolean; // … as of now, since the player has come to the board
}

/** On the board: the same, and how large it is drawn. */
export interface BoardView<View = unknown> extends TableView<View> {
  scale: number; // pixels in a unit
  frame: Box; // the part of the plan that is shown when nothing is enlarged
  seen: Box; // the part that is seen now
  roams: boolean; // on a phone: a camera goes over a board that is larger than its place
  placed: readonly Placed[];
  spot: (target: string) => Spot | null; // where a site, zone or piece lies
  cursor: string | null; // the target that the pointer or the keyboard is on
  lookOf: (target: string) => Look | undefined; // how a target looks now, if it can be touched
}

export interface PieceProps<View = unknown> {
  piece: Piece;
  width: number; // draw around 0,0, in units of the plan
  height: number;
  angle: number; // degrees; the board has not turned it if `turns` is "self"
  held: boolean; // in a hand, where the next card may cover the right part
  look: Look | undefined;
  at: BoardView<View>;
}

export interface SiteProps<View = unknown> {
  site: Site; // draw around 0,0
  at: BoardView<View>;
}

export interface ZoneProps<View = unknown> {
  zone: Zone; // draw around 0,0: it is zone.width × zone.height
  marks: readonly Mark[]; // that lie on this zone
  pieces: readonly Piece[];
  at: BoardView<View>;
}

export interface MarkProps<View = unknown> {
  mark: Mark;
  spots: readonly Spot[]; // where it lies, in the order of mark.at
  at: BoardView<View>;
}

export interface TargetProps<View = unknown> {
  spot: Spot; // draw around 0,0; the board has put something to hit under it already
  look: Look;
  busy: boolean; // something stands there
  at: BoardView<View>;
}

/** A change that is about to be animated. */
export interface Change {
  kind: "move" | "flip" | "come" | "go";
  piece: Piece;
  was: Piece | null;
  from: { x: number; y: number } | null;
  to: { x: number; y: number } | null;
  scene: Scene;
  spot: (target: string) => Spot | null;
}

export interface Timing {
  delay?: number; // milliseconds
  duration?: number;
  /** Where something that comes is from, and something that goes is bound for; with a scale it does not fade. */
  away?: { x: number; y: number; scale?: number } | null;
}

export interface Skin<View = unknown> extends ZoneLayout {
  /** "view": the server tells the game's own view with every moment that is shown; it is handed over as `view`. */
  needs?: "view";
  /** Gradients, patterns, filters, symbols. Begin their ids with the game's name. Drawn once. */
  Defs?: ComponentType;
  /** Under everything, around 0,0 of the plan: paper, felt, a chart. */
  Backdrop?: ComponentType<{ at: BoardView<View> }>;
  /** In place of the plain sites, lines and labels: all of them at once … */
  Ground?: ComponentType<{ at: BoardView<View> }>;
  /** … or one site at a time (lines and labels stay plain). */
  Site?: ComponentType<SiteProps<View>>;
  Zone?: ComponentType<ZoneProps<View>>;
  Piece?: ComponentType<PieceProps<View>>;
  /** Marks that lie on sites and pieces. Only kinds in `marks` are asked for; others are drawn plainly. */
  Mark?: ComponentType<MarkProps<View>>;
  marks?: readonly string[];
  /** What can be touched. Only targets that begin with one of `targets` are asked for ("site:", "piece:", "zone:"). */
  Target?: ComponentType<TargetProps<View>>;
  targets?: readonly string[];
  /** Over everything, not to be touched: callouts, paths, numbers. */
  Over?: ComponentType<{ at: BoardView<View> }>;
  /** What has just happened, over all that, not to be touched, while it is shown; plainly: rings around its places. */
  Moment?: ComponentType<{ moment: Moment; at: BoardView<View> }>;
  /** true: it is drawn in the upper part, though its places do not say so; its words then stand at the lower edge. */
  momentIsHigh?: (moment: Moment, at: BoardView<View>) => boolean;
  /** true: a panel of the skin says its words now, so that no banner need stand on the board. */
  saysMoments?: (at: TableView<View>) => boolean;
  /** "self": Piece draws its own angle. Otherwise the board turns it. */
  turns?: "self";
  /** Where zones lie, where the plan's places do not suit; also sites, if need be. Called again when the size changes. */
  arrange?: (plan: Plan, about: Viewport) => Plan;
  /** What may be expected, from −1 to 1, in what the game counts itself, where chances out of a hundred say little. */
  expects?: (value: number) => Expected;
  /** The board has a side for each of two seats, and can be turned. */
  sides?: boolean;
  /** A class for what the board stands on: its ground, its edge, and custom properties for all that is drawn on it. */
  stage?: string | undefined;
  /** A class for all of the table, with custom properties only: what panels use, and what the table's own parts read. */
  table?: string | undefined;
  /** The same for the cards of the others, which tell how many they are in data-others. */
  others?: string | undefined;
  /** The same for the action bar while it shows these buttons (targets such as "button:end"). */
  bar?: (buttons: readonly string[]) => string | undefined;
  /** false: what the board's marks mean, and what is counted for nobody, is said by Beside. */
  legend?: false;
  counters?: false;
  /** Which part of the plan, as arranged, is shown: x, y, width, height; in place of the scene's own frame. */
  frame?: (scene: Scene, about: Viewport) => [number, number, number, number];
  /** On a phone the board begins as wide as the screen, even if not all of its height is seen then. */
  fills?: boolean;
  /** On a phone, upright or on its side: the point of the plan that is brought to the middle, and how many pixels a unit is large there. It is
   * followed when it moves, unless nothing is to be followed. */
  camera?: (at: BoardView<View>) => { x: number; y: number; unit: number } | null;
  /** HTML under the board on a phone, in its frame. It is given the buttons that enlarge the board, which then do not lie
   * on it. */
  Foot?: ComponentType<{ at: BoardView<View>; tools: ReactNode }>;
  /** On a phone, upright or on its side: all seats in one strip, the viewer's among them, in this order. */
  strip?: (at: TableView<View>) => readonly number[];
  /** What a place is called where a camera goes over the board, which then shows no numbers; otherwise it has its id. */
  called?: (target: string, at: BoardView<View>) => string | undefined;
  /** What comes of touching a target, where the board says it with a number alone. */
  foretells?: (target: string, at: BoardView<View>) => string | null;
  /** Targets that stay in sight where the board is enlarged, and to which a button leads: the most important last. */
  follow?: (at: TableView<View>) => readonly string[];
  /** What the board offers, where that is more than single steps: a swap is several. Made from shown.choosing. Pure. */
  choosing?: (shown: TableView<View>) => Choosing;
  /** A hook that may change what is drawn before it is: the order of a hand, a ghost of what is held. */
  useScene?: (shown: TableView<View>) => Scene;
  /** When a change is animated: milliseconds to wait before it, how long it takes, and where it comes from or goes to. */
  timing?: (change: Change) => Timing | undefined;
  /** Pieces that can be taken up by themselves, whether or not an action begins there: to be sorted, to be set apart. */
  loose?: (piece: Piece, at: TableView<View>) => boolean;
  /** Such a piece was touched, or put down at x, y. True: the skin has seen to it, and no action is meant. */
  put?: (piece: Piece, to: { x: number; y: number; touched: boolean }, at: BoardView<View>) => boolean;
  /** Pieces with a menu of their own (a long press; Enter where there is nothing to touch). */
  holds?: (piece: Piece) => boolean;
  /** What is shown while a piece is held so; HTML, in the place of the action bar and of Below. */
  Held?: ComponentType<{ piece: Piece; at: TableView<View>; close: () => void }>;
  /** In place of the board altogether, where it says so: a deployment screen. It may draw <Board> itself. */
  Screen?: ComponentType<{ at: TableView<View>; board: ReactNode }>;
  screen?: (shown: TableView<View>) => boolean;
  /** HTML beside the board at the left (desktop) or under "Table" (phone); and right under the board. */
  Beside?: ComponentType<{ at: TableView<View> }>;
  Below?: ComponentType<{ at: TableView<View> }>;
  /** In a seat's card: a small picture of its side that fills its place, and its tally in place of the plain counters. On:
   * the card is amber. */
  SeatMark?: ComponentType<{ seat: number; on: boolean }>;
  Tally?: ComponentType<{ seat: number; at: TableView<View>; on: boolean }>;
  /** A step in the log, in place of its notation. The current one stands on the accent. */
  Step?: ComponentType<{ text: string; seat: number | null; current: boolean }>;
  /** Once the match is over: what it came to in numbers, under those that every game has. */
  numbers?: (end: MatchAtEnd<View>) => readonly NumberTold[];
  /** In the finishing order of three and more: what a seat came to, where the game counts nothing that would say it. */
  came?: (seat: number, end: MatchAtEnd<View>) => string | undefined;
  /** Steps that tell nothing one by one: the key of the sentence that says a row of them in the log, or null. */
  fold?: (text: string) => string | null;
  /** Buttons of the action bar that the skin shows itself (targets such as "button:end"). */
  buttons?: readonly string[];
  /** false: pieces cannot be dragged along an action's path; they are by default. */
  drag?: boolean;
}

/** A match that is over, as one viewer has been told of it. */
export interface MatchAtEnd<View = unknown> {
  steps: readonly Step[]; // in their order, chance's too; none that was taken back
  view: View | null;
  seat: number | null; // the viewer's
  seats: number;
  say: Say;
}

export interface Step {
  seat?: number | null; // none: chance
  text?: string;
  moment?: Moment | null;
}

/** A line of what a match came to: what is counted, and how much there was of it. */
export interface NumberTold {
  words: string;
  value: string;
}

/** A counter of the scene by its id. */
export const counterOf = (scene: Scene, id: string): Counter | undefined =>
  scene.counters?.find((each) => each.id === id);

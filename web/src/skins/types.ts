/**
 * What a skin may do. It changes how things look, where zones lie, and what stands beside the board; it knows no rules.
 * All it works from comes in here: plan, scene, choices, view, texts. README.md in this folder tells how.
 */

import type { ComponentType, ReactNode } from "react";
import type { Box, Placed, Spot } from "../board/layout";
import type { Lit } from "../board/paths";
import type { Choice, Mark, Piece, Plan, Scene, Site, Zone } from "../board/types";
import type { Choosing } from "../board/useChoosing";
import type { Catalogue, Say } from "../texts/render";

export type { Box, Catalogue, Choice, Choosing, Lit, Mark, Piece, Placed, Plan, Say, Scene, Site, Spot, Zone };

/** How something to touch looks: a move leads through it, or only what is done besides; held; to be confirmed. */
export type Look = "lit" | "quiet" | "held" | "pending";

/** Who sits in a seat, for skins that name people. */
export interface Sitting {
  name: string;
  kind: "open" | "person" | "bot";
}

/** The table as one viewer sees it at this moment: what every part of a skin is given. */
export interface Shown {
  table: string; // its id; "" where a board is a picture only
  game: string;
  plan: Plan;
  scene: Scene;
  view: unknown; // the game's own struct of what this viewer knows; null until it is here, and where `needs` is not "view"
  seat: number | null; // whose view it is; null: a spectator's
  seats: readonly Sitting[];
  toAct: readonly number[];
  mine: boolean; // it is this viewer's turn, and nothing stands in the way of acting
  over: boolean;
  past: boolean; // an earlier moment is shown: nothing can be done
  choices: readonly Choice[]; // empty where nothing can be done
  choosing: Choosing; // the choice in the making: touch(target), held, lit, putBack()
  say: Say;
  catalogue: Catalogue;
  phone: boolean;
  /** Take a step by its text, or several, whole or not at all. Only texts out of `choices` are sure to be taken. */
  act: (steps: string | readonly string[]) => void;
}

/** On the board: the same, and how large it is drawn. */
export interface OnBoard extends Shown {
  scale: number; // pixels in a unit
  frame: Box; // the part of the plan that is seen
  placed: readonly Placed[];
  spot: (target: string) => Spot | null; // where a site, zone or piece lies
  cursor: string | null; // the target that the pointer or the keyboard is on
  lookOf: (target: string) => Look | undefined; // how a target looks now, if it can be touched
}

export interface PieceProps {
  piece: Piece;
  width: number; // draw around 0,0, in units of the plan
  height: number;
  angle: number; // degrees; the board has not turned it if `turns` is "self"
  held: boolean; // in a hand, where the next card may cover the right part
  look: Look | undefined;
  at: OnBoard;
}

export interface SiteProps {
  site: Site; // draw around 0,0
  at: OnBoard;
}

export interface ZoneProps {
  zone: Zone; // draw around 0,0: it is zone.width × zone.height
  marks: readonly Mark[]; // that lie on this zone
  pieces: readonly Piece[];
  at: OnBoard;
}

export interface MarkProps {
  mark: Mark;
  spots: readonly Spot[]; // where it lies, in the order of mark.at
  at: OnBoard;
}

export interface TargetProps {
  spot: Spot; // draw around 0,0; the board has put something to hit under it already
  look: Look;
  busy: boolean; // something stands there
  at: OnBoard;
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

export interface Skin {
  /** "view": fetch the game's own view for every moment that is shown, and hand it over as `view`. */
  needs?: "view";
  /** Gradients, patterns, filters, symbols. Begin their ids with the game's name. Drawn once. */
  Defs?: ComponentType;
  /** Under everything, around 0,0 of the plan: paper, felt, a chart. */
  Backdrop?: ComponentType<{ at: OnBoard }>;
  /** In place of the plain sites, lines and labels: all of them at once … */
  Ground?: ComponentType<{ at: OnBoard }>;
  /** … or one site at a time (lines and labels stay plain). */
  Site?: ComponentType<SiteProps>;
  Zone?: ComponentType<ZoneProps>;
  Piece?: ComponentType<PieceProps>;
  /** Marks that lie on sites and pieces. Only kinds in `marks` are asked for; others are drawn plainly. */
  Mark?: ComponentType<MarkProps>;
  marks?: readonly string[];
  /** What can be touched. Only targets that begin with one of `targets` are asked for ("site:", "piece:", "zone:"). */
  Target?: ComponentType<TargetProps>;
  targets?: readonly string[];
  /** Over everything, not to be touched: callouts, paths, numbers. */
  Over?: ComponentType<{ at: OnBoard }>;
  /** "self": Piece draws its own angle. Otherwise the board turns it. */
  turns?: "self";
  /** How large a piece is on a site, in units. */
  size?: number;
  /** Where zones lie, where the plan's places do not suit; also sites, if need be. Called again when the size changes. */
  arrange?: (plan: Plan, about: Arranging) => Plan;
  /** Where the pieces in a zone lie; undefined: as usual. */
  lay?: (zone: Zone, pieces: readonly Piece[], about: Arranging) => Placed[] | undefined;
  /** Which part of the plan, as arranged, is shown: x, y, width, height; in place of the scene's own frame. */
  frame?: (scene: Scene, about: Arranging) => [number, number, number, number];
  /** On a phone the board begins as wide as the screen, even if not all of its height is seen then. */
  fills?: boolean;
  /** Targets that stay in sight where the board is enlarged, and to which a button leads: the most important last. */
  follow?: (at: Shown) => readonly string[];
  /** What the board offers, where that is more than single steps: a swap is several. Made from shown.choosing. Pure. */
  choosing?: (shown: Shown) => Choosing;
  /** A hook that may change what is drawn before it is: the order of a hand, a ghost of what is held. */
  useScene?: (shown: Shown) => Scene;
  /** When a change is animated: milliseconds to wait before it, how long it takes, and where it comes from or goes to. */
  timing?: (change: Change) => Timing | undefined;
  /** Pieces that can be taken up by themselves, whether or not an action begins there: to be sorted, to be set apart. */
  loose?: (piece: Piece, at: Shown) => boolean;
  /** Such a piece was touched, or put down at x, y. True: the skin has seen to it, and no action is meant. */
  put?: (piece: Piece, to: { x: number; y: number; touched: boolean }, at: OnBoard) => boolean;
  /** Pieces that can be held for a menu of one's own (a long press; Enter where there is nothing to touch). */
  holds?: (piece: Piece) => boolean;
  /** What is shown while a piece is held so; HTML, in the place of the action bar. */
  Held?: ComponentType<{ piece: Piece; at: Shown; close: () => void }>;
  /** In place of the board altogether, where it says so: a deployment screen. It may draw <Board> itself. */
  Screen?: ComponentType<{ at: Shown; board: ReactNode }>;
  screen?: (shown: Shown) => boolean;
  /** HTML beside the board at the left (desktop) or under "Table" (phone); and right under the board. */
  Beside?: ComponentType<{ at: Shown }>;
  Below?: ComponentType<{ at: Shown }>;
  /** In a seat's card: a small picture of its side, and its tally in place of the plain counters. */
  SeatMark?: ComponentType<{ seat: number }>;
  Tally?: ComponentType<{ seat: number; at: Shown }>;
  /** A step in the log, in place of its notation. */
  Step?: ComponentType<{ text: string; seat: number | null }>;
  /** Steps that tell nothing one by one: the key of the sentence that says a row of them in the log, or null. */
  fold?: (text: string) => string | null;
  /** Buttons of the action bar that the skin shows itself (targets such as "button:end"). */
  buttons?: readonly string[];
  /** false: pieces cannot be dragged along an action's path; they are by default. */
  drag?: boolean;
}

export interface Arranging {
  seat: number | null;
  width: number; // of the board, in pixels
  height: number;
  phone: boolean;
}

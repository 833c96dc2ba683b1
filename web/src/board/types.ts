/** What the server sends to be drawn and touched. The same words as in the rules' `scene.py`; defaults are left out. */

import type { Text } from "../texts/render";

export interface Site {
  id: string;
  x: number;
  y: number;
  kind?: string;
}

export interface Line {
  through: string[];
  kind?: string;
}

export interface Zone {
  id: string;
  kind: "hand" | "pile" | "reserve";
  name: Text;
  x: number;
  y: number;
  width: number;
  height: number;
  seat?: number | null;
}

export interface Label {
  text: string;
  x: number;
  y: number;
}

export interface Plan {
  layout: "grid" | "points" | "free";
  width: number;
  height: number;
  sites?: Site[];
  lines?: Line[];
  zones?: Zone[];
  labels?: Label[];
}

export interface Piece {
  id: string;
  kind: string;
  at: string;
  name: Text;
  glyph: string;
  seat?: number | null;
  face?: "up" | "down";
  turn?: number;
}

export interface Mark {
  kind: string;
  at: string[];
  seat?: number | null;
}

export interface Counter {
  id: string;
  name: Text;
  value: number;
  of?: number | null;
  seat?: number | null;
}

export interface Scene {
  pieces?: Piece[];
  marks?: Mark[];
  counters?: Counter[];
  prompt?: Text | null;
  frame?: [number, number, number, number] | null;
}

/** What a coach says to one seat, and what it points at. */
export interface Hint {
  text: Text;
  at?: string[];
}

/** An action that can be taken now, and what to touch for it, in order. */
export interface Choice {
  text: string;
  path: string[];
  also: boolean;
}

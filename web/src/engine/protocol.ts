/** What the page and its engines say to each other. */

import type { ModuleFacts } from "./machine";
import type { Effort } from "./move";
import type { Looked, Question } from "./review";
import type { Found, Start } from "./search";

export interface Load {
  say: "load";
  address: string;
  facts: ModuleFacts;
  room: number;
  kept: number; // bytes of trees that were left
  net?: Record<string, number>; // the sizes of one, by the names that the description has for them
}

export type ToEngine =
  | Load
  | { say: "think"; task: number; position: string; start: Start; most: number }
  | { say: "look"; seats: number; question: Question; simulations: number; data: Start["data"]; cutoff?: number }
  | { say: "move"; task: number; start: Start; effort: Effort }
  | { say: "stop" }
  | { say: "go"; most?: number };

export type FromEngine =
  | { say: "ready" }
  | { say: "found"; task: number; found: Found; rate: number; done: boolean; bytes: number }
  | { say: "looked"; looked: Looked }
  | { say: "moved"; task: number; action: string; simulations: number }
  | { say: "failed"; why: string };

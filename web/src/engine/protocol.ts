/** What the page and its engines say to each other. */

import type { ModuleFacts } from "./machine";
import type { Found, Start } from "./search";

export type ToEngine =
  | { say: "load"; address: string; facts: ModuleFacts; room: number }
  | { say: "think"; task: number; start: Start; most: number }
  | { say: "stop" }
  | { say: "go"; most: number };

export type FromEngine =
  | { say: "ready" }
  | { say: "found"; task: number; found: Found; rate: number; done: boolean; bytes: number }
  | { say: "failed"; why: string };

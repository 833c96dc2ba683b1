/** How much memory the trees of an analysis may take. With the module and the net that judges it is at most 100 MB. */

import { nodeBytes } from "./search";

const GROWING = 48 << 20; // bytes of the trees that grow, of all engines together
const KEPT = 32 << 20; // and of those that were left
const MOST_NODES = 1_000_000;

/** So many nodes that the trees of all engines stay within bounds. */
export const roomFor = (workers: number, seats: number) =>
  Math.min(MOST_NODES, Math.floor(GROWING / workers / nodeBytes(seats)));

export const keptBy = (workers: number) => Math.floor(KEPT / workers);

/** What a coach points at: a mark of its own kind in the scene, drawn by the board over pieces, and worn by buttons. */

import type { Scene } from "./types";

export const GUIDE = "guide"; // over the pieces, and the same in every skin

export const pointedAt = (scene: Scene): string[] =>
  (scene.marks ?? []).filter((mark) => mark.kind === GUIDE).flatMap((mark) => mark.at);

/** For a button that stands for these targets, spread over it: it glows while the coach points at all of them. */
export function coached({ scene }: { scene: Scene }, path: readonly string[] | undefined): { "data-coached"?: string } {
  if (!path?.length) return {};
  const at = pointedAt(scene);
  return path.every((target) => at.includes(target)) ? { "data-coached": path.join(" ") } : {};
}

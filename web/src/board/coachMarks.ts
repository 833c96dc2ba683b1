/** What the coach points at: marks of their own kind in the scene, drawn over the pieces, and a highlight for buttons. */

import type { Scene } from "../contract";

export const COACH_MARK = "guide"; // over the pieces, and the same in every skin

export const coachTargets = (scene: Scene): string[] =>
  (scene.marks ?? []).filter((mark) => mark.kind === COACH_MARK).flatMap((mark) => mark.at);

/** For a button that stands for these targets, spread over it: it glows while the coach points at all of them. */
export function coachHighlight(
  { scene }: { scene: Scene },
  path: readonly string[] | undefined,
): { "data-coached"?: string } {
  if (!path?.length) return {};
  const at = coachTargets(scene);
  return path.every((target) => at.includes(target)) ? { "data-coached": path.join(" ") } : {};
}

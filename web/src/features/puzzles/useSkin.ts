import { useEffect, useState } from "react";
import type { Skin } from "../../board/skin";
import { loadSkin } from "../../skins";

/** What draws a game's board; null until it is there. */
export function useSkin(game: string): Skin | null {
  const [skin, setSkin] = useState<Skin | null>(null);
  useEffect(() => {
    let current = true;
    // With what draws the answer: without a network it could not be fetched when it is needed.
    Promise.all([loadSkin(game), import("../../board/ArrowLayer")]).then(
      ([found]) => current && setSkin(() => found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [game]);
  return skin;
}

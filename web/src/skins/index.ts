/** Skins by the names of their folders. Nothing but a folder's name ties a skin to a game: so it is here, and nowhere else,
 * that a game's view becomes the one that its skin is written for. */

import type { Skin } from "../board/skin";

const skins = import.meta.glob<{ default: Skin }>("./*/index.tsx");
const loaded = new Map<string, Promise<Skin>>();
export const PLAIN: Skin = {};

/** A game's skin, fetched once; the plain one for a game that has none, or where it cannot be fetched. */
export function loadSkin(game: string): Promise<Skin> {
  const load = skins[`./${game}/index.tsx`];
  if (!load) return Promise.resolve(PLAIN);
  const before = loaded.get(game);
  if (before) return before;
  const coming = load().then(
    (file) => file.default,
    () => {
      loaded.delete(game); // next time it may be there
      return PLAIN;
    },
  );
  loaded.set(game, coming);
  return coming;
}

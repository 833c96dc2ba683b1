/** Skins by the names of their folders. Nothing but a folder's name ties a skin to a game. */

import type { Skin } from "./types";

const skins = import.meta.glob<{ default: Skin }>("./*/index.tsx");
const emblems = import.meta.glob<string>("./*/emblem.svg", { eager: true, query: "?url", import: "default" });
const glyphs = import.meta.glob<string>("./*/glyph.svg", { eager: true, query: "?url", import: "default" });
const wides = import.meta.glob<string>("./*/wide.svg", { eager: true, query: "?url", import: "default" });
import.meta.glob("./*/face.css", { eager: true });

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

/** The picture on a game's card, 240 × 168. */
export const emblemOf = (game: string): string | null => emblems[`./${game}/emblem.svg`] ?? null;
/** The same for the head of its page, 720 × 300, if there is one. */
export const wideOf = (game: string): string | null => wides[`./${game}/wide.svg`] ?? null;
/** Its small sign, 24 × 24, of one colour: only what is opaque counts. */
export const glyphOf = (game: string): string | null => glyphs[`./${game}/glyph.svg`] ?? null;

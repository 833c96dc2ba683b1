/** The page's own sentences. */

import type { Text } from "../../contract";
import en from "./en.json";
import { fetchLanguage } from "./language";
import { type Catalogue, render } from "./render";

let catalogue: Catalogue = en;

export type PageKey = keyof typeof en;

export function t(key: PageKey, args?: Text["args"]): string {
  return render(catalogue, args ? { key, args } : { key });
}

/** To be awaited before anything is shown. What a language does not say is said in English. */
export async function startTexts(): Promise<void> {
  const found = await fetchLanguage();
  if (found) catalogue = { ...en, ...found };
}

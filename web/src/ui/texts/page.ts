/** The page's own sentences. */

import type { Text } from "../../contract";
import type all from "./en.json";
import en from "./en.json?first";
import { fetchLanguage } from "./language";
import { type Catalogue, render } from "./render";

let catalogue: Catalogue = en;

export type PageKey = keyof typeof all;

export function t(key: PageKey, args?: Text["args"]): string {
  return render(catalogue, args ? { key, args } : { key });
}

/** To be awaited before anything is shown. What a language does not say is said in English. */
export async function startTexts(): Promise<void> {
  const found = await fetchLanguage();
  if (found) catalogue = { ...en, ...found };
}

/** The same, of what only some pages say. */
export async function laterTexts(): Promise<void> {
  const { default: later } = await import("./en.json?later");
  catalogue = { ...later, ...catalogue };
}

/** A page that has much to say brings its sentences along. */
export async function withTexts<Page>(page: Promise<Page>): Promise<Page> {
  const [file] = await Promise.all([page, laterTexts()]);
  return file;
}

/** The page's own sentences. */

import type { Text } from "../../contract";
import en from "./en.json";
import { type Catalogue, render } from "./render";

const catalogue: Catalogue = en;

export type PageKey = keyof typeof en;

export function t(key: PageKey, args?: Text["args"]): string {
  return render(catalogue, args ? { key, args } : { key });
}

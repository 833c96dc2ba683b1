/** Messages by key and arguments, rendered from a catalogue: the client's half of the rules' `texts.py`. */

import type { GameTexts, Text } from "../../contract";
import { isolate } from "./isolate";

/** A text of the server's, or one that the page makes, which may do without arguments. */
export interface Sayable extends Pick<Text, "key"> {
  args?: Readonly<Record<string, string | number | Sayable>>;
}
export type Catalogue = Readonly<GameTexts["texts"]>;
export type Say = (text: Sayable) => string;

/** The sentence, or the key itself where the catalogue has none. */
export function render(catalogue: Catalogue, text: Sayable): string {
  const entry = catalogue[text.key];
  if (entry === undefined) return text.key;
  const args = text.args ?? {};
  const form = typeof entry === "string" ? entry : args.count === 1 ? entry.one : entry.other;
  return form.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return found.charAt(0);
    const value = args[name];
    if (value === undefined) return found;
    if (typeof value === "object") return render(catalogue, value);
    return typeof value === "string" ? isolate(value) : String(value);
  });
}

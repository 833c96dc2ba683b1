/** Messages by key and arguments, rendered from a catalogue: the client's half of the rules' `texts.py`. */

import { isolate } from "./isolate";

export interface Text {
  key: string;
  args?: Record<string, string | number | Text>;
}

export type Entry = string | { one: string; other: string };
export type Catalogue = Readonly<Record<string, Entry>>;
export type Say = (text: Text) => string;

/** The sentence, or the key itself where the catalogue has none. */
export function render(catalogue: Catalogue, text: Text): string {
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

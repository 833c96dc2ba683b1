/** Messages by key and arguments, rendered from a catalogue: the client's half of the rules' `texts.py`. */

import type { GameTexts, Text } from "../../contract";
import { isolate } from "./isolate";
import { language, locale } from "./language";

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
  const form = typeof entry === "string" ? entry : (entry[formFor(args.count)] ?? entry.other);
  return form.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return found.charAt(0);
    const value = args[name];
    if (value === undefined) return found;
    if (typeof value === "object") return render(catalogue, value);
    return typeof value === "string" ? isolate(value) : numberText(value);
  });
}

type Form = Intl.LDMLPluralRule;

let rules: { language: string; plural: Intl.PluralRules; number: Intl.NumberFormat } | null = null;

function rulesNow() {
  if (rules?.language !== language())
    rules = {
      language: language(),
      plural: new Intl.PluralRules(language()),
      // From five digits on they are grouped: a year or a rating reads better as it is.
      number: new Intl.NumberFormat(locale(), { useGrouping: "min2", maximumFractionDigits: 6 }),
    };
  return rules;
}

const formFor = (count: unknown): Form => (typeof count === "number" ? rulesNow().plural.select(count) : "other");

/** A number as the reader's language writes it. */
export const numberText = (number: number) => rulesNow().number.format(number);

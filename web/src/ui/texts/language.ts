/**
 * In which language the page speaks. It stays the same for as long as the page is open: whoever changes it has the page
 * loaded anew, so that nothing on it, and nothing that the server has sent, is left in the other one.
 */

import type { GameTexts } from "../../contract";

type Sentences = Readonly<GameTexts["texts"]>;

/** English is part of the page; any other language is fetched when somebody reads it. */
const CATALOGUES = import.meta.glob<Sentences>(["./*.json", "!./en.json"], { import: "default" });
const KEY = "parlour.language";
export const FALLBACK = "en";
export const LANGUAGES: readonly string[] = [
  FALLBACK,
  ...Object.keys(CATALOGUES).map((path) => path.slice(2, -".json".length)),
];

let current = FALLBACK;

export const language = () => current;

/** The language with the country of the reader, where the browser names one: dates in Vienna are not those in Berlin. */
export function locale(): string {
  const said = globalThis.navigator?.languages ?? [];
  return said.find((each) => primary(each) === current) ?? current;
}

const primary = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";

/** The one that was chosen on this device, or the first of the browser's that there is. */
export function wantedLanguage(): string {
  const wanted = [chosenLanguage() ?? "", ...navigator.languages.map(primary)];
  return wanted.find((each) => LANGUAGES.includes(each)) ?? FALLBACK;
}

export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** False: this device does not keep it, and the page would come back as it is. */
export function keepLanguage(chosen: string): boolean {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Full or forbidden.
  }
  return chosenLanguage() === chosen;
}

/** The catalogue of the language that is wanted, before anything is shown; null: English, which is there already. A
 * language that cannot be fetched is English, too. */
export async function fetchLanguage(): Promise<Sentences | null> {
  const wanted = wantedLanguage();
  const found = await CATALOGUES[`./${wanted}.json`]?.().catch(() => null);
  current = found ? wanted : FALLBACK;
  document.documentElement.lang = current;
  return found ?? null;
}

/** What a language is called by those who speak it. */
export const nameOfLanguage = (code: string) => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

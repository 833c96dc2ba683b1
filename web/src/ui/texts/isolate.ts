/**
 * Text that a person wrote, isolated so that its direction cannot change the text around it: the counterpart of `isolated`
 * in the rules' `texts.py`. In elements use `<bdi>`; this is for sentences, titles and labels, which have no elements.
 */

const [FIRST_STRONG, POP] = ["\u2068", "\u2069"];
const OVERRIDES = /[\u202a-\u202e]/g;
const ISOLATES = /[\u2066-\u2069]/g;
// Blocks whose letters are written from right to left, and the invisible marks that count as such.
const TURNING = /[\u0590-\u08ff\u200f\u061c\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function isolate(text: string): string {
  if (!/[^\u0020-\u024f]/.test(text)) return text; // true of nearly every text
  const plain = text.replace(OVERRIDES, "");
  const kept = isBalanced(plain) ? plain : plain.replace(ISOLATES, "");
  return TURNING.test(kept) ? FIRST_STRONG + kept + POP : kept;
}

/** Whether every isolate that is opened is closed, and no other: then it cannot end one around it. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const [sign] of text.matchAll(ISOLATES)) {
    open += sign === POP ? -1 : 1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** The first letter of a name. Some letters take two of JavaScript's characters. */
export const initial = (name: string): string => [...name][0] ?? "";

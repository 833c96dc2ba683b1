/** Choosing by touch: every action is a path of things to touch, and what has been touched so far is held. */

import type { Choice } from "../contract";

export type Held = readonly string[];

/** Something that can be touched next. */
export interface LitTarget {
  target: string;
  also: boolean; // it leads only to things done besides the move
  last: boolean; // touching it completes an action
}

export type Touched = { held: Held } | { choose: Choice };

const BUTTON = "button:";

export function isButton(target: string): boolean {
  return target.startsWith(BUTTON);
}

/** An action that nothing on the board stands for is a button of its own. */
export function pathOf(choice: Choice): Held {
  return choice.path.length > 0 ? choice.path : [BUTTON + choice.text];
}

/** The actions that are still open after what is held. */
function openChoices(choices: readonly Choice[], held: Held): Choice[] {
  return choices.filter((choice) => held.every((target, i) => pathOf(choice)[i] === target));
}

/** What is held, as far as it still leads somewhere; the choices may have changed meanwhile. */
export function stillHeld(choices: readonly Choice[], held: Held): Held {
  for (let length = held.length; length > 0; length--) {
    const part = held.slice(0, length);
    if (openChoices(choices, part).length > 0) return part;
  }
  return [];
}

/** What can be touched next, each once, in the order of the choices. */
export function litTargets(choices: readonly Choice[], held: Held): LitTarget[] {
  const found = new Map<string, LitTarget>();
  for (const choice of openChoices(choices, held)) {
    const path = pathOf(choice);
    const target = path[held.length];
    if (target === undefined) continue;
    const last = path.length === held.length + 1;
    const before = found.get(target);
    found.set(target, {
      target,
      also: choice.also && (before?.also ?? true),
      last: last && (before?.last ?? true),
    });
  }
  return [...found.values()];
}

/** Pieces and places with which another action begins, while something is held. */
export function insteadOf(choices: readonly Choice[], held: Held, lit: readonly LitTarget[]): string[] {
  if (held.length === 0) return [];
  const taken = new Set([...held, ...lit.map((each) => each.target)]);
  const begins = litTargets(choices, []).filter(({ target, last }) => !last && !taken.has(target));
  return begins.map((each) => each.target).filter((target) => /^(piece|site):/.test(target));
}

/** The actions whose whole path is held: to be confirmed, because others go on from here or share the path. */
export function complete(choices: readonly Choice[], held: Held): Choice[] {
  return held.length === 0 ? [] : openChoices(choices, held).filter((choice) => pathOf(choice).length === held.length);
}

/** Touch something: the next thing on a path, the last thing again, another beginning, or nothing of use. */
export function touch(choices: readonly Choice[], held: Held, target: string): Touched {
  const next = [...held, target];
  const through = openChoices(choices, next);
  if (through.length > 0) return settled(choices, next, through);
  if (target === held.at(-1)) {
    const [choice, ...others] = complete(choices, held);
    return choice !== undefined && others.length === 0 ? { choose: choice } : { held: held.slice(0, -1) };
  }
  const beginning = openChoices(choices, [target]);
  if (held.length > 0 && beginning.length > 0) return settled(choices, [target], beginning);
  return { held: [] };
}

function settled(choices: readonly Choice[], held: Held, through: Choice[]): Touched {
  const [choice, ...others] = complete(choices, held);
  return choice !== undefined && others.length === 0 && through.length === 1 ? { choose: choice } : { held };
}

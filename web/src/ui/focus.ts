/**
 * With the keyboard there is always a focus. When the focused element goes away, the focus goes to the board, or to the
 * title of the page. If the element comes back before another key is pressed (a button, while a step is on its way), it
 * has the focus again.
 */

const HOMES = ["[data-board][tabindex]", "#main h1", "#main"];

type Focusable = HTMLElement | SVGElement;

let given = false;

/** The page moves the focus, and not the player: what keys do there is as it was. */
export function giveFocus(element: Focusable): void {
  given = true;
  element.focus({ preventScroll: true });
  given = false;
}

/** Whether the focus that comes is one that the page gives. */
export const isGiven = () => given;

/** Back to where it was, if that is still there. */
export function giveBack(before: Element | null): void {
  if ((before instanceof HTMLElement || before instanceof SVGElement) && before.isConnected) giveFocus(before);
}

let byKeys = false; // a pointer needs no focus, and a ring that jumps would be in the way
let last: Focusable | null = null;
let gone: { element: Focusable; name: string | null } | null = null;

export function keepFocus(): void {
  window.addEventListener("pointerdown", () => used(false), true);
  window.addEventListener("keydown", () => used(true), true);
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement || target instanceof SVGElement) last = target;
  });
  const all = { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] };
  new MutationObserver(look).observe(document.documentElement, all);
}

function used(keys: boolean): void {
  byKeys = keys;
  gone = null;
}

/** A selector that finds an element again after it has been drawn anew: by its data attributes. */
function nameOf(element: Element): string | null {
  const told = [...element.attributes].filter(({ name }) => name.startsWith("data-"));
  return told.length === 0 ? null : told.map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join("");
}

const holds = (element: Element | null): element is Focusable =>
  element !== null && element !== document.body && element.isConnected && !element.matches(":disabled");

function look(): void {
  if (!byKeys) return;
  if (gone) {
    const back = holds(gone.element) ? gone.element : gone.name && document.querySelector<Focusable>(gone.name);
    if (back && holds(back)) {
      gone = null;
      giveFocus(back);
      return;
    }
  }
  if (holds(document.activeElement) || last === null || holds(last)) return;
  const home = HOMES.map((each) => document.querySelector<Focusable>(each)).find((each) => each !== null);
  if (!home || home === last) return;
  gone ??= { element: last, name: nameOf(last) };
  if (!home.hasAttribute("tabindex")) home.setAttribute("tabindex", "-1");
  giveFocus(home);
}

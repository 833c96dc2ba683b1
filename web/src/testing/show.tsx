/** Shows a component to a test, and does what a player does with it. */

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { entered } from "../client/session";
import type { Me } from "../contract";
import { go } from "../ui/router";
import { nobody } from "./fixtures";
import { settled } from "./server";

/** `me`: who is signed in. `at`: the page's address. */
export async function show(element: ReactElement, { me = nobody, at = "/" }: { me?: Me | null; at?: string } = {}) {
  history.replaceState(null, "", at);
  act(() => {
    if (me) entered(me);
  });
  const shown = render(element);
  await settled();
  return shown;
}

/** What the browser's clipboard was given; null: it has none, as on plain http. */
export function clipboard(there: boolean): string[] {
  const given: string[] = [];
  const writeText = async (text: string) => void given.push(text);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: there ? { writeText } : undefined });
  return given;
}

export const here = () => location.pathname + location.search;

/** Somebody follows a link, or uses the browser's buttons. */
export const goTo = (path: string) => act(() => go(path));

type Name = string | RegExp;

export const button = (name: Name, inside: HTMLElement = document.body) => within(inside).getByRole("button", { name });
export const hasButton = (name: Name) => screen.queryByRole("button", { name }) !== null;
export const link = (name: Name) => screen.getByRole("link", { name });
export const hasLink = (name: Name) => screen.queryByRole("link", { name }) !== null;

export async function press(what: Name | HTMLElement, inside?: HTMLElement): Promise<void> {
  fireEvent.click(what instanceof HTMLElement ? what : button(what, inside));
  await settled();
}

/** A touch that comes again before the page has had time to draw. */
export async function pressTwice(name: Name): Promise<void> {
  const target = button(name);
  act(() => {
    fireEvent.click(target);
    fireEvent.click(target);
  });
  await settled();
}

export const field = (label: Name) => screen.getByLabelText<HTMLInputElement>(label);

export function type(into: Name | HTMLElement, text: string): void {
  fireEvent.change(into instanceof HTMLElement ? into : field(into), { target: { value: text } });
}

/** Tick a box, or choose one of several that exclude each other. */
export async function choose(label: Name): Promise<void> {
  fireEvent.click(field(label));
  await settled();
}

export async function key(name: string, on: Element | Window = document.activeElement ?? window): Promise<void> {
  fireEvent.keyDown(on, { key: name });
  await settled();
}

/** The texts of all elements of a role, in their order. */
export const textsOf = (role: string, inside: HTMLElement = document.body) =>
  within(inside)
    .queryAllByRole(role)
    .map((each) => each.textContent ?? "");

/** A name that goes on, with words that only a screen reader says. */
export const begins = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);

/** What this device remembers about how the page should be. */

import { useSyncExternalStore } from "react";

export interface Settings {
  theme: "system" | "light" | "dark";
  sound: boolean;
  motion: "system" | "on" | "off";
  confirm: "crowded" | "always" | "never";
}

const KEY = "parlour.settings";
const listeners = new Set<() => void>();
let settings = read();

/** Sound is off by default on phones. */
function usual(): Settings {
  const phone = window.matchMedia("(pointer: coarse), (max-width: 760px)").matches;
  return { theme: "system", sound: !phone, motion: "system", confirm: "crowded" };
}

function read(): Settings {
  try {
    return { ...usual(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return usual();
  }
}

export function change(some: Partial<Settings>): void {
  settings = { ...settings, ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Full or forbidden: it holds until the page is closed.
  }
  apply();
  for (const listener of listeners) listener();
}

export const current = () => settings;

export function useSettings(): Settings {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, current);
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");

export function isDark(): boolean {
  return settings.theme === "system" ? dark.matches : settings.theme === "dark";
}

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = isDark() ? "dark" : "light";
  if (settings.motion === "system") delete root.dataset.motion;
  else root.dataset.motion = settings.motion;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", isDark() ? "#121417" : "#f4efe6");
}

export function startSettings(): void {
  apply();
  dark.addEventListener("change", apply);
  // Another tab may change them.
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    settings = read();
    apply();
    for (const listener of listeners) listener();
  });
}

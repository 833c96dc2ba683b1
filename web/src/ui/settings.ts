/** What this device remembers about how the page looks, sounds and asks. Nothing of it leaves the device. */

import { slice } from "./state";

export interface Settings {
  theme: "system" | "light" | "dark";
  sound: boolean;
  motion: "system" | "on" | "off";
  confirm: "crowded" | "always" | "never";
}

const KEY = "parlour.settings";
const settings = slice("settings", read);

export const currentSettings = settings.get;
export const useSettings = () => settings.use();

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

export function changeSettings(some: Partial<Settings>): void {
  const next = { ...settings.get(), ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Full or forbidden: it holds until the page is closed.
  }
  become(next);
}

const systemTheme = () => window.matchMedia("(prefers-color-scheme: dark)");

export function isDark(): boolean {
  const { theme } = settings.get();
  return theme === "system" ? systemTheme().matches : theme === "dark";
}

function become(next: Settings): void {
  settings.set(next);
  apply();
}

function apply(): void {
  const root = document.documentElement;
  const { motion } = settings.get();
  root.dataset.theme = isDark() ? "dark" : "light";
  if (motion === "system") delete root.dataset.motion;
  else root.dataset.motion = motion;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", isDark() ? "#121417" : "#f4efe6");
}

export function startSettings(): void {
  apply();
  systemTheme().addEventListener("change", apply);
  // Another tab may change them.
  window.addEventListener("storage", (event) => event.key === KEY && become(read()));
}

/** Light or dark: as the system says, until somebody chooses. */

const KEY = "parlour.theme";

function systemTheme(): string {
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function startTheme(): void {
  const apply = () => {
    document.documentElement.dataset.theme = localStorage.getItem(KEY) ?? systemTheme();
  };
  apply();
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

export function toggleTheme(): void {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem(KEY, next);
  document.documentElement.dataset.theme = next;
}

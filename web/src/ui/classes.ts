/** Class names, joined; what is not one is left out: `classes(css.row, mine && css.mine, className)`. */
export function classes(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}

/** Buttons side by side. */

import type { HTMLAttributes } from "react";
import css from "./ButtonRow.module.css";
import { classes } from "./classes";

/** What can be done with what stands above. */
export function Acts({
  as: Element = "div",
  className,
  ...more
}: { as?: "div" | "span" } & HTMLAttributes<HTMLElement>) {
  return <Element {...more} className={classes(css.acts, className)} />;
}

/** Links of which one is chosen, such as all games. On a phone those of a column are a strip as wide as the screen. */
export const picksClass = (where: "column" | "panel" | "elsewhere") =>
  classes(css.picks, where === "column" && css.strip, where === "panel" && css.inPanel);

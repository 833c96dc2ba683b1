import type { ComponentProps } from "react";
import css from "./Badge.module.css";
import { classes } from "./classes";

/** How many of something wait. */
export function Badge({ className, ...span }: ComponentProps<"span">) {
  return <span {...span} className={classes(css.badge, className)} />;
}

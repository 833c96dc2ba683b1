import type { ComponentProps } from "react";
import css from "./Avatar.module.css";
import { classes } from "./classes";

/** A round sign for a person: an initial, or what a skin draws. The name stands beside it. */
export function Avatar({ small = false, className, ...span }: { small?: boolean } & ComponentProps<"span">) {
  return <span aria-hidden="true" {...span} className={classes(css.avatar, small && css.small, className)} />;
}

/** Words in a text or at a panel's end that lead on. */

import type { ComponentProps } from "react";
import { classes } from "./classes";
import css from "./MoreLink.module.css";
import { Link } from "./router";

export function MoreLink({ className, ...link }: ComponentProps<typeof Link>) {
  return <Link {...link} className={classes(css.more, className)} />;
}

export function MoreButton({ className, ...button }: ComponentProps<"button">) {
  return <button type="button" {...button} className={classes(css.more, className)} />;
}

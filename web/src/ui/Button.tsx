/** Buttons with words, and links that look like them. Those with a sign alone: IconButton. Whose row they stand in says with
 * `--button-flex` how they share it. */

import type { ComponentProps } from "react";
import css from "./Button.module.css";
import { classes } from "./classes";
import { Link } from "./router";

const LOOKS = {
  plain: undefined,
  primary: css.primary, // what most people came for; one on a page or panel
  turn: css.turn, // amber: it is the player's turn
  quiet: css.quiet, // without an edge
} as const;

export interface ButtonLook {
  look?: keyof typeof LOOKS | undefined;
  bad?: boolean | undefined; // something is lost by it
  big?: boolean | undefined;
}

const classOf = ({ look = "plain", bad, big }: ButtonLook, className: string | undefined) =>
  classes(css.button, LOOKS[look], bad && css.bad, big && css.big, className);

export function Button({ look, bad, big, className, ...button }: ButtonLook & ComponentProps<"button">) {
  return <button type="button" {...button} className={classOf({ look, bad, big }, className)} />;
}

/** A link within the page. */
export function ButtonLink({ look, bad, big, className, ...link }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link {...link} className={classOf({ look, bad, big }, className)} />;
}

/** A link to a file that the browser keeps. */
export function DownloadLink({ look, bad, big, className, children, ...link }: ButtonLook & ComponentProps<"a">) {
  return (
    <a download {...link} className={classOf({ look, bad, big }, className)}>
      {children}
    </a>
  );
}

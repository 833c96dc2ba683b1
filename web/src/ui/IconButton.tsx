/** Buttons and links that are a sign alone. */

import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";
import css from "./IconButton.module.css";
import { Link } from "./router";

interface IconOnly {
  label: string | null; // read aloud; null: `children` have the words
  icon?: IconName | undefined;
  children?: ReactNode; // more than the sign, or another drawing
}

export function IconButton({ label, icon, className, children, ...button }: IconOnly & ComponentProps<"button">) {
  return (
    <button type="button" aria-label={label ?? undefined} {...button} className={classes(css.button, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function IconLink({
  label,
  icon,
  className,
  children,
  ...link
}: IconOnly & Omit<ComponentProps<typeof Link>, "children">) {
  return (
    <Link aria-label={label ?? undefined} {...link} className={classes(css.button, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

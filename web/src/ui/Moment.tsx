import type { HTMLAttributes } from "react";
import { classes } from "./classes";
import css from "./Moment.module.css";
import { text } from "./text";

/** In the middle of a page that has nothing else to show: it loads, it was not found. */
export function Moment({
  as: Element = "div",
  title,
  className,
  children,
  ...more
}: { as?: "div" | "p" | "main"; title?: string } & HTMLAttributes<HTMLElement>) {
  return (
    <Element {...more} className={classes(css.moment, className)}>
      {title && <h1 className={classes(text("show"), css.title)}>{title}</h1>}
      {children}
    </Element>
  );
}

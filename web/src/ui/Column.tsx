import type { ComponentProps } from "react";
import css from "./Column.module.css";
import { classes } from "./classes";
import { text } from "./text";

/** A page that is one column of panels: 860 pixels wide, or with `slim` as wide as a form. */
export function Column({ slim = false, className, ...div }: { slim?: boolean } & ComponentProps<"div">) {
  return <div {...div} className={classes(css.column, slim && css.slim, className)} />;
}

/** What a column is about. */
export function PageTitle({ className, ...title }: ComponentProps<"h1">) {
  return <h1 {...title} className={classes(text("show"), css.title, className)} />;
}

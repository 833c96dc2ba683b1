import type { ReactNode } from "react";
import { classes } from "../../ui/classes";
import css from "./TopBar.module.css";

/** At the top of every page and every table; `end` is on its right. */
export function TopBar(props: { children: ReactNode; end: ReactNode; className?: string; endClass?: string }) {
  return (
    <header className={classes(css.top, props.className)}>
      {props.children}
      <div className={classes(css.end, props.endClass)}>{props.end}</div>
    </header>
  );
}

/** In a panel: entries with lines between them, each with something that can be done. */

import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import css from "./LinedList.module.css";
import { text } from "./text";

export function LinedList({ className, ...list }: ComponentProps<"ul">) {
  return <ul {...list} className={classes(css.list, className)} />;
}

/** A title over a soft note; `children` stand at the end. */
export function LinedItem({ title, note, children }: { title: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <li className={css.item}>
      <span className={css.words}>
        <b className={css.title}>{title}</b>
        {note && <small className={classes(text("soft"), css.note)}>{note}</small>}
      </span>
      {children}
    </li>
  );
}

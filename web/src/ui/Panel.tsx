/** A sheet of paper on the ground: what belongs together. */

import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import css from "./Panel.module.css";

/** The class alone, for an element that is something else already: a form, a list item, a dialog. */
export const panelClass = (box = false) => classes(css.panel, box && css.box);

type PanelProps = { box?: boolean; title?: ReactNode } & Omit<ComponentProps<"section">, "title">;

/** With `box` it has padding of its own, and may have a title; without, lists in it go to its edges. */
export function Panel({ box = false, title, className, children, ...section }: PanelProps) {
  return (
    <section {...section} className={classes(panelClass(box), className)}>
      {title && <PanelTitle>{title}</PanelTitle>}
      {children}
    </section>
  );
}

export function PanelTitle({ className, ...title }: ComponentProps<"h2">) {
  return <h2 {...title} className={classes(css.title, className)} />;
}

/** The title of a panel without `box`; `children` stand at its end. `id` is the title's. */
export function PanelHeader({ title, id, children }: { title: ReactNode; id?: string; children?: ReactNode }) {
  return (
    <header className={css.header}>
      <PanelTitle id={id}>{title}</PanelTitle>
      {children}
    </header>
  );
}

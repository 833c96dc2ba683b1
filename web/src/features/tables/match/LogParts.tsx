/** The rows of a log, of a match that goes on and of one that is over. */

import type { ComponentProps, ReactNode } from "react";
import { classes } from "../../../ui/classes";
import { text } from "../../../ui/text";
import css from "./LogParts.module.css";

/** `single`: there is a row for each step, with room for words. `--log-row` is how high a row is at least. */
export function LogList({ single, className, ...list }: { single: boolean } & ComponentProps<"ol">) {
  return <ol {...list} data-steps className={classes(css.log, single && css.single, className)} />;
}

/** In its place: there are no steps yet. */
export function EmptyLog({ className, ...line }: ComponentProps<"p">) {
  return <p {...line} className={classes(text("soft"), css.log, css.empty, className)} />;
}

/** `chance`: no player has done it. Its children are `LogPlace`s. */
export function LogRow(props: { number: number; chance: boolean; children: ReactNode }) {
  return (
    <li className={classes(css.row, props.chance && css.chance)}>
      <span className={css.number}>{props.number}</span>
      {props.children}
    </li>
  );
}

export function LogPlace({ children }: { children: ReactNode }) {
  return <span className={css.place}>{children}</span>;
}

/** A step, and the way to it. In it stand `LogNotation` and `LogWords`. */
export function LogButton({ current, ...button }: { current: boolean } & ComponentProps<"button">) {
  return <button type="button" {...button} className={css.step} aria-current={current ? "step" : undefined} />;
}

/** A step as players write it, or as a skin draws it. */
export function LogNotation({ children }: { children: ReactNode }) {
  return <b className={css.notation}>{children}</b>;
}

export function LogWords({ children }: { children: ReactNode }) {
  return <span className={css.words}>{children}</span>;
}

/** Something that happened and is no step. */
export function LogEvent({ children }: { children: ReactNode }) {
  return <li className={css.event}>{children}</li>;
}

/** Something to say about the steps around it. */
export function LogNote(item: ComponentProps<"li">) {
  return <li {...item} className={css.note} />;
}

/** Links to what the console knows. */

import type { ReactNode } from "react";
import { type ConsolePart, Link, paths } from "../../../ui/router";
import css from "./ConsoleLink.module.css";

export function ConsoleLink({ part, of, children }: { part: ConsolePart; of: string; children: ReactNode }) {
  return (
    <Link to={paths.console(part, of)} className={css.link}>
      {children}
    </Link>
  );
}

/** A name that links to the person's tab. */
export function PersonLink({ id, name }: { id: string; name: string }) {
  if (!id) return <bdi>{name}</bdi>;
  return (
    <ConsoleLink part="people" of={id}>
      <bdi>{name}</bdi>
    </ConsoleLink>
  );
}

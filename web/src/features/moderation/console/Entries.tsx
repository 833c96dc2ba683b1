/** Lists of the console: what has happened, and who was found. */

import type { ReactNode } from "react";
import { Button } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { Link } from "../../../ui/router";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import css from "./Entries.module.css";

export function Entries({ as: Element = "ul", children }: { as?: "ul" | "ol"; children: ReactNode }) {
  return <Element className={css.entries}>{children}</Element>;
}

/** Lines below a title; with `to`, all of it is a link. `act` is what can be done. */
export function Entry(props: { title?: ReactNode; to?: string; act?: ReactNode; children: ReactNode }) {
  const { title, to, act, children } = props;
  if (to)
    return (
      <li className={css.item}>
        <Link to={to} className={css.entry}>
          <b className={css.linked}>{title}</b>
          {children}
        </Link>
      </li>
    );
  return (
    <li className={classes(css.item, css.entry)}>
      {title && <b>{title}</b>}
      {children}
      {act && <div className={css.act}>{act}</div>}
    </li>
  );
}

/** In an entry: who and when. */
export function EntryNote({ children }: { children: ReactNode }) {
  return <span className={text("soft", "small")}>{children}</span>;
}

/** Loads the entries that follow. */
export function MoreEntries({ onMore }: { onMore: () => void }) {
  return (
    <Button className={css.more} onClick={onMore}>
      {t("leaders.more")}
    </Button>
  );
}

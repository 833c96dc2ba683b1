import type { ReactNode } from "react";
import { classes } from "./classes";
import css from "./PlayerLink.module.css";
import { Link, paths } from "./router";

/** A player's name that leads to the player's page; `note` stands behind it, smaller. */
export function PlayerLink(props: { id: string; name: ReactNode; note?: ReactNode; className?: string | undefined }) {
  return (
    <Link to={paths.player(props.id)} className={classes(css.link, props.className)}>
      <bdi>{props.name}</bdi>
      {props.note && <small className={css.note}>{props.note}</small>}
    </Link>
  );
}

import type { ReactNode } from "react";
import type { Skin } from "../../board/skin";
import { classes } from "../../ui/classes";
import css from "./TableFrame.module.css";

/** A table, or a match that is seen again: it fills the screen, and the game's own colours hold in it. */
export function TableFrame(props: { game: string; skin: Skin; children: ReactNode }) {
  return (
    <div className={classes(css.page, props.skin.table)} data-game={props.game} data-at-table>
      {props.children}
    </div>
  );
}

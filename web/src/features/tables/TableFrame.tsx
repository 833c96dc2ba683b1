import type { ReactNode } from "react";
import { gameColours } from "../../board/seats";
import type { Skin } from "../../board/skin";
import type { Plan } from "../../contract";
import { classes } from "../../ui/classes";
import css from "./TableFrame.module.css";

/** A table, or a match that is seen again: it fills the screen, and the game's own colours hold in it. */
export function TableFrame(props: { game: string; skin: Skin; plan: Plan; children: ReactNode }) {
  return (
    <div
      className={classes(css.page, props.skin.table)}
      style={gameColours(props.plan)}
      data-game={props.game}
      data-at-table
    >
      {props.children}
    </div>
  );
}

import type { ReactNode } from "react";
import { classes } from "../ui/classes";
import css from "./Stage.module.css";
import { seatColours } from "./seats";
import type { Skin } from "./skin";

/** What a board stands on, as large as its place. A skin may dress it. */
export function Stage(props: {
  skin: Skin;
  className?: string | undefined;
  height?: number | undefined; // in pixels, whatever room there is
  children: ReactNode;
}) {
  return (
    <div
      className={classes(css.stage, seatColours, props.skin.stage, props.className)}
      style={props.height === undefined ? undefined : { flex: `0 0 ${props.height}px` }}
      data-stage
    >
      {props.children}
    </div>
  );
}

import type { ComponentProps } from "react";
import { Avatar } from "../ui/Avatar";
import { classes } from "../ui/classes";
import css from "./SeatAvatar.module.css";
import { seatClass, seatColours } from "./seats";

/** The sign of who sits there, in the seat's colour: where no skin draws the seat's side. */
export function SeatAvatar({ seat, className, ...avatar }: { seat: number } & ComponentProps<typeof Avatar>) {
  return <Avatar {...avatar} className={classes(seatColours, seatClass(seat), css.avatar, className)} />;
}

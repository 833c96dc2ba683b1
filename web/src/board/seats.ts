import type { CSSProperties } from "react";
import type { Plan } from "../contract";
import css from "./seats.module.css";

const SEATS = [css.seat0, css.seat1, css.seat2, css.seat3, css.seat4, css.seat5];

/** Six colours for seats, each with an edge and an ink: --seat-0 and so on. A skin may set others on its stage. */
export const seatColours = css.colours;

/** A class for what is a seat's: its colours as --own, --own-edge and --own-ink. After six they begin again. */
export const seatClass = (seat: number | null | undefined) => (seat == null ? css.nobody : SEATS[seat % SEATS.length]);

/** Between what is light and what is dark: an edge is seen around either. */
const EDGE = "#5c5648";

/** The colours that the game itself gives its seats, for all that is drawn inside; letters on them are black or white. */
export const gameColours = ({ colours = [] }: Plan): CSSProperties =>
  Object.fromEntries(
    colours.flatMap((colour, seat) => [
      [`--game-seat-${seat}`, colour],
      [`--game-seat-${seat}-edge`, `color-mix(in oklch, ${colour} 55%, ${EDGE})`],
      [`--game-seat-${seat}-ink`, `oklch(from ${colour} calc((.62 - l) * 99) 0 0)`],
    ]),
  );

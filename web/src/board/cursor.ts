import css from "./cursor.module.css";

/** For a shape around what the keyboard's cursor is on: seen while the board has the focus. */
export const cursorClass = css.cursor;

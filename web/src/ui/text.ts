import { classes } from "./classes";
import css from "./text.module.css";

const STYLES = {
  show: css.show, // titles and big moments
  num: css.num, // figures of one width
  soft: css.soft,
  small: css.small,
  "sr-only": css.srOnly, // said by a screen reader, not shown
} as const;

/** How text may look anywhere: `text("soft", "small")`. */
export const text = (...styles: (keyof typeof STYLES)[]) => classes(...styles.map((style) => STYLES[style]));

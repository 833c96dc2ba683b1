import type { ComponentProps, HTMLAttributes } from "react";
import css from "./Chip.module.css";
import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";

const TONES = { plain: undefined, good: css.good, bad: css.bad, warn: css.warn } as const;
export type Tone = keyof typeof TONES;

interface ChipProps {
  as?: "span" | "li";
  tone?: Tone | undefined;
  icon?: IconName | undefined;
}

/** A fact in a word or two. */
export function Chip({
  as: Element = "span",
  tone = "plain",
  icon,
  className,
  children,
  ...more
}: ChipProps & HTMLAttributes<HTMLElement>) {
  return (
    <Element {...more} className={classes(css.chip, TONES[tone], className)}>
      {icon && <Icon name={icon} className={css.icon} />}
      {children}
    </Element>
  );
}

/** Several of them, which wrap. */
export function Chips({ className, ...line }: ComponentProps<"p">) {
  return <p {...line} className={classes(css.chips, className)} />;
}

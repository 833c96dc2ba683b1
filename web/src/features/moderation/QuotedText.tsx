import { classes } from "../../ui/classes";
import css from "./QuotedText.module.css";

/** What somebody has written, in its own direction. */
export function QuotedText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <blockquote className={classes(css.quoted, className)} dir="auto">
      {text}
    </blockquote>
  );
}

import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { classes } from "../ui/classes";
import { IconDrawing } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { t } from "../ui/texts/page";
import css from "./PencilButton.module.css";

/** For fingers, which have no right button: while it is on they draw, and nothing is played. It stands among the board's
 * tools, or in the bar below: on the board it would lie over places to touch. */
export function PencilButton({ on, toggle, beside }: { on: boolean; toggle: () => void; beside: boolean }) {
  const [bar, setBar] = useState<Element | null>(null);
  useLayoutEffect(() => {
    const found = beside ? null : document.querySelector("[data-board-tools]"); // the bar comes and goes
    if (found !== bar) setBar(found);
  });
  const button = (
    <IconButton
      className={classes(css.button, beside && css.beside)}
      data-pencil
      label={t(on ? "board.draw-off" : "board.draw")}
      aria-pressed={on}
      onClick={toggle}
    >
      <IconDrawing>
        <path d="M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3" />
      </IconDrawing>
    </IconButton>
  );
  if (beside) return button;
  return bar && createPortal(button, bar);
}

import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "../../../ui/classes";
import { giveBack } from "../../../ui/focus";
import { IconButton } from "../../../ui/IconButton";
import { panelClass } from "../../../ui/Panel";
import { useBackCloses } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import css from "./Drawer.module.css";

/** Something over the table, at its side; Escape, back and its button close it. The board stays where it is. */
export function Drawer({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const close = useRef(onClose);
  close.current = onClose;
  const stable = useRef(() => close.current());
  const button = useRef<HTMLButtonElement>(null);
  useBackCloses(true, stable.current);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    const pressed = (event: KeyboardEvent) => event.key === "Escape" && close.current();
    window.addEventListener("keydown", pressed);
    return () => {
      window.removeEventListener("keydown", pressed);
      giveBack(before);
    };
  }, []);
  return (
    <aside className={classes(panelClass(), css.drawer)} aria-label={label}>
      <IconButton ref={button} icon="close" label={t("table.close")} className={css.close} onClick={onClose} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className={css.inside} tabIndex={0}>
        {children}
      </div>
    </aside>
  );
}

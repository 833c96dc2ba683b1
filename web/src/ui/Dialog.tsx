import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes";
import css from "./Dialog.module.css";
import { IconButton } from "./IconButton";
import { old } from "./old";
import { PanelTitle } from "./Panel";
import { t } from "./texts/page";

/** Something over the page that has to be dealt with first. Escape, its button and a touch beside it close it. */
export function Dialog({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes with Escape by itself
    <dialog
      ref={dialog}
      className={classes(css.dialog, old("dialog panel"))}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={classes(css.inside, old("inside"))}>
        <IconButton
          icon="close"
          label={t("table.close")}
          className={classes(css.close, old("icon close"))}
          onClick={onClose}
        />
        {children}
      </div>
    </dialog>
  );
}

export function DialogTitle({ className, ...title }: ComponentProps<"h2">) {
  return <PanelTitle {...title} className={classes(css.title, className)} />;
}

import { type ReactNode, useEffect, useRef } from "react";
import { Acts } from "./ButtonRow";
import css from "./Dialog.module.css";
import { giveBack } from "./focus";
import { IconButton } from "./IconButton";
import { PanelTitle } from "./Panel";
import { t } from "./texts/page";

/** Something over the page that has to be dealt with first. Escape, its button and a touch beside it close it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => giveBack(before);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes with Escape by itself
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={css.inside}>
        <IconButton icon="close" label={t("table.close")} className={css.close} onClick={onClose} />
        <PanelTitle className={css.title}>
          <bdi>{title}</bdi>
        </PanelTitle>
        {children}
      </div>
    </dialog>
  );
}

/** What can be done; on a phone the buttons share the width. */
export function DialogActs({ children }: { children: ReactNode }) {
  return <Acts className={css.acts}>{children}</Acts>;
}

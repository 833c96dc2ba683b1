import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../parts/Icon";
import { useBackCloses } from "../../router/router";
import { t } from "../../texts/page";

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
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <aside className="drawer panel" aria-label={label}>
      <button ref={button} type="button" className="icon close" aria-label={t("table.close")} onClick={onClose}>
        <Icon name="close" />
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className="scroll" tabIndex={0}>
        {children}
      </div>
    </aside>
  );
}

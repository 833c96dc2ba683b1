import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Badge } from "../../ui/Badge";
import { Icon, type IconName } from "../../ui/Icon";
import { useBackCloses } from "../../ui/router";
import { t } from "../../ui/texts/page";
import css from "./Sheet.module.css";

export interface Tab {
  id: string;
  icon: IconName;
  label: string;
  count?: number; // of what is new there
  body: ReactNode;
  press?: (() => void) | null; // it opens something else, and no panel; null: not now
}

const PULL = 30; // pixels

/** Panels on a phone: closed it shows its tabs, open it covers half and the top of the board stays in sight. */
export function Sheet({ tabs, onOpen }: { tabs: Tab[]; onOpen?: (id: string | null) => void }) {
  const [open, setOpen] = useState<string | null>(null);
  const from = useRef<number | null>(null);
  const show = useCallback(
    (id: string | null) => {
      setOpen(id);
      onOpen?.(id);
    },
    [onOpen],
  );
  const section = useRef<HTMLElement>(null);
  const close = useCallback(() => {
    // What was open had the focus, or something in it: it goes back to the tab.
    section.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus({ preventScroll: true });
    show(null);
  }, [show]);
  useBackCloses(open !== null, close);
  useEffect(() => {
    if (open === null) return;
    const pressed = (event: KeyboardEvent) => event.key === "Escape" && close();
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [open, close]);
  function pulled(event: PointerEvent) {
    const by = from.current === null ? 0 : event.clientY - from.current;
    from.current = null;
    if (by > PULL) close();
    else if (by < -PULL && open === null) show(tabs[0]?.id ?? null);
  }
  const shown = tabs.find((tab) => tab.id === open);
  return (
    <>
      {shown && <button type="button" className={css.scrim} aria-label={t("table.close")} onClick={close} />}
      <section ref={section} className={css.sheet} aria-label={t("table.panels")}>
        <button
          type="button"
          className={css.grab}
          aria-label={shown ? t("table.close") : t("table.panels")}
          onPointerDown={(event) => {
            from.current = event.clientY;
          }}
          onPointerUp={pulled}
          onClick={() => (shown ? close() : undefined)}
        />
        <nav className={css.tabs} aria-label={t("table.panels")}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              className={css.tab}
              aria-expanded={tab.press === undefined ? tab.id === open : undefined}
              aria-haspopup={tab.press === undefined ? undefined : "dialog"}
              disabled={tab.press === null}
              onClick={tab.press ?? (() => show(tab.id === open ? null : tab.id))}
            >
              <Icon name={tab.icon} />
              {tab.label}
              {!!tab.count && <Badge className={css.count}>{tab.count}</Badge>}
            </button>
          ))}
        </nav>
        {shown && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
          <div className={css.inside} tabIndex={0}>
            {shown.body}
          </div>
        )}
      </section>
    </>
  );
}

import { type ReactNode, useEffect, useState } from "react";
import { t } from "../texts/page";
import { Icon, type IconName } from "./parts";

export interface Tab {
  id: string;
  icon: IconName;
  label: string;
  body: ReactNode;
}

/** Panels on a phone: closed it shows its tabs, open it covers half and the top of the board stays in sight. */
export function Sheet({ tabs }: { tabs: Tab[] }) {
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    if (open === null) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && setOpen(null);
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [open]);
  const shown = tabs.find((tab) => tab.id === open);
  return (
    <>
      {shown && <button type="button" className="scrim" aria-label={t("table.close")} onClick={() => setOpen(null)} />}
      <section className={shown ? "sheet open" : "sheet"}>
        <nav>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              aria-expanded={tab.id === open}
              onClick={() => setOpen(tab.id === open ? null : tab.id)}
            >
              <Icon name={tab.icon} />
              {tab.label}
            </button>
          ))}
        </nav>
        {shown && <div className="inside">{shown.body}</div>}
      </section>
    </>
  );
}

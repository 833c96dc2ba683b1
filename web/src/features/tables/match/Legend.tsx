import type { ReactNode } from "react";
import { PanelTitle } from "../../../ui/Panel";
import { type PageKey, t } from "../../../ui/texts/page";
import css from "./Legend.module.css";

const SIGNS: [PageKey, ReactNode][] = [
  ["table.key-lit", <circle key="lit" cx="12" cy="12" r="5.5" className={css.lit} />],
  ["table.key-held", <circle key="held" cx="12" cy="12" r="9" className={css.held} />],
  ["table.key-last", <path key="last" className={css.last} d="M4 8V4h4M20 8V4h-4M4 16v4h4M20 16v4h-4" />],
];

/** What the marks on the board mean. */
export function Legend() {
  return (
    <div className={css.legend}>
      <PanelTitle className={css.title}>{t("table.key")}</PanelTitle>
      {SIGNS.map(([key, sign]) => (
        <p key={key} className={css.line}>
          <svg className={css.sign} viewBox="0 0 24 24" aria-hidden="true">
            {sign}
          </svg>
          {t(key)}
        </p>
      ))}
      <p className={css.line}>{t("table.keys")}</p>
    </div>
  );
}

import { t } from "../../texts/page";

/** What the marks on the board mean. */
export function Key() {
  return (
    <div className="key">
      <h2>{t("table.key")}</h2>
      <p>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="5.5" className="k-dot" />
        </svg>
        {t("table.key-lit")}
      </p>
      <p>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="9" className="k-held" />
        </svg>
        {t("table.key-held")}
      </p>
      <p>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path className="k-mark" d="M4 8V4h4M20 8V4h-4M4 16v4h4M20 16v4h-4" />
        </svg>
        {t("table.key-last")}
      </p>
      <p className="keys">{t("table.keys")}</p>
    </div>
  );
}

import { useState } from "react";
import { errorText } from "../../../client/http";
import type { AuditEntry } from "../../../contract";
import { dateTimeText } from "../../../ui/format";
import { useFetched } from "../../../ui/hooks";
import { Link, paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import { auditLog } from "../requests";
import { TOURNAMENT_PREFIX } from "./TablesTab";

/** Who did what, when and why. Nothing is ever taken out of it. */
export function LogTab() {
  const [pages, setPages] = useState<(number | null)[]>([null]);
  return (
    <section className="panel box">
      <p className="soft small">{t("log.line")}</p>
      {pages.map((before, i) => (
        <LogPage
          key={before ?? 0}
          before={before}
          onMore={i === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </section>
  );
}

function LogPage({ before, onMore }: { before: number | null; onMore: ((next: number) => void) | null }) {
  const [page, error] = useFetched(() => auditLog(before), [before]);
  const next = page?.next;
  if (!page) return <p className="soft">{error ? errorText(error) : t("page.loading")}</p>;
  return (
    <>
      {page.entries.length === 0 && <p>{t("log.empty")}</p>}
      <ol className="entries">
        {page.entries.map((entry) => (
          <li key={entry.number} className="entry">
            <b>{deed(entry)}</b>
            {entry.why && <bdi>{entry.why}</bdi>}
            <span className="soft small">
              {entry.name || t("log.command")} · {dateTimeText(entry.at)} <About entry={entry} />
            </span>
          </li>
        ))}
      </ol>
      {next && onMore && (
        <button type="button" className="btn" onClick={() => onMore(next)}>
          {t("leaders.more")}
        </button>
      )}
    </>
  );
}

function deed(entry: AuditEntry): string {
  return t(`log.${entry.what}`, { of: entry.of, detail: entry.detail });
}

/** A link to what the entry is about. */
function About({ entry }: { entry: AuditEntry }) {
  const cup = entry.what === "close-cup";
  const part = entry.what === "settle" ? "reports" : cup || TABLE_DEEDS.has(entry.what) ? "tables" : null;
  const person = PERSON_DEEDS.has(entry.what) ? "people" : null;
  const to = part ?? person;
  return to === null ? null : (
    <>
      ·{" "}
      <Link to={paths.console(to, cup ? TOURNAMENT_PREFIX + entry.about : entry.about)} className="to">
        {t("log.look-up")}
      </Link>
    </>
  );
}

const TABLE_DEEDS = new Set(["close", "annul", "reinstate"]);
const PERSON_DEEDS = new Set(["role", "mute", "ban", "lift", "rename"]);

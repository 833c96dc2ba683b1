import { useState } from "react";
import type { AuditEntry } from "../../../contract";
import { dateTimeText } from "../../../ui/format";
import { useFetched } from "../../../ui/hooks";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { auditLog } from "../requests";
import { ConsoleLink } from "./ConsoleLink";
import { ConsolePanel, LoadingText } from "./ConsolePanel";
import { Entries, Entry, EntryNote, MoreEntries } from "./Entries";
import { TOURNAMENT_PREFIX } from "./TablesTab";

/** Who did what, when and why. Nothing is ever taken out of it. */
export function LogTab() {
  const [pages, setPages] = useState<(number | null)[]>([null]);
  return (
    <ConsolePanel>
      <p className={text("soft", "small")}>{t("audit-log.line")}</p>
      {pages.map((before, i) => (
        <LogPage
          key={before ?? 0}
          before={before}
          onMore={i === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </ConsolePanel>
  );
}

function LogPage({ before, onMore }: { before: number | null; onMore: ((next: number) => void) | null }) {
  const [page, error] = useFetched(() => auditLog(before), [before]);
  const next = page?.next;
  if (!page) return <LoadingText error={error} />;
  return (
    <>
      {page.entries.length === 0 && <p>{t("audit-log.empty")}</p>}
      <Entries as="ol">
        {page.entries.map((entry) => (
          <Entry key={entry.number} title={deed(entry)}>
            {entry.why && <bdi>{entry.why}</bdi>}
            <EntryNote>
              {entry.name || t("audit-log.command")} · {dateTimeText(entry.at)} <About entry={entry} />
            </EntryNote>
          </Entry>
        ))}
      </Entries>
      {next && onMore && <MoreEntries onMore={() => onMore(next)} />}
    </>
  );
}

function deed(entry: AuditEntry): string {
  return t(`audit-log.${entry.what}`, { of: entry.of, detail: entry.detail });
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
      <ConsoleLink part={to} of={cup ? TOURNAMENT_PREFIX + entry.about : entry.about}>
        {t("audit-log.look-up")}
      </ConsoleLink>
    </>
  );
}

const TABLE_DEEDS = new Set(["close", "annul", "reinstate"]);
const PERSON_DEEDS = new Set(["role", "mute", "ban", "lift", "rename"]);

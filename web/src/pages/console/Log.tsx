import { useState } from "react";
import { type Entry, log } from "../../api/moderation";
import { useFetched } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { moment } from "./said";
import { CUP } from "./Tables";

/** Who did what, when and why. Nothing is ever taken out of it. */
export function Log() {
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
  const [page, error] = useFetched(() => log(before), [before]);
  const next = page?.next;
  if (!page) return <p className="soft">{error ? error.message : t("page.loading")}</p>;
  return (
    <>
      {page.entries.length === 0 && <p>{t("log.empty")}</p>}
      <ol className="entries">
        {page.entries.map((entry) => (
          <li key={entry.number} className="entry">
            <b>{deed(entry)}</b>
            {entry.why && <bdi>{entry.why}</bdi>}
            <span className="soft small">
              {entry.name || t("log.command")} · {moment(entry.at)} <About entry={entry} />
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

function deed(entry: Entry): string {
  return t(`log.${entry.what}`, { of: entry.of, detail: entry.detail });
}

/** A way to what it is about. */
function About({ entry }: { entry: Entry }) {
  const cup = entry.what === "close-cup";
  const part = entry.what === "settle" ? "reports" : cup || TABLE_DEEDS.has(entry.what) ? "tables" : null;
  const person = PERSON_DEEDS.has(entry.what) ? "people" : null;
  const to = part ?? person;
  return to === null ? null : (
    <>
      ·{" "}
      <Link to={paths.console(to, cup ? CUP + entry.about : entry.about)} className="to">
        {t("log.look-up")}
      </Link>
    </>
  );
}

const TABLE_DEEDS = new Set(["close", "annul", "reinstate"]);
const PERSON_DEEDS = new Set(["role", "mute", "ban", "lift", "rename"]);

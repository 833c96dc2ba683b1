/** How the console says times, measures and what was said. */

import type { Measure, Quote } from "../../api/moderation";
import { Icon } from "../../parts/Icon";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";

export const moment = (time: number) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export const holds = (measure: Measure, now: number) =>
  measure.lifted === null && (measure.until === null || measure.until > now);

export function measureWords(measure: Measure, now: number): string {
  const what = t(measure.kind === "mute" ? "measure.muted" : "measure.banned");
  if (measure.lifted !== null) return t("measure.lifted", { what, when: moment(measure.lifted) });
  if (measure.until === null) return t("measure.for-good", { what });
  return t(measure.until > now ? "measure.until" : "measure.was-until", { what, when: moment(measure.until) });
}

/** Somebody's name, as the way to what is known of them. */
export function ToPerson({ id, name }: { id: string; name: string }) {
  if (!id) return <bdi>{name}</bdi>;
  return (
    <Link to={paths.console("people", id)} className="to">
      <bdi>{name}</bdi>
    </Link>
  );
}

export function Quotes({ quotes, first = false }: { quotes: readonly Quote[]; first?: boolean }) {
  if (quotes.length === 0) return <p className="soft">{t("console.no-talk")}</p>;
  return (
    <ul className="quotes">
      {quotes.map((quote, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not change
        <li key={i} className={first && i === 0 ? "meant" : ""}>
          <p className="small soft">
            <ToPerson id={quote.person} name={quote.name} /> · {moment(quote.at)}
            {quote.channel === "gallery" && ` · ${t("chat.gallery")}`}
            {first && i === 0 && (
              <b className="mark">
                <Icon name="flag" /> {t("console.meant")}
              </b>
            )}
          </p>
          <blockquote dir="auto">{quote.text}</blockquote>
        </li>
      ))}
    </ul>
  );
}

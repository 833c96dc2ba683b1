/** What people said at a table, and links to what the console knows about them. */

import type { Quote } from "../../../contract";
import { dateTimeText } from "../../../ui/format";
import { Icon } from "../../../ui/Icon";
import { Link, paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";

/** A name that links to the person's tab in the console. */
export function PersonLink({ id, name }: { id: string; name: string }) {
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
            <PersonLink id={quote.person} name={quote.name} /> · {dateTimeText(quote.at)}
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

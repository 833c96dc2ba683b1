/** What people said at a table. */

import type { Quote } from "../../../contract";
import { dateTimeText } from "../../../ui/format";
import { Icon } from "../../../ui/Icon";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { QuotedText } from "../QuotedText";
import { PersonLink } from "./ConsoleLink";
import css from "./Quotes.module.css";

/** With `first`, the first of them is what was reported. */
export function Quotes(props: { title: string; quotes: readonly Quote[]; first?: boolean }) {
  const { title, quotes, first = false } = props;
  return (
    <>
      <h3 className={css.title}>{title}</h3>
      {quotes.length > 0 ? (
        <ul className={css.quotes}>
          {quotes.map((quote, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not change
            <OneQuote key={i} quote={quote} meant={first && i === 0} />
          ))}
        </ul>
      ) : (
        <p className={text("soft")}>{t("console.no-talk")}</p>
      )}
    </>
  );
}

function OneQuote({ quote, meant }: { quote: Quote; meant: boolean }) {
  return (
    <li>
      <p className={text("small", "soft")}>
        <PersonLink id={quote.person} name={quote.name} /> · {dateTimeText(quote.at)}
        {quote.channel === "gallery" && ` · ${t("chat.gallery")}`}
        {meant && (
          <b className={css.mark}>
            <Icon name="flag" className={css.sign} /> {t("console.meant")}
          </b>
        )}
      </p>
      <QuotedText text={quote.text} className={meant ? css.meant : undefined} />
    </li>
  );
}

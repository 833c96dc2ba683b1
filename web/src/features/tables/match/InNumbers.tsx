import { useMemo } from "react";
import { classes } from "../../../ui/classes";
import { PanelTitle } from "../../../ui/Panel";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { atEnd, numbersOf } from "../numbers";
import css from "./InNumbers.module.css";
import type { MatchState } from "./useMatch";

/** What a match that is over came to in numbers. */
export function InNumbers({ match: { setup, now, shown, feed } }: { match: MatchState }) {
  const { seat, say } = shown;
  const { skin } = setup;
  const view = now.view ?? null;
  const told = useMemo(() => {
    const end = atEnd(feed.lines, { view, seat, seats: now.seats.length, say });
    return numbersOf(feed.lines, now.seats, skin, end);
  }, [feed.lines, now.seats, skin, view, seat, say]);
  return (
    <section data-numbers>
      <PanelTitle className={css.title}>{t("numbers.title")}</PanelTitle>
      <dl className={css.list}>
        {told.map(({ words, value }) => (
          <div key={words} className={css.row}>
            <dt>{words}</dt>
            <dd className={classes(text("num"), css.value)}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

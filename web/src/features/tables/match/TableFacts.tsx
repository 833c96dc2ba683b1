import { lazy, Suspense } from "react";
import { classes } from "../../../ui/classes";
import { t } from "../../../ui/texts/page";
import { Legend } from "./Legend";
import { TableCounters } from "./TableCounters";
import css from "./TableFacts.module.css";
import type { MatchState } from "./useMatch";

// Nobody needs it before the end.
const InNumbers = lazy(() => import("./InNumbers").then((file) => ({ default: file.InNumbers })));

/** What the game shows beside its board, what belongs to nobody, and what the marks mean. */
export function TableFacts(props: { match: MatchState; className?: string | undefined; scrolls?: boolean }) {
  const { match, className, scrolls } = props;
  const { setup, shown } = match;
  const { skin } = setup;
  const ended = shown.over && !shown.past; // then nothing can be touched that would need a word
  return (
    <section
      className={classes(css.facts, className)}
      aria-label={scrolls ? t("table.facts") : undefined}
      tabIndex={scrolls ? 0 : undefined} // what scrolls has to be reached by keyboard
    >
      {ended && (
        <Suspense fallback={null}>
          <InNumbers match={match} />
        </Suspense>
      )}
      {skin.Beside && <skin.Beside at={shown} />}
      {skin.counters !== false && <TableCounters scene={shown.scene} catalogue={shown.catalogue} />}
      {skin.legend !== false && !ended && <Legend />}
    </section>
  );
}

import { classes } from "../../../ui/classes";
import { Legend } from "./Legend";
import { TableCounters } from "./TableCounters";
import css from "./TableFacts.module.css";
import type { MatchState } from "./useMatch";

/** What the game shows beside its board, what belongs to nobody, and what the marks mean. */
export function TableFacts({ match, className }: { match: MatchState; className?: string | undefined }) {
  const { setup, shown } = match;
  const { skin } = setup;
  return (
    <section className={classes(css.facts, className)}>
      {skin.Beside && <skin.Beside at={shown} />}
      {skin.counters !== false && <TableCounters scene={shown.scene} catalogue={shown.catalogue} />}
      {skin.legend !== false && <Legend />}
    </section>
  );
}

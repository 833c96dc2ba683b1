/** A knock-out as a tree: every place of it has its own, so that lines lead from a match to the next. On a phone, round by round. */

import type { ReactNode } from "react";
import type { MatchLine, RoundLine, TournamentNow } from "../../contract";
import { classes } from "../../ui/classes";
import { t } from "../../ui/texts/page";
import { onDesk } from "../../ui/visible";
import css from "./Bracket.module.css";
import { roundName } from "./facts";

interface Props {
  now: TournamentNow;
  name: (entrant: string) => string;
  show: (match: MatchLine) => ReactNode;
}

export function Bracket({ now, name, show }: Props) {
  const size = now.rounds[0]?.field.length ?? 0;
  const drawn = now.rounds.at(-1)?.round ?? 0;
  const ahead =
    now.phase === "over" ? [] : Array.from({ length: Math.max(0, now.planned - drawn) }, (_, n) => drawn + 1 + n);
  return (
    <ol className={css.bracket}>
      {now.rounds.map((round) => (
        <li key={round.round} className={css.round}>
          <RoundTitle now={now} round={round.round} />
          <ul className={css.places}>
            {Array.from({ length: round.field.length / 2 }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place of the bracket is its number
              <Place key={place} round={round} place={place} name={name} show={show} />
            ))}
          </ul>
        </li>
      ))}
      {ahead.map((round) => (
        <li key={round} className={classes(css.round, onDesk)}>
          <RoundTitle now={now} round={round} />
          <ul className={css.places}>
            {Array.from({ length: size / 2 ** round }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place of the bracket is its number
              <li key={place} className={css.place}>
                <p className={css.nobody}>{t("tournament.to-come")}</p>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** What a round is called. */
export function RoundTitle({ now, round }: { now: TournamentNow; round: number }) {
  return <h3 className={css.title}>{roundName(now.rules.kind, round, now.planned)}</h3>;
}

/** A match and its replay, an entrant who goes on without one, or nothing. */
function Place(props: { round: RoundLine; place: number; name: Props["name"]; show: Props["show"] }) {
  const { round, place, name, show } = props;
  const first = `${round.round}-${place + 1}`;
  const matches = round.matches.filter((match) => match.match === first || match.again === first);
  if (matches.length > 0)
    return (
      <li className={css.place}>
        <ul className={css.again}>{matches.map(show)}</ul>
      </li>
    );
  const out = round.field.slice(2 * place, 2 * place + 2).find((entrant) => round.byes.includes(entrant));
  if (out === undefined) return <li className={css.place} aria-hidden="true" />;
  return (
    <li className={css.place}>
      <p className={css.nobody}>{t("tournament.byes", { names: name(out) })}</p>
    </li>
  );
}

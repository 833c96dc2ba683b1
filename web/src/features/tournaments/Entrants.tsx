/** The entrants before the start; where the organiser seeds them by hand, in that order. */

import type { ReactNode } from "react";
import type { EntrantLine, TournamentNow } from "../../contract";
import { Button } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { classes } from "../../ui/classes";
import { useNow } from "../../ui/hooks";
import { PlayerLink } from "../../ui/PlayerLink";
import { NoRows } from "../../ui/Rows";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { RatingBadge } from "../ratings/Rating";
import css from "./Entrants.module.css";
import type { RunRequest } from "./Participation";
import * as api from "./requests";

export function Entrants({ now, run, busy }: { now: TournamentNow; run: RunRequest; busy: boolean }) {
  const clock = useNow(5_000);
  if (now.entrants.length === 0) return <NoRows>{t("tournament.nobody")}</NoRows>;
  const byHand = now.rules.seeding === "hand";
  const people = now.entrants.filter((one) => one.level === null);
  const checking = now.rules.check_in > 0 && clock >= (now.check_in_opens ?? 0) && people.length > 0;
  const seeded = now.seeds.flatMap((seed) => now.entrants.filter((one) => one.entrant === seed));
  const others = now.entrants.filter((one) => !now.seeds.includes(one.entrant));
  return (
    <>
      {byHand && now.me.organises && <p className={css.line}>{t("tournament.seed-line")}</p>}
      {checking && (
        <p className={css.line} data-checked>
          {t("tournament.checked", { count: people.filter((one) => one.checked).length, all: people.length })}
        </p>
      )}
      <ul className={css.entrants}>
        {[...seeded, ...others].map((one, place) => (
          <li key={one.entrant} className={css.entrant}>
            {byHand && (
              <span className={classes(text("num"), css.seed)} aria-hidden={place >= seeded.length}>
                {place < seeded.length ? place + 1 : "–"}
              </span>
            )}
            <span className={css.name}>
              <EntrantName one={one} />
              <RatingBadge
                who={one.level === null ? one.entrant : `bot:${one.level}`}
                game={now.game}
                className={css.rating}
              />
            </span>
            {one.checked && <EntrantTag>{t("tournament.here")}</EntrantTag>}
            {now.me.organises && (
              <Acts as="span" className={css.acts}>
                {byHand && <SeedButtons now={now} one={one} place={place} run={run} busy={busy} />}
                <ConfirmButton
                  look="quiet"
                  className={css.button}
                  label={t("tournament.remove")}
                  sure={t("tournament.remove-sure", { name: one.name })}
                  onConfirm={() => run(() => api.removeEntrant(now.tournament, one.entrant))}
                />
              </Acts>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Move a seeded entrant one up, or put an unseeded one behind all who are seeded. */
function SeedButtons(props: { now: TournamentNow; one: EntrantLine; place: number; run: RunRequest; busy: boolean }) {
  const { now, one, place, run, busy } = props;
  const seeded = place < now.seeds.length;
  const rest = now.seeds.filter((entrant) => entrant !== one.entrant);
  const put = (seeds: string[]) => run(() => api.seedEntrants(now.tournament, seeds));
  const up = () => put(seeded ? rest.toSpliced(place - 1, 0, one.entrant) : [...rest, one.entrant]);
  return (
    <>
      {place > 0 || !seeded ? (
        <Button look="quiet" className={css.button} disabled={busy} onClick={up}>
          {t(seeded ? "tournament.seed-up" : "tournament.seed-it")}
          <bdi className={text("sr-only")}>{one.name}</bdi>
        </Button>
      ) : null}
      {seeded && (
        <Button look="quiet" className={css.button} disabled={busy} onClick={() => put(rest)}>
          {t("tournament.unseed")}
          <bdi className={text("sr-only")}>{one.name}</bdi>
        </Button>
      )}
    </>
  );
}

/** An entrant's name, with a link to the page of a player. */
export function EntrantName({ one }: { one: EntrantLine }) {
  if (one.level !== null) return <bdi>{one.name}</bdi>;
  return <PlayerLink id={one.entrant} name={one.name} className={css.link} />;
}

/** Behind a name: a fact in a word. */
export function EntrantTag({ children }: { children: ReactNode }) {
  return <span className={css.tag}>{children}</span>;
}

/** The entrants before the start; where the organiser seeds them by hand, in that order. */

import type { EntrantLine, TournamentNow } from "../../contract";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { useNow } from "../../ui/hooks";
import { Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { RatingBadge } from "../ratings/Rating";
import type { RunRequest } from "./Participation";
import * as api from "./requests";

export function Entrants({ now, run, busy }: { now: TournamentNow; run: RunRequest; busy: boolean }) {
  const clock = useNow(5_000);
  if (now.entrants.length === 0) return <p className="nothing">{t("cup.nobody")}</p>;
  const byHand = now.rules.seeding === "hand";
  const people = now.entrants.filter((one) => one.level === null);
  const checking = now.rules.check_in > 0 && clock >= (now.check_in_opens ?? 0) && people.length > 0;
  const seeded = now.seeds.flatMap((seed) => now.entrants.filter((one) => one.entrant === seed));
  const others = now.entrants.filter((one) => !now.seeds.includes(one.entrant));
  return (
    <>
      {byHand && now.me.organises && <p className="seed-line">{t("cup.seed-line")}</p>}
      {checking && (
        <p className="seed-line" data-checked>
          {t("cup.checked", { count: people.filter((one) => one.checked).length, all: people.length })}
        </p>
      )}
      <ul className="entrants">
        {[...seeded, ...others].map((one, place) => (
          <li key={one.entrant}>
            {byHand && (
              <span className="seed-place num" aria-hidden={place >= seeded.length}>
                {place < seeded.length ? place + 1 : "–"}
              </span>
            )}
            <span className="called">
              <EntrantName one={one} />
              <RatingBadge who={one.level === null ? one.entrant : `bot:${one.level}`} game={now.game} />
            </span>
            {one.checked && <span className="tag">{t("cup.here")}</span>}
            {now.me.organises && (
              <span className="acts">
                {byHand && <SeedButtons now={now} one={one} place={place} run={run} busy={busy} />}
                <ConfirmButton
                  className="btn quiet"
                  label={t("cup.remove")}
                  sure={t("cup.remove-sure", { name: one.name })}
                  onConfirm={() => run(() => api.removeEntrant(now.tournament, one.entrant))}
                />
              </span>
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
        <button type="button" className="btn quiet" disabled={busy} onClick={up}>
          {t(seeded ? "cup.seed-up" : "cup.seed-it")}
          <bdi className="sr">{one.name}</bdi>
        </button>
      ) : null}
      {seeded && (
        <button type="button" className="btn quiet" disabled={busy} onClick={() => put(rest)}>
          {t("cup.unseed")}
          <bdi className="sr">{one.name}</bdi>
        </button>
      )}
    </>
  );
}

/** An entrant's name, with a link to the page of a player. */
export function EntrantName({ one }: { one: EntrantLine }) {
  const name = <bdi>{one.name}</bdi>;
  if (one.level !== null) return name;
  return (
    <Link to={paths.player(one.entrant)} className="player-link">
      {name}
    </Link>
  );
}

/** Who takes part, before it begins; by hand, in the order in which the organiser seeds them. */

import type { EntrantLine, TournamentNow } from "../../api/tournaments";
import * as api from "../../api/tournaments";
import { RatingOf } from "../../parts/Rating";
import { AskTwice } from "../../parts/small";
import { t } from "../../texts/page";
import { useNow } from "../lines";
import { Called } from "./Called";
import type { Attempt } from "./Mine";

export function Entrants({ now, attempt, busy }: { now: TournamentNow; attempt: Attempt; busy: boolean }) {
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
              <Called one={one} />
              <RatingOf who={one.level === null ? one.entrant : `bot:${one.level}`} game={now.game} />
            </span>
            {one.checked && <span className="tag">{t("cup.here")}</span>}
            {now.me.organises && (
              <span className="acts">
                {byHand && <Seeding now={now} one={one} place={place} attempt={attempt} busy={busy} />}
                <AskTwice
                  className="btn quiet"
                  label={t("cup.remove")}
                  sure={t("cup.remove-sure", { name: one.name })}
                  onDo={() => attempt(() => api.removeEntrant(now.tournament, one.entrant))}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** One up; or, of somebody whom the lot would place, behind all who are seeded. */
function Seeding(props: { now: TournamentNow; one: EntrantLine; place: number; attempt: Attempt; busy: boolean }) {
  const { now, one, place, attempt, busy } = props;
  const seeded = place < now.seeds.length;
  const rest = now.seeds.filter((entrant) => entrant !== one.entrant);
  const put = (seeds: string[]) => attempt(() => api.seedEntrants(now.tournament, seeds));
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

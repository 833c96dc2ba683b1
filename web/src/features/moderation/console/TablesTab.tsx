import { errorText } from "../../../client/http";
import { useSubmit } from "../../../client/useSubmit";
import { useFetched } from "../../../ui/hooks";
import { go, Link, paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import { kindText, stateText } from "../../tournaments/facts";
import { oneTournament } from "../../tournaments/requests";
import { closeTable, closeTournament, inspectTable, setTableCounts } from "../requests";
import { LookupForm, ReasonButton } from "./Forms";
import { PersonLink, Quotes } from "./Quotes";

/** Marks a tournament's id where a table's could stand. */
export const TOURNAMENT_PREFIX = "tournament:";

/** A table: who sits there and what was said. It can be closed, and taken out of the ratings. */
export function TablesTab({ of }: { of: string }) {
  return (
    <>
      <LookupForm
        label={t("console.table-link")}
        button={t("console.look")}
        input={{ maxLength: 300 }}
        onLookup={(link) => {
          const [id, kind] = link
            .replace(/[?#].*$/, "")
            .split("/")
            .reverse();
          if (id) go(paths.console("tables", kind === "tournament" ? TOURNAMENT_PREFIX + id : id));
        }}
      />
      {of &&
        (of.startsWith(TOURNAMENT_PREFIX) ? (
          <TournamentPanel id={of.slice(TOURNAMENT_PREFIX.length)} />
        ) : (
          <TablePanel id={of} />
        ))}
    </>
  );
}

function TablePanel({ id }: { id: string }) {
  const [seen, error, again] = useFetched(() => inspectTable(id), [id]);
  const [outcome, submit] = useSubmit();
  if (!seen) return <p className={error ? "refusal" : "soft"}>{error ? errorText(error) : t("page.loading")}</p>;
  const seats = seen.seats.filter((seat) => seat.kind === "person" || seat.kind === "bot");
  return (
    <section className="panel box">
      <h2>{seen.title}</h2>
      <p className="soft">
        {[
          t(`phase.${seen.phase}`),
          t(seen.listed ? "game.public" : "game.private"),
          t(seen.rated ? "rated.yes" : "rated.no"),
          ...(seen.counts === false ? [t("console.annulled")] : []),
        ].join(" · ")}
      </p>
      <p>
        {seats.map((seat, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <span key={i}>
            {i > 0 && ", "}
            <PersonLink id={seat.person ?? ""} name={seat.name ?? ""} />
          </span>
        ))}
      </p>
      {outcome}
      <div className="acts">
        {seen.listed && (
          <Link to={paths.table(seen.table)} className="btn">
            {t("replay.to-table")}
          </Link>
        )}
        {seen.phase !== "over" && (
          <ReasonButton
            label={t("console.close")}
            onReason={(why) => submit(() => closeTable(id, why), t("console.closed-now")).finally(again)}
          />
        )}
        {seen.counts !== null && (
          <ReasonButton
            label={t(seen.counts ? "console.annul" : "console.reinstate")}
            onReason={(why) =>
              submit(() => setTableCounts(id, !seen.counts, why), t("console.recounted")).finally(again)
            }
          />
        )}
      </div>
      <h3>{t("console.talk")}</h3>
      <Quotes quotes={seen.talk} />
    </section>
  );
}

/** A tournament: it can be closed, and then goes by the name of its game. */
function TournamentPanel({ id }: { id: string }) {
  const [tournament, error, again] = useFetched(() => oneTournament(id), [id]);
  const [outcome, submit] = useSubmit();
  if (!tournament) return <p className={error ? "refusal" : "soft"}>{error ? errorText(error) : t("page.loading")}</p>;
  return (
    <section className="panel box">
      <h2>
        <bdi>{tournament.title}</bdi>
      </h2>
      <p className="soft">
        {[kindText(tournament.rules.kind), tournament.game_title, stateText(tournament)].join(" · ")}
      </p>
      <p>
        {t("console.organiser")} <PersonLink id={tournament.organiser} name={tournament.organiser_name} />
      </p>
      {outcome}
      <div className="acts">
        <Link to={paths.tournament(id)} className="btn">
          {t("console.to-cup")}
        </Link>
        {(tournament.phase !== "over" || tournament.title !== tournament.game_title) && (
          <ReasonButton
            label={t(tournament.phase === "over" ? "console.retitle-cup" : "console.close-cup")}
            onReason={(why) => submit(() => closeTournament(id, why), t("console.cup-closed")).finally(again)}
          />
        )}
      </div>
    </section>
  );
}

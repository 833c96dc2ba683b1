import { useSubmit } from "../../../client/useSubmit";
import { ButtonLink } from "../../../ui/Button";
import { useFetched } from "../../../ui/hooks";
import { go, paths } from "../../../ui/router";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { kindText, stateText } from "../../tournaments/facts";
import { oneTournament } from "../../tournaments/requests";
import { closeTable, closeTournament, inspectTable, setTableCounts } from "../requests";
import { PersonLink } from "./ConsoleLink";
import { ConsoleActs, ConsolePanel, LoadingText } from "./ConsolePanel";
import { LookupForm, ReasonButton } from "./Forms";
import { Quotes } from "./Quotes";

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
  if (!seen) return <LoadingText error={error} />;
  const seats = seen.seats.filter((seat) => seat.kind === "person" || seat.kind === "bot");
  return (
    <ConsolePanel title={seen.title}>
      <p className={text("soft")}>
        {[
          t(`table-phase.${seen.phase}`),
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
      <ConsoleActs>
        {seen.listed && <ButtonLink to={paths.table(seen.table)}>{t("replay.to-table")}</ButtonLink>}
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
      </ConsoleActs>
      <Quotes title={t("console.talk")} quotes={seen.talk} />
    </ConsolePanel>
  );
}

/** A tournament: it can be closed, and then goes by the name of its game. */
function TournamentPanel({ id }: { id: string }) {
  const [tournament, error, again] = useFetched(() => oneTournament(id), [id]);
  const [outcome, submit] = useSubmit();
  if (!tournament) return <LoadingText error={error} />;
  return (
    <ConsolePanel title={<bdi>{tournament.title}</bdi>}>
      <p className={text("soft")}>
        {[kindText(tournament.rules.kind), tournament.game_title, stateText(tournament)].join(" · ")}
      </p>
      <p>
        {t("console.organiser")} <PersonLink id={tournament.organiser} name={tournament.organiser_name} />
      </p>
      {outcome}
      <ConsoleActs>
        <ButtonLink to={paths.tournament(id)}>{t("console.to-cup")}</ButtonLink>
        {(tournament.phase !== "over" || tournament.title !== tournament.game_title) && (
          <ReasonButton
            label={t(tournament.phase === "over" ? "console.retitle-cup" : "console.close-cup")}
            onReason={(why) => submit(() => closeTournament(id, why), t("console.cup-closed")).finally(again)}
          />
        )}
      </ConsoleActs>
    </ConsolePanel>
  );
}

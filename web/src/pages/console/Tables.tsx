import { type FormEvent, useState } from "react";
import { closeTable, closeTournament, countTable, seeTable } from "../../api/moderation";
import { oneTournament } from "../../api/tournaments";
import { useFetched } from "../../parts/small";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { useAttempt } from "../people/attempt";
import { kindWords, stateOf } from "../tournaments/words";
import { Because } from "./Because";
import { Quotes, ToPerson } from "./said";

/** Before a tournament's id, where a table's could be. */
export const CUP = "tournament:";

/** A table: who sits there and what was said. It can be closed, and taken out of the ratings. */
export function Tables({ of }: { of: string }) {
  const [link, setLink] = useState("");
  function open(event: FormEvent) {
    event.preventDefault();
    const [id, kind] = link
      .trim()
      .replace(/[?#].*$/, "")
      .split("/")
      .reverse();
    if (id) go(paths.console("tables", kind === "tournament" ? CUP + id : id));
  }
  return (
    <>
      <form className="panel box form" onSubmit={open}>
        <label>
          {t("console.table-link")}
          <span className="because">
            <input
              className="field"
              required
              maxLength={300}
              value={link}
              onChange={(event) => setLink(event.target.value)}
            />
            <button type="submit" className="btn primary">
              {t("console.look")}
            </button>
          </span>
        </label>
      </form>
      {of && (of.startsWith(CUP) ? <OneCup id={of.slice(CUP.length)} /> : <OneTable id={of} />)}
    </>
  );
}

function OneTable({ id }: { id: string }) {
  const [seen, error, again] = useFetched(() => seeTable(id), [id]);
  const [said, attempt] = useAttempt();
  if (!seen) return <p className={error ? "refusal" : "soft"}>{error ? error.message : t("page.loading")}</p>;
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
            <ToPerson id={seat.person ?? ""} name={seat.name ?? ""} />
          </span>
        ))}
      </p>
      {said}
      <div className="acts">
        {seen.listed && (
          <Link to={paths.table(seen.table)} className="btn">
            {t("replay.to-table")}
          </Link>
        )}
        {seen.phase !== "over" && (
          <Because
            label={t("console.close")}
            onDo={(why) => attempt(() => closeTable(id, why), t("console.closed-now")).then(again)}
          />
        )}
        {seen.counts !== null && (
          <Because
            label={t(seen.counts ? "console.annul" : "console.reinstate")}
            onDo={(why) => attempt(() => countTable(id, !seen.counts, why), t("console.recounted")).then(again)}
          />
        )}
      </div>
      <h3>{t("console.talk")}</h3>
      <Quotes quotes={seen.talk} />
    </section>
  );
}

/** A tournament: it can be closed, and then goes by the name of its game. */
function OneCup({ id }: { id: string }) {
  const [cup, error, again] = useFetched(() => oneTournament(id), [id]);
  const [said, attempt] = useAttempt();
  if (!cup) return <p className={error ? "refusal" : "soft"}>{error ? error.message : t("page.loading")}</p>;
  return (
    <section className="panel box">
      <h2>
        <bdi>{cup.title}</bdi>
      </h2>
      <p className="soft">{[kindWords(cup.rules.kind), cup.game_title, stateOf(cup)].join(" · ")}</p>
      <p>
        {t("console.organiser")} <ToPerson id={cup.organiser} name={cup.organiser_name} />
      </p>
      {said}
      <div className="acts">
        <Link to={paths.tournament(id)} className="btn">
          {t("console.to-cup")}
        </Link>
        {(cup.phase !== "over" || cup.title !== cup.game_title) && (
          <Because
            label={t(cup.phase === "over" ? "console.retitle-cup" : "console.close-cup")}
            onDo={(why) => attempt(() => closeTournament(id, why), t("console.cup-closed")).then(again)}
          />
        )}
      </div>
    </section>
  );
}

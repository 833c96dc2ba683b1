import { type FormEvent, useState } from "react";
import {
  type Dossier,
  dismissModerator,
  dossier,
  findPeople,
  lift,
  measuresNow,
  nameModerator,
  type PersonFound,
  rename,
} from "../../api/moderation";
import { AskTwice, useFetched } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { type Attempt, useAttempt } from "../people/attempt";
import { Because } from "./Because";
import { MeasureForm } from "./MeasureForm";
import { holds, measureWords, moment, ToPerson } from "./said";

/** People: looked for by name, and one of them with all that was decided and reported. */
export function People({ of, host }: { of: string; host: boolean }) {
  return of ? <One id={of} host={host} /> : <Search />;
}

function Search() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<PersonFound[] | null>(null);
  const [said, attempt] = useAttempt();
  const [held] = useFetched(measuresNow, []);
  function search(event: FormEvent) {
    event.preventDefault();
    void attempt(() => findPeople(text.trim()).then(setFound), "");
  }
  return (
    <>
      <form className="panel box form" onSubmit={search}>
        <label>
          {t("console.find")}
          <span className="because">
            <input
              className="field"
              type="search"
              required
              maxLength={64}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <button type="submit" className="btn primary">
              {t("console.find-do")}
            </button>
          </span>
        </label>
        {said}
        {found?.length === 0 && <p>{t("console.found-none")}</p>}
        <ul className="entries">
          {found?.map(({ person, role }) => (
            <li key={person.id}>
              <Link to={paths.console("people", person.id)} className="entry">
                <b>
                  <bdi>{person.name}</bdi>
                </b>
                <span className="soft small">
                  {role ? t(`console.role-${role}`) : t(`player.${person.kind}`)} ·{" "}
                  {t("blocked.since", { since: new Date(person.since).toLocaleDateString() })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </form>
      <section className="panel box">
        <h2>{t("console.measures")}</h2>
        {held?.length === 0 && <p className="soft">{t("console.no-measures")}</p>}
        <ul className="entries">
          {held?.map(({ measure, person }) => (
            <li key={measure.id} className="entry">
              <ToPerson id={person.id} name={person.name} />
              <span className="soft small">{measureWords(measure, Date.now())}</span>
              <bdi>{measure.why}</bdi>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function One({ id, host }: { id: string; host: boolean }) {
  const [known, error, again] = useFetched(() => dossier(id), [id]);
  const [said, attempt] = useAttempt();
  if (!known) return <p className="soft">{error ? error.message : t("page.loading")}</p>;
  const { person, role, measures, reports } = known;
  return (
    <>
      <section className="panel box">
        <h2>
          <bdi>{person.name}</bdi>
        </h2>
        <p className="soft">
          {role ? t(`console.role-${role}`) : t(`player.${person.kind}`)} ·{" "}
          {t("blocked.since", { since: new Date(person.since).toLocaleDateString() })}
        </p>
        {said}
        <div className="acts">
          <Link to={paths.player(person.id)} className="btn">
            {t("about.page")}
          </Link>
          <Because
            label={t("console.rename")}
            onDo={(why) => attempt(() => rename(id, why), t("console.renamed")).then(again)}
          />
          {host && <RoleButton known={known} attempt={attempt} again={again} />}
        </div>
      </section>
      <section className="panel box">
        <h2>{t("measure.title")}</h2>
        <ul className="entries">
          {measures.map((measure) => (
            <li key={measure.id} className="entry">
              <b>{measureWords(measure, known.now)}</b>
              <bdi>{measure.why}</bdi>
              <span className="soft small">{t("measure.by", { name: measure.name, when: moment(measure.since) })}</span>
              {holds(measure, known.now) && (
                <Because
                  label={t("measure.lift")}
                  onDo={(why) => attempt(() => lift(measure.id, why), t("measure.lifted-now")).then(again)}
                />
              )}
            </li>
          ))}
        </ul>
        <MeasureForm person={id} onDone={again} />
      </section>
      <section className="panel box">
        <h2>{t("console.reports-about")}</h2>
        {reports.length === 0 && <p className="soft">{t("console.no-reports")}</p>}
        <ul className="entries">
          {reports.map((line) => (
            <li key={line.id}>
              <Link to={paths.console("reports", line.id)} className="entry">
                <b>{t(`reason.${line.reason}`)}</b>
                <span className="soft small">
                  {t("console.reported-by", { name: line.name })} · {moment(line.at)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function RoleButton({ known, attempt, again }: { known: Dossier; attempt: Attempt; again: () => void }) {
  const { person, role } = known;
  if (role === "host" || person.kind !== "account") return null;
  const now = role === "moderator";
  return (
    <AskTwice
      className="btn"
      label={t(now ? "console.dismiss" : "console.appoint")}
      onDo={() =>
        attempt(
          () => (now ? dismissModerator(person.id) : nameModerator(person.id)),
          t(now ? "console.dismissed-now" : "console.appointed"),
        ).then(again)
      }
    />
  );
}

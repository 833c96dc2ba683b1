import { useState } from "react";
import { errorText } from "../../../client/http";
import { type Submit, useSubmit } from "../../../client/useSubmit";
import type { PersonFile, PersonFound } from "../../../contract";
import { ConfirmButton } from "../../../ui/ConfirmButton";
import { dateText, dateTimeText } from "../../../ui/format";
import { useFetched } from "../../../ui/hooks";
import { Link, paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import {
  dismissModerator,
  findPeople,
  liftMeasure,
  measuresNow,
  nameModerator,
  personRecord,
  resetName,
} from "../requests";
import { LookupForm, ReasonButton } from "./Forms";
import { isInForce, MeasureForm, measureText } from "./Measures";
import { PersonLink } from "./Quotes";

/** Search for people by name, or one person with all measures and reports. */
export function PeopleTab({ of, host }: { of: string; host: boolean }) {
  return of ? <One id={of} host={host} /> : <Search />;
}

function Search() {
  const [found, setFound] = useState<PersonFound[] | null>(null);
  const [outcome, submit] = useSubmit();
  const [held] = useFetched(measuresNow, []);
  return (
    <>
      <LookupForm
        label={t("console.find")}
        button={t("console.find-do")}
        input={{ type: "search", maxLength: 64 }}
        onLookup={(text) => void submit(() => findPeople(text).then(setFound), "")}
      >
        {outcome}
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
                  {t("blocked.since", { since: dateText(person.since) })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </LookupForm>
      <section className="panel box">
        <h2>{t("console.measures")}</h2>
        {held?.length === 0 && <p className="soft">{t("console.no-measures")}</p>}
        <ul className="entries">
          {held?.map(({ measure, person }) => (
            <li key={measure.id} className="entry">
              <PersonLink id={person.id} name={person.name} />
              <span className="soft small">{measureText(measure, Date.now())}</span>
              <bdi>{measure.why}</bdi>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function One({ id, host }: { id: string; host: boolean }) {
  const [known, error, again] = useFetched(() => personRecord(id), [id]);
  const [outcome, submit] = useSubmit();
  if (!known) return <p className="soft">{error ? errorText(error) : t("page.loading")}</p>;
  const { person, role, measures, reports } = known;
  return (
    <>
      <section className="panel box">
        <h2>
          <bdi>{person.name}</bdi>
        </h2>
        <p className="soft">
          {role ? t(`console.role-${role}`) : t(`player.${person.kind}`)} ·{" "}
          {t("blocked.since", { since: dateText(person.since) })}
        </p>
        {outcome}
        <div className="acts">
          <Link to={paths.player(person.id)} className="btn">
            {t("about.page")}
          </Link>
          <ReasonButton
            label={t("console.rename")}
            onReason={(why) => submit(() => resetName(id, why), t("console.renamed")).finally(again)}
          />
          {host && <RoleButton known={known} submit={submit} again={again} />}
        </div>
      </section>
      <section className="panel box">
        <h2>{t("measure.title")}</h2>
        <ul className="entries">
          {measures.map((measure) => (
            <li key={measure.id} className="entry">
              <b>{measureText(measure, known.now)}</b>
              <bdi>{measure.why}</bdi>
              <span className="soft small">
                {t("measure.by", { name: measure.name, when: dateTimeText(measure.since) })}
              </span>
              {isInForce(measure, known.now) && (
                <ReasonButton
                  label={t("measure.lift")}
                  onReason={(why) => submit(() => liftMeasure(measure.id, why), t("measure.lifted-now")).finally(again)}
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
                  {t("console.reported-by", { name: line.name })} · {dateTimeText(line.at)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function RoleButton({ known, submit, again }: { known: PersonFile; submit: Submit; again: () => void }) {
  const { person, role } = known;
  if (role === "host" || person.kind !== "account") return null;
  const now = role === "moderator";
  return (
    <ConfirmButton
      className="btn"
      label={t(now ? "console.dismiss" : "console.appoint")}
      onConfirm={() =>
        submit(
          () => (now ? dismissModerator(person.id) : nameModerator(person.id)),
          t(now ? "console.dismissed-now" : "console.appointed"),
        ).then(again)
      }
    />
  );
}

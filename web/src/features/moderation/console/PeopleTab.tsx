import { useState } from "react";
import { type Submit, useSubmit } from "../../../client/useSubmit";
import type { PersonFile, PersonFound } from "../../../contract";
import { ButtonLink } from "../../../ui/Button";
import { ConfirmButton } from "../../../ui/ConfirmButton";
import { dateText, dateTimeText } from "../../../ui/format";
import { useFetched } from "../../../ui/hooks";
import { paths } from "../../../ui/router";
import { text } from "../../../ui/text";
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
import { PersonLink } from "./ConsoleLink";
import { ConsoleActs, ConsolePanel, LoadingText } from "./ConsolePanel";
import { Entries, Entry, EntryNote } from "./Entries";
import { LookupForm, ReasonButton } from "./Forms";
import { isInForce, MeasureForm, measureText } from "./Measures";

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
        onLookup={(part) => void submit(() => findPeople(part).then(setFound), "")}
      >
        {outcome}
        {found?.length === 0 && <p>{t("console.found-none")}</p>}
        <Entries>
          {found?.map(({ person, role }) => (
            <Entry key={person.id} to={paths.console("people", person.id)} title={<bdi>{person.name}</bdi>}>
              <EntryNote>{personText(person, role)}</EntryNote>
            </Entry>
          ))}
        </Entries>
      </LookupForm>
      <ConsolePanel title={t("console.measures")}>
        {held?.length === 0 && <p className={text("soft")}>{t("console.no-measures")}</p>}
        <Entries>
          {held?.map(({ measure, person }) => (
            <Entry key={measure.id}>
              <PersonLink id={person.id} name={person.name} />
              <EntryNote>{measureText(measure, Date.now())}</EntryNote>
              <bdi>{measure.why}</bdi>
            </Entry>
          ))}
        </Entries>
      </ConsolePanel>
    </>
  );
}

const personText = (person: PersonFound["person"], role: PersonFound["role"]) =>
  `${t(role ? `console.role-${role}` : `player.${person.kind}`)} · ${t("blocks.since", { since: dateText(person.since) })}`;

function One({ id, host }: { id: string; host: boolean }) {
  const [known, error, again] = useFetched(() => personRecord(id), [id]);
  const [outcome, submit] = useSubmit();
  if (!known) return <LoadingText error={error} />;
  const { person, role, measures, reports } = known;
  return (
    <>
      <ConsolePanel title={<bdi>{person.name}</bdi>}>
        <p className={text("soft")}>{personText(person, role)}</p>
        {outcome}
        <ConsoleActs>
          <ButtonLink to={paths.player(person.id)}>{t("person-menu.page")}</ButtonLink>
          <ReasonButton
            label={t("console.rename")}
            onReason={(why) => submit(() => resetName(id, why), t("console.renamed")).finally(again)}
          />
          {host && <RoleButton known={known} submit={submit} again={again} />}
        </ConsoleActs>
      </ConsolePanel>
      <ConsolePanel title={t("measure.title")}>
        <Entries>
          {measures.map((measure) => (
            <Entry
              key={measure.id}
              title={measureText(measure, known.now)}
              act={
                isInForce(measure, known.now) && (
                  <ReasonButton
                    label={t("measure.lift")}
                    onReason={(why) =>
                      submit(() => liftMeasure(measure.id, why), t("measure.lifted-now")).finally(again)
                    }
                  />
                )
              }
            >
              <bdi>{measure.why}</bdi>
              <EntryNote>{t("measure.by", { name: measure.name, when: dateTimeText(measure.since) })}</EntryNote>
            </Entry>
          ))}
        </Entries>
        <MeasureForm person={id} onDone={again} />
      </ConsolePanel>
      <ConsolePanel title={t("console.reports-about")}>
        {reports.length === 0 && <p className={text("soft")}>{t("console.no-reports")}</p>}
        <Entries>
          {reports.map((line) => (
            <Entry key={line.id} to={paths.console("reports", line.id)} title={t(`report-reason.${line.reason}`)}>
              <EntryNote>
                {t("console.reported-by", { name: line.name })} · {dateTimeText(line.at)}
              </EntryNote>
            </Entry>
          ))}
        </Entries>
      </ConsolePanel>
    </>
  );
}

function RoleButton({ known, submit, again }: { known: PersonFile; submit: Submit; again: () => void }) {
  const { person, role } = known;
  if (role === "host" || person.kind !== "account") return null;
  const now = role === "moderator";
  return (
    <ConfirmButton
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

import { type ReactNode, useState } from "react";
import { useSubmit } from "../../../client/useSubmit";
import type { ReportLine } from "../../../contract";
import { Button } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { FormPanel, TextField } from "../../../ui/Form";
import { dateTimeText } from "../../../ui/format";
import { useFetched } from "../../../ui/hooks";
import { go, paths } from "../../../ui/router";
import { Segments, segmentOptions } from "../../../ui/Segments";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { gameTitle, useGames } from "../../games/games";
import { listReports, oneReport, settleReport } from "../requests";
import { ConsoleLink, PersonLink } from "./ConsoleLink";
import { ConsoleActs, ConsolePanel, consolePanelClass, LoadingText } from "./ConsolePanel";
import { Entries, Entry, EntryNote, MoreEntries } from "./Entries";
import { MeasureForm, measureText } from "./Measures";
import { Quotes } from "./Quotes";
import css from "./ReportsTab.module.css";

/** What people have reported: a list, or one of them with what was said. */
export function ReportsTab({ of, onSettled }: { of: string; onSettled: () => void }) {
  return of ? <OneReport id={of} onSettled={onSettled} /> : <ReportList />;
}

function ReportList() {
  const [settled, setSettled] = useState(false);
  const [pages, setPages] = useState<(string | null)[]>([null]);
  return (
    <ConsolePanel>
      <Segments
        name="settled"
        legend={t("console.which")}
        options={segmentOptions([false, t("console.open")], [true, t("console.settled")])}
        value={settled}
        onChange={(value) => [setSettled(value), setPages([null])]}
      />
      {pages.map((after, i) => (
        <ReportPage
          key={`${settled} ${after}`}
          settled={settled}
          after={after}
          onMore={i === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </ConsolePanel>
  );
}

function ReportPage(props: { settled: boolean; after: string | null; onMore: ((next: string) => void) | null }) {
  const { settled, after, onMore } = props;
  const [page, error] = useFetched(() => listReports(settled, after), [settled, after]);
  const next = page?.next;
  if (!page) return <LoadingText error={error} />;
  return (
    <>
      {page.reports.length === 0 && after === null && (
        <p className={classes(text("soft"), css.none)}>{t(settled ? "console.none-settled" : "console.none-open")}</p>
      )}
      <Entries>
        {page.reports.map((line) => (
          <Entry key={line.id} to={paths.console("reports", line.id)} title={<ReportSubjectText line={line} />}>
            <EntryNote>
              {t(`report-reason.${line.reason}`)} · {t("console.reported-by", { name: line.name })} ·{" "}
              {dateTimeText(line.at)}
            </EntryNote>
            {line.words && (
              <span className={text("small")} dir="auto">
                {line.words}
              </span>
            )}
          </Entry>
        ))}
      </Entries>
      {next && onMore && <MoreEntries onMore={() => onMore(next)} />}
    </>
  );
}

function ReportSubjectText({ line }: { line: ReportLine }) {
  const { games } = useGames();
  if (line.kind === "table") return t("console.about-table", { game: gameTitle(games, line.game) });
  return t(line.kind === "talk" ? "console.about-talk" : "console.about-person", { name: line.of });
}

function OneReport({ id, onSettled }: { id: string; onSettled: () => void }) {
  const [whole, error, again] = useFetched(() => oneReport(id), [id]);
  const [note, setNote] = useState("");
  const [outcome, submit] = useSubmit();
  if (!whole) return <LoadingText error={error} />;
  const { report, quotes, measures } = whole;
  const end = (outcome: "acted" | "dismissed") => () =>
    submit(() => settleReport(id, outcome, note).then(onSettled), t("console.settled-now")).then(again);
  return (
    <>
      <ConsolePanel title={<ReportSubjectText line={report} />}>
        <dl className={css.facts}>
          <Fact term={t("report.reason")}>{t(`report-reason.${report.reason}`)}</Fact>
          <Fact term={t("console.who")}>
            <PersonLink id={report.by} name={report.name} />, {dateTimeText(report.at)}
          </Fact>
          {report.person && (
            <Fact term={t("console.about")}>
              <PersonLink id={report.person} name={report.of} />
            </Fact>
          )}
          {report.table && (
            <Fact term={t("console.where")}>
              <ConsoleLink part="tables" of={report.table}>
                {t("console.table")}
              </ConsoleLink>
            </Fact>
          )}
          {report.words && (
            <Fact term={t("console.words-of", { name: report.name })} dir="auto">
              {report.words}
            </Fact>
          )}
          {measures.length > 0 && (
            <Fact term={t("console.before")}>
              {measures.map((measure) => (
                <span key={measure.id} className={css.line}>
                  {measureText(measure, Date.now())}: <bdi>{measure.why}</bdi>
                </span>
              ))}
            </Fact>
          )}
        </dl>
        {report.kind !== "person" && (
          <Quotes title={t("console.evidence")} quotes={quotes} first={report.kind === "talk"} />
        )}
      </ConsolePanel>
      {report.state === "settled" ? (
        <ConsolePanel title={t(report.outcome === "acted" ? "console.acted" : "console.dismissed")}>
          <p>
            {t("console.settled-by", { name: report.settler, when: dateTimeText(report.settled ?? 0) })}{" "}
            <bdi>{report.note}</bdi>
          </p>
          <ConsoleActs>
            <Button onClick={() => go(paths.console())}>{t("console.back")}</Button>
          </ConsoleActs>
        </ConsolePanel>
      ) : (
        <>
          {report.person && (
            <ConsolePanel title={t("measure.title")}>
              <MeasureForm person={report.person} onDone={again} />
            </ConsolePanel>
          )}
          <FormPanel title={t("console.settle")} className={consolePanelClass} onSubmit={end("acted")}>
            {outcome}
            <TextField label={t("console.note")} value={note} maxLength={500} onChange={setNote} />
            <ConsoleActs>
              <Button type="submit" look="primary">
                {t("console.as-acted")}
              </Button>
              <Button onClick={end("dismissed")}>{t("console.as-dismissed")}</Button>
            </ConsoleActs>
          </FormPanel>
        </>
      )}
    </>
  );
}

function Fact({ term, dir, children }: { term: string; dir?: "auto"; children: ReactNode }) {
  return (
    <>
      <dt className={css.term}>{term}</dt>
      <dd className={css.fact} dir={dir}>
        {children}
      </dd>
    </>
  );
}

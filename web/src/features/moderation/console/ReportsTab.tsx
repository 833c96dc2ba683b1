import { useState } from "react";
import { errorText } from "../../../client/http";
import { useSubmit } from "../../../client/useSubmit";
import type { ReportLine } from "../../../contract";
import { Form, TextField } from "../../../ui/Form";
import { dateTimeText } from "../../../ui/format";
import { useFetched } from "../../../ui/hooks";
import { go, Link, paths } from "../../../ui/router";
import { Segments, segmentOptions } from "../../../ui/Segments";
import { t } from "../../../ui/texts/page";
import { gameTitle, useGames } from "../../games/games";
import { listReports, oneReport, settleReport } from "../requests";
import { MeasureForm, measureText } from "./Measures";
import { PersonLink, Quotes } from "./Quotes";

/** What people have reported: a list, or one of them with what was said. */
export function ReportsTab({ of, onSettled }: { of: string; onSettled: () => void }) {
  return of ? <OneReport id={of} onSettled={onSettled} /> : <ReportList />;
}

function ReportList() {
  const [settled, setSettled] = useState(false);
  const [pages, setPages] = useState<(string | null)[]>([null]);
  return (
    <section className="panel box">
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
    </section>
  );
}

function ReportPage(props: { settled: boolean; after: string | null; onMore: ((next: string) => void) | null }) {
  const { settled, after, onMore } = props;
  const [page, error] = useFetched(() => listReports(settled, after), [settled, after]);
  const next = page?.next;
  if (!page) return <p className="soft">{error ? errorText(error) : t("page.loading")}</p>;
  return (
    <>
      {page.reports.length === 0 && after === null && (
        <p className="soft empty-line">{t(settled ? "console.none-settled" : "console.none-open")}</p>
      )}
      <ul className="entries">
        {page.reports.map((line) => (
          <li key={line.id}>
            <Link to={paths.console("reports", line.id)} className="entry">
              <b>
                <ReportSubjectText line={line} />
              </b>
              <span className="soft small">
                {t(`reason.${line.reason}`)} · {t("console.reported-by", { name: line.name })} · {dateTimeText(line.at)}
              </span>
              {line.words && (
                <span className="small" dir="auto">
                  {line.words}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {next && onMore && (
        <button type="button" className="btn" onClick={() => onMore(next)}>
          {t("leaders.more")}
        </button>
      )}
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
  if (!whole) return <p className="soft">{error ? errorText(error) : t("page.loading")}</p>;
  const { report, quotes, measures } = whole;
  const end = (outcome: "acted" | "dismissed") => () =>
    submit(() => settleReport(id, outcome, note).then(onSettled), t("console.settled-now")).then(again);
  return (
    <>
      <section className="panel box">
        <h2>
          <ReportSubjectText line={report} />
        </h2>
        <dl className="facts-list">
          <dt>{t("report.reason")}</dt>
          <dd>{t(`reason.${report.reason}`)}</dd>
          <dt>{t("console.who")}</dt>
          <dd>
            <PersonLink id={report.by} name={report.name} />, {dateTimeText(report.at)}
          </dd>
          {report.person && (
            <>
              <dt>{t("console.about")}</dt>
              <dd>
                <PersonLink id={report.person} name={report.of} />
              </dd>
            </>
          )}
          {report.table && (
            <>
              <dt>{t("console.where")}</dt>
              <dd>
                <Link to={paths.console("tables", report.table)} className="to">
                  {t("console.table")}
                </Link>
              </dd>
            </>
          )}
          {report.words && (
            <>
              <dt>{t("console.words-of", { name: report.name })}</dt>
              <dd dir="auto">{report.words}</dd>
            </>
          )}
          {measures.length > 0 && (
            <>
              <dt>{t("console.before")}</dt>
              <dd>
                {measures.map((measure) => (
                  <span key={measure.id} className="line">
                    {measureText(measure, Date.now())}: <bdi>{measure.why}</bdi>
                  </span>
                ))}
              </dd>
            </>
          )}
        </dl>
        {report.kind !== "person" && (
          <>
            <h3>{t("console.evidence")}</h3>
            <Quotes quotes={quotes} first={report.kind === "talk"} />
          </>
        )}
      </section>
      {report.state === "settled" ? (
        <section className="panel box">
          <h2>{t(report.outcome === "acted" ? "console.acted" : "console.dismissed")}</h2>
          <p>
            {t("console.settled-by", { name: report.settler, when: dateTimeText(report.settled ?? 0) })}{" "}
            <bdi>{report.note}</bdi>
          </p>
          <button type="button" className="btn" onClick={() => go(paths.console())}>
            {t("console.back")}
          </button>
        </section>
      ) : (
        <>
          {report.person && (
            <section className="panel box">
              <h2>{t("measure.title")}</h2>
              <MeasureForm person={report.person} onDone={again} />
            </section>
          )}
          <Form className="panel box form" onSubmit={end("acted")}>
            <h2>{t("console.settle")}</h2>
            {outcome}
            <TextField label={t("console.note")} value={note} maxLength={500} onChange={setNote} />
            <div className="acts">
              <button type="submit" className="btn primary">
                {t("console.as-acted")}
              </button>
              <button type="button" className="btn" onClick={end("dismissed")}>
                {t("console.as-dismissed")}
              </button>
            </div>
          </Form>
        </>
      )}
    </>
  );
}

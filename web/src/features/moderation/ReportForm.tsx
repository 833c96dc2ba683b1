/** Report a person, something said, or a table to the moderators. */

import { useState } from "react";
import { requirePerson } from "../../client/session";
import { type Submit, useSubmit } from "../../client/useSubmit";
import type { NewReport } from "../../contract";
import { Dialog } from "../../ui/Dialog";
import { Form } from "../../ui/Form";
import { Icon } from "../../ui/Icon";
import { t } from "../../ui/texts/page";
import { REASONS, type Reason, sendReport } from "./requests";
import "../people/people.css";
import "./moderation.css";

export type ReportSubject = Pick<NewReport, "kind" | "person" | "table" | "seat" | "line" | "invite">;

/** The seat from which a line was heard; spectators have none. */
export const seatOf = (seat: number | null) => (seat === null ? {} : { seat });

export function ReportForm(props: { subject: ReportSubject; submit: Submit; onDone: () => void }) {
  const [reason, setReason] = useState<Reason>(props.subject.kind === "talk" ? "insult" : "other");
  const [words, setWords] = useState("");
  function send() {
    return props.submit(async () => {
      await requirePerson();
      await sendReport({ ...props.subject, reason, words });
      props.onDone();
    }, t("report.sent"));
  }
  return (
    <Form className="form" onSubmit={send}>
      <p className="soft small">{t("report.line")}</p>
      <label>
        {t("report.reason")}
        <select className="field" value={reason} onChange={(event) => setReason(event.target.value as Reason)}>
          {REASONS.map((each) => (
            <option key={each} value={each}>
              {t(`reason.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("report.words")}
        <textarea
          className="field"
          rows={3}
          value={words}
          maxLength={1000}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      <div className="acts">
        <button type="submit" className="btn primary">
          {t("report.send")}
        </button>
        <button type="button" className="btn quiet" onClick={props.onDone}>
          {t("report.not")}
        </button>
      </div>
    </Form>
  );
}

/** A button that opens the form in a dialog. */
export function ReportButton({ subject, label }: { subject: ReportSubject; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="flag" />
        {label}
      </button>
      {open && <ReportDialog subject={subject} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReportDialog(props: { subject: ReportSubject; label: string; onClose: () => void }) {
  const { subject, label, onClose } = props;
  const [done, setDone] = useState(false);
  const [outcome, submit] = useSubmit();
  return (
    <Dialog label={label} onClose={onClose}>
      <h2 className="show">{label}</h2>
      {outcome}
      {!done && <ReportForm subject={subject} submit={submit} onDone={() => setDone(true)} />}
    </Dialog>
  );
}

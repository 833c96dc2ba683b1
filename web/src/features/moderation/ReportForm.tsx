/** Report a person, something said, or a table to the moderators. */

import { useState } from "react";
import { requirePerson } from "../../client/session";
import { type Submit, useSubmit } from "../../client/useSubmit";
import type { NewReport } from "../../contract";
import { Button } from "../../ui/Button";
import { Dialog, DialogActs } from "../../ui/Dialog";
import { Form, Labelled, Select, TextArea } from "../../ui/Form";
import { Icon } from "../../ui/Icon";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { REASONS, type Reason, reportRemark, sendReport } from "./requests";

export type ReportSubject = Pick<NewReport, "kind" | "person" | "table" | "seat" | "line" | "invite"> & {
  remark?: { place: string; number: number };
};

/** The seat from which a line was heard; spectators have none. */
export const seatOf = (seat: number | null) => (seat === null ? {} : { seat });

export function ReportForm(props: { subject: ReportSubject; submit: Submit; onDone: () => void }) {
  const [reason, setReason] = useState<Reason>(props.subject.kind === "talk" ? "insult" : "other");
  const [words, setWords] = useState("");
  function send() {
    return props.submit(async () => {
      await requirePerson();
      const { remark, ...subject } = props.subject;
      await (remark ? reportRemark(remark, reason, words) : sendReport({ ...subject, reason, words }));
      props.onDone();
    }, t("report.sent"));
  }
  return (
    <Form column onSubmit={send}>
      <p className={text("soft", "small")}>{t("report.line")}</p>
      <Labelled label={t("report.reason")}>
        <Select value={reason} onChange={(event) => setReason(event.target.value as Reason)}>
          {REASONS.map((each) => (
            <option key={each} value={each}>
              {t(`report-reason.${each}`)}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled label={t("report.words")}>
        <TextArea rows={3} value={words} maxLength={1000} onChange={(event) => setWords(event.target.value)} />
      </Labelled>
      <DialogActs>
        <Button type="submit" look="primary">
          {t("report.send")}
        </Button>
        <Button look="quiet" onClick={props.onDone}>
          {t("report.not")}
        </Button>
      </DialogActs>
    </Form>
  );
}

/** A button that opens the form in a dialog. */
export function ReportButton({ subject, label }: { subject: ReportSubject; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="flag" />
        {label}
      </Button>
      {open && <ReportDialog subject={subject} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReportDialog(props: { subject: ReportSubject; label: string; onClose: () => void }) {
  const { subject, label, onClose } = props;
  const [done, setDone] = useState(false);
  const [outcome, submit] = useSubmit();
  return (
    <Dialog title={label} onClose={onClose}>
      {outcome}
      {!done && <ReportForm subject={subject} submit={submit} onDone={() => setDone(true)} />}
    </Dialog>
  );
}

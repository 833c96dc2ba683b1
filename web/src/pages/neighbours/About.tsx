/** Somebody else, or something they said: look them up, hear no more of them, or tell those who look after the house. */

import { type FormEvent, useState, useSyncExternalStore } from "react";
import { type NewReport, REASONS, type Reason, report } from "../../api/moderation";
import { block, unblock, useBlocked } from "../../blocks";
import { someone, useMe } from "../../me";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { type Attempt, useAttempt } from "../people/attempt";
import "../people/people.css";
import "./neighbours.css";

/** What a report is about. */
export type Subject = Pick<NewReport, "kind" | "person" | "table" | "seat" | "line" | "invite">;

export interface Someone {
  person: string;
  name: string;
  said?: { text: string; table: string; seat: number | null; line: number; invite: string };
}

// Over the whole page, not in the line that was touched: that one may be gone the next moment, since it was blocked.
let asked: Someone | null = null;
const listeners = new Set<() => void>();

function ask(who: Someone | null): void {
  asked = who;
  for (const listener of listeners) listener();
}

/** What `Name` opens; once on the page. */
export function AboutNow() {
  const who = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => asked,
  );
  return who && <About who={who} onClose={() => ask(null)} />;
}

/** A name that can be touched, unless it is one's own. */
export function Name({ who }: { who: Someone }) {
  const own = useMe()?.person?.id === who.person;
  if (own || !who.person) return <bdi className="called">{who.name}</bdi>;
  return (
    <button type="button" className="called" aria-haspopup="dialog" onClick={() => ask(who)}>
      <bdi>{who.name}</bdi>
    </button>
  );
}

function About({ who, onClose }: { who: Someone; onClose: () => void }) {
  const [reporting, setReporting] = useState(false);
  const [said, attempt] = useAttempt();
  const about = who.said;
  const subject: Subject = about
    ? { kind: "talk", table: about.table, line: about.line, invite: about.invite, ...seatOf(about.seat) }
    : { kind: "person", person: who.person };
  return (
    <Dialog label={who.name} onClose={onClose}>
      <h2 className="show">
        <bdi>{who.name}</bdi>
      </h2>
      {about && <blockquote dir="auto">{about.text}</blockquote>}
      {said}
      {reporting ? (
        <ReportForm subject={subject} attempt={attempt} onDone={() => setReporting(false)} />
      ) : (
        <div className="acts">
          <Link to={paths.player(who.person)} className="btn" onClick={onClose}>
            <Icon name="people" />
            {t("about.page")}
          </Link>
          <BlockButton person={who.person} attempt={attempt} />
          <button type="button" className="btn" onClick={() => setReporting(true)}>
            <Icon name="flag" />
            {t(about ? "about.report-line" : "about.report")}
          </button>
        </div>
      )}
    </Dialog>
  );
}

export function BlockButton({ person, attempt }: { person: string; attempt: Attempt }) {
  const blocked = useBlocked().has(person);
  return (
    <button
      type="button"
      className="btn"
      onClick={() =>
        attempt(() => (blocked ? unblock(person) : block(person)), t(blocked ? "about.unblocked" : "about.blocked"))
      }
    >
      <Icon name={blocked ? "sound" : "mute"} />
      {t(blocked ? "about.unblock" : "about.block")}
    </button>
  );
}

export const seatOf = (seat: number | null) => (seat === null ? {} : { seat });

export function ReportForm(props: { subject: Subject; attempt: Attempt; onDone: () => void }) {
  const [reason, setReason] = useState<Reason>(props.subject.kind === "talk" ? "insult" : "other");
  const [words, setWords] = useState("");
  function send(event: FormEvent) {
    event.preventDefault();
    void props.attempt(async () => {
      await someone();
      await report({ ...props.subject, reason, words });
      props.onDone();
    }, t("report.sent"));
  }
  return (
    <form className="form" onSubmit={send}>
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
    </form>
  );
}

/** A button that opens the form, for a table or a person. */
export function ReportButton({ subject, label }: { subject: Subject; label: string }) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const [said, attempt] = useAttempt();
  return (
    <>
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="flag" />
        {label}
      </button>
      {open && (
        <Dialog label={label} onClose={() => [setOpen(false), setDone(false)]}>
          <h2 className="show">{label}</h2>
          {said}
          {!done && <ReportForm subject={subject} attempt={attempt} onDone={() => setDone(true)} />}
        </Dialog>
      )}
    </>
  );
}

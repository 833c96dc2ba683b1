/** The menu of another person, or of something they said: their page, block, report. */

import { useState } from "react";
import { useMe } from "../../client/session";
import { type Submit, useSubmit } from "../../client/useSubmit";
import { Button, ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Dialog, DialogActs } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { paths } from "../../ui/router";
import { slice } from "../../ui/state";
import { t } from "../../ui/texts/page";
import { block, unblock, useBlocked } from "./blocks";
import css from "./PersonMenu.module.css";
import { QuotedText } from "./QuotedText";
import { ReportForm, type ReportSubject, seatOf } from "./ReportForm";

export interface MenuPerson {
  person: string;
  name: string;
  said?: { text: string; table: string; seat: number | null; line: number; invite: string };
}

// The menu belongs to the page and not to the touched line, which disappears when its writer is blocked.
const opened = slice<MenuPerson | null>("person menu", null);

/** The menu that a `PersonName` opens; once on the page. */
export function PersonMenuHost() {
  const who = opened.use();
  return who && <PersonMenu who={who} onClose={() => opened.set(null)} />;
}

/** A name that opens the menu, unless it is the player's own. */
export function PersonName({ who, className }: { who: MenuPerson; className?: string | undefined }) {
  const own = useMe()?.person?.id === who.person;
  if (own || !who.person) return <bdi className={className}>{who.name}</bdi>;
  return (
    <button
      type="button"
      className={classes(css.name, className)}
      aria-haspopup="dialog"
      onClick={() => opened.set(who)}
    >
      <bdi>{who.name}</bdi>
    </button>
  );
}

function PersonMenu({ who, onClose }: { who: MenuPerson; onClose: () => void }) {
  const [reporting, setReporting] = useState(false);
  const [outcome, submit] = useSubmit();
  const about = who.said;
  const subject: ReportSubject = about
    ? { kind: "talk", table: about.table, line: about.line, invite: about.invite, ...seatOf(about.seat) }
    : { kind: "person", person: who.person };
  return (
    <Dialog title={who.name} onClose={onClose}>
      {about && <QuotedText text={about.text} />}
      {outcome}
      {reporting ? (
        <ReportForm subject={subject} submit={submit} onDone={() => setReporting(false)} />
      ) : (
        <DialogActs>
          <ButtonLink to={paths.player(who.person)} onClick={onClose}>
            <Icon name="people" />
            {t("person-menu.page")}
          </ButtonLink>
          <BlockButton person={who.person} submit={submit} />
          <Button onClick={() => setReporting(true)}>
            <Icon name="flag" />
            {t(about ? "person-menu.report-line" : "person-menu.report")}
          </Button>
        </DialogActs>
      )}
    </Dialog>
  );
}

export function BlockButton({ person, submit }: { person: string; submit: Submit }) {
  const blocked = useBlocked().has(person);
  return (
    <Button
      onClick={() =>
        submit(
          () => (blocked ? unblock(person) : block(person)),
          t(blocked ? "person-menu.unblocked" : "person-menu.blocked"),
        )
      }
    >
      <Icon name={blocked ? "sound" : "mute"} />
      {t(blocked ? "person-menu.unblock" : "person-menu.block")}
    </Button>
  );
}

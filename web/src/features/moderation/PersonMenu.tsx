/** The menu of another person, or of something they said: their page, block, report. */

import { useState } from "react";
import { useMe } from "../../client/session";
import { type Submit, useSubmit } from "../../client/useSubmit";
import { Button, ButtonLink } from "../../ui/Button";
import { Dialog, DialogActs } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { block, unblock, useBlocked } from "./blocks";
import { ReasonButton } from "./console/Forms";
import { QuotedText } from "./QuotedText";
import { ReportForm, type ReportSubject, seatOf } from "./ReportForm";
import { takeAway } from "./requests";

export interface MenuPerson {
  person: string;
  name: string;
  said?: { text: string; table: string; seat: number | null; line: number; invite: string };
  /** In a conversation of the house or of a tournament. */
  remark?: { text: string; place: string; number: number };
}

export function PersonMenu({ who, onClose }: { who: MenuPerson; onClose: () => void }) {
  const [reporting, setReporting] = useState(false);
  const [outcome, submit] = useSubmit();
  const { said, remark } = who;
  const about = said ?? remark;
  const team = !!useMe()?.role;
  const subject: ReportSubject = remark
    ? { kind: "talk", remark }
    : said
      ? { kind: "talk", table: said.table, line: said.line, invite: said.invite, ...seatOf(said.seat) }
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
          {remark && team && (
            <ReasonButton
              label={t("talk.take-away")}
              onReason={(why) => submit(() => takeAway(remark.place, remark.number, why), t("talk.taken"))}
            />
          )}
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

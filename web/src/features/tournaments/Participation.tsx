/** What the player can do in a tournament: sign up, check in, play the next match, withdraw. */

import { type ReactNode, useEffect } from "react";
import { requirePerson } from "../../client/session";
import type { MatchLine, TournamentNow } from "../../contract";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { classes } from "../../ui/classes";
import { weekdayTimeText } from "../../ui/format";
import { useNow } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Panel, PanelTitle } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { isKnockedOut, matchAt, roundName, roundOf, sitsOut } from "./facts";
import css from "./Participation.module.css";
import * as api from "./requests";

/** Make a request whose answer is the tournament as it is then. */
export type RunRequest = (work: () => Promise<TournamentNow>) => void;

export function Participation(props: {
  now: TournamentNow;
  who: string | null;
  account: boolean;
  run: RunRequest;
  busy: boolean;
  className?: string | undefined;
}) {
  const { now, who, run, busy } = props;
  const clock = useNow(5_000);
  const { me, rules } = now;
  const opens = now.check_in_opens;
  const late = now.phase === "running" && (rules.kind === "swiss" || rules.kind === "arena");
  const checking = now.phase === "open" && me.entered && rules.check_in > 0 && !me.checked;
  const mayCheck = checking && (opens === null || clock >= opens);
  const out = now.entrants.find((one) => one.entrant === who)?.out ?? null;
  const lost = now.phase === "running" && isKnockedOut(now, who);
  const mayEnter = !me.entered && out !== "removed" && (now.phase === "open" || late);
  const guest = rules.rated && !props.account;
  const match = me.table === null ? undefined : matchAt(now, me.table);
  useMatchInTitle(me.table);
  const words = (): ReactNode => {
    if (me.table !== null) return t("tournament.your-match");
    if (!me.entered && out !== null) return t(mayEnter ? "tournament.come-back" : `tournament.you-${out}`);
    if (!me.entered && !mayEnter) return t("tournament.closed");
    if (!me.entered)
      return t(
        !rules.rated ? "tournament.not-in" : props.account ? "tournament.not-in-rated" : "tournament.rated-guest",
      );
    if (mayCheck) return t("tournament.check-in-now");
    if (checking && opens !== null) return t("tournament.check-in-at", { when: weekdayTimeText(opens) });
    if (now.phase === "open") return t("tournament.in");
    if (lost) return t("tournament.knocked-out");
    if (sitsOut(now, who)) return t("tournament.bye-now");
    return now.next_round !== null && now.next_round > clock
      ? t("tournament.waiting-until", { when: weekdayTimeText(now.next_round) })
      : t("tournament.waiting");
  };
  return (
    <Panel box className={classes(me.table !== null && css.on, props.className)} data-participation>
      {match && (
        <>
          <PanelTitle className={css.title}>{t("tournament.your-match-title")}</PanelTitle>
          <p className={css.versus}>{versus(now, match, who)}</p>
        </>
      )}
      <p role="status">{words()}</p>
      <Acts className={css.acts}>
        {me.table !== null && (
          <ButtonLink to={paths.table(me.table)} look="turn" big>
            {t("table-row.play")}
            <Icon name="arrow" />
          </ButtonLink>
        )}
        {mayEnter && guest && (
          <>
            <ButtonLink to={paths.signUp(paths.tournament(now.tournament))} look="primary" big>
              {t("sign.up")}
            </ButtonLink>
            <ButtonLink to={paths.signIn(paths.tournament(now.tournament))}>{t("sign.in")}</ButtonLink>
          </>
        )}
        {mayEnter && !guest && (
          <Button
            look="primary"
            big
            disabled={busy}
            onClick={() => run(() => requirePerson().then(() => api.signUpFor(now.tournament)))}
          >
            {t("tournament.sign-up")}
          </Button>
        )}
        {mayCheck && (
          <Button look="primary" big disabled={busy} onClick={() => run(() => api.checkIn(now.tournament))}>
            {t("tournament.check-in")}
          </Button>
        )}
        {me.entered && !lost && (
          <ConfirmButton
            look="quiet"
            className={css.withdraw}
            label={t("tournament.withdraw")}
            disabled={busy}
            onConfirm={() => run(() => api.withdraw(now.tournament))}
          />
        )}
      </Acts>
    </Panel>
  );
}

/** A match that comes up while the page is open is said in the tab's title, too. */
function useMatchInTitle(table: string | null): void {
  useEffect(() => {
    if (table === null) return;
    const before = document.title;
    document.title = t("tournament.tab", { title: before });
    return () => {
      document.title = before;
    };
  }, [table]);
}

/** Which round, and against whom. */
function versus(now: TournamentNow, match: MatchLine, who: string | null): string {
  const names = match.seats
    .filter((entrant) => entrant !== who)
    .map((entrant) => now.entrants.find((one) => one.entrant === entrant)?.name ?? entrant)
    .map(isolate)
    .join(", ");
  if (now.rules.kind === "arena") return t("tournament.against", { names });
  return t("tournament.round-against", { round: roundName(now.rules.kind, roundOf(now, match), now.planned), names });
}

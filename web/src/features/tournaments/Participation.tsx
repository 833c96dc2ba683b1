/** What the player can do in a tournament: sign up, check in, play the next match, withdraw. */

import { type ReactNode, useEffect } from "react";
import { requirePerson } from "../../client/session";
import type { MatchLine, TournamentNow } from "../../contract";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { weekdayTimeText } from "../../ui/format";
import { useNow } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Link, paths } from "../../ui/router";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { isKnockedOut, matchAt, roundName, roundOf, sitsOut } from "./facts";
import * as api from "./requests";

/** Make a request whose answer is the tournament as it is then. */
export type RunRequest = (work: () => Promise<TournamentNow>) => void;

export function Participation(props: {
  now: TournamentNow;
  who: string | null;
  account: boolean;
  run: RunRequest;
  busy: boolean;
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
    if (me.table !== null) return t("cup.your-match");
    if (!me.entered && out !== null) return t(mayEnter ? "cup.come-back" : `cup.you-${out}`);
    if (!me.entered && !mayEnter) return t("cup.closed");
    if (!me.entered) return t(!rules.rated ? "cup.not-in" : props.account ? "cup.not-in-rated" : "cup.rated-guest");
    if (mayCheck) return t("cup.check-in-now");
    if (checking && opens !== null) return t("cup.check-in-at", { when: weekdayTimeText(opens) });
    if (now.phase === "open") return t("cup.in");
    if (lost) return t("cup.knocked-out");
    if (sitsOut(now, who)) return t("cup.bye-now");
    return now.next_round !== null && now.next_round > clock
      ? t("cup.waiting-until", { when: weekdayTimeText(now.next_round) })
      : t("cup.waiting");
  };
  return (
    <section className={me.table ? "panel box mine on" : "panel box mine"}>
      {match && (
        <>
          <h2>{t("cup.your-match-title")}</h2>
          <p className="versus">{versus(now, match, who)}</p>
        </>
      )}
      <p role="status">{words()}</p>
      <div className="acts">
        {me.table !== null && (
          <Link to={paths.table(me.table)} className="btn turn big">
            {t("lines.play")}
            <Icon name="arrow" />
          </Link>
        )}
        {mayEnter && guest && (
          <>
            <Link to={paths.signUp(paths.tournament(now.tournament))} className="btn primary big">
              {t("sign.up")}
            </Link>
            <Link to={paths.signIn(paths.tournament(now.tournament))} className="btn">
              {t("sign.in")}
            </Link>
          </>
        )}
        {mayEnter && !guest && (
          <button
            type="button"
            className="btn primary big"
            disabled={busy}
            onClick={() => run(() => requirePerson().then(() => api.signUpFor(now.tournament)))}
          >
            {t("cup.sign-up")}
          </button>
        )}
        {mayCheck && (
          <button
            type="button"
            className="btn primary big"
            disabled={busy}
            onClick={() => run(() => api.checkIn(now.tournament))}
          >
            {t("cup.check-in")}
          </button>
        )}
        {me.entered && !lost && (
          <ConfirmButton
            className="btn quiet"
            label={t("cup.withdraw")}
            disabled={busy}
            onConfirm={() => run(() => api.withdraw(now.tournament))}
          />
        )}
      </div>
    </section>
  );
}

/** A match that comes up while the page is open is said in the tab's title, too. */
function useMatchInTitle(table: string | null): void {
  useEffect(() => {
    if (table === null) return;
    const before = document.title;
    document.title = t("cup.tab", { title: before });
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
  if (now.rules.kind === "arena") return t("cup.against", { names });
  return t("cup.round-against", { round: roundName(now.rules.kind, roundOf(now, match), now.planned), names });
}

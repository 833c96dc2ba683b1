/** That a session is over, or will be soon: in a sentence, with the way on. */

import { serverTime } from "../../client/http";
import { useMe } from "../../client/session";
import { ButtonLink } from "../../ui/Button";
import { dateText } from "../../ui/format";
import { paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import css from "./SessionNotice.module.css";

const SOON = 30 * 24 * 3_600_000;

export function SessionNotice() {
  const me = useMe();
  const next = location.pathname + location.search;
  if (me?.ended && !me.person)
    return (
      <div className={css.notice} role="status">
        <p className={css.line}>{t("session.ended")}</p>
        <ButtonLink to={paths.signIn(next)}>{t("sign.in")}</ButtonLink>
      </div>
    );
  // An account signs in again and has lost nothing. A guest cannot.
  if (me?.person?.kind === "guest" && me.until && me.until - serverTime() < SOON)
    return (
      <div className={css.notice} role="status">
        <p className={css.line}>{t("session.guest-ends", { when: dateText(me.until) })}</p>
        <ButtonLink to={paths.signUp(next)}>{t("nav.keep")}</ButtonLink>
      </div>
    );
  return null;
}

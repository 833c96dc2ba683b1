/** Without a network: what can be done all the same, and that everything else has to wait. */

import { useConnection } from "../../client/connection";
import { useMe } from "../../client/session";
import { Icon } from "../../ui/Icon";
import { Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import css from "./OfflineNotice.module.css";

export function OfflineNotice() {
  const { state } = useConnection();
  const person = useMe()?.person;
  if (state !== "offline" && state !== "lost") return null;
  return (
    <div className={css.notice} role="status" data-offline>
      <Icon name="cut" className={css.sign} />
      <p className={css.line}>{t(person ? "offline.can" : "offline.can-nobody")}</p>
      {person && (
        <Link to={paths.games} className={css.way}>
          {t("nav.games")}
        </Link>
      )}
      <Link to={paths.puzzles} className={css.way}>
        {t("nav.puzzles")}
      </Link>
    </div>
  );
}

/** What one may want when a match is over: to see it again, or another. */

import { useEffect, useState } from "react";
import { wantRematch } from "../../api/tables";
import type { Now } from "../../live/feed";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import type { Sitting } from "./sitting";

/** When all want another match, it has a table, and whoever sat here goes there. */
export function useRematch(now: Now, sits: boolean): void {
  const next = now.rematch_table ?? null;
  const [first] = useState(next); // one that was there already is only offered
  useEffect(() => {
    if (next !== null && next !== first && sits) go(paths.table(next));
  }, [next, first, sits]);
}

export function AfterMatch(props: {
  sitting: Sitting;
  now: Now;
  viewer: number | null;
  onTrouble: (error: unknown) => void;
}) {
  const { sitting, now, viewer, onTrouble } = props;
  const { table, tournament } = sitting.at.rules;
  const asked = viewer !== null && (now.rematch ?? []).includes(viewer);
  return (
    <>
      <Link to={paths.replay(table, { invite: sitting.invite })} className="btn" data-replay>
        {t("after.replay")}
      </Link>
      {tournament !== null ? (
        <Link to={paths.tournament(tournament)} className="btn primary wide">
          {t("after.tournament")}
        </Link>
      ) : now.rematch_table ? (
        <Link to={paths.table(now.rematch_table)} className="btn primary wide">
          {t("after.next")}
        </Link>
      ) : (
        viewer !== null && (
          <button
            type="button"
            className="btn primary wide"
            data-rematch
            disabled={asked}
            onClick={() => wantRematch(table).catch(onTrouble)}
          >
            {t(asked ? "after.asked" : "after.rematch")}
          </button>
        )
      )}
    </>
  );
}

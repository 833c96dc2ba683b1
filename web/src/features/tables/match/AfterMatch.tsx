/** After a match: the replay, a rematch, or back to the tournament. */

import { useEffect, useState } from "react";
import { Button, ButtonLink } from "../../../ui/Button";
import { go, paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import { DealingButton } from "../dealing/DealingButton";
import type { Now } from "../feed";
import { wantRematch } from "../requests";
import type { TableSetup } from "../useTableSetup";
import { wideClass } from "./ActionBar";

/** When all want a rematch, its table opens, and the players of this one go there. */
export function useRematch(now: Now, sits: boolean): void {
  const next = now.rematch_table ?? null;
  const [first] = useState(next); // a table that was open before is only offered
  useEffect(() => {
    if (next !== null && next !== first && sits) go(paths.table(next));
  }, [next, first, sits]);
}

export function AfterMatch(props: {
  setup: TableSetup;
  now: Now;
  viewer: number | null;
  onTrouble: (error: unknown) => void;
}) {
  const { setup, now, viewer, onTrouble } = props;
  const { table, tournament } = setup.at.rules;
  const asked = viewer !== null && (now.rematch ?? []).includes(viewer);
  return (
    <>
      <ButtonLink to={paths.replay(table, { invite: setup.invite })} data-replay>
        {t("after-match.replay")}
      </ButtonLink>
      <DealingButton setup={setup} now={now} />
      {tournament !== null ? (
        <ButtonLink to={paths.tournament(tournament)} look="primary" className={wideClass}>
          {t("after-match.tournament")}
        </ButtonLink>
      ) : now.rematch_table ? (
        <ButtonLink to={paths.table(now.rematch_table)} look="primary" className={wideClass}>
          {t("after-match.next")}
        </ButtonLink>
      ) : (
        viewer !== null && (
          <Button
            look="primary"
            className={wideClass}
            data-rematch
            disabled={asked}
            onClick={() => wantRematch(table, setup.game.chance).catch(onTrouble)}
          >
            {t(asked ? "after-match.asked" : "after-match.rematch")}
          </Button>
        )
      )}
    </>
  );
}

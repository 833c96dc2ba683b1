/** After a match: a rematch or back to the tournament, the replay, the analysis, and a link to it for others. */

import { useState } from "react";
import { Button, ButtonLink } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { Icon } from "../../../ui/Icon";
import { paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import { DealingButton } from "../dealing/DealingButton";
import type { Now } from "../feed";
import { wantRematch } from "../requests";
import type { TableSetup } from "../useTableSetup";
import css from "./AfterMatch.module.css";

export function AfterMatch(props: {
  setup: TableSetup;
  now: Now;
  viewer: number | null;
  onTrouble: (error: unknown) => void;
}) {
  const { setup, now, viewer, onTrouble } = props;
  const { table, tournament } = setup.at.rules;
  const wanted = now.rematch ?? [];
  const asked = viewer !== null && wanted.includes(viewer);
  const [copied, setCopied] = useState(false);
  const replay = paths.replay(table, { invite: setup.at.rules.invite ?? setup.invite });
  const share = () => navigator.clipboard.writeText(location.origin + replay).then(() => setCopied(true), onTrouble);
  return (
    <>
      {tournament !== null ? (
        <ButtonLink to={paths.tournament(tournament)} look="primary" big className={css.first}>
          {t("after-match.tournament")}
        </ButtonLink>
      ) : now.rematch_table ? (
        <ButtonLink to={paths.table(now.rematch_table)} look="primary" big className={css.first}>
          {t("after-match.next")}
        </ButtonLink>
      ) : (
        viewer !== null && (
          <Button
            look={wanted.length > 0 && !asked ? "turn" : "primary"}
            big
            className={css.first}
            data-rematch
            disabled={asked}
            onClick={() => wantRematch(table, setup.game.chance).catch(onTrouble)}
          >
            <Icon name="hand" />
            {t(asked ? "after-match.asked" : wanted.length > 0 ? "after-match.accept" : "after-match.rematch")}
          </Button>
        )
      )}
      <ButtonLink to={paths.replay(table, { invite: setup.invite })} className={css.other} data-replay>
        <Icon name="play" />
        {t("after-match.replay")}
      </ButtonLink>
      <ButtonLink
        to={paths.analysis(setup.game.name, { table, invite: setup.invite })}
        className={css.other}
        data-analyse
      >
        <Icon name="lamp" />
        {t("after-match.analyse")}
      </ButtonLink>
      {typeof navigator.clipboard?.writeText === "function" && (
        <Button className={css.other} onClick={share}>
          <Icon name="share" />
          {t(copied ? "share.copied" : "after-match.share")}
        </Button>
      )}
      <DealingButton setup={setup} now={now} className={classes(css.other, css.dealing)} />
    </>
  );
}

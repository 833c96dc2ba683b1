import { lazy, Suspense } from "react";
import { Button } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { Icon } from "../../../ui/Icon";
import { t } from "../../../ui/texts/page";
import { onPhone } from "../../../ui/visible";
import { askTakeback } from "../requests";
import { ActionBar, EndButtons, wideClass } from "./ActionBar";
import { ShowMoveButton } from "./Coach";
import type { EndPlateState } from "./useEndPlate";
import type { MatchState } from "./useMatch";

const AfterEnd = lazy(() => import("./AfterEnd").then((file) => ({ default: file.AfterEnd })));

/** The bar under the board: steps that are not on the board, taking back, the way to now, and what ends a match. */
export function MatchActions(props: { match: MatchState; plate: EndPlateState; plan: (() => void) | null }) {
  const { match, plate, plan } = props;
  const { setup, now, shown, turn, free, coach, steps, travel, trouble } = match;
  const { phone, over, past, seat, table } = shown;
  const takeback = !over && now.can_take_back && !now.takeback && seat !== null && free && (
    <Button data-takeback onClick={() => askTakeback(table, seat).catch(trouble)}>
      <Icon name="undo" />
      {t("table.ask-back")}
    </Button>
  );
  return (
    <ActionBar
      shown={shown}
      skin={setup.skin}
      canUndo={free && now.can_undo === true}
      onUndo={() => steps.act("undo")}
      takeback={takeback}
    >
      {plan && (
        <Button data-plan-open onClick={plan}>
          {t("plan.open")}
        </Button>
      )}
      {shown.ahead?.chosen && (
        <Button data-ahead onClick={shown.choosing.putBack}>
          <Icon name="close" />
          {t("ahead.cancel")}
        </Button>
      )}
      {phone && <ShowMoveButton coach={coach} shown={shown} />}
      {past && (
        <Button look={turn ? "turn" : "plain"} className={classes(wideClass, onPhone)} onClick={() => travel.go(null)}>
          {t("time-travel.to-now")}
        </Button>
      )}
      {over ? (
        <Suspense fallback={null}>
          <AfterEnd match={match} plate={plate} />
        </Suspense>
      ) : (
        !phone && <EndButtons shown={shown} />
      )}
    </ActionBar>
  );
}

import { lazy, Suspense } from "react";
import { Icon } from "../../../ui/Icon";
import { t } from "../../../ui/texts/page";
import { onPhone } from "../../../ui/visible";
import { askTakeback } from "../requests";
import { ActionBar, BarButton, EndButtons, useEndsInMenu } from "./ActionBar";
import { ShowMoveButton } from "./Coach";
import type { EndPlateState } from "./useEndPlate";
import type { MatchState } from "./useMatch";

const AfterEnd = lazy(() => import("./AfterEnd").then((file) => ({ default: file.AfterEnd })));

/** The bar under the board: steps that are not on the board, taking back, the way to now, and what ends a match. */
export function MatchActions(props: { match: MatchState; plate: EndPlateState; plan: (() => void) | null }) {
  const { match, plate, plan } = props;
  const { setup, now, shown, turn, free, inTouch, coach, steps, travel, trouble } = match;
  const { phone, over, past, seat, table } = shown;
  const inMenu = useEndsInMenu(match);
  // On a phone the bar has one line: what was chosen in advance is put back first.
  const asksBack = seat !== null && free && inTouch && !shown.ahead?.chosen;
  const takeback = asksBack && !over && now.can_take_back && !now.takeback && (
    <BarButton data-takeback onClick={() => askTakeback(table, seat).catch(trouble)}>
      <Icon name="undo" />
      {t("table.ask-back")}
    </BarButton>
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
        <BarButton data-plan-open onClick={plan}>
          {t("plan.open")}
        </BarButton>
      )}
      {shown.ahead?.chosen && (
        <BarButton data-ahead onClick={shown.choosing.putBack}>
          <Icon name="close" />
          {t("ahead.cancel")}
        </BarButton>
      )}
      {phone && <ShowMoveButton coach={coach} shown={shown} />}
      {past && (
        <BarButton look={turn ? "turn" : "plain"} wide className={onPhone} onClick={() => travel.go(null)}>
          {t("time-travel.to-now")}
        </BarButton>
      )}
      {over ? (
        <Suspense fallback={null}>
          <AfterEnd match={match} plate={plate} />
        </Suspense>
      ) : (
        !inMenu && <EndButtons shown={shown} inBar />
      )}
    </ActionBar>
  );
}

/** The table's menu: the players, the link for spectators, rules, settings, report, leave. */

import type { ReactNode } from "react";
import { useMe } from "../../../client/session";
import { ButtonLink } from "../../../ui/Button";
import { ConfirmButton } from "../../../ui/ConfirmButton";
import { Icon } from "../../../ui/Icon";
import { PanelTitle } from "../../../ui/Panel";
import { go, paths } from "../../../ui/router";
import { ShareLink } from "../../../ui/ShareLink";
import { t } from "../../../ui/texts/page";
import { ReportButton, seatOf } from "../../moderation/ReportForm";
import { DealingButton } from "../dealing/DealingButton";
import type { Now } from "../feed";
import { leave } from "../requests";
import type { TableSetup } from "../useTableSetup";
import { BotPlaceField } from "./BotPlaceField";
import css from "./TableMenu.module.css";

export function TableMenu(props: {
  setup: TableSetup;
  now: Now;
  viewer: number | null;
  endButtons: ReactNode;
  onTrouble: (error: unknown) => void;
}) {
  const { setup, now, viewer, endButtons, onTrouble } = props;
  const { at, game, invite } = setup;
  const { table, listed } = at.rules;
  const link = location.origin + paths.table(table, listed ? "" : (at.rules.invite ?? invite));
  const two = now.seats.length === 2;
  const me = useMe()?.person?.id ?? null;
  const others = now.seats.filter(
    (seat, i) => seat.person && seat.person !== me && now.seats.findIndex(({ person }) => person === seat.person) === i,
  );
  return (
    <div className={css.menu}>
      <PanelTitle className={css.title}>{t("menu.title")}</PanelTitle>
      {at.rules.given > 0 && <p>{t("table.given", { count: at.rules.given })}</p>}
      <div className={css.row}>{endButtons}</div>
      {others.length > 0 && (
        <>
          <h3 className={css.heading}>{t("menu.players")}</h3>
          <div className={css.row}>
            {others.map((seat) => (
              <ButtonLink key={seat.person} to={paths.player(seat.person ?? "")} data-player={seat.person}>
                <Icon name="people" />
                <bdi>{seat.name}</bdi>
              </ButtonLink>
            ))}
          </div>
        </>
      )}
      {now.bots_on && viewer !== null && (
        <>
          <h3 className={css.heading}>{t("menu.bots")}</h3>
          <BotPlaceField table={table} on={now.bots_on} onTrouble={onTrouble} />
        </>
      )}
      <h3 className={css.heading}>{t("menu.watch")}</h3>
      <ShareLink link={link} label={t("waiting-room.link")} />
      <div className={css.row}>
        <ButtonLink to={paths.rules(game.name)}>
          <Icon name="book" />
          {t("table.rules")}
        </ButtonLink>
        <ButtonLink to={paths.settings}>
          <Icon name="gear" />
          {t("nav.settings")}
        </ButtonLink>
        <DealingButton setup={setup} now={now} />
        <ReportButton subject={{ kind: "table", table, invite, ...seatOf(viewer) }} label={t("menu.report")} />
        {viewer !== null && now.phase === "playing" && (
          <ConfirmButton
            bad
            label={t("menu.leave")}
            sure={t(two ? "menu.leave-two" : "menu.leave-more")}
            onConfirm={() => leave(table).then(() => go(paths.home), onTrouble)}
          />
        )}
      </div>
    </div>
  );
}

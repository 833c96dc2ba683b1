/** What is seldom wanted at a table: its link, and a way out. */

import type { ReactNode } from "react";
import { leave } from "../../api/tables";
import type { Now } from "../../live/feed";
import { Icon } from "../../parts/Icon";
import { AskTwice, ShareLink } from "../../parts/small";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { ReportButton, seatOf } from "../neighbours/About";
import type { Sitting } from "./sitting";

export function Menu(props: {
  sitting: Sitting;
  now: Now;
  viewer: number | null;
  words: ReactNode;
  onTrouble: (error: unknown) => void;
}) {
  const { sitting, now, viewer, words, onTrouble } = props;
  const { at, game, invite } = sitting;
  const { table, listed } = at.rules;
  const link = location.origin + paths.table(table, listed ? "" : (at.rules.invite ?? invite));
  const two = now.seats.length === 2;
  return (
    <div className="menu">
      <h2 className="show">{t("menu.title")}</h2>
      <div className="row">{words}</div>
      <h3>{t("menu.watch")}</h3>
      <ShareLink link={link} label={t("wait.link")} />
      <div className="row">
        <Link to={paths.rules(game.name)} className="btn">
          <Icon name="book" />
          {t("table.rules")}
        </Link>
        <Link to={paths.settings} className="btn">
          <Icon name="gear" />
          {t("nav.settings")}
        </Link>
        <ReportButton subject={{ kind: "table", table, invite, ...seatOf(viewer) }} label={t("menu.report")} />
        {viewer !== null && now.phase === "playing" && (
          <AskTwice
            className="btn bad"
            label={t("menu.leave")}
            sure={t(two ? "menu.leave-two" : "menu.leave-more")}
            onDo={() => leave(table).then(() => go(paths.home), onTrouble)}
          />
        )}
      </div>
    </div>
  );
}

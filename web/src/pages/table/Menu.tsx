/** What is seldom wanted at a table: its link, and a way out. */

import type { ReactNode } from "react";
import { leave } from "../../api/tables";
import type { Now } from "../../live/feed";
import { useMe } from "../../me";
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
  const me = useMe()?.person?.id ?? null;
  const others = now.seats.filter(
    (seat, i) => seat.person && seat.person !== me && now.seats.findIndex(({ person }) => person === seat.person) === i,
  );
  return (
    <div className="menu">
      <h2 className="show">{t("menu.title")}</h2>
      <div className="row">{words}</div>
      {others.length > 0 && (
        <>
          <h3>{t("menu.players")}</h3>
          <div className="row">
            {others.map((seat) => (
              <Link key={seat.person} to={paths.player(seat.person ?? "")} className="btn" data-player={seat.person}>
                <Icon name="people" />
                <bdi>{seat.name}</bdi>
              </Link>
            ))}
          </div>
        </>
      )}
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

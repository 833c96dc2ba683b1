/** Anybody's page: an account's, or a bot's. */

import { playerRatings } from "../../api/ratings";
import { useMe } from "../../me";
import { Frame } from "../../parts/Frame";
import { useFetched, useTitle } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { MeetPlayer } from "../friends/MeetPlayer";
import { BlockButton, ReportButton } from "../neighbours/About";
import { useAttempt } from "../people/attempt";
import { PlayerRatings } from "./PlayerRatings";

export function PlayerPage({ who }: { who: string }) {
  const [told, error] = useFetched(() => playerRatings(who), [who]);
  const own = useMe()?.person?.id === who;
  const [said, attempt] = useAttempt();
  const name = told?.player.name ?? "";
  useTitle(name ? t("page.named", { name }) : t("page.title"));
  return (
    <Frame>
      {told ? (
        <div className="slim player">
          <h1 className="show">
            <bdi>{name}</bdi>
          </h1>
          <p className="soft">{t(`player.${told.player.kind}`)}</p>
          {!own && told.player.kind === "account" && <MeetPlayer key={who} who={who} name={name} />}
          <PlayerRatings who={who} own={own} />
          {!own && told.player.kind !== "bot" && (
            <>
              {said}
              <div className="acts">
                <BlockButton person={who} attempt={attempt} />
                <ReportButton subject={{ kind: "person", person: who }} label={t("about.report")} />
              </div>
            </>
          )}
          {own && (
            <Link to={paths.profile} className="btn">
              {t("player.profile")}
            </Link>
          )}
        </div>
      ) : (
        <p className="moment">{error ? error.message : t("page.loading")}</p>
      )}
    </Frame>
  );
}

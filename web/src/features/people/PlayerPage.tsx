/** The page of any player, with an account or a bot. */

import { errorText } from "../../client/http";
import { useMe } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import { ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { classes } from "../../ui/classes";
import { useFetched, useTitle } from "../../ui/hooks";
import { Moment } from "../../ui/Moment";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { PlayerActions } from "../friends/PlayerActions";
import { BlockButton } from "../moderation/PersonMenu";
import { ReportButton } from "../moderation/ReportForm";
import { PlayerRatings } from "../ratings/PlayerRatings";
import { playerRatings } from "../ratings/requests";
import css from "./PlayerPage.module.css";
import { PlayFacts, PublicMatches } from "./PlayOverview";

export function PlayerPage({ who }: { who: string }) {
  const [found, error] = useFetched(() => playerRatings(who), [who]);
  const own = useMe()?.person?.id === who;
  const [outcome, submit] = useSubmit();
  const name = found?.player.name ?? "";
  useTitle(name || null);
  return (
    <PageFrame>
      {found ? (
        <Column slim={found.player.kind !== "account"} className={classes(found.player.kind === "account" && css.wide)}>
          <PageTitle>
            <bdi>{name}</bdi>
          </PageTitle>
          <p className={text("soft")}>{t(`player.${found.player.kind}`)}</p>
          {!own && found.player.kind === "account" && <PlayerActions key={who} who={who} name={name} />}
          {found.player.kind === "account" ? (
            <PlayFacts who={who} own={own} rated />
          ) : (
            <PlayerRatings who={who} own={own} />
          )}
          {!own && found.player.kind === "account" && <PublicMatches who={who} />}
          {!own && found.player.kind !== "bot" && (
            <>
              {outcome}
              <Acts>
                <BlockButton person={who} submit={submit} />
                <ReportButton subject={{ kind: "person", person: who }} label={t("person-menu.report")} />
              </Acts>
            </>
          )}
          {own && <ButtonLink to={paths.profile}>{t("player.profile")}</ButtonLink>}
        </Column>
      ) : (
        <Moment as="p">{error ? errorText(error) : t("page.loading")}</Moment>
      )}
    </PageFrame>
  );
}

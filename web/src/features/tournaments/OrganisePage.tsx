/** The page on which somebody makes a new tournament. */

import { useMe } from "../../client/session";
import { ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { useTitle } from "../../ui/hooks";
import { Panel } from "../../ui/Panel";
import { go, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { useGames } from "../games/games";
import { announce } from "./requests";
import { TournamentForm } from "./TournamentForm";

export function OrganisePage({ game }: { game: string }) {
  useTitle(t("organise.title"));
  const { games } = useGames();
  const me = useMe();
  const fit = games?.filter((each) => !each.cooperative && (each.seats.at(-1) ?? 1) >= 2) ?? [];
  return (
    <PageFrame game={fit.find((each) => each.name === game)?.name}>
      <Column slim>
        <PageTitle>{t("organise.title")}</PageTitle>
        {me && me.person?.kind !== "account" && (
          <Panel box>
            <p>{t("organise.account")}</p>
            <Acts>
              <ButtonLink to={paths.signUp(paths.organise(game))} look="primary">
                {t("sign.up")}
              </ButtonLink>
              <ButtonLink to={paths.signIn(paths.organise(game))}>{t("sign.in")}</ButtonLink>
            </Acts>
          </Panel>
        )}
        {me?.person?.kind === "account" && fit.length > 0 && (
          <TournamentForm
            games={fit}
            first={game}
            onMake={(wanted) => announce(wanted).then((made) => go(paths.tournament(made.tournament)))}
          />
        )}
      </Column>
    </PageFrame>
  );
}

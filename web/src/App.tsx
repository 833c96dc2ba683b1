import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useAccountLanguage } from "./client/language";
import { refreshMe, setBarred, useBarred } from "./client/session";
import { PageFrame } from "./features/frame/PageFrame";
import { HomePage } from "./features/home/HomePage";
import { Button, ButtonLink } from "./ui/Button";
import { Moment } from "./ui/Moment";
import { go, paths, useRoute } from "./ui/router";
import { t, withTexts } from "./ui/texts/page";

// What the first move does not need is fetched when it is asked for.
const GamePage = lazy(() => import("./features/games/GamePage").then((file) => ({ default: file.GamePage })));
const RulesPage = lazy(() =>
  withTexts(import("./features/games/RulesPage")).then((file) => ({ default: file.RulesPage })),
);
const TablePage = lazy(() => import("./features/tables/TablePage").then((file) => ({ default: file.TablePage })));
const ReplayPage = lazy(() =>
  withTexts(import("./features/tables/replay/ReplayPage")).then((file) => ({ default: file.ReplayPage })),
);
const AnalysisPage = lazy(() =>
  withTexts(import("./features/analysis/AnalysisPage")).then((file) => ({ default: file.AnalysisPage })),
);
const MyGamesPage = lazy(() => import("./features/tables/MyGamesPage").then((file) => ({ default: file.MyGamesPage })));
const OpenTablesPage = lazy(() =>
  import("./features/tables/OpenTablesPage").then((file) => ({ default: file.OpenTablesPage })),
);
const LeadersPage = lazy(() =>
  withTexts(import("./features/ratings/LeadersPage")).then((file) => ({ default: file.LeadersPage })),
);
const PuzzlesPage = lazy(() =>
  withTexts(import("./features/puzzles/PuzzlesPage")).then((file) => ({ default: file.PuzzlesPage })),
);
const PuzzlePage = lazy(() =>
  withTexts(import("./features/puzzles/PuzzlePage")).then((file) => ({ default: file.PuzzlePage })),
);
const PlayerPage = lazy(() =>
  withTexts(import("./features/people/PlayerPage")).then((file) => ({ default: file.PlayerPage })),
);
const TournamentsPage = lazy(() =>
  withTexts(import("./features/tournaments/TournamentsPage")).then((file) => ({ default: file.TournamentsPage })),
);
const OrganisePage = lazy(() =>
  withTexts(import("./features/tournaments/OrganisePage")).then((file) => ({ default: file.OrganisePage })),
);
const TournamentPage = lazy(() =>
  withTexts(import("./features/tournaments/TournamentPage")).then((file) => ({ default: file.TournamentPage })),
);
const SignPage = lazy(() =>
  withTexts(import("./features/people/SignPage")).then((file) => ({ default: file.SignPage })),
);
const ProfilePage = lazy(() =>
  withTexts(import("./features/people/ProfilePage")).then((file) => ({ default: file.ProfilePage })),
);
const BotsPage = lazy(() =>
  withTexts(import("./features/people/BotsPage")).then((file) => ({ default: file.BotsPage })),
);
const CommonRoomPage = lazy(() =>
  withTexts(import("./features/club/CommonRoomPage")).then((file) => ({ default: file.CommonRoomPage })),
);
const MembersPage = lazy(() =>
  withTexts(import("./features/club/MembersPage")).then((file) => ({ default: file.MembersPage })),
);
const SettingsPage = lazy(() =>
  withTexts(import("./features/people/SettingsPage")).then((file) => ({ default: file.SettingsPage })),
);
const ForgotPage = lazy(() =>
  withTexts(import("./features/mail/MailLinkPages")).then((file) => ({ default: file.ForgotPage })),
);
const ResetPage = lazy(() =>
  withTexts(import("./features/mail/MailLinkPages")).then((file) => ({ default: file.ResetPage })),
);
const ConfirmPage = lazy(() =>
  withTexts(import("./features/mail/MailLinkPages")).then((file) => ({ default: file.ConfirmPage })),
);
const UnsubscribePage = lazy(() =>
  withTexts(import("./features/mail/MailLinkPages")).then((file) => ({ default: file.UnsubscribePage })),
);
const ConsolePage = lazy(() =>
  withTexts(import("./features/moderation/console/ConsolePage")).then((file) => ({ default: file.ConsolePage })),
);

export function App() {
  useAccountLanguage();
  useEffect(() => {
    refreshMe().catch(() => undefined);
    // A tap on Play leads straight to a table: that page is fetched while the player chooses a game.
    // Where there is no network it is asked for again when it is needed.
    const timer = setTimeout(() => import("./features/tables/TablePage").catch(() => undefined), 300);
    const later = setTimeout(() => {
      import("./features/tables/offline/start").then(({ startOffline }) => startOffline()).catch(() => undefined);
    }, 1000);
    return () => {
      clearTimeout(timer);
      clearTimeout(later);
    };
  }, []);
  return <Suspense fallback={<Moment as="p">{t("page.loading")}</Moment>}>{usePage()}</Suspense>;
}

function usePage(): ReactNode {
  const route = useRoute();
  const barred = useBarred();
  if (barred !== null)
    return (
      <PageFrame>
        <Moment title={t("banned.title")}>
          <p role="alert">{barred}</p>
          <Button onClick={() => [setBarred(null), go(paths.home)]}>{t("page.home")}</Button>
        </Moment>
      </PageFrame>
    );
  switch (route.page) {
    case "home":
      return <HomePage />;
    case "play":
      return <GamePage key={route.game} name={route.game} />;
    case "table":
      return <TablePage key={route.table} table={route.table} invite={route.invite} />;
    case "replay":
      return <ReplayPage key={route.table} where={route} />;
    case "analysis":
      return <AnalysisPage key={`${route.game} ${route.table} ${route.shared}`} where={route} />;
    case "games":
      return <MyGamesPage />;
    case "tables":
      return <OpenTablesPage />;
    case "tournaments":
      return <TournamentsPage key={route.game} game={route.game} />;
    case "organise":
      return <OrganisePage key={route.game} game={route.game} />;
    case "tournament":
      return <TournamentPage key={route.tournament} id={route.tournament} />;
    case "rules":
      return <RulesPage name={route.game} />;
    case "leaders":
      return <LeadersPage name={route.game} />;
    case "puzzles":
      return <PuzzlesPage />;
    case "puzzle":
      return <PuzzlePage key={`${route.game} ${route.id}`} game={route.game} id={route.id} />;
    case "player":
      return <PlayerPage key={route.who} who={route.who} />;
    case "sign-in":
    case "sign-up":
      return <SignPage key={route.page} up={route.page === "sign-up"} next={route.next} />;
    case "forgot":
      return <ForgotPage />;
    case "reset":
      return <ResetPage key={route.token} token={route.token} />;
    case "confirm":
      return <ConfirmPage key={route.token} token={route.token} />;
    case "unsubscribe":
      return <UnsubscribePage key={route.token} token={route.token} />;
    case "profile":
      return <ProfilePage key={route.part} part={route.part} />;
    case "common-room":
      return <CommonRoomPage />;
    case "members":
      return <MembersPage />;
    case "bots":
      return <BotsPage />;
    case "settings":
      return <SettingsPage />;
    case "console":
      return <ConsolePage part={route.part} of={route.of} />;
    case "nowhere":
      return (
        <PageFrame>
          <Moment title={t("page.nowhere")}>
            <ButtonLink to={paths.home}>{t("page.home")}</ButtonLink>
          </Moment>
        </PageFrame>
      );
  }
}

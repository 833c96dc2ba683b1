import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { refreshMe, setBarred, useBarred, ways } from "../me";
import { Frame } from "../parts/Frame";
import { go, Link, useRoute } from "../router/router";
import { paths } from "../router/routes";
import { t } from "../texts/page";
import { Home } from "./Home";

// What is not needed for the first move comes when it is asked for.
const GamePage = lazy(() => import("./GamePage").then((file) => ({ default: file.GamePage })));
const TablePage = lazy(() => import("./table/TablePage").then((file) => ({ default: file.TablePage })));
const ReplayPage = lazy(() => import("./replay/ReplayPage").then((file) => ({ default: file.ReplayPage })));
const MyGames = lazy(() => import("./lists").then((file) => ({ default: file.MyGames })));
const Tables = lazy(() => import("./lists").then((file) => ({ default: file.Tables })));
const Rules = lazy(() => import("./lists").then((file) => ({ default: file.Rules })));
const Leaders = lazy(() => import("./ratings/Leaders").then((file) => ({ default: file.Leaders })));
const PlayerPage = lazy(() => import("./ratings/PlayerPage").then((file) => ({ default: file.PlayerPage })));
const Tournaments = lazy(() => import("./tournaments/Tournaments").then((file) => ({ default: file.Tournaments })));
const Organise = lazy(() => import("./tournaments/Organise").then((file) => ({ default: file.Organise })));
const TournamentPage = lazy(() =>
  import("./tournaments/TournamentPage").then((file) => ({ default: file.TournamentPage })),
);
const Sign = lazy(() => import("./people/Sign").then((file) => ({ default: file.Sign })));
const Profile = lazy(() => import("./people/Profile").then((file) => ({ default: file.Profile })));
const Forgot = lazy(() => import("./people/Letters").then((file) => ({ default: file.Forgot })));
const Reset = lazy(() => import("./people/Letters").then((file) => ({ default: file.Reset })));
const Confirm = lazy(() => import("./people/Letters").then((file) => ({ default: file.Confirm })));
const Unsubscribe = lazy(() => import("./people/Letters").then((file) => ({ default: file.Unsubscribe })));
const Console = lazy(() => import("./console/Console").then((file) => ({ default: file.Console })));
const SettingsPage = lazy(() => import("./people/SettingsPage").then((file) => ({ default: file.SettingsPage })));

ways.signUp = () => go(paths.signUp(location.pathname + location.search));

export function App() {
  useEffect(() => {
    refreshMe().catch(() => undefined);
    // A tap on Play goes straight to a table: its part of the page is fetched while people choose.
    const timer = setTimeout(() => void import("./table/TablePage"), 300);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={<p className="moment">{t("page.loading")}</p>}>{usePage()}</Suspense>;
}

function usePage(): ReactNode {
  const route = useRoute();
  const barred = useBarred();
  if (barred !== null)
    return (
      <Frame>
        <div className="moment">
          <h1 className="show">{t("barred.title")}</h1>
          <p role="alert">{barred}</p>
          <button type="button" className="btn" onClick={() => [setBarred(null), go(paths.home)]}>
            {t("page.home")}
          </button>
        </div>
      </Frame>
    );
  switch (route.page) {
    case "home":
      return <Home />;
    case "play":
      return <GamePage key={route.game} name={route.game} />;
    case "table":
      return <TablePage key={route.table} table={route.table} invite={route.invite} />;
    case "replay":
      return <ReplayPage key={route.table} where={route} />;
    case "games":
      return <MyGames />;
    case "tables":
      return <Tables />;
    case "tournaments":
      return <Tournaments key={route.game} game={route.game} />;
    case "organise":
      return <Organise key={route.game} game={route.game} />;
    case "tournament":
      return <TournamentPage key={route.tournament} id={route.tournament} />;
    case "rules":
      return <Rules name={route.game} />;
    case "leaders":
      return <Leaders name={route.game} />;
    case "player":
      return <PlayerPage key={route.who} who={route.who} />;
    case "sign-in":
    case "sign-up":
      return <Sign key={route.page} up={route.page === "sign-up"} next={route.next} />;
    case "forgot":
      return <Forgot />;
    case "reset":
      return <Reset key={route.token} token={route.token} />;
    case "confirm":
      return <Confirm key={route.token} token={route.token} />;
    case "unsubscribe":
      return <Unsubscribe key={route.token} token={route.token} />;
    case "profile":
      return <Profile />;
    case "settings":
      return <SettingsPage />;
    case "console":
      return <Console part={route.part} of={route.of} />;
    case "nowhere":
      return (
        <Frame>
          <div className="moment">
            <h1 className="show">{t("page.nowhere")}</h1>
            <Link to={paths.home} className="btn">
              {t("page.home")}
            </Link>
          </div>
        </Frame>
      );
  }
}

/** What is around every page but the table: the way to the others, who is here, and how the connection is. */

import type { ReactNode } from "react";
import { useChallenges, useConnection, useMine } from "../live";
import type { Connection } from "../live/wire";
import { useMe } from "../me";
import { Link, useRoute } from "../router/router";
import { paths } from "../router/routes";
import { initial } from "../texts/isolate";
import { type PageKey, t } from "../texts/page";
import { Icon, type IconName } from "./Icon";
import { SoundButton, ThemeButton } from "./small";

export function Brand() {
  return (
    <Link to={paths.home} className="brand">
      <svg viewBox="0 0 26 30" aria-hidden="true">
        <path d="M2 29V13a11 11 0 0 1 22 0v16z" fill="var(--accent)" />
        <path
          d="M13 7.2a3.7 3.7 0 0 1 2.2 6.7h1.5v2.1h-1.5c.2 3.3 1.4 5.2 3 6.7V25H7.8v-2.3c1.6-1.5 2.8-3.4 3-6.7H9.3v-2.1h1.5A3.7 3.7 0 0 1 13 7.2z"
          fill="var(--ground)"
        />
      </svg>
      {t("page.title")}
    </Link>
  );
}

const TOUCH: Record<Connection["touch"], { key: PageKey; icon: IconName; tone: string }> = {
  live: { key: "touch.live", icon: "live", tone: "good" },
  connecting: { key: "touch.connecting", icon: "hour", tone: "" },
  checking: { key: "touch.checking", icon: "hour", tone: "" },
  lost: { key: "touch.lost", icon: "hour", tone: "warn" },
  closing: { key: "touch.closing", icon: "hour", tone: "warn" },
  offline: { key: "touch.offline", icon: "cut", tone: "bad" },
};

/** The truth about the connection, in a word and a shape. */
export function TouchChip({ quiet = false }: { quiet?: boolean }) {
  const { touch } = useConnection();
  const { key, icon, tone } = TOUCH[touch];
  return (
    <span className={`chip touch ${tone} ${quiet && touch === "live" ? "desk" : ""}`} data-touch={touch} role="status">
      <Icon name={icon} />
      {t(key)}
    </span>
  );
}

interface Way {
  pages: readonly string[]; // on which it is the current one
  to: string;
  key: PageKey;
  icon: IconName;
  on?: "phone" | "desk";
}

const CUPS = ["tournaments", "tournament", "organise"];
const LEADERS = ["leaders", "player"];

// On a phone there is room for five: what the club does is one of them, and `ClubParts` leads from there.
const PAGES: Way[] = [
  { pages: ["home"], to: paths.home, key: "nav.play", icon: "home" },
  { pages: ["games"], to: paths.games, key: "nav.games", icon: "hour" },
  { pages: ["tables"], to: paths.tables, key: "nav.tables", icon: "table" },
  { pages: CUPS, to: paths.tournaments(), key: "nav.tournaments", icon: "flag", on: "desk" },
  { pages: LEADERS, to: paths.leaders(), key: "nav.leaders", icon: "cup", on: "desk" },
  { pages: [...CUPS, ...LEADERS], to: paths.tournaments(), key: "nav.club", icon: "cup", on: "phone" },
  { pages: ["rules"], to: paths.rules(), key: "nav.rules", icon: "book" },
];

/** On a phone: the parts of the club beside each other. */
export function ClubParts() {
  const route = useRoute();
  return (
    <nav className="club-parts phone" aria-label={t("nav.club-parts")}>
      {PAGES.filter(({ on }) => on === "desk").map(({ pages, to, key }) => (
        <Link key={key} to={to} aria-current={pages[0] === route.page ? "page" : undefined}>
          {t(key)}
        </Link>
      ))}
    </nav>
  );
}

export function Frame({ children, game }: { children: ReactNode; game?: string | undefined }) {
  const me = useMe();
  const route = useRoute();
  const waiting = useWaiting();
  const person = me?.person ?? null;
  const links = (phone: boolean) =>
    PAGES.filter(({ on }) => on !== (phone ? "desk" : "phone")).map(({ pages, to, key, icon }) => (
      <Link key={key} to={to} aria-current={pages.includes(route.page) ? "page" : undefined}>
        {phone && <Icon name={icon} />}
        {t(key)}
        {key === "nav.games" && waiting > 0 && (
          <span className="badge">
            <span className="sr">{t("nav.waiting", { count: waiting })}</span>
            <span aria-hidden="true">{waiting}</span>
          </span>
        )}
      </Link>
    ));
  return (
    <div className="framed" data-game={game}>
      <a className="skip" href="#main">
        {t("nav.skip")}
      </a>
      <header className="top">
        <Brand />
        <nav className="desk" aria-label={t("nav.main")}>
          {links(false)}
        </nav>
        <div className="end">
          <TouchChip quiet />
          <SoundButton />
          <ThemeButton />
          <Link to={paths.settings} className="icon desk" aria-label={t("nav.settings")}>
            <Icon name="gear" />
          </Link>
          {person?.kind === "guest" && (
            <Link to={paths.signUp()} className="btn quiet wide">
              {t("nav.keep")}
            </Link>
          )}
          {me?.role && (
            <Link to={paths.console()} className="icon desk" aria-label={t("nav.console")} title={t("nav.console")}>
              <Icon name="shield" />
            </Link>
          )}
          {person ? (
            <Link to={paths.profile} className="btn who">
              <span className="avatar sm" aria-hidden="true">
                {initial(person.name)}
              </span>
              <bdi className="desk">{person.name}</bdi>
              <span className="sr phone">{t("nav.profile", { name: person.name })}</span>
            </Link>
          ) : (
            me && (
              <Link to={paths.signIn()} className="btn who">
                {t("nav.sign-in")}
              </Link>
            )
          )}
        </div>
      </header>
      {me?.notice && <p className="notice">{me.notice}</p>}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <nav className="tabs phone" aria-label={t("nav.main")}>
        {links(true)}
      </nav>
    </div>
  );
}

/** How many tables wait for one, but for that at which one sits: for a move, or for an answer. */
export function useWaiting(here?: string): number {
  const person = useMe()?.person?.id ?? null;
  const turns = (useMine() ?? []).filter(
    (line) => line.phase === "playing" && person !== null && line.turn.includes(person),
  );
  return [...turns, ...(useChallenges() ?? [])].filter((line) => line.table !== here).length;
}

/** At a table: the way to others that wait. Nothing is shown while none does. */
export function OtherTables({ here }: { here: string }) {
  const waiting = useWaiting(here);
  if (waiting === 0) return null;
  const words = t("nav.waiting-elsewhere", { count: waiting });
  return (
    <Link to={paths.games} className="icon elsewhere" title={words} data-elsewhere={waiting}>
      <Icon name="hour" />
      <span className="sr">{words}</span>
      <span className="badge" aria-hidden="true">
        {waiting}
      </span>
    </Link>
  );
}

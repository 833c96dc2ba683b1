/** What surrounds every page but the table: links to the other pages, who is signed in, and the state of the connection. */

import type { ReactNode } from "react";
import { useConnection } from "../../client/connection";
import { useMe } from "../../client/session";
import type { Connection } from "../../client/socket";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { ButtonLink } from "../../ui/Button";
import { Chip, type Tone } from "../../ui/Chip";
import { classes } from "../../ui/classes";
import { useHouse } from "../../ui/house";
import { Icon, type IconName } from "../../ui/Icon";
import { IconLink } from "../../ui/IconButton";
import { Link, paths, useRoute } from "../../ui/router";
import { SoundButton, ThemeButton } from "../../ui/SettingsButtons";
import { text } from "../../ui/text";
import { initial } from "../../ui/texts/isolate";
import { type PageKey, t } from "../../ui/texts/page";
import { onDesk, onPhone } from "../../ui/visible";
import { useChallenges, useOwnTables } from "../tables/subscriptions";
import { OfflineNotice } from "./OfflineNotice";
import css from "./PageFrame.module.css";
import { SessionNotice } from "./SessionNotice";
import { TopBar } from "./TopBar";

export function Brand() {
  const house = useHouse();
  return (
    <Link to={paths.home} className={css.brand}>
      {house.emblem ? <img className={css.emblem} src={house.emblem} alt="" /> : <HouseMark />}
      {house.short}
    </Link>
  );
}

/** Of a house without an emblem. */
export function HouseMark() {
  return (
    <svg className={css.mark} viewBox="0 0 26 30" aria-hidden="true">
      <path d="M2 29V13a11 11 0 0 1 22 0v16z" fill="var(--accent)" />
      <path
        d="M13 7.2a3.7 3.7 0 0 1 2.2 6.7h1.5v2.1h-1.5c.2 3.3 1.4 5.2 3 6.7V25H7.8v-2.3c1.6-1.5 2.8-3.4 3-6.7H9.3v-2.1h1.5A3.7 3.7 0 0 1 13 7.2z"
        fill="var(--ground)"
      />
    </svg>
  );
}

const STATES: Record<Connection["state"], { key: PageKey; icon: IconName; tone: Tone }> = {
  live: { key: "connection.live", icon: "live", tone: "good" },
  connecting: { key: "connection.connecting", icon: "hour", tone: "plain" },
  checking: { key: "connection.checking", icon: "hour", tone: "plain" },
  lost: { key: "connection.lost", icon: "hour", tone: "warn" },
  closing: { key: "connection.closing", icon: "hour", tone: "warn" },
  offline: { key: "connection.offline", icon: "cut", tone: "bad" },
};

/** The state of the connection, in a word and a shape. */
export function ConnectionChip({ quiet = false }: { quiet?: boolean }) {
  const { state } = useConnection();
  const { key, icon, tone } = STATES[state];
  return (
    <Chip
      tone={tone}
      icon={icon}
      className={classes(
        state === "live" && css.live,
        quiet && (state === "offline" || state === "lost") && css.trouble,
        quiet && css.quiet,
        quiet && state === "live" && onDesk,
      )}
      data-touch={state}
      role="status"
    >
      {t(key)}
    </Chip>
  );
}

interface PageLink {
  pages: readonly string[]; // on which this link is the current one
  to: string;
  key: PageKey;
  icon: IconName;
  on?: "phone" | "desk";
}

const TOURNAMENTS = ["tournaments", "tournament", "organise"];
const LEADERS = ["leaders", "player"];
const PUZZLES = ["puzzles", "puzzle"];

// On a phone there is room for five: tournaments and leaderboards share one, and `ClubLinks` leads on from there.
const PAGES: PageLink[] = [
  { pages: ["home"], to: paths.home, key: "nav.play", icon: "home" },
  { pages: ["games"], to: paths.games, key: "nav.games", icon: "hour" },
  { pages: ["tables"], to: paths.tables, key: "nav.tables", icon: "table" },
  { pages: TOURNAMENTS, to: paths.tournaments(), key: "nav.tournaments", icon: "flag", on: "desk" },
  { pages: LEADERS, to: paths.leaders(), key: "nav.leaders", icon: "cup", on: "desk" },
  { pages: PUZZLES, to: paths.puzzles, key: "nav.puzzles", icon: "lamp", on: "desk" },
  {
    pages: [...TOURNAMENTS, ...LEADERS, ...PUZZLES],
    to: paths.tournaments(),
    key: "nav.club",
    icon: "cup",
    on: "phone",
  },
  { pages: ["rules"], to: paths.rules(), key: "nav.rules", icon: "book" },
];

/** On a phone: links to tournaments and leaderboards, side by side. */
export function ClubLinks() {
  const route = useRoute();
  return (
    <nav className={classes(css.club, onPhone)} aria-label={t("nav.club-parts")}>
      {PAGES.filter(({ on }) => on === "desk").map(({ pages, to, key }) => (
        <Link key={key} to={to} className={css.clubLink} aria-current={pages[0] === route.page ? "page" : undefined}>
          {t(key)}
        </Link>
      ))}
    </nav>
  );
}

export function PageFrame({ children, game }: { children: ReactNode; game?: string | undefined }) {
  const me = useMe();
  const route = useRoute();
  const waiting = useWaitingCount();
  const person = me?.person ?? null;
  const links = (phone: boolean) =>
    PAGES.filter(({ on }) => on !== (phone ? "desk" : "phone")).map(({ pages, to, key, icon }) => (
      <Link
        key={key}
        to={to}
        className={phone ? css.tab : css.link}
        aria-current={pages.includes(route.page) ? "page" : undefined}
      >
        {phone && <Icon name={icon} className={css.tabIcon} />}
        {t(key)}
        {key === "nav.games" && waiting > 0 && (
          <Badge className={phone ? css.tabCount : undefined}>
            <span className={text("sr-only")}>{t("nav.waiting", { count: waiting })}</span>
            <span aria-hidden="true">{waiting}</span>
          </Badge>
        )}
      </Link>
    ));
  return (
    <div className={css.frame} data-game={game}>
      <a className={css.skip} href="#main">
        {t("nav.skip")}
      </a>
      <TopBar
        className={css.top}
        end={
          <>
            <ConnectionChip quiet />
            <SoundButton className={css.setting} />
            <ThemeButton className={css.setting} />
            <IconLink to={paths.settings} icon="gear" label={t("nav.settings")} className={onDesk} />
            {person?.kind === "guest" && (
              <ButtonLink to={paths.signUp()} look="quiet" className={css.keep}>
                {t("nav.keep")}
              </ButtonLink>
            )}
            {me?.role && (
              <IconLink
                to={paths.console()}
                icon="shield"
                label={t("nav.console")}
                title={t("nav.console")}
                className={onDesk}
              />
            )}
            {person ? (
              <ButtonLink to={paths.profile} className={css.person}>
                <Avatar small>{initial(person.name)}</Avatar>
                <bdi className={classes(css.name, onDesk)}>{person.name}</bdi>
                <span className={classes(text("sr-only"), onPhone)}>{t("nav.profile", { name: person.name })}</span>
              </ButtonLink>
            ) : (
              me && (
                <ButtonLink to={paths.signIn()} className={css.person}>
                  {t("nav.sign-in")}
                </ButtonLink>
              )
            )}
          </>
        }
      >
        <Brand />
        <nav className={classes(css.links, onDesk)} aria-label={t("nav.main")}>
          {links(false)}
        </nav>
      </TopBar>
      {me?.notice && <p className={css.notice}>{me.notice}</p>}
      {route.page !== "sign-in" && route.page !== "sign-up" && <SessionNotice />}
      <OfflineNotice />
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <nav className={classes(css.tabs, onPhone)} aria-label={t("nav.main")}>
        {links(true)}
      </nav>
    </div>
  );
}

/** How many other tables wait for the player: for a move, or for an answer to a challenge. */
function useWaitingCount(here?: string): number {
  const person = useMe()?.person?.id ?? null;
  const turns = (useOwnTables(here) ?? []).filter(
    (line) => line.phase === "playing" && person !== null && line.turn.includes(person),
  );
  return [...turns, ...(useChallenges(here) ?? [])].filter((line) => line.table !== here).length;
}

/** At a table: a link to the other tables that wait. Nothing is shown while none does. */
export function WaitingTablesLink({ here }: { here: string }) {
  const waiting = useWaitingCount(here);
  if (waiting === 0) return null;
  const label = t("nav.waiting-elsewhere", { count: waiting });
  return (
    <IconLink
      to={paths.games}
      icon="hour"
      label={null}
      title={label}
      className={css.elsewhere}
      data-elsewhere={waiting}
    >
      <span className={text("sr-only")}>{label}</span>
      <Badge className={css.elsewhereCount} aria-hidden="true">
        {waiting}
      </Badge>
    </IconLink>
  );
}

/** The page's addresses, and going from one to another without loading the document again. The server answers all of them
 * with the page (`server/page.py`). */

import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { slice } from "./state";

export type Route =
  | { page: "home" }
  | { page: "play"; game: string }
  | { page: "rules"; game: string | null }
  | { page: "table"; table: string; invite: string }
  | { page: "replay"; table: string; invite: string; step: number | null; as: string }
  | { page: "analysis"; game: string; table: string; invite: string; step: number | null; as: string; shared: string }
  | { page: "leaders"; game: string | null }
  | { page: "puzzles" }
  | { page: "puzzle"; game: string; id: string }
  | { page: "player"; who: string }
  | { page: "games" }
  | { page: "tables" }
  | { page: "tournaments"; game: string }
  | { page: "organise"; game: string }
  | { page: "tournament"; tournament: string }
  | { page: "settings" }
  | { page: "profile"; part: ProfilePart }
  | { page: "common-room" }
  | { page: "members" }
  | { page: "bots" }
  | { page: "forgot" }
  | { page: "reset" | "confirm" | "unsubscribe"; token: string }
  | { page: "sign-in"; next: string }
  | { page: "sign-up"; next: string }
  | { page: "console"; part: ConsolePart; of: string }
  | { page: "nowhere" };

/** The tabs of the moderators' console. */
export const CONSOLE = ["reports", "people", "tables", "log", "words", "team", "house", "weekly"] as const;
export type ConsolePart = (typeof CONSOLE)[number];

/** The parts of one's own profile: what was played, and settings, each with an address of its own. */
export const PROFILE_SETTINGS = ["account", "passkeys", "letters", "privacy", "tokens", "data"] as const;
export type ProfilePart = "games" | (typeof PROFILE_SETTINGS)[number];

const PLAIN = ["games", "tables", "puzzles", "settings", "forgot", "common-room", "members", "bots"] as const;
/** Where links in mails lead. */
const LINKS = ["reset", "confirm", "unsubscribe"] as const;

const HERE = "http://here";

export function routeOf(address: string): Route {
  const url = new URL(HERE + address); // not as a base: `//x/y` would be another host
  const [first = "", second, ...more] = url.pathname.split("/").filter(Boolean).map(decoded);
  const of = (name: string) => url.searchParams.get(name) ?? "";
  // A secret stands behind the #, which no server is told of; in links from before, behind the question mark.
  const behind = (name: string) => new URLSearchParams(url.hash.slice(1)).get(name) ?? of(name);
  if (first === "puzzles" && second !== undefined && more.length === 1)
    return { page: "puzzle", game: second, id: more[0] ?? "" };
  if (more.length > 0) return { page: "nowhere" };
  if (second === undefined) {
    if (first === "") return { page: "home" };
    if (first === "rules") return { page: "rules", game: null };
    if (first === "leaders") return { page: "leaders", game: null };
    if (first === "sign-in" || first === "sign-up") return { page: first, next: inside(of("next")) };
    if (first === "profile") return { page: "profile", part: "games" };
    if (first === "console") return { page: "console", part: "reports", of: "" };
    const link = LINKS.find((page) => page === first);
    if (link) return { page: link, token: behind("token") };
    if (first === "tournaments" || first === "organise") return { page: first, game: of("game") };
    const plain = PLAIN.find((page) => page === first);
    return { page: plain ?? "nowhere" };
  }
  const part = CONSOLE.find((each) => each === second);
  if (first === "console" && part) return { page: "console", part, of: of("of") };
  const setting = PROFILE_SETTINGS.find((each) => each === second);
  if (first === "profile" && setting) return { page: "profile", part: setting };
  if (first === "play") return { page: "play", game: second };
  if (first === "rules") return { page: "rules", game: second };
  if (first === "leaders") return { page: "leaders", game: second };
  if (first === "player") return { page: "player", who: second };
  if (first === "tournament") return { page: "tournament", tournament: second };
  if (first === "table") return { page: "table", table: second, invite: behind("invite") };
  const step = /^\d+$/.test(of("step")) ? Number(of("step")) : null;
  if (first === "analysis") {
    // A tree of variations may be long: it stands behind the #, which no server has to take.
    const [invite, shared] = [behind("invite"), behind("tree")];
    return { page: "analysis", game: second, table: of("table"), invite, step, as: of("as"), shared };
  }
  if (first === "replay") {
    return { page: "replay", table: second, invite: behind("invite"), step, as: of("as") };
  }
  return { page: "nowhere" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * An address of this page, or the first page: a link must not lead elsewhere after signing in. It is read as browsers
 * read it, which skip tabs and take a backslash for a slash.
 */
function inside(path: string): string {
  if (!path.startsWith("/") || !URL.canParse(path, HERE)) return "/";
  const url = new URL(path, HERE);
  const found = url.pathname + url.search + url.hash;
  return url.origin === HERE && !found.startsWith("//") ? found : "/";
}

/** A query out of the parts that have a value. */
export function queryString(parts: Record<string, string | number | boolean | null | undefined>): string {
  const found = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return found.length === 0 ? "" : `?${new URLSearchParams(found.map(([name, value]) => [name, String(value)]))}`;
}

/** The same behind the #, for what is nobody's business but the reader's. */
const fragment = (parts: Record<string, string>) => queryString(parts).replace("?", "#");

export const paths = {
  home: "/",
  games: "/games",
  tables: "/tables",
  settings: "/settings",
  profile: "/profile",
  profilePart: (part: ProfilePart) => (part === "games" ? "/profile" : `/profile/${part}`),
  commonRoom: "/common-room",
  members: "/members",
  bots: "/bots",
  forgot: "/forgot",
  play: (game: string) => `/play/${encodeURIComponent(game)}`,
  rules: (game?: string) => (game ? `/rules/${encodeURIComponent(game)}` : "/rules"),
  leaders: (game?: string) => (game ? `/leaders/${encodeURIComponent(game)}` : "/leaders"),
  puzzles: "/puzzles",
  puzzle: (game: string, id: string) => `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`,
  player: (who: string) => `/player/${encodeURIComponent(who)}`,
  table: (table: string, invite = "") => `/table/${encodeURIComponent(table)}${fragment({ invite })}`,
  tournaments: (game = "") => `/tournaments${queryString({ game })}`,
  organise: (game = "") => `/organise${queryString({ game })}`,
  tournament: (tournament: string) => `/tournament/${encodeURIComponent(tournament)}`,
  replay: (table: string, { invite = "", ...parts }: { step?: number; as?: string; invite?: string } = {}) =>
    `/replay/${encodeURIComponent(table)}${queryString(parts)}${fragment({ invite })}`,
  analysis: (
    game: string,
    {
      invite = "",
      shared = "",
      ...parts
    }: { table?: string; step?: number; as?: string; invite?: string; shared?: string } = {},
  ) => `/analysis/${encodeURIComponent(game)}${queryString(parts)}${fragment({ invite, tree: shared })}`,
  console: (part: ConsolePart = "reports", of = "") => `/console/${part}${queryString({ of })}`,
  signIn: (next = "") => `/sign-in${queryString({ next })}`,
  signUp: (next = "") => `/sign-up${queryString({ next })}`,
};

// -- going there -------------------------------------------------------------------------------------------------

const here = () => location.pathname + location.search + location.hash;
const address = slice<string>("address", here, (self) => {
  const look = () => self.set(here());
  look();
  window.addEventListener("popstate", look);
  return () => window.removeEventListener("popstate", look);
});

export function go(path: string, how: "push" | "replace" = "push"): void {
  if (path === here() && how === "push") return;
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  if (how === "push") window.scrollTo(0, 0);
  address.set(here());
}

/** What the address bar shows, to be copied from there; the page stays as it is. */
export function showAddress(path: string): void {
  if (path !== here()) history.replaceState(history.state, "", path);
}

export function useRoute(): Route {
  const now = address.use();
  return useMemo(() => routeOf(now), [now]);
}

/** A link within the page. With a modifier key or another button it behaves as any link. */
export function Link({
  to,
  children,
  ...more
}: { to: string; children: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    more.onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    go(to);
  }
  return (
    <a {...more} href={to} onClick={follow}>
      {children}
    </a>
  );
}

/** While something lies over the page, back closes it instead of leaving. */
export function useBackCloses(open: boolean, close: () => void): void {
  // Held, not depended on: the effect must not run again for every new function, since that would close what is open.
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    history.pushState({ over: true }, "");
    const back = () => latest.current();
    window.addEventListener("popstate", back);
    return () => {
      window.removeEventListener("popstate", back);
      if ((history.state as { over?: boolean } | null)?.over) history.back();
    };
  }, [open]);
}

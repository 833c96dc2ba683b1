/** The page's addresses. The server leads them all to the page (`server/page.py`). */

export type Route =
  | { page: "home" }
  | { page: "play"; game: string }
  | { page: "rules"; game: string | null }
  | { page: "table"; table: string; invite: string }
  | { page: "replay"; table: string; invite: string; step: number | null; as: string }
  | { page: "leaders"; game: string | null }
  | { page: "player"; who: string }
  | { page: "games" }
  | { page: "tables" }
  | { page: "tournaments"; game: string }
  | { page: "organise"; game: string }
  | { page: "tournament"; tournament: string }
  | { page: "settings" }
  | { page: "profile" }
  | { page: "forgot" }
  | { page: "reset" | "confirm" | "unsubscribe"; token: string }
  | { page: "sign-in"; next: string }
  | { page: "sign-up"; next: string }
  | { page: "console"; part: ConsolePart; of: string }
  | { page: "nowhere" };

/** The parts of the console, for those who look after the house. */
export const CONSOLE = ["reports", "people", "tables", "log", "words", "team"] as const;
export type ConsolePart = (typeof CONSOLE)[number];

const PLAIN = ["games", "tables", "settings", "profile", "forgot"] as const;
/** Where links of letters lead. */
const LINKS = ["reset", "confirm", "unsubscribe"] as const;

const HERE = "http://here";

export function routeOf(address: string): Route {
  const url = new URL(HERE + address); // not as a base: `//x/y` would be another host
  const [first = "", second, ...more] = url.pathname.split("/").filter(Boolean).map(decoded);
  const of = (name: string) => url.searchParams.get(name) ?? "";
  if (more.length > 0) return { page: "nowhere" };
  if (second === undefined) {
    if (first === "") return { page: "home" };
    if (first === "rules") return { page: "rules", game: null };
    if (first === "leaders") return { page: "leaders", game: null };
    if (first === "sign-in" || first === "sign-up") return { page: first, next: inside(of("next")) };
    if (first === "console") return { page: "console", part: "reports", of: "" };
    const link = LINKS.find((page) => page === first);
    if (link) return { page: link, token: of("token") };
    if (first === "tournaments" || first === "organise") return { page: first, game: of("game") };
    const plain = PLAIN.find((page) => page === first);
    return { page: plain ?? "nowhere" };
  }
  const part = CONSOLE.find((each) => each === second);
  if (first === "console" && part) return { page: "console", part, of: of("of") };
  if (first === "play") return { page: "play", game: second };
  if (first === "rules") return { page: "rules", game: second };
  if (first === "leaders") return { page: "leaders", game: second };
  if (first === "player") return { page: "player", who: second };
  if (first === "tournament") return { page: "tournament", tournament: second };
  if (first === "table") return { page: "table", table: second, invite: of("invite") };
  if (first === "replay") {
    const step = /^\d+$/.test(of("step")) ? Number(of("step")) : null;
    return { page: "replay", table: second, invite: of("invite"), step, as: of("as") };
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
 * Only to an address of this page: a link must not send anybody elsewhere after signing in. It is read as a browser
 * does, who overlooks tabs and takes a backslash for a slash.
 */
function inside(path: string): string {
  if (!path.startsWith("/") || !URL.canParse(path, HERE)) return "/";
  const url = new URL(path, HERE);
  const found = url.pathname + url.search;
  return url.origin === HERE && !found.startsWith("//") ? found : "/";
}

const query = (parts: Record<string, string | number | null>) => {
  const found = Object.entries(parts).filter(([, value]) => value !== null && value !== "");
  return found.length === 0 ? "" : `?${new URLSearchParams(found.map(([name, value]) => [name, String(value)]))}`;
};

export const paths = {
  home: "/",
  games: "/games",
  tables: "/tables",
  settings: "/settings",
  profile: "/profile",
  forgot: "/forgot",
  play: (game: string) => `/play/${encodeURIComponent(game)}`,
  rules: (game?: string) => (game ? `/rules/${encodeURIComponent(game)}` : "/rules"),
  leaders: (game?: string) => (game ? `/leaders/${encodeURIComponent(game)}` : "/leaders"),
  player: (who: string) => `/player/${encodeURIComponent(who)}`,
  table: (table: string, invite = "") => `/table/${encodeURIComponent(table)}${query({ invite })}`,
  tournaments: (game = "") => `/tournaments${query({ game })}`,
  organise: (game = "") => `/organise${query({ game })}`,
  tournament: (tournament: string) => `/tournament/${encodeURIComponent(tournament)}`,
  replay: (table: string, parts: { step?: number; as?: string; invite?: string } = {}) =>
    `/replay/${encodeURIComponent(table)}${query({ step: parts.step ?? null, as: parts.as ?? "", invite: parts.invite ?? "" })}`,
  console: (part: ConsolePart = "reports", of = "") => `/console/${part}${query({ of })}`,
  signIn: (next = "") => `/sign-in${query({ next })}`,
  signUp: (next = "") => `/sign-up${query({ next })}`,
};

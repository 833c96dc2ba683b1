/** People, games and tables to try components with: the plainest there are. Tests say what differs. */

import type { Skin, TableView } from "../board/skin";
import { useChoosing } from "../board/useChoosing";
import type {
  Choice,
  GameInfo,
  Me,
  PersonCard,
  Plan,
  Scene,
  TableDetails,
  TableInfo,
  TournamentNow,
} from "../contract";
import { type Feed, type NamedSitter, NO_FEED, type Now } from "../features/tables/feed";
import type { ListedTable } from "../features/tables/requests";
import type { TableSetup } from "../features/tables/useTableSetup";
import { type Catalogue, render, type Sayable } from "../ui/texts/render";

export const ada: PersonCard = { id: "ada", name: "Ada", since: 0, kind: "account" };
export const guest: PersonCard = { id: "guest", name: "Guest", since: 0, kind: "guest" };

export const nobody: Me = {
  person: null,
  settings: {},
  scopes: [],
  may_enter: true,
  role: null,
  guests: "welcome",
  notice: null,
  passkeys: false,
  waiting_role: null,
  ended: false,
  until: null,
};
export const asAda: Me = { ...nobody, person: ada };
export const asGuest: Me = { ...nobody, person: guest };

export const game = (name: string, some: Partial<GameInfo> = {}): GameInfo => ({
  name,
  title: name.toUpperCase(),
  about: `About ${name}.`,
  rules: `# ${name}\n\nHow it is played.`,
  seats: [2],
  options: [],
  cooperative: false,
  hidden: false,
  chance: false,
  ready: true,
  status: "",
  preparing: null,
  emblem: false,
  module: false,
  ...some,
});

export const sitting = (name: string, some: Partial<NamedSitter> = {}): NamedSitter => ({
  kind: "person",
  name,
  person: name.toLowerCase(),
  ...some,
});
export const bot = (name: string, level = 2): NamedSitter => ({ kind: "bot", name, level });
export const free: NamedSitter = { kind: "open", name: "" };

export const TEXTS: Catalogue = {
  "level.1": "Novice",
  "level.2": "Casual",
  "level.3": "Club",
  "seat.0": "White",
  "seat.1": "Black",
  "button.end": "End the turn",
  "button.draw": "Offer a draw",
  "piece.stone": "a stone",
  "mark.last": "last move",
  "step.puts": "puts a stone on {place}",
  "ending.five": "with five in a row",
  "counter.points": "Points",
  "house.started": "The match begins",
  "hint.middle": "Take the middle.",
  prompt: "Choose a place",
};

export const rules = (some: Partial<TableInfo> = {}): TableInfo => ({
  table: "t1",
  game: "stones",
  title: "STONES",
  options: {},
  clock: {},
  listed: true,
  given: 0,
  start: "full",
  delay: 0,
  rated: false,
  guided: false,
  substitutes: false,
  ready: false,
  plan: "",
  commitment: null,
  rematch_of: null,
  tournament: null,
  invite: null,
  ...some,
});

export const nowOf = (some: Partial<Now> = {}): Now => ({
  phase: "playing",
  host: "ada",
  seats: [sitting("Ada"), sitting("Bo")],
  to_act: [0],
  ...some,
});

/** Three places in a row. */
export const PLAN: Plan = {
  layout: "grid",
  width: 3,
  height: 1,
  sites: ["a", "b", "c"].map((id, x) => ({ id, x, y: 0 })),
};
export const SCENE: Scene = {
  pieces: [{ id: "s1", kind: "stone", at: "site:a", name: { key: "piece.stone", args: {} }, glyph: "o", seat: 0 }],
};

export function setupOf(
  some: {
    rules?: Partial<TableInfo>;
    now?: Partial<Now>;
    seats?: number[];
    game?: Partial<GameInfo>;
    skin?: Skin;
  } = {},
): TableSetup {
  return {
    at: { rules: rules(some.rules), seats: some.seats ?? [0], now: nowOf(some.now) },
    game: game("stones", some.game),
    plan: PLAN,
    texts: TEXTS,
    skin: some.skin ?? {},
    invite: "",
    seatsChanged: () => undefined,
  };
}

export const feedOf = (now: Now, some: Partial<Feed> = {}): Feed => ({ ...NO_FEED, now, fresh: true, ...some });

export const say = (text: Sayable) => render(TEXTS, text);

/** The table as a component is shown it, with a choice in the making. A hook. */
export function useShown(some: Partial<TableView> & { onChoose?: (choice: Choice) => void } = {}): TableView {
  const { onChoose = () => undefined, choices = [], ...more } = some;
  return {
    table: "t1",
    game: "stones",
    plan: PLAN,
    scene: SCENE,
    view: null,
    seat: 0,
    seats: [sitting("Ada"), sitting("Bo")],
    toAct: [0],
    mine: true,
    over: false,
    past: false,
    choices,
    choosing: useChoosing(choices, onChoose),
    say,
    catalogue: TEXTS,
    phone: false,
    act: () => undefined,
    ...more,
  };
}

export const listed = (
  table: string,
  {
    about,
    ...some
  }: Partial<Omit<ListedTable, "about">> & { about?: Partial<TableDetails> & { seats?: NamedSitter[] } } = {},
): ListedTable => ({
  table,
  game: "stones",
  phase: "open",
  listed: true,
  room: true,
  pace: "none",
  updated: 0,
  turn: [],
  ...some,
  about: { host: "bo", seats: [sitting("Bo"), free], options: {}, opened: 0, ...about },
});

export const tournament = (
  some: Partial<Omit<TournamentNow, "rules">> & { rules?: Partial<TournamentNow["rules"]> } = {},
): TournamentNow => ({
  tournament: "cup",
  version: 1,
  title: "Spring Cup",
  about: "",
  game: "stones",
  game_title: "STONES",
  organiser: "olga",
  organiser_name: "Olga",
  phase: "open",
  cancelled: false,
  champion: null,
  planned: 3,
  check_in_opens: null,
  begun: null,
  ended: null,
  ends: null,
  next_round: null,
  seed: null,
  entrants: [],
  seeds: [],
  standings: [],
  rounds: [],
  scoring: [],
  me: { organises: false, entered: false, checked: false, table: null },
  ...some,
  rules: {
    kind: "swiss",
    seats: 2,
    options: {},
    clock: {},
    starts: null,
    check_in: 0,
    minutes: 0,
    every: 0,
    patience: 5,
    bots: false,
    most: 64,
    rated: false,
    seeding: "lot",
    ...some.rules,
  },
});

/** Brings to this device what it takes to look at one's games without a network: how each stands, and how it stood. */

import { allKept, forgetKept, keep, readKept } from "../../../client/device";
import { ANSWERS, get, hasKept } from "../../../client/http";
import { keepPage } from "../../../client/pageFiles";
import { loadSkin } from "../../../skins";
import { gameTexts, listGames, oneGame } from "../../games/requests";
import { type Feed, joined, NO_FEED } from "../feed";
import { stops } from "../match/stops";
import { type ListedTable, oneTable, positionAt, replay, replayAt, tablePlan } from "../requests";
import { feedKey, OWN, type Own, onOwnTables } from "../topics";

const SOON = 1_500; // milliseconds: what somebody looks at comes first
const MOST_PLAYED = 24; // tables
const MOST_OVER = 6;
const MOST_POSITIONS = 120; // of one table, the latest
const OLD = 30 * 24 * 3_600_000;
const MOST_ANSWERS = 4_000;
const BROUGHT = "brought";

/** By table, as of which change it was brought. */
type Brought = Record<string, number>;

let wanted: Own | null = null;
let working = false;

export function startKeeping(): void {
  const want = (own: Own) => {
    wanted = own;
    if (!working) void work();
  };
  onOwnTables.push(want);
  void readKept<Own>(OWN).then((own) => own && navigator.onLine && want(own));
}

async function work(): Promise<void> {
  working = true;
  await new Promise((resolve) => setTimeout(resolve, SOON));
  try {
    while (wanted) {
      const own: Own = wanted;
      wanted = null;
      await bring(own.tables);
    }
  } catch {
    // There is no network, or the server has too much to do: the next news begin it again.
  } finally {
    working = false;
  }
}

/** Turns that take days are those that one may want to take elsewhere. */
const isKept = (line: ListedTable) => line.phase === "playing" && line.pace === "days";

async function bring(tables: readonly ListedTable[]): Promise<void> {
  const played = tables.filter(isKept).slice(0, MOST_PLAYED);
  const over = tables.filter((line) => line.phase === "over").slice(0, MOST_OVER);
  if (played.length + over.length === 0) return;
  keepPage();
  const brought: Brought = (await readKept<Brought>(BROUGHT)) ?? {};
  const here: Brought = {};
  if (!(await hasKept("/games", {}))) await listGames();
  for (const line of [...played, ...over]) {
    if (brought[line.table] !== line.updated) await (line.phase === "over" ? bringReplay(line) : bringTable(line));
    here[line.table] = line.updated;
    await keep(BROUGHT, { ...brought, ...here });
  }
  await keep(BROUGHT, here);
  await tidyUp();
}

async function bringSetup(line: ListedTable) {
  // Not as `oneTable` asks: nobody has come to the table, and whoever is to be told of a turn still is.
  const [at] = await Promise.all([
    oneTable(line.table, "", true),
    oneGame(line.game),
    tablePlan(line.table, ""),
    gameTexts(line.game),
    loadSkin(line.game),
  ]);
  return at;
}

async function bringTable(line: ListedTable): Promise<void> {
  const { table } = line;
  const at = await bringSetup(line);
  const { needs } = await loadSkin(line.game);
  for (const seat of at.seats) {
    const view = needs === "view";
    let feed: Feed = { ...NO_FEED, fresh: false };
    do {
      const after = feed.cursor;
      const news = await get("/tables/{table}/events", { table, seat, after, view, keeping: true });
      const next = joined(feed, news);
      if (!next) return;
      feed = next;
    } while (feed.behind);
    await keep(feedKey({ table, seat, view }), { ...feed, fresh: true });
    for (const stop of stops(feed.lines).slice(0, -1).slice(-MOST_POSITIONS))
      if (!(await hasKept("/tables/{table}/at/{line}", { table, line: stop, seat, invite: "" })))
        await positionAt(table, stop, seat, "");
  }
}

async function bringReplay(line: ListedTable): Promise<void> {
  const { table } = line;
  await bringSetup(line);
  const { of } = await replay(table, null, true, "");
  for (let step = Math.max(0, of - MOST_POSITIONS); step <= of; step++)
    if (!(await hasKept("/tables/{table}/replay/{step}", { table, step, everything: true, invite: "" })))
      await replayAt(table, step, null, true, "");
}

/** What is old, or too much, goes. */
async function tidyUp(): Promise<void> {
  const answers = (await allKept<{ at: number }>(ANSWERS)).sort(([, one], [, other]) => other.at - one.at);
  const gone = answers.filter(([, { at }], i) => i >= MOST_ANSWERS || at < Date.now() - OLD);
  await forgetKept(...gone.map(([key]) => key));
}

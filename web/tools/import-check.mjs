/**
 * What the page's modules may import. Checked by `npm run check`; type-only imports count like all others.
 *
 *   contract ← ui ← client ← engine ← board ← skins ← features ← App ← main
 *
 * - A module imports from its own layer and from those to the left of it, never from one to the right.
 * - A skin imports nothing from another skin's folder. What lies directly in skins/ is for the features.
 * - A room (a folder of features/) uses of another room only what that room lists under PUBLIC.
 *   Only App imports the pages.
 * - Modules do not import each other in a circle.
 * - What tests share lies in testing/: it may import everything, and only tests import it.
 *
 * Tests may import what they like. Whose a style sheet is: css-check.mjs.
 */

import { importGraph } from "./imports.mjs";

const LAYERS = ["contract", "ui", "client", "engine", "board", "skins", "features", "App", "main", "testing"];

/** What other rooms may use of a room, by file. Everything else is the room's own. */
const PUBLIC = {
  analysis: ["variations"],
  club: ["requests", "club", "ClubHero", "MembershipSettings", "RoomPanels", "Talk"],
  frame: ["PageFrame", "TopBar"],
  friends: [
    "requests",
    "ChallengeList",
    "FindPlayer",
    "Following",
    "FollowingPanel",
    "PlayerActions",
    "PrivacySettings",
    "QuickMatchPanel",
  ],
  games: ["LevelField", "requests", "games", "GameSelect", "GettingReady", "OptionField", "RulesText", "SmallBoard"],
  home: [],
  mail: ["InviteByMail", "MailSettings"],
  moderation: ["blocks", "BlockedList", "PersonMenu", "PersonName", "ReportForm"],
  people: ["requests"],
  push: ["PushPanel", "subscription"],
  puzzles: ["requests", "kept", "share", "PuzzlePicture"],
  ratings: ["requests", "ratings", "PlayerRatings", "RatedField", "Rating"],
  tables: [
    "requests",
    "clocks",
    "ClockField",
    "feed",
    "subscriptions",
    "TableRow",
    "useNewTable",
    "TableFrame",
    "Sheet",
    "result",
    "useMoveKeys",
    "match/ActionBar",
    "match/Toast",
    "replay/AdvantageGraph",
    "replay/useReview",
  ],
  tournaments: ["requests", "facts", "TournamentForm", "TournamentRow"],
};

/** What is wrong with one import, or null. */
function fault(from, to) {
  const [[layer, folder], [other, otherFolder, ...file]] = [from.split("/"), to.split("/")];
  if (LAYERS.indexOf(other) > LAYERS.indexOf(layer)) return `${layer} must not import from ${other}`;
  if (layer === "skins" && other === "skins" && file.length > 0 && folder !== otherFolder)
    return "a skin must not import from another skin's folder";
  if (layer !== "features" || other !== "features" || folder === otherFolder) return null;
  return PUBLIC[otherFolder]?.includes(file.join("/"))
    ? null
    : `${file.join("/")} is not a public piece of ${otherFolder}`;
}

/** Imports that lead back to where they began: one circle for each module from which one can be found. */
function circles(graph) {
  const done = new Set();
  const found = [];
  const visit = (name, path) => {
    const at = path.indexOf(name);
    if (at >= 0) found.push([...path.slice(at), name].join(" → "));
    if (at >= 0 || done.has(name)) return;
    for (const next of graph.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return found;
}

const graph = importGraph();
const faults = [];
for (const [name, imports] of graph) {
  if (!LAYERS.includes(name.split("/")[0])) faults.push(`${name}: no layer`);
  for (const to of imports) {
    const wrong = fault(name, to);
    if (wrong) faults.push(`${name} imports ${to}: ${wrong}`);
  }
}
for (const room of Object.keys(PUBLIC))
  for (const file of PUBLIC[room])
    if (!graph.has(`features/${room}/${file}`)) faults.push(`no features/${room}/${file}`);
faults.push(...circles(graph).map((circle) => `circle: ${circle}`));
for (const each of faults) console.error(each);
console.log(`${graph.size} modules, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { classesOf, cssFaults, rulesOf, selectorFault } from "./css-check.mjs";
import { files, nameOf, SRC } from "./imports.mjs";

const CARD = 'import css from "./Card.module.css";\nexport const Card = () => <p className={css.card} />;\n';
const SHEET = ".card {\n  color: red;\n}\n";

/** A page of a few files: what is wrong with it. */
function faultsOf(page) {
  const src = mkdtempSync(join(tmpdir(), "page-"));
  for (const [path, text] of Object.entries({ "ui/Card.tsx": CARD, "ui/Card.module.css": SHEET, ...page })) {
    mkdirSync(dirname(join(src, path)), { recursive: true });
    writeFileSync(join(src, path), text);
  }
  return cssFaults(src);
}

test("a component with a module of its own has no fault", () => {
  expect(faultsOf({})).toEqual([]);
});

test("a new component is its markup, its style and its test, in one folder and nowhere else", () => {
  const [markup, style] = [CARD.replaceAll("Card", "News"), SHEET];
  const test = 'import css from "./News.module.css";\nexpect(css.card).toBe("News-card");\n';
  const made = { "News.tsx": markup, "News.module.css": style, "News.test.tsx": test };
  const page = Object.fromEntries(Object.entries(made).map(([name, text]) => [`features/home/${name}`, text]));
  expect(faultsOf(page)).toEqual([]);
});

test("tokens, elements and the tokens of a game are nobody's", () => {
  const face = '[data-theme="dark"] [data-game="yinsh"] {\n  --accent: red;\n}';
  const tokens = ':root,\n:root[data-house="sea"] {\n  color-scheme: dark;\n  --ink: rgb(0 0 0);\n}';
  const sheets = { "ui/tokens.css": tokens, "ui/base.css": "svg text {\n  top: 0;\n}", "skins/yinsh/face.css": face };
  expect(faultsOf({ ...sheets, "main.tsx": 'import "./ui/base.css";' })).toEqual([]);
});

test.each([
  ["a sheet that is no module", { "ui/kit.css": ".btn {}" }, "ui/kit.css: a sheet is a module"],
  ["a module without a component", { "ui/Lost.module.css": ".lost {}" }, "no component of this name"],
  ["another component's sheet", { "ui/Other.tsx": 'import css from "./Card.module.css";\ncss.card;' }, "another comp"],
  ["a sheet of another folder", { "board/Card.tsx": 'import css from "../ui/Card.module.css";\ncss.card;' }, "another"],
  ["a class that nobody uses", { "ui/Card.module.css": `${SHEET}.lost {}` }, "nobody uses .lost"],
  ["a class that is not there", { "ui/Card.tsx": CARD.replace("css.card", "[css.card, css.lost]") }, "uses .lost"],
  ["a class out of a text", { "ui/Card.tsx": CARD.replace("css.card", "[css.card, css[name]]") }, "uses .[…]"],
  ["a class name as a text", { "ui/Other.tsx": '<p className="card" />' }, "ui/Other.tsx:1: a class name as a text"],
  ["a class name as one of two", { "ui/Other.tsx": "<p className={mine ? `card` : undefined} />" }, "as a text"],
  ["a class name among others", { "ui/Other.tsx": '<p className={classes(css.a, mine && "card")} />' }, "as a text"],
  ["two modules of one name", { "board/Card.tsx": CARD, "board/Card.module.css": SHEET }, "has the same name"],
  ["a class in the base", { "ui/base.css": ".Card-card {}" }, "ui/base.css:1: .Card-card: the elements have no class"],
  ["a part by its class's name", { "ui/base.css": "[class*=card] {}" }, "the elements have no class"],
  ["a rule among the tokens", { "ui/tokens.css": ":root {\n  --a: 1;\n  color: red;\n}" }, "color is no token"],
  ["an element among the tokens", { "ui/tokens.css": "p {\n  --a: 1;\n}" }, "tokens are the root's"],
  [
    "a face that dresses a part",
    { "skins/dance/face.css": '[data-game="dance"] .Card-card {\n  --a: 1;\n}' },
    "tokens",
  ],
  ["a face of another game", { "skins/dance/face.css": '[data-game="yinsh"] {\n  --a: 1;\n}' }, "its own game's"],
  ["a reach into elements", { "ui/Card.module.css": `${SHEET}.card a {}` }, ":4: .card a: a names no class"],
  [
    "a class of another's",
    { "ui/Card.module.css": `${SHEET}.card { composes: row from "./Row.module.css"; }` },
    "composes",
  ],
  ["a layer by hand", { "ui/Card.module.css": `@layer ui {\n${SHEET}}` }, "no @import and no @layer"],
])("%s is refused", (_, page, said) => {
  const faults = faultsOf(page);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.join("\n")).toContain(said);
});

test("what is said to `text` is no class name", () => {
  expect(faultsOf({ "ui/Other.tsx": '<p className={classes(text("soft"), mine === "card" && css.a)} />' })).toEqual([]);
});

test.each([
  ".card",
  ".card[data-mine='true'] .who:hover::after",
  ".card + .card:not(.on)::before",
  ".card:has(> .pips)",
  ':root[data-theme="dark"] .card',
  ':where(:root[data-theme="dark"]) .card',
  ':root:not([data-motion="off"]) .card',
  ':where([data-game="yinsh"]) .card',
  ":where([data-target]:hover) .card",
  ':where([data-look="lit"][data-target]:hover) .card',
])("%s is a component's own", (selector) => {
  expect(selectorFault(selector)).toBeNull();
});

test.each([
  "p",
  "*",
  ".card *",
  ".card p",
  "p.card",
  "p > .card",
  "#card",
  "[data-mine] .card",
  ':root[data-theme="dark"]',
  ':where([data-game="yinsh"])',
  ":global(.card) .who",
  ".card :not(.who)",
  ".card > *",
  ".card > svg",
  ".card > li:first-child",
])("%s is not", (selector) => {
  expect(selectorFault(selector)).not.toBeNull();
});

test("rules are found inside of @media, steps of @keyframes are not rules, and comments are nothing", () => {
  const sheet =
    "/* .no {} */\n@media (hover: hover) {\n  .a,\n  .b:is(.c, .d) {\n    top: 0;\n  }\n}\n@keyframes in { from { top: 0 } }";
  expect(rulesOf(sheet)).toEqual([{ selectors: [".a", ".b:is(.c, .d)"], line: 3, body: "top: 0;" }]);
  expect([...classesOf(sheet)]).toEqual(["a", "b", "c", "d"]);
});

test("the page's own modules are looked at", () => {
  const modules = files(SRC).filter((file) => file.endsWith(".module.css"));
  expect(modules.map((file) => nameOf(file))).toContain("ui/Button.module.css");
});

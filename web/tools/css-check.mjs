/**
 * Whose a rule is. Checked by `npm run check`.
 *
 * - Every sheet is a module, `X.module.css` beside `X.tsx` (or `X.ts`), and only that file imports it. Nobody's are
 *   ui/tokens.css and each skin's face.css, which set custom properties for the root, a theme or a game and say nothing else,
 *   and ui/base.css, which is about elements and names no class. A face is its own game's.
 * - Every part of every selector names a class of the module: no bare elements, no `*`, no ids, no `:global`. What is
 *   around a component may be asked for in two ways: `:root[data-theme="dark"] .card`, `:where([data-game="yinsh"]) .card`;
 *   also whether it is pointed at or has the focus: `:where([data-target]:hover) .card`.
 * - Every class of a module is used by its file, and every class that the file uses is there.
 * - No class is written as a text in the markup: `className={css.card}`, never `className="card"`.
 * - No class is composed of another module's (`composes: … from`).
 * - No two modules have one name, since a class on the page is `Module-class`.
 */

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { files, nameOf, SRC } from "./imports.mjs";
import { GLOBAL, scopeOf } from "./layers.mjs";

// -- style sheets -------------------------------------------------------------------------------------------------

/** The rules of a sheet, those inside of @media and the like too: their selectors, what they say, and the line they begin on. */
export function rulesOf(sheet) {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));
  const found = [];
  const inside = []; // of which blocks
  const rules = []; // the one that each of them is, if it is one
  let start = 0;
  for (const { 0: mark, index } of bare.matchAll(/[{};]/g)) {
    const head = bare.slice(start, index);
    if (mark === "{") {
      const line = bare.slice(0, start + head.length - head.trimStart().length).split("\n").length;
      const rule = { selectors: splitOutside(head, ",").map((each) => each.trim()), line, body: "" };
      const isRule = !head.trim().startsWith("@") && !inside.at(-1)?.startsWith("@keyframes");
      if (isRule) found.push(rule);
      inside.push(head.trim());
      rules.push(isRule ? rule : null);
    } else {
      const rule = rules.at(-1);
      if (rule && head.trim()) rule.body += `${head.trim()};`;
    }
    if (mark === "}") {
      inside.pop();
      rules.pop();
    }
    start = index + 1;
  }
  return found;
}

/** A text split at a mark, but not inside of parentheses or brackets. */
function splitOutside(text, mark) {
  const parts = [""];
  let depth = 0;
  for (const c of text) {
    if ("([".includes(c)) depth += 1;
    if (")]".includes(c)) depth -= 1;
    if (c === mark && depth === 0) parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts;
}

/** The compounds of a selector, each with the combinator before it. */
function compoundsOf(selector) {
  const parts = [];
  let combinator = "";
  for (const word of splitOutside(selector.replace(/\s*([>+~])\s*(?![^([]*[)\]])/g, " $1 "), " ").filter(Boolean)) {
    if (/^[>+~]$/.test(word)) combinator = word;
    else {
      parts.push({ text: word, combinator });
      combinator = " ";
    }
  }
  return parts;
}

const CONTEXT =
  /^:root(\[[^\]]+\]|:not\(\[[^\]]+\]\))*$|^:where\(:root(\[[^\]]+\]|:not\(\[[^\]]+\]\))*\)$|^:where\((\[data-[\w-]+(="[^"]*")?\])+(:hover|:focus-visible)?\)$/;
const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g;

/** What is wrong with a selector, or null. */
export function selectorFault(selector) {
  if (/:global\b/.test(selector)) return ":global is for nobody";
  if (/#[\w-]/.test(selector)) return "an id is not a component's own";
  const parts = compoundsOf(selector);
  for (const [i, { text }] of parts.entries()) {
    if (i === 0 && parts.length > 1 && CONTEXT.test(text)) continue;
    const alone = text.replace(/:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g, "");
    const named = [...alone.matchAll(CLASS)].length > 0;
    if (/^\*/.test(alone)) return "* reaches into everything";
    if (named && /^[a-z]/i.test(alone)) return `${text}: name the class alone`;
    if (!named) return `${text} names no class of the module`;
  }
  return null;
}

const AROUND = /^(:root)?(\[data-(theme|house|game)(="[\w-]+")?\])*$|^:where\(\[data-game\]\)$/;

/** What is wrong with a sheet that is nobody's: a line each. */
function globalFaults(path, sheet) {
  const faults = [];
  const game = /^skins\/([\w-]+)\//.exec(path)?.[1];
  for (const { selectors, line, body } of rulesOf(sheet))
    for (const selector of selectors) {
      const said = `${path}:${line}: ${selector}`;
      if (path.endsWith("base.css")) {
        if (/\.[_a-zA-Z]|\[class|#[\w-]|\[id/.test(selector)) faults.push(`${said}: the elements have no class here`);
        continue;
      }
      if (!compoundsOf(selector).every(({ text }) => AROUND.test(text)))
        faults.push(`${said}: tokens are the root's, a theme's or a game's`);
      if (game && !selector.includes(`[data-game="${game}"]`)) faults.push(`${said}: a face is its own game's`);
      for (const name of body.matchAll(/(?:^|;)\s*([\w-]+)\s*:/g))
        if (!name[1].startsWith("--") && name[1] !== "color-scheme") faults.push(`${said}: ${name[1]} is no token`);
    }
  return faults;
}

/** The classes that a sheet defines. */
export function classesOf(sheet) {
  const names = rulesOf(sheet).flatMap(({ selectors }) =>
    selectors.flatMap((selector) => [...selector.replace(/\[[^\]]*\]/g, "").matchAll(CLASS)].map(([, name]) => name)),
  );
  return new Set(names);
}

// -- components ---------------------------------------------------------------------------------------------------

/**
 * What a component does with classes: the sheets that it imports, under which name, the classes that it reads from each,
 * and the lines on which one is written as a text.
 */
export function usesOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const sheets = new Map(); // by local name
  const read = new Map();
  const written = [];
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (node) => {
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.text.endsWith(".css"))
      sheets.set(node.importClause?.name?.text ?? `"${node.moduleSpecifier.text}"`, node.moduleSpecifier.text);
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      note(node.expression.text, node.name.text);
    if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression))
      note(node.expression.text, ts.isStringLiteral(node.argumentExpression) ? node.argumentExpression.text : "[…]");
    if (ts.isJsxAttribute(node) && /^(className|\w+Class)$/.test(node.name.getText()) && node.initializer)
      for (const literal of literals(node.initializer)) written.push(lineOf(literal));
    ts.forEachChild(node, visit);
  };
  const note = (name, local) => read.set(name, (read.get(name) ?? new Set()).add(local));
  visit(source);
  return { sheets, read, written };
}

/** The texts that can become a class name: not those that are compared with, nor what is given to a function such as `text`. */
function literals(node) {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node];
  if (ts.isJsxExpression(node)) return node.expression ? literals(node.expression) : [];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isBinaryExpression(node))
    return /^(&&|\|\||\?\?|\+)$/.test(node.operatorToken.getText())
      ? [...literals(node.left), ...literals(node.right)]
      : [];
  if (ts.isCallExpression(node) && node.expression.getText() === "classes") return node.arguments.flatMap(literals);
  return [];
}

// -- all of it ----------------------------------------------------------------------------------------------------

/** What is wrong with the style sheets of a folder and those who use them: a line each. */
export function cssFaults(src) {
  const faults = [];
  const all = files(src).map((file) => ({ file, path: nameOf(file, src) }));
  const scopes = new Map();
  for (const { file, path } of all.filter(({ path }) => GLOBAL.test(path)))
    faults.push(...globalFaults(path, readFileSync(file, "utf8")));
  for (const { file, path } of all.filter(({ path }) => path.endsWith(".css") && !GLOBAL.test(path))) {
    if (!path.endsWith(".module.css")) {
      faults.push(`${path}: a sheet is a module, X.module.css beside X.tsx`);
      continue;
    }
    const sheet = readFileSync(file, "utf8");
    const twin = scopes.get(scopeOf(path));
    if (twin) faults.push(`${path}: ${twin} has the same name`);
    scopes.set(scopeOf(path), path);
    if (!owners(file).length) faults.push(`${path}: there is no component of this name beside it`);
    if (/^\s*@(import|layer)\b/m.test(sheet)) faults.push(`${path}: no @import and no @layer, the build sees to both`);
    // What comes from another module is that module's to change: a class is given to its component instead.
    if (/\bcomposes\s*:[^;}]*\bfrom\b/.test(sheet)) faults.push(`${path}: composes … from reaches into another sheet`);
    for (const { selectors, line } of rulesOf(sheet))
      for (const selector of selectors) {
        const wrong = selectorFault(selector);
        if (wrong) faults.push(`${path}:${line}: ${selector}: ${wrong}`);
      }
    const used = new Set(owners(file).flatMap((owner) => [...readBy(owner, file)]));
    const own = classesOf(sheet);
    for (const name of own) if (!used.has(name)) faults.push(`${path}: nobody uses .${name}`);
    for (const name of used)
      if (!own.has(name)) faults.push(`${path}: its component uses .${name}, which is not there`);
  }
  for (const { file, path } of all.filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\./.test(path))) {
    const { sheets, written } = usesOf(path, readFileSync(file, "utf8"));
    for (const spec of sheets.values()) {
      if (!spec.startsWith(".")) continue; // a package's, such as fonts
      const sheet = nameOf(join(dirname(file), spec), src);
      if (sheet.endsWith(".module.css")) {
        if (!owners(join(src, sheet)).includes(file)) faults.push(`${path}: ${sheet} is another component's`);
      } else if (!GLOBAL.test(sheet)) faults.push(`${path}: ${sheet} is no module`);
    }
    for (const line of written) faults.push(`${path}:${line}: a class name as a text`);
  }
  return faults;
}

/** The files that may import a module. */
function owners(file) {
  const name = join(dirname(file), basename(file, ".module.css"));
  return [`${name}.tsx`, `${name}.ts`].filter((each) => existsSync(each));
}

/** The classes that a component reads from its module. */
function readBy(owner, sheet) {
  const { sheets, read } = usesOf(owner, readFileSync(owner, "utf8"));
  const local = [...sheets].find(([, spec]) => join(dirname(owner), spec) === sheet)?.[0];
  return (local && read.get(local)) ?? new Set();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = cssFaults(SRC);
  for (const each of faults) console.error(each);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

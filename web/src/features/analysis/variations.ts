/** A tree of variations: steps that follow one another, branches, comments. Everything here is pure; what can be played is
 * the server's to say. */

import type { Value } from "../games/requests";

export interface TreeStep {
  actor: number | "*";
  text: string;
}

/** A step of the tree. Its children are in the order in which they were found: the first is the main line. */
export interface TreeNode extends TreeStep {
  id: number;
  parent: number; // 0: the beginning
  children: readonly number[];
  comment?: string;
}

export interface Variations {
  seats: readonly string[]; // their names; "" where nobody sat there
  options: Readonly<Record<string, Value>>;
  nodes: Readonly<Record<number, TreeNode>>;
  first: readonly number[]; // the steps from the beginning
  here: number; // the step after which one looks; 0: the beginning
  next: number; // the id of the next new step
}

/** A file as the house writes it; only what is needed of it. */
export interface RecordFile {
  format: 1;
  game: string;
  rules_version: number;
  options: Record<string, Value>;
  seats: { name: string; kind: string }[];
  steps: TreeStep[];
  ending?: unknown;
  analysis?: NestedStep[]; // a tree, in place of one line
}

/** The tree as files have it: what follows a step is inside it. */
interface NestedStep {
  by: number | "*";
  do: string;
  say?: string;
  then?: NestedStep[];
}

export const BEGINNING = 0;
export const MOST_STEPS = 3_000; // of a tree: what is kept on the device is bounded
const LONGEST_COMMENT = 1_000;

export const noVariations = (seats: readonly string[], options: Variations["options"] = {}): Variations => ({
  ...{ seats, options, nodes: {}, first: [], here: BEGINNING, next: 1 },
});

const childrenOf = (tree: Variations, id: number) => (id === BEGINNING ? tree.first : (tree.nodes[id]?.children ?? []));

/** The steps that lead to a node, from the beginning. */
export function lineTo(tree: Variations, id: number): TreeNode[] {
  const line: TreeNode[] = [];
  for (let node = tree.nodes[id]; node; node = tree.nodes[node.parent]) line.unshift(node);
  return line;
}

/** Go on by a step: along what is there, or into a new variation. */
export function played(tree: Variations, step: TreeStep): Variations {
  const there = childrenOf(tree, tree.here).find((id) => {
    const node = tree.nodes[id];
    return node?.text === step.text && node.actor === step.actor;
  });
  if (there !== undefined) return { ...tree, here: there };
  const id = tree.next;
  if (id > MOST_STEPS) return tree;
  const node: TreeNode = { actor: step.actor, text: step.text, id, parent: tree.here, children: [] };
  const grown = withChildren(tree, tree.here, [...childrenOf(tree, tree.here), id]);
  return { ...grown, nodes: { ...grown.nodes, [id]: node }, here: id, next: id + 1 };
}

function withChildren(tree: Variations, parent: number, children: readonly number[]): Variations {
  const node = tree.nodes[parent];
  if (!node) return { ...tree, first: children };
  return { ...tree, nodes: { ...tree.nodes, [parent]: { ...node, children } } };
}

export const at = (tree: Variations, here: number): Variations => ({ ...tree, here });

export const stepBack = (tree: Variations): number | null => tree.nodes[tree.here]?.parent ?? null;
export const stepOn = (tree: Variations): number | null => childrenOf(tree, tree.here)[0] ?? null;

/** The last step of the line that one is on. */
export function lineEnd(tree: Variations, from = tree.here): number {
  const next = childrenOf(tree, from)[0];
  return next === undefined ? from : lineEnd(tree, next);
}

/** The same moment in the variation before or after this one. */
export function beside(tree: Variations, way: 1 | -1): number | null {
  const node = tree.nodes[tree.here];
  if (!node) return null;
  const siblings = childrenOf(tree, node.parent);
  return siblings[siblings.indexOf(node.id) + way] ?? null;
}

/** Without a step and all that follows it; whoever was there goes back to before it. */
export function removed(tree: Variations, id: number): Variations {
  const node = tree.nodes[id];
  if (!node) return tree;
  const gone = new Set<number>();
  const visit = (each: number) => {
    gone.add(each);
    childrenOf(tree, each).forEach(visit);
  };
  visit(id);
  const kept = withChildren(
    tree,
    node.parent,
    childrenOf(tree, node.parent).filter((each) => each !== id),
  );
  const nodes = Object.fromEntries(Object.entries(kept.nodes).filter(([each]) => !gone.has(Number(each))));
  return { ...kept, nodes, here: gone.has(tree.here) ? node.parent : tree.here };
}

/** The variation becomes the main line, at every branch up to the beginning. */
export function promoted(tree: Variations, id: number): Variations {
  return lineTo(tree, id).reduce((now, node) => {
    const others = childrenOf(now, node.parent).filter((each) => each !== node.id);
    return withChildren(now, node.parent, [node.id, ...others]);
  }, tree);
}

export function commented(tree: Variations, id: number, comment: string): Variations {
  const node = tree.nodes[id];
  if (!node) return tree;
  const { comment: _, ...bare } = node;
  const said = comment.slice(0, LONGEST_COMMENT);
  return { ...tree, nodes: { ...tree.nodes, [id]: said.trim() ? { ...bare, comment: said } : bare } };
}

// -- files and links ---------------------------------------------------------------------------------------------

const nested = (tree: Variations, ids: readonly number[]): NestedStep[] =>
  ids.flatMap((id) => {
    const node = tree.nodes[id];
    if (!node) return [];
    const then = nested(tree, node.children);
    const say = node.comment ? { say: node.comment } : {};
    return [{ by: node.actor, do: node.text, ...say, ...(then.length > 0 ? { then } : {}) }];
  });

/** A record of the line that one is on, with the whole tree in it. It has no ending: nobody played it. */
export function toRecord(tree: Variations, game: string, rulesVersion: number): RecordFile {
  const line = lineTo(tree, lineEnd(tree));
  return {
    ...{ format: 1, game, rules_version: rulesVersion, options: { ...tree.options } },
    seats: tree.seats.map((name, i) => ({ name: name || `Seat ${i + 1}`, kind: "person" })),
    steps: line.map(({ actor, text }) => ({ actor, text })),
    analysis: nested(tree, tree.first),
  };
}

/** What keeps a record from being analysed. */
export type RecordFault = "unreadable" | "running";

/**
 * A record that somebody brings. One of a match that is still played is refused: it has no ending, and is no analysis. What
 * its steps are worth is for the server to say, which plays them.
 */
export function fromRecord(text: string): { game: string; tree: Variations } | RecordFault {
  let file: Partial<RecordFile>;
  try {
    file = JSON.parse(text);
  } catch {
    return "unreadable";
  }
  const { game, seats, steps, options = {}, analysis, ending } = file ?? {};
  if (file?.format !== 1 || typeof game !== "string" || !Array.isArray(seats) || !Array.isArray(steps))
    return "unreadable";
  if (!ending && !Array.isArray(analysis)) return "running";
  const empty = noVariations(
    seats.map((seat) => (typeof seat?.name === "string" ? seat.name : "")),
    options,
  );
  if (!steps.every(isStep)) return "unreadable";
  const tree = Array.isArray(analysis) ? planted(empty, analysis) : steps.reduce(played, empty);
  if (tree === null) return "unreadable";
  return { game, tree: at(tree, lineEnd(tree, BEGINNING)) };
}

function isStep(step: unknown): step is TreeStep {
  if (typeof step !== "object" || step === null || !("actor" in step) || !("text" in step)) return false;
  const { actor, text } = step;
  return (actor === "*" || (Number.isInteger(actor) && Number(actor) >= 0)) && typeof text === "string";
}

function planted(tree: Variations, steps: readonly NestedStep[]): Variations | null {
  let now = tree;
  for (const step of steps) {
    if (!isStep({ actor: step?.by, text: step?.do })) return null;
    now = played(at(now, tree.here), { actor: step.by, text: step.do });
    if (typeof step.say === "string") now = commented(now, now.here, step.say);
    const after: Variations | null = Array.isArray(step.then) ? planted(now, step.then) : now;
    if (after === null) return null;
    now = after;
  }
  return at(now, tree.here);
}

/** The tree as a part of an address, and back. Ids change on the way: where one looks is told by the steps to it. */
export function toLink(tree: Variations): string {
  const { seats, options, here } = tree;
  const facts = { seats, options, tree: nested(tree, tree.first), at: lineTo(tree, here).map(({ text }) => text) };
  const bytes = new TextEncoder().encode(JSON.stringify(facts));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

export function fromLink(text: string): Variations | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const facts = JSON.parse(new TextDecoder().decode(bytes));
    const { seats, options, tree, at: line } = facts;
    if (!Array.isArray(seats) || !Array.isArray(tree) || typeof options !== "object" || options === null) return null;
    const grown = planted(noVariations(seats.map(String), options), tree);
    if (!grown || !Array.isArray(line)) return grown;
    let here = BEGINNING;
    for (const step of line) {
      const next = childrenOf(grown, here).find((id) => grown.nodes[id]?.text === step);
      if (next === undefined) break;
      here = next;
    }
    return at(grown, here);
  } catch {
    return null;
  }
}

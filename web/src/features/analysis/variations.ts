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
  variations?: LineStep[]; // a tree, in place of one line
  analysis?: NestedStep[]; // the same of an earlier version
}

/** A line as files have it, and beside each step what else was tried there. However long it is, it is not deep. */
interface LineStep {
  by: number | "*";
  do: string;
  say?: string;
  or?: LineStep[][];
}

/** As earlier versions wrote it: what follows a step is inside it. */
interface NestedStep {
  by: number | "*";
  do: string;
  say?: string;
  then?: NestedStep[];
}

export const BEGINNING = 0;
export const MOST_STEPS = 3_000; // of a tree: what is kept on the device is bounded
export const LONGEST = 2_000; // steps one after another: as many as the server plays
const LONGEST_COMMENT = 1_000;

export const noVariations = (seats: readonly string[], options: Variations["options"] = {}): Variations => ({
  ...{ seats, options, nodes: {}, first: [], here: BEGINNING, next: 1 },
});

const childrenOf = (tree: Variations, id: number) => (id === BEGINNING ? tree.first : (tree.nodes[id]?.children ?? []));

/** The steps that lead to a node, from the beginning. */
export function lineTo(tree: Variations, id: number): TreeNode[] {
  const line: TreeNode[] = [];
  for (let node = tree.nodes[id]; node; node = tree.nodes[node.parent]) line.push(node);
  return line.reverse();
}

/** Go on by a step: along what is there, or into a new variation. */
export function played(tree: Variations, step: TreeStep): Variations {
  const there = childrenOf(tree, tree.here).find((id) => {
    const node = tree.nodes[id];
    return node?.text === step.text && node.actor === step.actor;
  });
  if (there !== undefined) return { ...tree, here: there };
  const id = tree.next;
  if (id > MOST_STEPS || lineTo(tree, tree.here).length >= LONGEST) return tree;
  const node: TreeNode = { actor: step.actor, text: step.text, id, parent: tree.here, children: [] };
  const grown = withChildren(tree, tree.here, [...childrenOf(tree, tree.here), id]);
  return { ...grown, nodes: { ...grown.nodes, [id]: node }, here: id, next: id + 1 };
}

function withChildren(tree: Variations, parent: number, children: readonly number[]): Variations {
  const node = tree.nodes[parent];
  if (!node) return { ...tree, first: children };
  return { ...tree, nodes: { ...tree.nodes, [parent]: { ...node, children } } };
}

/** A turn of two: both have a step in it. Of more, or where chance acts, each step is one. */
export interface Turn {
  number: number;
  open: boolean; // the second may still have its step
}

export const AT_FIRST: Turn = { number: 0, open: false };

/** The turn of a step that follows another's: the second of two goes into the row of the first. */
export function numbered(before: Turn, { actor }: TreeStep, paired: boolean): Turn {
  if (paired && actor === 1 && before.open) return { number: before.number, open: false };
  return { number: before.number + 1, open: paired && actor === 0 };
}

export const at = (tree: Variations, here: number): Variations => ({ ...tree, here });

export const stepBack = (tree: Variations): number | null => tree.nodes[tree.here]?.parent ?? null;
export const stepOn = (tree: Variations): number | null => childrenOf(tree, tree.here)[0] ?? null;

/** The last step of the line that one is on. */
export function lineEnd(tree: Variations, from = tree.here): number {
  let end = from;
  for (let next: number | undefined = from; next !== undefined; next = childrenOf(tree, end)[0]) end = next;
  return end;
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

function asLine(tree: Variations, ids: readonly number[]): LineStep[] {
  const line: LineStep[] = [];
  let [first, ...others] = ids;
  for (let node = tree.nodes[first ?? BEGINNING]; node; node = tree.nodes[first ?? BEGINNING]) {
    const say = node.comment ? { say: node.comment } : {};
    const or = others.length > 0 ? { or: others.map((id) => asLine(tree, [id])) } : {};
    line.push({ by: node.actor, do: node.text, ...say, ...or });
    [first, ...others] = node.children;
  }
  return line;
}

/** A record of the line that one is on, with the whole tree in it. It has no ending: nobody played it. */
export function toRecord(tree: Variations, game: string, rulesVersion: number): RecordFile {
  const line = lineTo(tree, lineEnd(tree));
  return {
    ...{ format: 1, game, rules_version: rulesVersion, options: { ...tree.options } },
    seats: tree.seats.map((name, i) => ({ name: name || `Seat ${i + 1}`, kind: "person" })),
    steps: line.map(({ actor, text }) => ({ actor, text })),
    variations: asLine(tree, tree.first),
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
  const { game, seats, steps, options = {}, variations, analysis, ending } = file ?? {};
  if (file?.format !== 1 || typeof game !== "string" || !Array.isArray(seats) || !Array.isArray(steps))
    return "unreadable";
  if (!ending && !Array.isArray(variations ?? analysis)) return "running";
  const empty = noVariations(
    seats.map((seat) => (typeof seat?.name === "string" ? seat.name : "")),
    options,
  );
  if (!steps.every(isStep)) return "unreadable";
  const tree = Array.isArray(variations ?? analysis)
    ? grownFrom(empty, variations, analysis)
    : steps.reduce(played, empty);
  if (tree === null) return "unreadable";
  return { game, tree: at(tree, lineEnd(tree, BEGINNING)) };
}

function isStep(step: unknown): step is TreeStep {
  if (typeof step !== "object" || step === null || !("actor" in step) || !("text" in step)) return false;
  const { actor, text } = step;
  return (actor === "*" || (Number.isInteger(actor) && Number(actor) >= 0)) && typeof text === "string";
}

const grownFrom = (empty: Variations, line: unknown, old: unknown): Variations | null =>
  Array.isArray(line) ? grown(empty, line) : Array.isArray(old) ? planted(empty, old) : null;

function grown(tree: Variations, line: readonly LineStep[]): Variations | null {
  let now = tree;
  for (const step of line) {
    if (!isStep({ actor: step?.by, text: step?.do })) return null;
    const before = now.here;
    now = played(now, { actor: step.by, text: step.do });
    const after = now.here;
    if (typeof step.say === "string") now = commented(now, after, step.say);
    for (const other of Array.isArray(step.or) ? step.or : []) {
      const more = Array.isArray(other) ? grown(at(now, before), other) : null;
      if (more === null) return null;
      now = more;
    }
    now = at(now, after);
  }
  return at(now, tree.here);
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
export const toLink = (tree: Variations): string => asLetters(toBytes(tree));

export function fromLink(text: string): Variations | null {
  const bytes = fromLetters(text);
  return bytes && fromBytes(bytes);
}

/** The same in about a fifth of the letters: messengers cut off what is long. */
export async function toShortLink(tree: Variations): Promise<string> {
  const plain = toLink(tree);
  if (typeof CompressionStream !== "function") return plain;
  const packed = await through(toBytes(tree), new CompressionStream(PACKING));
  return packed ? PACKED + asLetters(packed) : plain;
}

/** What either of the two has made. */
export async function fromAnyLink(text: string): Promise<Variations | null> {
  if (!text.startsWith(PACKED)) return fromLink(text);
  const bytes = fromLetters(text.slice(PACKED.length));
  if (!bytes || typeof DecompressionStream !== "function") return null;
  const unpacked = await through(bytes, new DecompressionStream(PACKING)).catch(() => null);
  return unpacked && fromBytes(unpacked);
}

const PACKED = "z.";
const PACKING = "deflate-raw";
const MOST_BYTES = 4_000_000; // of a tree in somebody's link; what is longer is none

/** All that comes out; null: it is too much. */
async function through(bytes: Uint8Array<ArrayBuffer>, way: GenericTransformStream): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough<Uint8Array>(way).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  parts.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  return all;
}

function toBytes(tree: Variations): Uint8Array<ArrayBuffer> {
  const { seats, options, here } = tree;
  const facts = { seats, options, line: asLine(tree, tree.first), at: lineTo(tree, here).map(({ text }) => text) };
  return new TextEncoder().encode(JSON.stringify(facts));
}

function fromBytes(bytes: Uint8Array): Variations | null {
  try {
    const { seats, options, line, tree: old, at: way } = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(seats) || typeof options !== "object" || options === null) return null;
    const tree = grownFrom(noVariations(seats.map(String), options), line, old);
    if (!tree || !Array.isArray(way)) return tree;
    let here = BEGINNING;
    for (const step of way) {
      const next = childrenOf(tree, here).find((id) => tree.nodes[id]?.text === step);
      if (next === undefined) break;
      here = next;
    }
    return at(tree, here);
  } catch {
    return null;
  }
}

/** Letters that an address may have. */
function asLetters(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromLetters(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  } catch {
    return null;
  }
}

import { describe, expect, test } from "vitest";
import {
  at,
  BEGINNING,
  beside,
  commented,
  fromAnyLink,
  fromLink,
  fromRecord,
  LONGEST,
  lineEnd,
  lineTo,
  MOST_STEPS,
  noVariations,
  played,
  promoted,
  removed,
  stepBack,
  stepOn,
  toLink,
  toRecord,
  toShortLink,
  type Variations,
} from "./variations";

const play = (tree: Variations, ...texts: string[]) =>
  texts.reduce((now, text) => played(now, { actor: lineTo(now, now.here).length % 2, text }), tree);
const texts = (tree: Variations, id = tree.here) => lineTo(tree, id).map((node) => node.text);
const main = (tree: Variations) => texts(tree, lineEnd(tree, BEGINNING));
const empty = noVariations(["Ada", "Bo"], { blitz: true });

describe("a tree of variations", () => {
  test("grows by what is played, and branches where something else is played", () => {
    const tree = play(empty, "a", "b", "c");
    const branched = play(at(tree, stepBack(tree) ?? 0), "d");
    expect(texts(branched)).toEqual(["a", "b", "d"]);
    expect(main(branched)).toEqual(["a", "b", "c"]);
    expect(texts(branched, beside(branched, -1) ?? 0)).toEqual(["a", "b", "c"]);
    expect(beside(branched, 1)).toBeNull();
  });

  test("goes along what is there when the same is played again", () => {
    const tree = play(empty, "a", "b");
    const again = play(at(tree, BEGINNING), "a", "b");
    expect(again).toEqual(tree);
    expect(stepOn(at(tree, BEGINNING))).toBe(1);
    expect(stepOn(tree)).toBeNull();
    expect(stepBack(at(tree, BEGINNING))).toBeNull();
  });

  test("the same word by another seat is another step", () => {
    const one = played(empty, { actor: 0, text: "ready" });
    const other = played(at(one, BEGINNING), { actor: 1, text: "ready" });
    expect(other.first).toHaveLength(2);
  });

  test("a variation is removed with all that follows, and whoever was in it stands before it", () => {
    const tree = play(at(play(empty, "a", "b"), 1), "c", "d");
    const without = removed(tree, 3);
    expect(texts(without)).toEqual(["a"]);
    expect(Object.keys(without.nodes)).toEqual(["1", "2"]);
    expect(removed(tree, 99)).toBe(tree);
  });

  test("a variation can become the main line", () => {
    const tree = play(at(play(empty, "a", "b"), BEGINNING), "x", "y");
    expect(main(promoted(tree, tree.here))).toEqual(["x", "y"]);
  });

  test("a comment that says nothing is none", () => {
    const tree = commented(play(empty, "a"), 1, "good");
    expect(tree.nodes[1]?.comment).toBe("good");
    expect(commented(tree, 1, "  ").nodes[1]).not.toHaveProperty("comment");
  });

  test("it is bounded", () => {
    const full = { ...play(empty, "a"), next: MOST_STEPS + 1 };
    expect(played(full, { actor: 1, text: "b" })).toBe(full);
  });
});

describe("a record", () => {
  const tree = commented(play(at(play(empty, "a", "b", "c"), 1), "d"), 4, "better: é, “so”");

  test("of an analysis has the line that one is on, and comes back with all branches and comments", () => {
    const file = toRecord(tree, "stones", 3);
    expect(file.steps.map((step) => step.text)).toEqual(["a", "d"]);
    expect(file.seats.map((seat) => seat.name)).toEqual(["Ada", "Bo"]);
    const back = fromRecord(JSON.stringify(file));
    if (typeof back === "string") throw new Error(back);
    expect(back.game).toBe("stones");
    expect(toRecord(at(back.tree, tree.here), "stones", 3).variations).toEqual(file.variations);
  });

  test("of a finished match becomes the main line", () => {
    const steps = [
      { actor: "*", text: "61" },
      { actor: 0, text: "a" },
    ];
    const file = {
      format: 1,
      game: "x",
      rules_version: 1,
      options: {},
      seats: [{ name: "A" }],
      steps,
      ending: { by: "y" },
    };
    const back = fromRecord(JSON.stringify(file));
    if (typeof back === "string") throw new Error(back);
    expect(main(back.tree)).toEqual(["61", "a"]);
    expect(texts(back.tree)).toEqual(["61", "a"]);
  });

  test("of a match that is still played is refused", () => {
    const file = { format: 1, game: "x", rules_version: 1, options: {}, seats: [], steps: [] };
    expect(fromRecord(JSON.stringify(file))).toBe("running");
    expect(fromRecord(JSON.stringify({ ...file, ending: null }))).toBe("running");
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    "3",
    '{"format":2}',
    '{"format":1,"game":"x","seats":[],"steps":[{}],"ending":{}}',
    '{"format":1,"game":"x","seats":[],"steps":[],"analysis":[{"by":0}]}',
    '{"format":1,"game":"x","seats":[],"steps":[],"variations":[{"by":0}]}',
    '{"format":1,"game":"x","seats":[],"steps":[],"variations":[{"by":0,"do":"a","or":[3]}]}',
  ])("%s is none", (text) => {
    expect(fromRecord(text)).toBe("unreadable");
  });

  test("goes into a link and comes out of it", () => {
    const back = fromLink(toLink(tree));
    expect(back && texts(back)).toEqual(["a", "d"]);
    expect(back?.options).toEqual({ blitz: true });
    expect(back && toRecord(back, "s", 1)).toEqual(toRecord(tree, "s", 1));
    expect(toLink(tree)).toMatch(/^[\w-]+$/);
    expect(fromLink("§")).toBeNull();
    expect(fromLink("e30")).toBeNull();
  });

  test("and a link as earlier versions wrote them are read, too", () => {
    const nested = JSON.parse('[{"by":0,"do":"a","then":[{"by":1,"do":"b","say":"so"},{"by":1,"do":"d"}]}]');
    const file = { format: 1, game: "x", rules_version: 1, options: {}, seats: [{ name: "Ada" }], steps: [] };
    const back = fromRecord(JSON.stringify({ ...file, analysis: nested }));
    if (typeof back === "string") throw new Error(back);
    const line = [
      { by: 0, do: "a" },
      { by: 1, do: "b", say: "so", or: [[{ by: 1, do: "d" }]] },
    ];
    expect(toRecord(back.tree, "x", 1).variations).toEqual(line);
    const link = fromLink(btoa(JSON.stringify({ seats: ["Ada"], options: {}, tree: nested, at: ["a", "d"] })));
    expect(link && texts(link)).toEqual(["a", "d"]);
  });

  test("goes into a short link, too, and links of both kinds are read", async () => {
    const short = await toShortLink(tree);
    for (const link of [short, toLink(tree)]) {
      const back = await fromAnyLink(link);
      expect(back && toRecord(back, "s", 1)).toEqual(toRecord(tree, "s", 1));
      expect(back && texts(back)).toEqual(["a", "d"]);
    }
    const match = play(empty, ...Array.from({ length: 100 }, (_, i) => `${"abcdefgh"[i % 8]}${i % 9}-${i % 7}`));
    expect((await toShortLink(match)).length).toBeLessThan(toLink(match).length / 4);
    for (const broken of ["z.", "z.§", "z.e30", `${short.slice(0, -6)}`]) expect(await fromAnyLink(broken)).toBeNull();
  });

  test("in a link that holds far too much is none", async () => {
    const huge = { seats: [], options: {}, tree: [], at: [], more: "x".repeat(5_000_000) };
    const packed = await new Response(
      new Blob([JSON.stringify(huge)]).stream().pipeThrough(new CompressionStream("deflate-raw")),
    ).arrayBuffer();
    const letters = btoa(String.fromCharCode(...new Uint8Array(packed)));
    expect(await fromAnyLink(`z.${letters.replaceAll("+", "-").replaceAll("/", "_")}`)).toBeNull();
  });

  test("as long as the longest is shared and saved, with a long comment at every step", async () => {
    let long = empty;
    for (let i = 0; i < LONGEST + 5; i++) long = commented(play(long, `s${i}`), i + 1, "so ".repeat(80));
    expect(main(long)).toHaveLength(LONGEST);
    expect(toRecord((await fromAnyLink(await toShortLink(long))) ?? empty, "s", 1)).toEqual(toRecord(long, "s", 1));
  });
});

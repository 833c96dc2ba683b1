import { expect, test } from "vitest";
import { forgetTree, keepTree, keptTree } from "./kept";
import { commented, noVariations, played } from "./variations";

const at = (table: string, shared = "") => ({ game: "stones", table, shared });
const tree = (text: string) => played(noVariations(["", ""]), { actor: 0, text });

test("a game, each match and each tree that was shared have a place of their own", () => {
  keepTree(at(""), tree("a"));
  keepTree(at("t1"), tree("b"));
  keepTree(at("", "one"), tree("c"));
  keepTree(at("t1", "two"), tree("d"));
  const kept = [at(""), at("t1"), at("", "one"), at("t1", "two")].map((each) => keptTree(each)?.nodes[1]?.text);
  expect(kept).toEqual(["a", "b", "c", "d"]);
  forgetTree(at("t1"));
  expect(keptTree(at("t1"))).toBeNull();
  expect(keptTree(at(""))?.nodes[1]?.text).toBe("a");
});

test("an empty tree is one where there was nothing to begin with, and none elsewhere", () => {
  for (const each of [at(""), at("t1"), at("", "x")]) keepTree(each, noVariations(["", "", ""]));
  expect(keptTree(at(""))?.seats).toHaveLength(3);
  expect([keptTree(at("t1")), keptTree(at("", "x"))]).toEqual([null, null]);
});

test("those that were left alone for longest make room for others", () => {
  keepTree(at("first"), tree("a"));
  for (let i = 0; i < 29; i++) keepTree(at(`t${i}`), tree("b"));
  keepTree(at("first"), tree("c")); // looked at again
  keepTree(at("last"), tree("d"));
  expect(keptTree(at("first"))?.nodes[1]?.text).toBe("c");
  expect(keptTree(at("t0"))).toBeNull();
  expect(localStorage.getItem("parlour.kept.of t0.analysis")).toBeNull();
  expect(keptTree(at("t1"))).not.toBeNull();
});

test("all of them together stay within bounds, and the latest is kept however long it is", () => {
  const long = (letters: number) => {
    let grown = tree("a");
    for (let said = 0; said < letters; said += 1000)
      grown = commented(played(grown, { actor: 0, text: `${said}` }), grown.next, "x".repeat(1000));
    return grown;
  };
  keepTree(at("small"), tree("a"));
  keepTree(at("long"), long(1_200_000));
  expect(keptTree(at("small"))).not.toBeNull();
  keepTree(at("other"), long(1_200_000));
  expect([keptTree(at("small")), keptTree(at("long"))]).toEqual([null, null]);
  expect(keptTree(at("other"))).not.toBeNull();
});

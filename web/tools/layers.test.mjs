import { expect, test } from "vitest";
import { importGraph } from "./imports.mjs";
import { heightsOf, layerOf, orderOf, scopedName, scopeOf } from "./layers.mjs";

const graph = importGraph();
const heights = heightsOf(graph);
const order = orderOf(heights);
const place = (path) => order.indexOf(layerOf(path, heights));

test("a component's rules win over those of all that it imports", () => {
  expect(place("ui/Chip.module.css")).toBeGreaterThan(place("ui/Icon.module.css"));
  expect(place("features/home/HomePage.module.css")).toBeGreaterThan(place("features/frame/PageFrame.module.css"));
  for (const [name, imports] of graph)
    for (const other of imports)
      if (!/^(App|main|client|contract|engine|testing)/.test(name) && !/^(client|contract|engine)/.test(other))
        expect([name, place(`${name}.module.css`)]).toSatisfy(([, at]) => at > place(`${other}.module.css`));
});

test("every layer that a sheet is put into has a place in the order", () => {
  for (const path of ["ui/tokens.css", "ui/base.css", "skins/yinsh/face.css"]) expect(place(path)).toBe(0);
  expect(new Set(order).size).toBe(order.length);
});

test("modules in a circle have a height all the same", () => {
  const round = new Map([
    ["ui/a", ["ui/b"]],
    ["ui/b", ["ui/a"]],
  ]);
  expect([...heightsOf(round).keys()]).toEqual(["ui/a", "ui/b"]);
});

test("names on the page say where they are from", () => {
  expect(scopeOf("features/tables/match/SeatCard.module.css")).toBe("SeatCard");
  expect(scopeOf("skins/yinsh/pieces.module.css")).toBe("yinsh-pieces");
  expect(scopeOf("skins/pictures.module.css")).toBe("pictures");
  expect(scopedName("ring", `${import.meta.dirname}/../src/skins/yinsh/pieces.module.css?used`)).toBe(
    "yinsh-pieces-ring",
  );
});

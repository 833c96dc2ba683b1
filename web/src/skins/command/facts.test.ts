import { expect, it } from "vitest";
import type { Piece } from "../../board/skin";
import { couldBe } from "./facts";

const contact = (name: Piece["name"], kind = "contact"): Piece => ({
  id: "ship-a8",
  kind,
  at: "site:a8",
  glyph: "?",
  name,
});

it("what a ship can be is read from its name", () => {
  expect(couldBe(contact({ key: "piece.contact", args: {} }))).toEqual([]);
  expect(couldBe(contact({ key: "piece.contact-could", args: { classes: "S F R" } }))).toEqual(["S", "F", "R"]);
  expect(couldBe(contact({ key: "piece.contact-known", args: { ship: { key: "class.L", args: {} } } }))).toEqual(["L"]);
  expect(couldBe(contact({ key: "piece.ship", args: { ship: { key: "class.C", args: {} } } }, "ship-C"))).toEqual([
    "C",
  ]);
});

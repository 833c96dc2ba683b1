import { describe, expect, it } from "vitest";
import { render } from "./render";

const catalogue = {
  plain: "Choose a card.",
  named: "{who} plays {card}.",
  count: { one: "{count} card", other: "{count} cards" },
  braces: "{{literally}} {who}",
};

describe("render", () => {
  it("puts arguments into the sentence", () => {
    expect(render(catalogue, { key: "named", args: { who: "Red", card: 61 } })).toBe("Red plays 61.");
  });
  it("chooses one or other by the count", () => {
    expect(render(catalogue, { key: "count", args: { count: 1 } })).toBe("1 card");
    expect(render(catalogue, { key: "count", args: { count: 0 } })).toBe("0 cards");
  });
  it("renders a text inside a text", () => {
    const card = { key: "count", args: { count: 2 } };
    expect(render(catalogue, { key: "named", args: { who: "Red", card } })).toBe("Red plays 2 cards.");
  });
  it("shows the key where there is no sentence", () => {
    expect(render(catalogue, { key: "missing" })).toBe("missing");
  });
  it("never takes a sentence from an argument", () => {
    expect(render(catalogue, { key: "named", args: { who: "{card}", card: 3 } })).toBe("{card} plays 3.");
  });
  it("keeps doubled braces as one", () => {
    expect(render(catalogue, { key: "braces", args: { who: "Red" } })).toBe("{literally} Red");
  });
  it("groups the digits of a number that has many", () => {
    expect(render(catalogue, { key: "named", args: { who: "Red", card: 12_345 } })).toBe("Red plays 12,345.");
    expect(render(catalogue, { key: "named", args: { who: "Red", card: 1234 } })).toBe("Red plays 1234.");
  });
  it("takes the form that is there where a language's own is not", () => {
    const other = { count: { other: "{count} cards" } };
    expect(render(other, { key: "count", args: { count: 1 } })).toBe("1 cards");
  });
});

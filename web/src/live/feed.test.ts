import { describe, expect, it } from "vitest";
import { joined, NO_FEED, type Now, type Sitter } from "./feed";

const sitting: Sitter[] = [
  { kind: "person", name: "Ada", person: "p1" },
  { kind: "bot", name: "Bot", level: 2 },
];
const now = (seats: Sitter[]): Now => ({ phase: "playing", host: "p1", seats: seats.map((seat) => ({ ...seat })) });
const news = (cursor: number, seats: Sitter[]) => ({
  table: "t",
  seat: 0,
  cursor,
  lines: [{ at: 0, kind: "step" as const, text: `${cursor}` }],
  now: now(seats),
});

describe("news of a table", () => {
  it("are joined on where they follow, and refused where they do not", () => {
    const first = joined(NO_FEED, news(1, sitting));
    expect(first?.lines.map((line) => line.text)).toEqual(["1"]);
    expect(first && joined(first, news(3, sitting))).toBeNull();
    expect(first && joined(first, news(2, sitting))?.lines.map((line) => line.text)).toEqual(["1", "2"]);
  });

  it("keep the list of those who sit there as long as they are the same", () => {
    const first = joined(NO_FEED, news(1, sitting));
    const second = first && joined(first, news(2, sitting));
    expect(second?.now?.seats).toBe(first?.now?.seats);
    for (const other of [
      [{ ...sitting[0], name: "Eve" } as Sitter, sitting[1] as Sitter],
      [sitting[0] as Sitter, { kind: "person", name: "Bot", person: "p2" } as Sitter],
      sitting.slice(0, 1),
    ])
      expect(first && joined(first, news(2, other))?.now?.seats).toEqual(other);
  });
});

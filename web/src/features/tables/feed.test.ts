import { describe, expect, it } from "vitest";
import type { TableNews } from "../../contract";
import { joined, type NamedSitter, NO_FEED, type Now } from "./feed";

const sitting: NamedSitter[] = [
  { kind: "person", name: "Ada", person: "p1" },
  { kind: "bot", name: "Bot", level: 2 },
];
const now = (seats: NamedSitter[]): Now => ({
  phase: "playing",
  host: "p1",
  seats: seats.map((seat) => ({ ...seat })),
});
const news = (cursor: number, seats: NamedSitter[]): TableNews => ({
  is: "table",
  table: "t",
  seat: 0,
  cursor,
  lines: [{ at: 0, kind: "step", text: `${cursor}` }],
  now: now(seats),
});

describe("news of a table", () => {
  it("are joined on where they follow, and refused where they do not", () => {
    const first = joined(NO_FEED, news(1, sitting));
    expect(first?.lines.map((line) => line.text)).toEqual(["1"]);
    expect(first && joined(first, news(3, sitting))).toBeNull();
    expect(first && joined(first, news(2, sitting))?.lines.map((line) => line.text)).toEqual(["1", "2"]);
  });

  it("are behind the state they bring while more lines are to come", () => {
    const first = joined(NO_FEED, { ...news(1, sitting), more: true });
    expect(first?.behind).toBe(true);
    expect(first && joined(first, news(2, sitting))?.behind).toBe(false);
  });

  it("keep the list of those who sit there as long as they are the same", () => {
    const first = joined(NO_FEED, news(1, sitting));
    const second = first && joined(first, news(2, sitting));
    expect(second?.now?.seats).toBe(first?.now?.seats);
    for (const other of [
      [{ ...sitting[0], name: "Eve" } as NamedSitter, sitting[1] as NamedSitter],
      [sitting[0] as NamedSitter, { kind: "person", name: "Bot", person: "p2" } as NamedSitter],
      sitting.slice(0, 1),
    ])
      expect(first && joined(first, news(2, other))?.now?.seats).toEqual(other);
  });
});

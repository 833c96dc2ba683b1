import { expect, test } from "vitest";
import type { ReplayMessage } from "../../../contract";
import type { NamedSitter } from "../feed";
import { sitterAt } from "./ReplaySteps";

const person = (name: string): NamedSitter => ({ kind: "person", name });

test("a step is that of who had the seat then", () => {
  const replay: ReplayMessage = {
    of: 9,
    steps: [],
    began: [person("Ada"), person("Bob")],
    handed_on: [
      { after: 3, seat: 1, who: { kind: "bot", name: "Regular", level: 3 } },
      { after: 6, seat: 1, who: person("Zoe") },
    ],
  };
  const names = [1, 3, 4, 6, 7, 9].map((number) => sitterAt(replay, 1, number)?.name);
  expect(names).toEqual(["Bob", "Bob", "Regular", "Regular", "Zoe", "Zoe"]);
  expect(sitterAt(replay, 0, 9)?.name).toBe("Ada");
  expect(sitterAt(null, 0, 1)).toBe(undefined);
});

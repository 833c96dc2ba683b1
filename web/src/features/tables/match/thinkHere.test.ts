import { beforeEach, expect, test, vi } from "vitest";
import type { DeviceSearch } from "../../../contract";
import { stopHere, thinkHere } from "./thinkHere";

const opened = vi.hoisted(() => [] as { close: () => void; game: string }[]);
vi.mock("../../../engine/modules", async (actual) => ({
  ...(await actual<object>()),
  canThink: () => true,
  fetchModule: async (game: string) => ({ game }),
}));
vi.mock("../../../engine/player", () => ({
  Player: {
    open: async ({ game }: { game: string }) => {
      const player = { game, move: async () => "7", close: vi.fn() };
      opened.push(player);
      return player;
    },
  },
}));
const start = { state: "", seats: 2, lore: null, revealed: false, seat: 0, room: 1, batch: 1 };
const search: DeviceSearch = { seat: 0, search: start, seed: 1, simulations: 9, seconds: 1, slips: 0, net: false };

beforeEach(() => {
  stopHere();
  opened.length = 0;
});

test("one engine serves all bots of a table, and goes when nobody is there any more", async () => {
  await thinkHere("stones", "t1", search);
  expect(await thinkHere("stones", "t1", search)).toBe("7");
  expect(opened).toHaveLength(1);
  stopHere();
  await vi.waitFor(() => expect(opened[0]?.close).toHaveBeenCalledOnce());
  await thinkHere("stones", "t2", search);
  expect(opened).toHaveLength(2);
});

test("another game's engine takes its place", async () => {
  await thinkHere("stones", "t1", search);
  await thinkHere("pebbles", "t2", search);
  await vi.waitFor(() => expect(opened[0]?.close).toHaveBeenCalledOnce());
  expect(opened.map((each) => each.game)).toEqual(["stones", "pebbles"]);
});

import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bot, nowOf, sitting } from "../../../testing/fixtures";
import { answers, askedFor, bodyOf, isGone, refuses, settled } from "../../../testing/server";
import { show } from "../../../testing/show";
import type { Now } from "../feed";
import { DeviceBots } from "./DeviceBots";

// What thinks is tried out in tests of its own; here it is what becomes of its move.
const thinkHere = vi.hoisted(() => vi.fn());
vi.mock("./thinkHere", () => ({ thinkHere }));

const SEARCH = "GET /tables/t1/bots/search";
const STEP = "POST /tables/t1/bots/step";
const waits: Partial<Now> = { seats: [sitting("Ada"), bot("Bea")], to_act: [1], bots_on: "device" };
const at = (some: Partial<Now> = {}, cursor = 3) => (
  <DeviceBots game="stones" table="t1" now={nowOf({ ...waits, ...some })} cursor={cursor} />
);

describe("a bot on this device", () => {
  beforeEach(() => {
    thinkHere.mockReset().mockResolvedValue("17");
    answers(SEARCH, { seat: 1, version: 8, pause: 0 });
    answers(STEP, undefined);
  });

  it("has its move sent, as one for the match that it has thought about", async () => {
    await show(at());
    await waitFor(() => expect(bodyOf(STEP)).toEqual({ seat: 1, version: 8, action: "17" }));
    expect(thinkHere.mock.calls[0]?.slice(0, 2)).toEqual(["stones", "t1"]);
  });
  it("does not think on a person's turn, before an offer is answered, after the end, or where the house thinks", async () => {
    for (const some of [{ to_act: [0] }, { offer: 0 }, { phase: "over" as const }, { bots_on: "house" as const }])
      await show(at(some));
    expect(askedFor(SEARCH)).toHaveLength(0);
  });
  it("thinks anew when the match has gone on, and what it had found for before is not sent", async () => {
    let found: (action: string) => void = () => undefined;
    thinkHere.mockImplementationOnce(() => new Promise((done) => (found = done)));
    const { rerender } = await show(at());
    rerender(at({}, 4));
    await settled();
    found("5");
    await waitFor(() => expect(askedFor(STEP)).toHaveLength(1));
    expect(bodyOf(STEP)).toEqual({ seat: 1, version: 8, action: "17" });
  });
  it("is given back to the house if this device cannot think", async () => {
    thinkHere.mockRejectedValue(new Error("no memory"));
    answers("PUT /tables/t1/bots", undefined);
    await show(at());
    expect(bodyOf("PUT /tables/t1/bots")).toEqual({ on_device: false });
    expect(askedFor(STEP)).toHaveLength(0);
  });
  it("is left alone if the house says no", async () => {
    refuses(STEP, "The match has gone on.");
    await show(at());
    await waitFor(() => expect(askedFor(STEP)).toHaveLength(1));
    await settled();
    expect(askedFor(STEP)).toHaveLength(1);
  });
  it("has its move sent once more if nothing was heard of it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    isGone(STEP);
    await show(at());
    await vi.advanceTimersByTimeAsync(0); // its pause is over
    await settled();
    expect(askedFor(STEP)).toHaveLength(1);
    answers(STEP, undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
    expect(askedFor(STEP)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(askedFor(STEP)).toHaveLength(2);
  });
});

import { describe, expect, it } from "vitest";
import type { Fairness } from "../../../contract";
import { checkDealing, isFair, outcomeOf } from "./check";
import type { Bytes } from "./hex";
import { hmacSha256, sha256, sha256ByHand } from "./hmac";
import type { NotedDealing } from "./noted";

const bytes = (length: number, seed = 0): Bytes => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) & 255);
const hex = (data: Bytes) => Buffer.from(data).toString("hex");
const SECRET: Bytes = Uint8Array.from({ length: 32 }, (_, i) => i);
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";

describe("SHA-256 by hand", () => {
  it("is what the browser's own is, at every length around a block", async () => {
    for (let length = 0; length < 200; length++)
      expect(hex(sha256ByHand(bytes(length)))).toBe(hex(await sha256(bytes(length))));
  });
  it("makes an HMAC that is what the browser's own is", async () => {
    for (const [key, message] of [
      [32, 0],
      [32, 55],
      [64, 64],
      [65, 200],
    ] as const) {
      const own = await crypto.subtle.importKey("raw", bytes(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const expected = new Uint8Array(await crypto.subtle.sign("HMAC", own, bytes(message, 7)));
      expect(hex(await hmacSha256(bytes(key), bytes(message, 7)))).toBe(hex(expected));
    }
  });
});

describe("a draw worked out on this device", () => {
  // The answers are those of `parlour.core.dealer.outcome`.
  const DRAWS: [(string | null)[], number, number[], number][] = [
    [["my cat is called Miso", null], 0, Array(98).fill(1), 24],
    [[null], 3, [5, 1, 1, 7], 3],
    [["ö – 🎲", null, "x".repeat(200)], 1000, [3, 2147483648, 8589934593], 1],
    [["", "a"], 8589934592, [1, 2, 3], 0],
    [[null, null], 7, [4503599627370496, 4503599627370496], 1],
    [[null], 401, Array(4).fill(2250700838666368), 2], // the first attempt is thrown away: it would give 0
  ];
  it("is the dealer's", async () => {
    for (const [shares, k, weights, outcome] of DRAWS)
      expect(await outcomeOf(SECRET, shares, k, weights)).toBe(outcome);
  });
  it("is none where nothing has a weight", async () => {
    expect(await outcomeOf(SECRET, [null], 0, [])).toBe(-1);
    expect(await outcomeOf(SECRET, [null], 0, [0, 0])).toBe(-1);
    expect(await outcomeOf(SECRET, [null], 0, [2, -1])).toBe(-1);
  });
});

/** A match with three honest draws among five cards; the second step is a player's. */
async function match(secret = SECRET, shares: (string | null)[] = ["violets", null]) {
  const cards = ["a", "b", "c", "d", "e"];
  const drawn: NonNullable<Fairness["drawn"]> = [];
  for (const [k, step] of [1, 3, 4].entries()) {
    const outcomes = cards.map((card, i): [string, number] => [card, i + 1]);
    const index = await outcomeOf(
      secret,
      shares,
      k,
      outcomes.map(([, weight]) => weight),
    );
    drawn.push({ step, text: outcomes[index]?.[0] ?? "", outcomes });
  }
  const told: Fairness = {
    commitment: hex(await sha256(secret)),
    contributions: shares,
    secret: hex(secret),
    draws: drawn.length,
    given: 0,
    drawn,
  };
  const steps = drawn.map(({ step, text }) => ({
    number: step,
    seat: null as number | null,
    text,
    words: { key: "", args: {} },
  }));
  steps.splice(1, 0, { number: 2, seat: 0, text: "x", words: { key: "", args: {} } });
  return { told, steps };
}

const noted: NotedDealing = { commitment: COMMITMENT, before: true, shares: { 0: "violets" } };
const goods = (findings: Awaited<ReturnType<typeof checkDealing>>) => findings.map(({ about, good }) => [about, good]);

describe("checking the dealer", () => {
  it("finds an honest one right in everything", async () => {
    const { told, steps } = await match();
    const findings = await checkDealing(told, { steps }, noted);
    expect(goods(findings)).toEqual([
      ["secret", true],
      ["noted", true],
      ["share", true],
      ["draws", true],
    ]);
    expect(isFair(findings)).toBe(true);
  });
  it("says where there is nothing to compare with, and blames nobody", async () => {
    const { told, steps } = await match();
    const findings = await checkDealing(told, { steps }, null);
    expect(goods(findings).slice(1, 3)).toEqual([
      ["noted", null],
      ["share", null],
    ]);
    expect(isFair(findings)).toBe(true);
  });
  it("notices a secret that was swapped, by what the device wrote down alone", async () => {
    const { told, steps } = await match(bytes(32, 9));
    expect(goods(await checkDealing(told, { steps }, noted))).toEqual([
      ["secret", true],
      ["noted", false],
      ["share", true],
      ["draws", true],
    ]);
  });
  it("notices a secret that does not have the fingerprint", async () => {
    const { told, steps } = await match(bytes(32, 9));
    const findings = await checkDealing({ ...told, commitment: COMMITMENT }, { steps }, noted);
    expect(goods(findings)[0]).toEqual(["secret", false]);
  });
  it("notices a share that is not the one that was given", async () => {
    const { told, steps } = await match(SECRET, ["roses", null]);
    expect(goods(await checkDealing(told, { steps }, noted))[2]).toEqual(["share", false]);
  });
  it("notices a share that was left out of the draws", async () => {
    const { told, steps } = await match(SECRET, [null, null]);
    const findings = await checkDealing({ ...told, contributions: ["violets", null] }, { steps }, noted);
    expect(goods(findings)).toContainEqual(["draws", false]);
  });
  it("names the draw that was not the dealer's, and what it should have been", async () => {
    const { told, steps } = await match();
    const [first, second, third] = told.drawn ?? [];
    if (!first || !second || !third) throw new Error("three draws");
    const forged = second.text === "a" ? "b" : "a";
    const drawn = [first, { ...second, text: forged }, third];
    const shown = steps.map((step) => (step.number === 3 ? { ...step, text: forged } : step));
    const findings = await checkDealing({ ...told, drawn }, { steps: shown }, noted);
    expect(findings.at(-1)).toMatchObject({ good: false, wrong: { step: 3, text: forged, expected: second.text } });
  });
  it("notices a list of draws that is not what was played", async () => {
    const { told, steps } = await match();
    const other = steps.map((step) => (step.number === 4 ? { ...step, text: `${step.text}?` } : step));
    expect(isFair(await checkDealing(told, { steps: other }, noted))).toBe(false);
    const more = [...steps, { number: 5, seat: null, text: "a", words: { key: "", args: {} } }];
    expect((await checkDealing(told, { steps: more }, noted)).at(-1)).toMatchObject({
      wrong: { step: 5, expected: null },
    });
    const fewer = steps.slice(0, -1);
    expect(isFair(await checkDealing(told, { steps: fewer }, noted))).toBe(false);
  });
  it("takes no secret for an answer that is none", async () => {
    const { told, steps } = await match();
    for (const secret of [null, "", "zz", "0"])
      expect(goods(await checkDealing({ ...told, secret }, { steps }, noted))[0]).toEqual(["secret", false]);
  });
});

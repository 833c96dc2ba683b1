import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { TableIdContext } from "../../../client/stored";
import type { Fairness } from "../../../contract";
import { asAda, bot, feedOf, free, nowOf, setupOf, sitting } from "../../../testing/fixtures";
import { answers, askedFor, bodyOf, refuses } from "../../../testing/server";
import { field, hasButton, press, show, type } from "../../../testing/show";
import { t } from "../../../ui/texts/page";
import type { Now } from "../feed";
import { WaitingRoom } from "../WaitingRoom";
import { DealingButton } from "./DealingButton";
import { verifyCommand } from "./DealingReport";
import { noteCommitment, noteShare, useNoted } from "./noted";
import { giveShare, useDealing, wantOwnWords } from "./shares";

const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SHARE = "my cat is called Miso";
const CONTRIBUTIONS = "POST /tables/t1/contributions";
const RANDOM = /^[0-9a-f]{64}$/;

const seatsChanged = vi.fn();
const setup = (some: Parameters<typeof setupOf>[0] = {}) => ({
  ...setupOf({ ...some, rules: { commitment: COMMITMENT, ...some.rules }, game: { chance: true, ...some.game } }),
  seatsChanged,
});
const openNow = (some: Partial<Now> = {}) =>
  nowOf({
    phase: "open",
    to_act: [],
    seats: [sitting("Ada"), bot("Neighbour")],
    commitment: COMMITMENT,
    contributed: [false, false],
    ...some,
  });

/** The part of a table's page that minds the dealing, and what it has written down. */
function Minded({ now, seats = [0] }: { now: Now; seats?: number[] }) {
  useDealing(setup({ seats }), now);
  return <output>{JSON.stringify(useNoted("t1"))}</output>;
}
const writtenDown = () => JSON.parse(screen.getByRole("status").textContent ?? "null");

describe("a table of a game with chance", () => {
  it("has its commitment written down, and then a random share is given", async () => {
    answers(CONTRIBUTIONS, { cursor: 1 });
    await show(<Minded now={openNow()} />, { me: asAda });
    const { seat, text } = bodyOf(CONTRIBUTIONS) as { seat: number; text: string };
    expect(seat).toBe(0);
    expect(text).toMatch(RANDOM);
    expect(writtenDown()).toEqual({ commitment: COMMITMENT, before: true, shares: { 0: text } });
  });
  it("gets a different share each time", async () => {
    answers(CONTRIBUTIONS, { cursor: 1 });
    noteCommitment("t1", COMMITMENT, true);
    const { rerender } = await show(<Minded now={openNow()} />, { me: asAda });
    rerender(<Minded now={openNow({ contributed: [true, true] })} />);
    rerender(<Minded now={openNow()} />);
    await vi.waitFor(() => expect(askedFor(CONTRIBUTIONS)).toHaveLength(2));
    const texts = askedFor(CONTRIBUTIONS).map(({ body }) => (body as { text: string }).text);
    expect(new Set(texts).size).toBe(2);
  });
  it("is given nothing by those who look on, nor twice, nor once it has begun", async () => {
    await show(<Minded now={openNow()} seats={[]} />, { me: asAda });
    await show(<Minded now={openNow({ contributed: [true, false] })} />, { me: asAda });
    await show(<Minded now={openNow({ phase: "playing" })} />, { me: asAda });
    expect(askedFor(CONTRIBUTIONS)).toEqual([]);
  });
  it("writes down no share that the server did not take", async () => {
    refuses(CONTRIBUTIONS, "This seat has already contributed.");
    await show(<Minded now={openNow()} />, { me: asAda });
    expect(writtenDown()).toEqual({ commitment: COMMITMENT, before: true, shares: {} });
  });
  it("keeps what was shown first, whatever is shown later", async () => {
    await show(<Minded now={openNow({ phase: "playing" })} />, { me: asAda });
    expect(writtenDown()).toMatchObject({ commitment: COMMITMENT, before: false });
    await show(<Minded now={openNow({ phase: "playing", commitment: "0".repeat(64) })} />, { me: asAda });
    expect(JSON.parse(screen.getAllByRole("status")[0]?.textContent ?? "").commitment).toBe(COMMITMENT);
  });
});

const room = (now: Now, seats: number[] = [0]) => (
  <TableIdContext.Provider value="t1">
    <WaitingRoom setup={setup({ now, seats })} now={now} feed={feedOf(now)} viewer={0} />
  </TableIdContext.Provider>
);
const panel = () => document.querySelector("[data-dealing]")?.textContent ?? "";

describe("a table that has not begun", () => {
  it("shows the commitment, and what was given", async () => {
    noteCommitment("t1", COMMITMENT, true);
    noteShare("t1", 0, SHARE);
    await show(room(openNow({ contributed: [true, false], seats: [sitting("Ada"), free] })), { me: asAda });
    expect(panel()).toContain(COMMITMENT);
    expect(panel()).toContain(t("dealing.noted"));
    expect(panel()).toContain(SHARE);
    expect(panel()).toContain(t("dealing.given-by", { names: "Ada" }));
  });
  it("waits for the player's own words, having shown the commitment", async () => {
    answers(CONTRIBUTIONS, { cursor: 1 });
    wantOwnWords("t1");
    noteCommitment("t1", COMMITMENT, true);
    await show(room(openNow()), { me: asAda });
    expect(screen.getAllByRole("status").map((each) => each.textContent)).toContain(t("dealing.waits"));
    type(t("dealing.your-words"), SHARE);
    await press(t("dealing.add"));
    expect(bodyOf(CONTRIBUTIONS)).toEqual({ seat: 0, text: SHARE });
    expect(panel()).toContain(SHARE);
  });
  it("says why words were not taken, and keeps them", async () => {
    refuses(CONTRIBUTIONS, "Contributions closed with the first draw.");
    wantOwnWords("t1");
    await show(room(openNow()), { me: asAda });
    type(t("dealing.your-words"), SHARE);
    await press(t("dealing.add"));
    expect(screen.getByRole("alert").textContent).toBe("Contributions closed with the first draw.");
    expect(field(t("dealing.your-words")).value).toBe(SHARE);
  });
  it("takes the words of who sits down along, or a random share", async () => {
    const now = openNow({ host: "bo", seats: [sitting("Bo"), free] });
    answers("POST /tables/t1/seats", { ...setup().at, seats: [1] });
    await show(room(now, []), { me: asAda });
    await press(t("waiting-room.sit"));
    expect(bodyOf("POST /tables/t1/seats")).toMatchObject({ seat: 1, contribution: expect.stringMatching(RANDOM) });
    type(t("dealing.words-sit"), ` ${SHARE} `);
    await press(t("waiting-room.sit"));
    expect(bodyOf("POST /tables/t1/seats")).toEqual({ seat: 1, contribution: SHARE });
  });
  it("says so at once if the house shows another commitment than before", async () => {
    noteCommitment("t1", "0".repeat(64), true);
    await show(room(openNow({ contributed: [true, false] })), { me: asAda });
    expect(screen.getByRole("alert").textContent).toBe(t("dealing.changed", { noted: "0".repeat(64) }));
  });
});

const told: Fairness = {
  commitment: COMMITMENT,
  contributions: [SHARE, null],
  secret: SECRET,
  draws: 1,
  given: 0,
  drawn: [{ step: 1, text: "26", outcomes: Array.from({ length: 98 }, (_, i) => [String(i + 2), 1]) }],
};
const replayed = (text = "26") => ({
  of: 1,
  steps: [{ number: 1, seat: null, text, words: { key: "log.step", args: {} } }],
  began: [],
  handed_on: [],
});
async function report(fairness: Fairness, text = "26") {
  answers("GET /tables/t1/fairness", fairness);
  answers("GET /tables/t1/replay", replayed(text));
  await show(<DealingButton setup={setup()} now={openNow({ phase: "over" })} />, { me: asAda });
  await press(t("dealing.title"));
  await press(t("dealing.check"));
  await vi.waitFor(() => expect(document.querySelector("[data-fair]")).not.toBeNull());
}
const said = () => document.querySelector("[data-fair]")?.textContent ?? "";

describe("the end of a match", () => {
  it("shows the secret and the shares, and the check finds all of it right", async () => {
    noteCommitment("t1", COMMITMENT, true);
    noteShare("t1", 0, SHARE);
    await report(told);
    expect(document.body.textContent).toContain(SECRET);
    expect(document.body.textContent).toContain(SHARE);
    expect(said()).toContain(t("dealing.fair"));
    expect(said()).toContain(t("dealing.noted-good"));
    expect(said()).toContain(t("dealing.share-good"));
    expect(said()).toContain(t("dealing.draws-good", { count: 1 }));
  });
  it("notices a house that has swapped its secret", async () => {
    noteCommitment("t1", "0".repeat(64), true);
    await report(told);
    expect(said()).toContain(t("dealing.unfair"));
    expect(said()).toContain(t("dealing.noted-bad", { noted: "0".repeat(64) }));
  });
  it("notices a draw that was not the dealer's", async () => {
    noteCommitment("t1", COMMITMENT, true);
    await report({ ...told, drawn: told.drawn?.map((draw) => ({ ...draw, text: "99" })) ?? [] }, "99");
    expect(said()).toContain(t("dealing.unfair"));
    expect(said()).toContain(t("dealing.draws-bad", { step: 1, text: "99", expected: "26" }));
  });
  it("works without the browser's own hashes, as on a plain address at home", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    try {
      await report(told);
      expect(said()).toContain(t("dealing.draws-good", { count: 1 }));
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe("how a match is dealt", () => {
  it("is nothing to ask about where nothing is drawn", async () => {
    await show(<DealingButton setup={setupOf()} now={nowOf()} />, { me: asAda });
    expect(hasButton(t("dealing.title"))).toBe(false);
  });
  it("shows no secret while it is played, and asks for none", async () => {
    noteCommitment("t1", COMMITMENT, true);
    await show(<DealingButton setup={setup()} now={openNow({ phase: "playing" })} />, { me: asAda });
    await press(t("dealing.title"));
    expect(document.body.textContent).toContain(COMMITMENT);
    expect(hasButton(t("dealing.check"))).toBe(false);
  });
  it("can be checked elsewhere, with what was written down here", () => {
    const noted = { commitment: COMMITMENT, before: true, shares: { 0: "Ada's" } };
    expect(verifyCommand("r.json", noted)).toBe(
      `parlour verify r.json --commitment ${COMMITMENT} --contribution 'Ada'\\''s'`,
    );
    expect(verifyCommand("r.json", null)).toBe("parlour verify r.json");
  });
});

describe("a share", () => {
  it("is written down once it was taken", async () => {
    answers(CONTRIBUTIONS, { cursor: 1 });
    noteCommitment("t1", COMMITMENT, true);
    await giveShare("t1", 1, SHARE);
    expect(localStorage.getItem("parlour.kept.t1.dealing")).toContain(SHARE);
  });
});

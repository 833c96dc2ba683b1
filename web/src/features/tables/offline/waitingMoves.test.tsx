import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimDevice, forgetDevice, keep, readKept } from "../../../client/device";
import { asAda, nobody } from "../../../testing/fixtures";
import { answers, askedFor, isGone, refuses, settled } from "../../../testing/server";
import { press, show } from "../../../testing/show";
import { t } from "../../../ui/texts/page";
import { WaitingMovesPanel } from "./WaitingMovesPanel";
import { forgetMove, keepMove, sendMoves, type WaitingMove } from "./waitingMoves";

const STEPS = "POST /tables/t1/steps";
const MOVE: WaitingMove = {
  ...{ table: "t1", game: "stones", seat: 0, steps: ["f"], words: "f1", after: 7, key: "k1", at: 1 },
};

beforeEach(async () => {
  answers("GET /me", asAda);
  answers(STEPS, { cursor: 8 });
  await claimDevice("ada");
});
afterEach(() => forgetDevice());

const panel = () => show(<WaitingMovesPanel games={[]} />, { me: asAda });
const said = () => document.body.textContent ?? "";

describe("a move that waits", () => {
  it("is sent with its key and with where it was chosen, and is gone then", async () => {
    await keepMove(MOVE);
    await panel();
    expect(said()).toContain(t("waiting.move", { step: "f1" }));
    await sendMoves();
    await settled();
    expect(askedFor(STEPS).map((each) => each.body)).toEqual([{ seat: 0, steps: ["f"], after: 7 }]);
    expect(said()).not.toContain("f1");
    await sendMoves();
    expect(askedFor(STEPS)).toHaveLength(1);
  });
  it("stays while the server cannot be reached, and goes again with the same key", async () => {
    await keepMove(MOVE);
    isGone(STEPS);
    await sendMoves();
    expect(askedFor(STEPS)).toHaveLength(1);
    answers(STEPS, { cursor: 8 });
    await sendMoves();
    expect(askedFor(STEPS)).toHaveLength(2);
    await sendMoves();
    expect(askedFor(STEPS)).toHaveLength(2);
  });
  it("is told why it was not played, until the player has read it, and is not sent again", async () => {
    await keepMove(MOVE);
    refuses(STEPS, "The match has gone on.", "refuse.moved-on");
    await panel();
    await sendMoves();
    await settled();
    expect(said()).toContain(t("waiting.refused", { step: "f1", why: "The match has gone on." }));
    await sendMoves();
    expect(askedFor(STEPS)).toHaveLength(1);
    await press(new RegExp(t("waiting.read")));
    await settled();
    expect(said()).not.toContain("f1");
  });
  it("is one at each table, and can be taken back", async () => {
    expect(await keepMove(MOVE)).toBe(true);
    expect(await keepMove({ ...MOVE, steps: ["g"], key: "k2" })).toBe(false);
    await forgetMove(MOVE);
    await sendMoves();
    expect(askedFor(STEPS)).toEqual([]);
  });
});

describe("what the device keeps", () => {
  it("is nobody else's: another person finds nothing, and sends nothing", async () => {
    await keepMove(MOVE);
    await keep("own tables", { tables: [] });
    await claimDevice("bob");
    answers("GET /me", { ...asAda, person: { ...asAda.person, id: "bob" } });
    await sendMoves();
    expect(askedFor(STEPS)).toEqual([]);
    expect(await readKept("own tables")).toBe(undefined);
    await claimDevice("ada");
    expect(await readKept("own tables")).toBe(undefined);
    await sendMoves();
    expect(askedFor(STEPS)).toEqual([]);
  });
  it("goes when the session has ended by itself; moves wait for the same person to come back", async () => {
    await keepMove(MOVE);
    await keep("own tables", { tables: [] });
    await claimDevice("", true);
    answers("GET /me", { ...nobody, ended: true });
    expect(await readKept("own tables")).toBe(undefined);
    await sendMoves();
    expect(askedFor(STEPS)).toEqual([]);
    answers("GET /me", asAda);
    await claimDevice("ada");
    await sendMoves();
    expect(askedFor(STEPS)).toHaveLength(1);
  });
  it("goes when its owner signs out, moves too", async () => {
    await keepMove(MOVE);
    await forgetDevice();
    await claimDevice("ada");
    await sendMoves();
    expect(askedFor(STEPS)).toEqual([]);
  });
});

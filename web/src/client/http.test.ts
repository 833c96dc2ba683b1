import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { get, linkTo, post, put, Refusal } from "./http";

let asked: { url: string; init: RequestInit }[];
let answer: () => Response;

beforeEach(() => {
  [asked, answer] = [[], () => Response.json({})];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a request", () => {
  it("fills the gaps of its path, and asks for the rest in its query", async () => {
    await get("/tables/{table}/at/{line}", { table: "a/b", line: 3, seat: 0, invite: "", everything: true });
    expect(asked[0]?.url).toBe("/api/v1/tables/a%2Fb/at/3?seat=0&everything=true");
  });
  it("leaves out of the query what is not said", async () => {
    await get("/moderation/reports", { settled: false, after: null });
    await get("/ratings", { who: ["a", "b"] });
    expect(asked.map((each) => each.url)).toEqual([
      "/api/v1/moderation/reports?settled=false",
      "/api/v1/ratings?who=a&who=b",
    ]);
    expect(linkTo("/me/export/file", {})).toBe("/api/v1/me/export/file");
  });
  it("carries its body and its key", async () => {
    await post("/tables/{table}/steps", { table: "t", body: { seat: 0, steps: ["f6"] }, key: "k" });
    expect(asked[0]).toMatchObject({
      url: "/api/v1/tables/t/steps",
      init: {
        method: "POST",
        body: '{"seat":0,"steps":["f6"]}',
        headers: { "Content-Type": "application/json", "Idempotency-Key": "k" },
      },
    });
  });
  it("is answered with nothing, or refused in a sentence", async () => {
    answer = () => new Response(null, { status: 204 });
    expect(await put("/me/following/{person}", { person: "p" })).toBe(undefined);
    answer = () => Response.json({ key: "refuse.no-table", detail: "There is no such table." }, { status: 404 });
    await expect(get("/tables/{table}", { table: "t" })).rejects.toThrow(
      new Refusal("refuse.no-table", "There is no such table.", 404),
    );
  });
});

/** Never called: what is wrong here is found by `tsc`, and what it does not find is an error too. */
async function mistakes() {
  // @ts-expect-error: there is no such path
  await get("/tabels");
  // @ts-expect-error: this path is not asked so
  await put("/tables/{table}", { table: "t" });
  // @ts-expect-error: which table?
  await get("/tables/{table}", {});
  // @ts-expect-error: nothing is called so in its query
  await get("/tables/{table}", { table: "t", invitation: "i" });
  // @ts-expect-error: a level is a number
  await put("/tables/{table}/seats/{seat}/bot", { table: "t", seat: 0, body: { level: "3" } });
  // @ts-expect-error: it takes no key
  await post("/tables/{table}/hint", { table: "t", body: { seat: 0 }, key: "k" });
  // @ts-expect-error: the answer has another shape
  (await get("/me")).nobody;
}
void mistakes;

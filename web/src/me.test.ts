import { expect, test, vi } from "vitest";
import type { Me } from "./api/people";

vi.mock("./live", () => ({ somebody: { here: false }, wire: { restart: vi.fn(), onAskAgain: () => undefined } }));

const someone = (name: string): Me => ({
  person: { id: name, name, since: 0, kind: "account" },
  settings: {},
  scopes: [],
  may_enter: true,
  role: null,
  guests: "welcome",
  notice: null,
});
const nobody: Me = { ...someone(""), person: null };

test("an answer about who was here before is not believed after somebody has entered", async () => {
  let answer: (me: Me) => void = () => undefined;
  vi.stubGlobal("fetch", async () => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    json: () => new Promise<Me>((known) => (answer = known)),
  }));
  const me = await import("./me");
  me.entered(someone("guest"));
  const asked = me.refreshMe();
  await vi.waitFor(() => expect(answer.length).toBe(1));
  me.entered(someone("Anna"));
  answer(nobody);
  expect((await asked).person?.name).toBe("Anna");
  const again = me.refreshMe();
  await new Promise((done) => setTimeout(done));
  answer(nobody);
  expect((await again).person).toBe(null);
});

test("while somebody enters, nothing else is asked, and what was asked before is waited for", async () => {
  const paths: string[] = [];
  let answer: (me: Me) => void = () => undefined;
  vi.stubGlobal("fetch", async (path: string) => {
    paths.push(path);
    return { ok: true, status: 200, headers: new Headers(), json: () => new Promise<Me>((known) => (answer = known)) };
  });
  const me = await import("./me");
  const asked = me.refreshMe();
  await vi.waitFor(() => expect(answer.length).toBe(1));
  const answerFirst = answer;
  const entering = me.enter(async () => {
    paths.push("enter");
    return someone("Berta");
  });
  const again = me.refreshMe();
  expect(paths).toEqual(["/api/v1/me"]);
  answerFirst(someone("guest"));
  expect((await asked).person?.name).toBe("guest");
  expect((await entering).person?.name).toBe("Berta");
  expect((await again).person?.name).toBe("Berta");
  expect(paths).toEqual(["/api/v1/me", "enter"]);
});

test("where guests are not let in, even who presses a button at once goes to take an account", async () => {
  vi.resetModules();
  const asked: string[] = [];
  const guest: Me = { ...someone("guest"), guests: "none", person: { id: "g", name: "g", since: 0, kind: "guest" } };
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return { ok: true, status: 200, headers: new Headers(), json: async () => guest };
  });
  const me = await import("./me");
  me.ways.signUp = vi.fn();
  const answered = vi.fn();
  me.someone().then(answered, answered);
  await vi.waitFor(() => expect(me.ways.signUp).toHaveBeenCalled());
  expect(asked).toEqual(["/api/v1/me"]);
  expect(answered).not.toHaveBeenCalled();
});

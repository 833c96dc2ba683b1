import { expect, test, vi } from "vitest";
import type { Me } from "../contract";

vi.mock("./connection", () => ({ socket: { restart: vi.fn() } }));
const go = vi.hoisted(() => vi.fn());
vi.mock("../ui/router", async (original) => ({ ...(await original<object>()), go }));
vi.stubGlobal("location", { pathname: "/games", search: "" });

const account = (name: string): Me => ({
  person: { id: name, name, since: 0, kind: "account" },
  settings: {},
  scopes: [],
  may_enter: true,
  role: null,
  guests: "welcome",
  notice: null,
  passkeys: false,
  waiting_role: null,
  ended: false,
  until: null,
});
const nobody: Me = { ...account(""), person: null };

test("an answer about who was here before is not believed after somebody has entered", async () => {
  let answer: (me: Me) => void = () => undefined;
  vi.stubGlobal("fetch", async () => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    json: () => new Promise<Me>((known) => (answer = known)),
  }));
  const me = await import("./session");
  me.entered(account("guest"));
  const asked = me.refreshMe();
  await vi.waitFor(() => expect(answer.length).toBe(1));
  me.entered(account("Anna"));
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
  const me = await import("./session");
  const asked = me.refreshMe();
  await vi.waitFor(() => expect(answer.length).toBe(1));
  const answerFirst = answer;
  const entering = me.enter(async () => {
    paths.push("enter");
    return account("Berta");
  });
  const again = me.refreshMe();
  expect(paths).toEqual(["/api/v1/me"]);
  answerFirst(account("guest"));
  expect((await asked).person?.name).toBe("guest");
  expect((await entering).person?.name).toBe("Berta");
  expect((await again).person?.name).toBe("Berta");
  expect(paths).toEqual(["/api/v1/me", "enter"]);
});

test("where guests are not let in, even who presses a button at once goes to take an account", async () => {
  vi.resetModules();
  const asked: string[] = [];
  const guest: Me = { ...account("guest"), guests: "none", person: { id: "g", name: "g", since: 0, kind: "guest" } };
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return { ok: true, status: 200, headers: new Headers(), json: async () => guest };
  });
  const me = await import("./session");
  const answered = vi.fn();
  me.requirePerson().then(answered, answered);
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith("/sign-up?next=%2Fgames"));
  expect(asked).toEqual(["/api/v1/me"]);
  expect(answered).not.toHaveBeenCalled();
});

import { describe, expect, it } from "vitest";
import { paths, routeOf } from "./router";

describe("routeOf", () => {
  it("reads every address that the page makes", () => {
    expect(routeOf(paths.home)).toEqual({ page: "home" });
    expect(routeOf(paths.play("yinsh"))).toEqual({ page: "play", game: "yinsh" });
    expect(routeOf(paths.table("aB-1", "s3cret"))).toEqual({ page: "table", table: "aB-1", invite: "s3cret" });
    expect(routeOf(paths.replay("aB-1", { step: 34, as: "all" }))).toEqual({
      page: "replay",
      table: "aB-1",
      invite: "",
      step: 34,
      as: "all",
    });
    expect(routeOf(paths.analysis("yinsh", { table: "t", step: 3, as: "2", shared: "x" }))).toEqual({
      ...{ page: "analysis", game: "yinsh", table: "t", step: 3, as: "2", invite: "", shared: "x" },
    });
    expect(routeOf(paths.tournaments())).toEqual({ page: "tournaments", game: "" });
    expect(routeOf(paths.organise("yinsh"))).toEqual({ page: "organise", game: "yinsh" });
    expect(routeOf(paths.tournament("aB-1="))).toEqual({ page: "tournament", tournament: "aB-1=" });
    expect(routeOf(paths.rules())).toEqual({ page: "rules", game: null });
    expect(routeOf(paths.leaders())).toEqual({ page: "leaders", game: null });
    expect(routeOf(paths.leaders("dance"))).toEqual({ page: "leaders", game: "dance" });
    expect(routeOf(paths.player("bot:3"))).toEqual({ page: "player", who: "bot:3" });
    expect(routeOf("/console")).toEqual({ page: "console", part: "reports", of: "" });
    expect(routeOf(paths.console("people", "aB-1="))).toEqual({ page: "console", part: "people", of: "aB-1=" });
    expect(routeOf("/console/cellar")).toEqual({ page: "nowhere" });
    expect(routeOf(paths.signIn("/games"))).toEqual({ page: "sign-in", next: "/games" });
    for (const path of [paths.games, paths.tables, paths.settings, paths.profile, paths.forgot])
      expect(routeOf(path).page).toBe(path.slice(1));
  });
  it("reads what stands in letters", () => {
    for (const page of ["reset", "confirm", "unsubscribe"])
      expect(routeOf(`/${page}?token=turn.1f.ada%3D`)).toEqual({ page, token: "turn.1f.ada=" });
    expect(routeOf("/reset#token=a_b-c")).toEqual({ page: "reset", token: "a_b-c" });
    expect(routeOf("/reset")).toEqual({ page: "reset", token: "" });
  });
  it("knows what it does not know", () => {
    for (const path of ["/nothing", "/play", "/table/a/b", "/%E0%A4%A"]) expect(routeOf(path).page).toBe("nowhere");
  });
  it("takes no address for another house", () => {
    for (const path of ["//", "//evil.example/games", "///x"]) expect(routeOf(path).page).not.toBe("games");
  });
  it("takes a step only as a number", () => {
    expect(routeOf("/replay/a?step=x")).toMatchObject({ step: null });
  });
  it("sends nobody elsewhere", () => {
    for (const next of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "/\n\\evil.example",
      "/..//evil.example",
      "javascript:alert(1)",
    ])
      expect(routeOf(`/sign-in?next=${encodeURIComponent(next)}`)).toEqual({ page: "sign-in", next: "/" });
  });
});

import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { FollowedPlayer } from "../../contract";
import { asAda, asGuest, bot, game, listed, nobody, nowOf, rules, sitting } from "../../testing/fixtures";
import { answers, askedFor, bodyOf, live, refuses, settled, takesTime } from "../../testing/server";
import {
  begins,
  button,
  choose,
  field,
  hasButton,
  hasLink,
  here,
  link,
  press,
  pressTwice,
  show,
  textsOf,
  type,
} from "../../testing/show";
import { t } from "../../ui/texts/page";
import { ChallengeForm } from "./ChallengeForm";
import { ChallengeList } from "./ChallengeList";
import { FindPlayer } from "./FindPlayer";
import { FollowedList } from "./Following";
import { FollowingPanel } from "./FollowingPanel";
import { PlayerActions } from "./PlayerActions";
import { PlayersField } from "./PlayersField";
import { PrivacySettings } from "./PrivacySettings";

const followed = (name: string, some: Partial<FollowedPlayer> = {}): FollowedPlayer => ({
  id: name.toLowerCase(),
  name,
  since: 0,
  here: false,
  table: null,
  ...some,
});
const GAMES = [game("stones"), game("crowd", { seats: [2, 3, 4] }), game("team", { seats: [3], cooperative: true })];
const TABLE = { rules: rules({ table: "new" }), seats: [0], now: nowOf() };
const isDisabled = (element: HTMLElement) => element.hasAttribute("disabled");

describe("the other players of a challenge", () => {
  function Players({ most = 2 }: { most?: number }) {
    const [chosen, setChosen] = useState<string[]>([]);
    return (
      <form onSubmit={() => expect.unreachable("the challenge was sent")}>
        <PlayersField but="bo" most={most} chosen={chosen} onChange={setChosen} />
        <output>{chosen.join()}</output>
      </form>
    );
  }
  const chosen = () => screen.getAllByRole("status").at(-1)?.textContent;

  it("are chosen among those whom the player follows, without the one who is asked anyway", async () => {
    answers("GET /me/following", [followed("Bo"), followed("Cy"), followed("Di", { here: true })]);
    await show(<Players />, { me: asAda });
    expect(screen.queryByLabelText("Bo")).toBeNull();
    await choose("Cy");
    expect(chosen()).toBe("cy");
    await choose("Cy");
    expect(chosen()).toBe("");
  });
  it("are no more than there are seats", async () => {
    answers("GET /me/following", [followed("Cy"), followed("Di")]);
    await show(<Players most={1} />, { me: asAda });
    await choose("Cy");
    expect([isDisabled(field(/^Di/)), isDisabled(field("Cy")), isDisabled(field(t("find-player.name")))]).toEqual([
      true,
      false,
      true,
    ]);
  });
  it("can be added by name, and Enter does not send the challenge", async () => {
    answers("GET /player-names", []);
    answers("GET /players", { id: "eve", name: "Eve", since: 0, kind: "account" });
    await show(<Players />, { me: asAda });
    type(t("find-player.name"), " Eve ");
    expect(fireEvent.keyDown(field(t("find-player.name")), { key: "Enter" })).toBe(false); // the browser does nothing with it
    await settled();
    expect(askedFor("GET /players")[0]?.query.get("name")).toBe("Eve");
    expect([chosen(), field("Eve").checked, field(t("find-player.name")).value]).toEqual(["eve", true, ""]);
  });
  it("are added by the beginning of one's name, and of several that begin alike one is ticked", async () => {
    const named = (name: string) => ({ id: name.toLowerCase(), name, since: 0, kind: "account" });
    answers("GET /player-names", [named("Eve"), named("Bo")]); // who is asked anyway is none of them
    await show(<Players />, { me: asAda });
    type(t("find-player.name"), "Ev");
    await press(t("challenge.add"));
    expect(chosen()).toBe("eve");
    answers("GET /player-names", [named("Fay"), named("Faye")]);
    type(t("find-player.name"), "Fa");
    await press(t("challenge.add"));
    expect(chosen()).toBe("eve");
    await choose("Faye");
    expect(chosen()).toBe("eve,faye");
  });
  it("who do not exist are not added, and what was typed stays", async () => {
    answers("GET /player-names", []);
    refuses("GET /players", "Nobody has that name.");
    await show(<Players />, { me: asAda });
    type(t("find-player.name"), "Evv");
    await press(t("challenge.add"));
    expect(screen.getByText("Nobody has that name.")).toBeTruthy();
    expect([chosen(), field(t("find-player.name")).value]).toEqual(["", "Evv"]);
  });
  it("that were ticked while a name was looked up stay ticked", async () => {
    answers("GET /me/following", [followed("Cy")]);
    answers("GET /player-names", []);
    const players = takesTime("GET /players");
    await show(<Players />, { me: asAda });
    type(t("find-player.name"), "Eve");
    await press(t("challenge.add"));
    await choose("Cy");
    await players.answer({ id: "eve", name: "Eve", since: 0, kind: "account" });
    expect(chosen()).toBe("cy,eve");
  });
});

describe("a challenge", () => {
  const form = <ChallengeForm who="bo" name="Bo" games={GAMES} />;
  it("names the game, the clock and whether it counts, and leads to its table", async () => {
    answers("POST /challenges", TABLE);
    await show(form, { me: asAda });
    await press(t("challenge.send"));
    expect(bodyOf("POST /challenges")).toEqual({
      to: "bo",
      others: [],
      seats: 2,
      bots: null,
      game: "stones",
      clock: { pace: "live", minutes: 5, increment: 5 },
      rated: false,
    });
    expect(here()).toBe("/table/new");
  });
  it("asks several where a game has more seats, and bots take the rest", async () => {
    answers("GET /me/following", [followed("Cy")]);
    answers("POST /challenges", TABLE);
    await show(form, { me: asAda });
    type(t("home.which"), "crowd");
    await choose(begins("4"));
    await choose("Cy");
    type(t("challenge.left", { count: 1 }), "3");
    await press(t("challenge.send"));
    expect(bodyOf("POST /challenges")).toMatchObject({ game: "crowd", seats: 4, others: ["cy"], bots: 3 });
  });
  it("has as many seats as the game allows, whatever was chosen for another", async () => {
    answers("GET /me/following", [followed("Cy")]);
    answers("POST /challenges", TABLE);
    await show(form, { me: asAda });
    type(t("home.which"), "crowd");
    await choose(begins("4"));
    await choose("Cy");
    type(t("home.which"), "stones");
    await press(t("challenge.send"));
    expect(bodyOf("POST /challenges")).toMatchObject({ game: "stones", seats: 2, others: [] });
  });
  it("is sent once", async () => {
    const challenges = takesTime("POST /challenges");
    await show(form, { me: asAda });
    await pressTwice(t("challenge.send"));
    expect(isDisabled(button(t("challenge.send")))).toBe(true);
    await challenges.answer(TABLE);
    expect(askedFor("POST /challenges")).toHaveLength(1);
  });
  it("that is refused says why, and can be sent again", async () => {
    refuses("POST /challenges", "Bo takes no challenges.");
    await show(form, { me: asAda });
    await press(t("challenge.send"));
    expect(screen.getByText("Bo takes no challenges.")).toBeTruthy();
    expect([isDisabled(button(t("challenge.send"))), here()]).toEqual([false, "/"]);
  });
  it("of a game that is not ready waits for it", async () => {
    await show(<ChallengeForm who="bo" name="Bo" games={[game("stones", { ready: false })]} />, { me: asAda });
    expect(isDisabled(button(t("challenge.send")))).toBe(true);
  });
});

describe("challenges that wait for an answer", () => {
  const list = async (lines: ReturnType<typeof listed>[]) => {
    await show(<ChallengeList games={GAMES} />, { me: asAda });
    await live.opens();
    await live.says({ is: "me", tables: [], challenges: lines });
  };
  it("are accepted with one touch", async () => {
    answers("POST /challenges/t1/answer", { table: "t1", sits: true });
    await list([listed("t1")]);
    await press(begins(t("challenges.yes")));
    expect([bodyOf("POST /challenges/t1/answer"), here()]).toEqual([{ yes: true, contribute: true }, "/table/t1"]);
  });
  it("are declined with one touch, and cannot be answered twice", async () => {
    answers("POST /challenges/t1/answer", { table: "t1", sits: false });
    await list([listed("t1")]);
    await press(begins(t("challenges.no")));
    expect([bodyOf("POST /challenges/t1/answer"), here()]).toEqual([{ yes: false, contribute: false }, "/"]);
    expect(isDisabled(button(begins(t("challenges.yes"))))).toBe(true);
  });
  it("say at the right one why an answer was refused", async () => {
    refuses("POST /challenges/t2/answer", "It was taken back.");
    await list([listed("t1"), listed("t2", { about: { host: "cy", seats: [sitting("Cy")] } })]);
    const [, second] = screen.getAllByRole("button", { name: begins(t("challenges.yes")) });
    if (second) fireEvent.click(second);
    await settled();
    expect(textsOf("listitem")[0]).not.toContain("taken back");
    expect(textsOf("listitem")[1]).toContain("It was taken back.");
  });
  it("are gone when their time is over", async () => {
    await list([
      listed("t1", { about: { until: Date.now() - 1_000 } }),
      listed("t2", { about: { until: Date.now() + 60_000 } }),
    ]);
    expect(textsOf("listitem")).toHaveLength(1);
  });
  it("are no empty list", async () => {
    await list([]);
    expect(screen.queryByRole("heading")).toBeNull();
  });
});

describe("those whom the player follows", () => {
  it("are shown first of all if they are online or play", async () => {
    const table = listed("t9", { phase: "playing", about: { seats: [sitting("Cy"), bot("Hal")] } });
    answers("GET /me/following", [followed("Bo", { here: true }), followed("Cy", { table }), followed("Di")]);
    await show(<FollowingPanel games={GAMES} />, { me: asAda });
    expect(textsOf("listitem").map((row) => row.slice(1, 3))).toEqual(["Bo", "Cy"]);
    expect(link(begins(t("table-row.watch"))).getAttribute("href")).toBe("/table/t9");
    expect(screen.getByText(t("following.rest", { count: 1 }))).toBeTruthy();
  });
  it("are no empty list on the first page", async () => {
    await show(<FollowingPanel games={GAMES} />, { me: asAda });
    expect(screen.queryByRole("heading")).toBeNull();
  });
  it("are asked for once, and again when tables begin", async () => {
    answers("GET /me/following", [followed("Bo")]);
    await show(<FollowingPanel games={GAMES} />, { me: asAda });
    expect(askedFor("GET /me/following")).toHaveLength(1);
    await live.opens();
    await live.says({ is: "lobby", open: [], playing: [listed("t1", { phase: "playing" })] });
    await settled();
    expect(askedFor("GET /me/following")).toHaveLength(2);
  });
  it("are not asked for where nobody is signed in", async () => {
    await show(<FollowingPanel games={GAMES} />, { me: nobody });
    expect(askedFor("GET /me/following")).toHaveLength(0);
  });
  it("can be left in the profile", async () => {
    answers("GET /me/following", [followed("Bo")]);
    answers("DELETE /me/following/bo", undefined);
    await show(<FollowedList />, { me: asAda });
    expect(hasButton(begins(t("meeting.unfollow")))).toBe(false);
    await press(t("following.change"));
    answers("GET /me/following", []);
    await press(begins(t("meeting.unfollow")));
    expect(screen.getByText(t("meeting.unfollowed"))).toBeTruthy();
    expect(screen.getByText(t("following.nobody"))).toBeTruthy();
  });
});

describe("another player's page", () => {
  const meet = (some: object = {}) =>
    answers("GET /players/bo/meeting", { following: false, here: false, challenge: true, tables: [], ...some });
  it("lets a player follow, and shows it at once", async () => {
    answers("GET /games", GAMES);
    meet();
    answers("PUT /me/following/bo", undefined);
    await show(<PlayerActions who="bo" name="Bo" />, { me: asAda });
    expect(button(t("meeting.follow")).getAttribute("aria-pressed")).toBe("false");
    meet({ following: true });
    await press(t("meeting.follow"));
    expect(button(t("meeting.following")).getAttribute("aria-pressed")).toBe("true");
  });
  it("has no challenge for guests, nor to those who want none", async () => {
    meet();
    const { unmount } = await show(<PlayerActions who="bo" name="Bo" />, { me: asGuest });
    expect([hasButton(t("challenge.send")), hasLink(t("sign.up"))]).toEqual([false, true]);
    unmount();
    meet({ challenge: false });
    await show(<PlayerActions who="bo" name="Bo" />, { me: asAda });
    expect(screen.getByText(t("challenge.unwanted", { name: "Bo" }))).toBeTruthy();
  });
});

describe("a search by name", () => {
  it("leads to the player's page", async () => {
    answers("GET /player-names", [{ id: "eve", name: "Eve", since: 0, kind: "account" }]);
    await show(<FindPlayer />, { me: asAda });
    type(t("find-player.name"), "Eve");
    await press(t("find-player.go"));
    expect(here()).toBe("/player/eve");
  });
  it("by the beginning of several names offers them, and takes the one that is whole", async () => {
    const named = (name: string) => ({ id: name.toLowerCase(), name, since: 0, kind: "account" });
    answers("GET /player-names", [named("Eve"), named("Evelyn")]);
    await show(<FindPlayer />, { me: asAda });
    type(t("find-player.name"), "Ev");
    await press(t("find-player.go"));
    expect([link("Eve"), link("Evelyn")].map((one) => one.getAttribute("href"))).toEqual([
      "/player/eve",
      "/player/evelyn",
    ]);
    type(t("find-player.name"), "eve");
    await press(t("find-player.go"));
    expect(here()).toBe("/player/eve");
  });
  it("that finds nobody says so, and keeps the name", async () => {
    answers("GET /player-names", []);
    refuses("GET /players", "Nobody has that name.");
    await show(<FindPlayer />, { me: asAda });
    type(t("find-player.name"), "Evv");
    await press(t("find-player.go"));
    expect(screen.getByRole("status").textContent).toBe("Nobody has that name.");
    expect(field(t("find-player.name")).value).toBe("Evv");
  });
});

describe("what others may see", () => {
  it("is chosen at once, and taken back if the server refuses", async () => {
    const me = takesTime("PATCH /me");
    await show(<PrivacySettings />, { me: asAda });
    await choose(t("privacy.nobody"));
    expect(field(t("privacy.nobody")).checked).toBe(true);
    await me.refuse("Not now.");
    expect([field(t("privacy.everybody")).checked, screen.getByRole("status").textContent]).toEqual([true, "Not now."]);
  });
});

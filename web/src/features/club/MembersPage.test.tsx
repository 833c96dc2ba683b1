import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { MemberLine, MembersPage as Members } from "../../contract";
import { ada, asAda, asGuest, game } from "../../testing/fixtures";
import { type Asked, answers, askedFor, refuses } from "../../testing/server";
import { hasButton, hasLink, press, show, textsOf } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { MembersPage } from "./MembersPage";

const member = (name: string, some: Partial<MemberLine> = {}): MemberLine => ({
  person: { ...ada, id: name.toLowerCase(), name },
  ...{ since: 0, games: ["yinsh"], here: false, plays: null, in_room: false },
  ...some,
});
const page = (members: MemberLine[], some: Partial<Members> = {}): Members => ({
  ...{ members, mine: null, next: null },
  ...some,
});
const MINE: Members["mine"] = { games: [] };
const names = () => screen.getAllByRole("listitem").flatMap((row) => textsOf("link", row).slice(0, 1));

describe("members", () => {
  it("are said to be in the common room while they are there", async () => {
    answers("GET /games", [game("yinsh")]);
    answers("GET /members", page([member("Bo", { here: true, in_room: true }), member("Cy", { here: true })]));
    await show(<MembersPage />, { me: asAda });
    expect(screen.getAllByText(t("members.room"))).toHaveLength(1);
    expect(screen.getAllByText(t("following.here"))).toHaveLength(1);
  });
  it("come page by page, and whoever comes again has one row", async () => {
    answers("GET /games", [game("yinsh")]);
    const first = page([member("Bo", { here: true }), member("Cy")], { next: "after cy" });
    answers("GET /members", ({ query }: Asked) =>
      query.get("after") ? page([member("Bo"), member("Di")], { mine: MINE }) : first,
    );
    await show(<MembersPage />, { me: asAda });
    expect(names()).toEqual(["Bo", "Cy"]);
    expect(screen.getAllByText(t("members.games", { games: "YINSH" }))).toHaveLength(2);
    await press(t("members.more"));
    expect(askedFor("GET /members").at(-1)?.query.get("after")).toBe("after cy");
    expect(names()).toEqual(["Bo", "Cy", "Di"]);
    expect(hasButton(t("members.more"))).toBe(false);
  });
  it("are asked to a game by others, and not by themselves", async () => {
    answers("GET /members", page([member("Ada"), member("Bo")], { mine: MINE }));
    await show(<MembersPage />, { me: asAda });
    const asked = screen.getAllByRole("link", { name: new RegExp(t("members.ask")) });
    expect(asked.map((each) => each.getAttribute("href"))).toEqual(["/player/bo"]);
  });
  it("can be joined by whoever has an account and is none yet", async () => {
    answers("GET /members", page([member("Bo")]));
    const { unmount } = await show(<MembersPage />, { me: asAda });
    expect(hasLink(t("members.join"))).toBe(true);
    unmount();
    const guests = await show(<MembersPage />, { me: asGuest });
    expect(hasLink(t("members.join"))).toBe(false);
    guests.unmount();
    answers("GET /members", page([member("Bo")], { mine: MINE }));
    await show(<MembersPage />, { me: asAda });
    expect(hasLink(t("members.join"))).toBe(false);
  });
  it("are not shown to whom the house does not let in, who is told why", async () => {
    refuses("GET /members", "Members are shown to members.");
    await show(<MembersPage />);
    expect(screen.getByText("Members are shown to members.")).toBeTruthy();
  });
});

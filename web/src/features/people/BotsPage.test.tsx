import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { hasLink, link, show, textsOf } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { BotsPage } from "./BotsPage";

describe("the page for those who write bots", () => {
  it("leads to the tokens, and has this house's address in what is to be typed", async () => {
    await show(<BotsPage />, { at: "/bots" });
    expect(link(t("bots-page.to-tokens")).getAttribute("href")).toBe("/profile/tokens");
    const typed = [...document.querySelectorAll("pre")].map((code) => code.textContent);
    expect(typed.some((code) => code?.includes(`examples/bot.py ${location.origin}`))).toBe(true);
  });
  it("leads to the reference of all requests, which is a page of the house", async () => {
    await show(<BotsPage />, { at: "/bots" });
    const addresses = screen.getAllByRole("link").map((each) => each.getAttribute("href"));
    expect(addresses.some((address) => address?.startsWith("/api/v1/schema"))).toBe(true);
    expect(hasLink(t("bots-page.to-tokens"))).toBe(true);
    expect(textsOf("heading").length).toBeGreaterThan(3);
  });
});

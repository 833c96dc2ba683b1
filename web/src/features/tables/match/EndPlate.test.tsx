import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Review, ReviewStatus } from "../../../contract";
import { asAda, sitting } from "../../../testing/fixtures";
import { answers, askedFor } from "../../../testing/server";
import { hasButton, link, press, show } from "../../../testing/show";
import { t } from "../../../ui/texts/page";
import { useReview } from "../replay/useReview";
import { TurningPoint } from "./TurningPoint";

const status = (state: ReviewStatus["state"], review: Review | null = null): ReviewStatus => ({
  ...{ state, done: 3, of: 40, review },
});
const turning = (number: number, loss: number) => ({
  ...{ number, actor: 1, loss, words: { key: "review.turning", args: { step: "d4" } } },
});

function At() {
  const review = useReview("t1", "");
  const catalogue = { "review.turning": "played {step}." };
  const about = { table: "t1", game: "stones", invite: "", catalogue, seats: [sitting("Ada"), sitting("Bo")] };
  return (
    <TurningPoint review={review} {...about}>
      {(step) => <i>picture of {step}</i>}
    </TurningPoint>
  );
}

describe("the turning point", () => {
  it("is not known until somebody asks, and says so", async () => {
    answers("GET /tables/t1/review", status("none"));
    answers("POST /tables/t1/review", status("running"));
    await show(<At />, { me: asAda });
    expect(screen.getByText(t("end.ask-line"))).toBeTruthy();
    expect(askedFor("POST /tables/t1/review")).toHaveLength(0);
    await press(t("end.ask"));
    expect(screen.getByRole("status").textContent).toBe(t("end.looking-at", { done: 3, of: 40 }));
  });
  it("is the step that cost most, and a link leads there", async () => {
    const review = { steps: [], turning: [turning(7, 0.3), turning(14, 0.8)], lost: [], leaned: [] };
    answers("GET /tables/t1/review", status("done", review));
    await show(<At />);
    expect(screen.getByText(t("end.turned", { step: 14 }))).toBeTruthy();
    expect(screen.getByText("picture of 14")).toBeTruthy();
    const there = new URL(link(t("end.see")).getAttribute("href") ?? "", "http://here");
    expect([there.pathname, there.searchParams.get("table"), there.searchParams.get("step")]).toEqual([
      "/analysis/stones",
      "t1",
      "14",
    ]);
    expect(hasButton(t("end.ask"))).toBe(false);
  });
  it("may be none", async () => {
    answers("GET /tables/t1/review", status("done", { steps: [], turning: [], lost: [], leaned: [] }));
    await show(<At />);
    expect(screen.getByText(t("end.no-turning"))).toBeTruthy();
  });
});

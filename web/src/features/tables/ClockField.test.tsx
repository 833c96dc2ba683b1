import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../contract";
import { show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { ClockField } from "./ClockField";
import { CLOCKS, clockText } from "./clocks";

let chosen: Clock = {};
function Field({ live = false }: { live?: boolean }) {
  const [clock, setClock] = useState<Clock>(CLOCKS[0] ?? {});
  chosen = clock;
  return <ClockField name="pace" legend="Clock" value={clock} onChange={setClock} live={live} />;
}
const other = () => fireEvent.click(screen.getByRole("radio", { name: new RegExp(`^${t("clock.other")}`) }));
const more = (text: string) => {
  const found = screen.getByRole<HTMLOptionElement>("option", { name: text });
  fireEvent.change(screen.getByLabelText(t("clock.more")), { target: { value: found.value } });
};
const count = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("a clock to choose", () => {
  it("is one of a few, or of more", async () => {
    await show(<Field />);
    expect(screen.queryByLabelText(t("clock.more"))).toBeNull();
    other();
    more(clockText({ pace: "days", days: 7 }));
    expect(chosen).toEqual({ pace: "days", days: 7 });
  });
  it("is one's own, within what can be played", async () => {
    await show(<Field />);
    other();
    more(t("clock.own"));
    count(t("clock.minutes"), "25");
    count(t("clock.increment"), "999");
    expect(chosen).toEqual({ pace: "live", minutes: 25, increment: 180 });
    fireEvent.click(screen.getByRole("radio", { name: t("clock.own-days") }));
    count(t("clock.day-count"), "9");
    expect(chosen).toEqual({ pace: "days", days: 9 });
  });
  it("is live where only that can be played", async () => {
    await show(<Field live />);
    other();
    expect(screen.queryByText(clockText({ pace: "days", days: 7 }))).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { initial, isolate } from "./isolate";
import { render } from "./render";

const [FSI, PDI, RLO] = ["\u2068", "\u2069", "\u202e"];
const catalogue = { won: "{who} won." };
const won = (who: string) => render(catalogue, { key: "won", args: { who } });

describe("isolate", () => {
  it("leaves what is written from left to right as it is", () => {
    for (const text of ["Anna", "Žofie", "Анна", "安娜", "🎲", ""]) expect(isolate(text)).toBe(text);
  });
  it("closes off what is written from right to left", () => {
    expect(won("נועה")).toBe(`${FSI}נועה${PDI} won.`);
    expect(won("ليلى 5")).toBe(`${FSI}ليلى 5${PDI} won.`);
    expect(won("\u{10900}\u{10901}")).toBe(`${FSI}\u{10900}\u{10901}${PDI} won.`);
  });
  it("takes away what would turn the sentence around", () => {
    expect(won(`Anna${RLO}`)).toBe("Anna won.");
    expect(won("\u202dנועה\u202c")).toBe(`${FSI}נועה${PDI} won.`);
  });
  it("cannot be closed by what it holds", () => {
    expect(won(`נועה${PDI}`)).toBe(`${FSI}נועה${PDI} won.`);
    expect(won(`Anna${FSI}`)).toBe("Anna won.");
    expect(won(`${PDI}Anna${FSI}`)).toBe("Anna won.");
  });
  it("keeps what was closed off within", () => {
    const both = `${isolate("נועה")}, Anna`;
    expect(won(both)).toBe(`${FSI}${both}${PDI} won.`);
  });
});

describe("initial", () => {
  it("is a whole letter", () => {
    expect(initial("Anna")).toBe("A");
    expect(initial("\u{10900}\u{10901}")).toBe("\u{10900}");
    expect(initial("")).toBe("");
  });
});

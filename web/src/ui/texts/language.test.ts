// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { keepLanguage, LANGUAGES, nameOfLanguage, wantedLanguage } from "./language";

const browserSays = (...languages: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("the page's language", () => {
  it("is the first of the browser's that there is", () => {
    browserSays("fr-FR", "de-AT", "en");
    expect(wantedLanguage()).toBe("de");
    browserSays("en-GB", "de");
    expect(wantedLanguage()).toBe("en");
    browserSays("tlh");
    expect(wantedLanguage()).toBe("en");
  });
  it("is the one that was chosen on this device, whatever the browser says", () => {
    browserSays("en");
    expect(keepLanguage("de")).toBe(true);
    expect(wantedLanguage()).toBe("de");
    keepLanguage("tlh");
    expect(wantedLanguage()).toBe("en");
  });
  it("is not asked for again and again where a device keeps nothing", () => {
    const forbidden = () => {
      throw new Error("forbidden");
    };
    vi.stubGlobal("localStorage", { setItem: forbidden, getItem: () => null, clear: () => undefined });
    expect(keepLanguage("de")).toBe(false);
  });
  it("goes by its own name", () => {
    expect(LANGUAGES.map(nameOfLanguage)).toEqual(["English", "Deutsch"]);
  });
});

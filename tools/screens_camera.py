"""Opens pages of the client as somebody, waits until nothing moves there, and keeps pictures of them."""

import json
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request

from tests.e2e.conftest import ARGS, find_chromium
from tools.screens_house import ADDRESS, House, Person, wait_until

SIZES = {"desk": (1280, 800), "phone": (390, 844)}
PATIENCE = 30_000  # ms
# What is drawn must not depend on which part of a page was drawn when.
STEADY = (
    "--force-color-profile=srgb", "--disable-lcd-text", "--font-render-hinting=none", "--disable-partial-raster",
    "--disable-threaded-animation", "--disable-threaded-scrolling", "--disable-checker-imaging",
    "--disable-low-res-tiling", "--num-raster-threads=1",
)  # fmt: skip

# Before the page's own code: a clock that stands, chance that is none, and an account of what is under way.
BEFORE = """
(() => {
  const now = NOW;
  const RealDate = Date;
  window.Date = class extends RealDate {
    constructor(...parts) { parts.length ? super(...parts) : super(now); }
    static now() { return now; }
  };
  let drawn = 1;
  Math.random = () => (drawn = (drawn * 16807) % 2147483647) / 2147483647;
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => bytes.length === 32 ? bytes.fill(7) : random(bytes);  // a share of the chance
  const asked = new Set();
  let fetches = 0, changed = performance.now();
  const change = () => { changed = performance.now(); };
  const reallyFetch = window.fetch;
  window.fetch = (...parts) => {
    fetches += 1;
    return reallyFetch(...parts).finally(() => { fetches -= 1; change(); });
  };
  const RealSocket = window.WebSocket;
  window.WebSocket = class extends RealSocket {
    constructor(...parts) {
      super(...parts);
      this.addEventListener("close", () => asked.clear());
      this.addEventListener("message", ({ data }) => {
        const told = JSON.parse(data);
        for (const id of [told.id, ...(told.done ?? [])]) asked.delete(id);
        change();
      });
    }
    send(data) {
      const { id } = JSON.parse(data);
      if (id !== undefined) asked.add(id);
      super.send(data);
    }
  };
  new MutationObserver(change).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const why = (alone) => {
    if (document.fonts.status !== "loaded") return "fonts";
    if (![...document.images].every((image) => image.complete)) return "images";
    if (/One moment|Einen Moment/.test(document.body?.innerText)) return "the page is being loaded";
    if (performance.now() - changed < 70) return "something has just changed";
    if (alone) return "";
    if (fetches > 0) return "requests";
    if (asked.size > 0) return "answers on the socket";
    if (document.querySelector("[data-touch]:not([data-touch=live])")) return "the connection";
    if (document.querySelector("main[data-busy=true], main[data-ready=false]")) return "the table";
    return "";
  };
  // A list keeps its current line in sight. Where depends on what came first, unless it begins at the top again.
  window.rolledBack = () => {
    const at = [window.scrollX, window.scrollY];
    for (const line of document.querySelectorAll("ol [aria-current]")) {
      line.closest("ol").scrollTop = 0;
      line.scrollIntoView({ block: "nearest" });
    }
    window.scrollTo(...at);
  };
  window.settled = async (alone) => {
    const deadline = performance.now() + 30000;
    for (;;) {
      await frame();
      await frame();
      const waiting = why(alone);
      if (!waiting) return "";
      if (performance.now() > deadline) return waiting;
    }
  };
})();
"""


def launch(playwright: Playwright, house: House) -> Browser:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("there is no Chromium: set PARLOUR_CHROMIUM to one")
    # Pages show their address: it must not depend on a free port.
    mapped = f"--host-resolver-rules=MAP localhost:80 127.0.0.1:{house.port}"
    return playwright.chromium.launch(executable_path=chromium, args=[*ARGS, *STEADY, mapped])


class Camera:
    """One page at a time, at one size."""

    locale = "en-GB"

    def __init__(self, browser: Browser, house: House, folder: Path, size: str, only: str = "") -> None:
        self._browser, self._house, self._folder, self._only = browser, house, folder, only
        self.size, self.phone = size, size == "phone"
        self.taken: list[str] = []
        self._context: BrowserContext | None = None
        self._under_way: set[Request] = set()

    def open(self, who: Person | None, path: str, offline: bool = False) -> Page:
        """A fresh browser in which this person is signed in, on a page that has come to rest."""
        self.leave()
        width, height = SIZES[self.size]
        self._context = self._browser.new_context(
            viewport={"width": width, "height": height}, has_touch=self.phone, reduced_motion="reduce",
            service_workers="block", color_scheme="light", locale=self.locale, timezone_id="UTC",
        )  # fmt: skip
        self._context.add_init_script(BEFORE.replace("NOW", str(self._house.time.now()), 1))
        self.furnish(self._context)
        self.page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self._under_way.clear()
        self.page.on("request", lambda request: self._under_way.add(request))
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self._under_way.discard(request))
        if who is not None:
            name, value = who.cookie
            kept = {"name": name, "value": value, "url": ADDRESS, "path": "/", "secure": True, "httpOnly": True}
            self._context.new_cdp_session(self.page).send("Network.setCookie", kept)
        self.page.goto(ADDRESS + path)
        self.settle()
        return self.page

    def furnish(self, context: BrowserContext) -> None:
        """What a fresh browser gets before it opens anything."""

    def leave(self) -> None:
        """The server is to know that nobody is there any more: it tells others who looks on."""
        if self._context is not None:
            self._context.close()
            self._context = None
            wait_until(self._house.is_quiet, "the last page is gone")

    def settle(self, alone: bool = False) -> None:
        """Until nothing is under way and nothing changes. `alone`: without a connection."""
        while True:
            waiting = self.page.evaluate(f"settled({json.dumps(alone)})")
            if waiting:
                raise TimeoutError(f"{self.page.url} does not come to rest: {waiting}")
            if alone or not self._under_way:
                return

    def wants(self, name: str) -> bool:
        return self._only in name

    def shoot(self, name: str, dark: bool = False, alone: bool = False, still: bool = False) -> None:
        """A picture of the whole page, and another of it in the dark. `still`: the pointer stays where it is."""
        if not still:
            self.page.mouse.move(0, 0)
        for scheme in ("light", "dark") if dark else ("light",):
            if dark:
                self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            self.settle(alone)
            self.page.evaluate("rolledBack()")
            file = f"{name}.{self.size}{'.dark' if scheme == 'dark' else ''}.png"
            assert file not in self.taken, f"two pictures are called {file}"
            self.page.screenshot(path=self._folder / file, full_page=True, animations="disabled", scale="css")
            self.taken.append(file)
        if dark:
            self.page.emulate_media(color_scheme="light", reduced_motion="reduce")

"""From nothing to a move: a house with an empty cache, a new browser, and the game that is pressed.

For every game a server of its own is started as `./dev run` does it, with no compiled rules and no data: the seconds
until it says its address, until its page shows the games, and until a move can be made at a table of the game that is
pressed, against a bot; and what the page says meanwhile. The other games are compiled at the same time, as they are at
a host's first start. What a machine has else to do is in all of it: run it on one that is idle.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.page import ready
from bench.server import free_port
from parlour.games import BUILT_IN
from tests.e2e.conftest import ARGS, DESKTOP, find_chromium

ROOT = Path(__file__).parents[1]
# To try it out: fewer games.
GAMES = os.environ.get("PARLOUR_BENCH_ONLY", ",".join(BUILT_IN)).split(",")
MOST = 600.0  # seconds for one of them
LOOK = 0.25  # seconds between two looks at what the page says
# What the page says of the game that was pressed, before its table is there: the card's words, or the page's own.
SAID = """(game) => {
  const card = document.querySelector(`[data-game="${game}"] [data-getting-ready]`);
  const status = card ?? document.querySelector("main [role=status]");
  return (status?.innerText ?? "").replace(/\\s+/g, " ").trim();
}"""


class ColdStart:
    """How long one waited for a game, and what one read meanwhile."""

    def __init__(self, address: float, shown: float, board: float, said: list[tuple[float, str]]) -> None:
        self.address, self.shown, self.board, self.said = address, shown, board, said


def measure() -> list[str]:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("there is no Chromium: set PARLOUR_CHROMIUM to one")
    rows, said = list[str](), list[str]()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        for game in GAMES:
            print(f"  {game} …", flush=True)
            cold = started(browser, game)
            rows.append(f"| {game} | {cold.address:.1f} | {cold.shown:.1f} | {cold.board:.1f} |")
            said += [f"* {game}", *(f"    * {at:.0f} s: {words}" for at, words in cold.said)]
        browser.close()
    return [
        "Seconds from the command's start, each game with a server, a cache and a browser of its own.", "",
        "| pressed | its address is said | the games are shown | a move can be made |", "|---|---|---|---|", *rows, "",
        "What the page said meanwhile; of texts that differ in their numbers alone the first and the last:", "", *said,
    ]  # fmt: skip


def started(browser: Browser, game: str) -> ColdStart:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (began, address):
        said_at = time.monotonic() - began
        context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
        page = context.new_page()
        page.set_default_timeout(MOST * 1000)
        try:
            page.goto(address)
            page.locator(f"[data-play={game}]").click()
            shown = time.monotonic() - began
            said = list(texts_until_seated(page, game, began))
            ready(page)
            return ColdStart(said_at, shown, time.monotonic() - began, ends_of(said))
        finally:
            context.close()


@contextmanager
def serving(folder: Path) -> Iterator[tuple[float, str]]:
    """A server in a fresh process: when it was started, and the address that it says."""
    port = free_port()
    places = {"PARLOUR_CACHE": str(folder / "cache"), "PARLOUR_DATA": str(folder / "house"), "LANGUAGE": "en"}
    command = [sys.executable, "-u", "-m", "parlour", "serve", "--host", "127.0.0.1", "--port", str(port)]
    began = time.monotonic()
    server = subprocess.Popen(
        command, cwd=ROOT, text=True, env={**os.environ, **places}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert server.stdout is not None
    try:
        for line in server.stdout:
            found = re.search(r"http://\S+?:\d+", line)
            if found:
                yield began, found[0]
                return
        raise SystemExit(f"the server has ended without an address: {server.wait()}")
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def texts_until_seated(page: Page, game: str, began: float) -> Iterator[tuple[float, str]]:
    """Every text that is new, with its time, until the table is there."""
    before = ""
    while time.monotonic() - began < MOST:
        if page.locator("main[data-version]").count():
            return
        words = page.evaluate(SAID, game)
        if words and words != before:
            yield time.monotonic() - began, words
        before = words
        page.wait_for_timeout(LOOK * 1000)
    raise SystemExit(f"{game} was not ready within {MOST:.0f} s; the page last said: {before!r}")


def ends_of(said: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """A countdown is its first and its last."""
    kept: list[tuple[float, str]] = []
    for each in said:
        if len(kept) > 1 and shape(kept[-1][1]) == shape(kept[-2][1]) == shape(each[1]):
            kept.pop()
        kept.append(each)
    return kept


def shape(words: str) -> str:
    return re.sub(r"\d+", "0", words)

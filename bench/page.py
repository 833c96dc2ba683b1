"""The page in a real browser, cold: how soon one can play, and whether drawing moves holds anything up.

For every game, at a phone's and at a desk's size, with all motion: from the address to the first move one may make
against a bot, in taps and in seconds after the page has loaded; then some moves, and the longest task of the browser's
main thread while they and the answers to them are drawn: as the clock saw it, and what it worked. The two differ where
the browser's other threads, which draw without a graphics card here, the server and its bots have the same two cores;
and where this machine is one within another that takes its cores away, which is told besides.
"""

import json
import os
import time
import urllib.request
from contextlib import contextmanager
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from bench.server import our_server
from tests.e2e.at_table import in_sight, is_over, move, settle
from tests.e2e.conftest import ARGS, DESKTOP, PHONE, find_chromium
from tests.machine import taken_away

MOVES = 12
TRACED = ["toplevel", "blink.user_timing"]
BEGIN = "the first move"
# Bytes of the scripts that the first page needs; once it is there it fetches ahead what a table will want.
SCRIPTS = """() => {
  const loaded = performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
  const scripts = performance.getEntriesByType("resource").filter((file) => file.name.endsWith(".js"));
  return scripts.filter((file) => file.startTime < loaded).reduce((sum, file) => sum + file.encodedBodySize, 0);
}"""
LONG = 50.0  # ms


def measure() -> list[str]:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("there is no Chromium: set PARLOUR_CHROMIUM to one")
    rows = []
    with contextmanager(our_server)() as (port, _), sync_playwright() as playwright:
        address = f"http://127.0.0.1:{port}"
        with urllib.request.urlopen(f"{address}/api/v1/games") as answer:
            titles = {game["name"]: game["title"] for game in json.load(answer)}
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        for game, title in titles.items():
            for size in (PHONE, DESKTOP):
                rows.append(f"| {title} | {size[0]} × {size[1]} | {first_moves(browser, address, game, title, size)} |")
        browser.close()
    return [
        "Every row is a browser that has never been here. A move is one for which something is lit on one's turn.", "",
        f"| | size | taps to the first move | s from load | JS kB | tasks over {LONG:.0f} ms in {MOVES} moves "
        "| longest by the clock | most work in one | taken away |",
        "|---|---|---|---|---|---|---|---|---|", *rows,
    ]  # fmt: skip


def first_moves(browser: Browser, address: str, game: str, title: str, size: tuple[int, int]) -> str:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
    page = context.new_page()
    page.set_default_timeout(120_000)  # a bot may have a long turn
    try:
        page.goto(address, wait_until="load")
        loaded = now(page)
        weight = page.evaluate(SCRIPTS)
        page.locator(".HomePage-game", has_text=title).locator("[data-play]").click()
        settle(page)
        ready(page)
        seconds = (now(page) - loaded) / 1000
        browser.start_tracing(page=page, categories=TRACED)
        page.evaluate("(name) => performance.mark(name)", BEGIN)  # what went before is the tracing's own beginning
        rng, began, taken = Random(game), time.monotonic(), taken_away()
        for _ in range(MOVES):
            if is_over(page):
                break
            move(page, rng, in_sight(page))
            settle(page)
        share = (taken_away() - taken) / ((time.monotonic() - began) * (os.cpu_count() or 1))
        tasks = drawn(browser.stop_tracing())
        return f"1 | {seconds:.1f} | {weight / 1000:.0f} | {said(tasks)} | {share:.0%}"
    finally:
        context.close()


def drawn(trace: bytes) -> list[tuple[float, float]]:
    """The tasks of the page's main thread from the first move on: ms by the clock, and of work."""
    events = json.loads(trace)["traceEvents"]
    begin = next(event for event in events if event["name"] == BEGIN)
    return [
        (event["dur"] / 1000, event.get("tdur", 0) / 1000)
        for event in events
        if (event["name"], event["ph"]) == ("ThreadControllerImpl::RunTask", "X")
        and (event["pid"], event["tid"]) == (begin["pid"], begin["tid"])
        and event["ts"] > begin["ts"]
    ]


def ready(page: Page) -> None:
    """Something can be touched: a move that is lit, or the first thing of a phase of its own, as a formation."""
    page.locator("[data-look=lit][data-target], .ActionBar-bar .Button-turn").first.wait_for()


def now(page: Page) -> float:
    since: float = page.evaluate("performance.now()")
    return since


def said(tasks: list[tuple[float, float]]) -> str:
    long = [clock for clock, _ in tasks if clock > LONG]
    clock, work = max(clock for clock, _ in tasks), max(work for _, work in tasks)
    return f"{len(long) or 'none'} | {clock:.0f} ms | {work:.0f} ms"

"""The page in a real browser, cold: how soon one can play, and whether drawing moves holds anything up.

For every game, at a phone's and at a desk's size, with all motion: from the address to the first move one may make
against a bot, in taps and in seconds after the page has loaded; then some moves, and the longest task of the browser's
main thread while they and the answers to them are drawn.
"""

import json
import os
import shutil
import urllib.request
from contextlib import contextmanager
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from bench.server import our_server
from tests.e2e.at_table import is_over, move, settle
from tests.e2e.conftest import ARGS, DESKTOP, PHONE

MOVES = 12
# A long task is one of more than 50 ms: browsers tell of no others.
WATCH = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longTasks.push(task.duration);
}).observe({ type: "longtask" });
"""


def measure() -> list[str]:
    chromium = os.environ.get("PARLOUR_CHROMIUM") or shutil.which("chromium")
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
        "| | size | taps to the first move | s from load | long tasks opening | while moves are drawn | JS kB |",
        "|---|---|---|---|---|---|---|", *rows,
    ]  # fmt: skip


def first_moves(browser: Browser, address: str, game: str, title: str, size: tuple[int, int]) -> str:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(120_000)  # a bot may have a long turn
    try:
        page.goto(address, wait_until="load")
        loaded = now(page)
        weight = page.evaluate(
            "performance.getEntriesByType('resource').filter(e => e.name.endsWith('.js'))"
            ".reduce((sum, e) => sum + e.encodedBodySize, 0)"
        )
        page.locator(".game", has_text=title).locator("[data-play]").click()
        settle(page)
        ready(page)
        seconds, opening = (now(page) - loaded) / 1000, long_tasks(page)
        rng, drawn = Random(game), list[float]()
        for _ in range(MOVES):
            if is_over(page):
                break
            move(page, rng)
            settle(page)
            drawn += long_tasks(page)
        return f"1 | {seconds:.1f} | {said(opening)} | {said(drawn)} | {weight / 1000:.0f}"
    finally:
        context.close()


def ready(page: Page) -> None:
    """Something can be touched: a move that is lit, or the first thing of a phase of its own, as a formation."""
    page.locator(".b-glow.lit, .bar .btn.turn").first.wait_for()


def now(page: Page) -> float:
    since: float = page.evaluate("performance.now()")
    return since


def long_tasks(page: Page) -> list[float]:
    found: list[float] = page.evaluate("window.longTasks.splice(0)")
    return found


def said(tasks: list[float]) -> str:
    return f"{len(tasks)}, longest {max(tasks):.0f} ms" if tasks else "none"

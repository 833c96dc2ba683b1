"""The page in a real browser, cold: how soon one can play, and whether drawing moves holds anything up.

For every game, at a phone's and at a desk's size, with all motion: from the address to the first move one may make
against a bot, in taps and in seconds after the page has loaded; then some moves, and the longest task of the browser's
main thread while they and the answers to them are drawn: as the clock saw it, and what it worked. The two differ where
the browser's other threads, which draw without a graphics card here, the server and its bots have the same two cores;
and where this machine is one within another that takes its cores away, which is told besides.

`compare` lets this version and another one take turns, each with its own server and with what its own tests know of its
page: what is compared is medians.
"""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from functools import partial
from math import exp, log
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from bench.before import Before
from bench.server import our_server, serving
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
ROOT = Path(__file__).parents[1]
# How often each version takes its turn; and to try it out, fewer games.
SLICES = int(os.environ.get("PARLOUR_BENCH_SLICES", "5"))
GAMES = set(filter(None, os.environ.get("PARLOUR_BENCH_ONLY", "").split(",")))
# In a version's own folder: what its own file measures, game by game. Arguments: address, Chromium, games.
OWN = """
import json, sys
from playwright.sync_api import sync_playwright
from bench.page import ARGS, DESKTOP, PHONE, first_moves
address, chromium, games = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
    for game, title in games.items():
        for size in (PHONE, DESKTOP):
            row = first_moves(browser, address, game, title, size)
            print(json.dumps([game, f"{size[0]} × {size[1]}", row]), flush=True)
    browser.close()
"""


def measure() -> list[str]:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("there is no Chromium: set PARLOUR_CHROMIUM to one")
    rows = []
    with contextmanager(our_server)() as (port, _), sync_playwright() as playwright:
        address = f"http://127.0.0.1:{port}"
        titles = titles_at(address)
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


class Row(NamedTuple):
    """What a version came to in one game at one size."""

    seconds: float  # from load to the first move
    scripts: float  # kB
    clock: float  # ms of the longest task
    work: float


def compare(before: Before) -> list[str]:
    """Slices take turns, and who goes first changes: what else the machine does at a time is shared by both."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("there is no Chromium: set PARLOUR_CHROMIUM to one")
    versions = {"before": (before.python, before.folder), "now": (sys.executable, ROOT)}
    found: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for number in range(SLICES):
        for version in sorted(versions, reverse=number % 2 == 1):
            print(f"  {version}, {number + 1} of {SLICES} …", flush=True)
            python, folder = versions[version]
            with contextmanager(partial(serving, python, folder))() as (port, _):
                for place, row in own_rows(folder, f"http://127.0.0.1:{port}", chromium):
                    found.setdefault(place, {each: [] for each in versions})[version].append(row)
    both = {place: rows for place, rows in found.items() if all(rows.values())}
    lines = [
        f"{SLICES} slices of each version, in turn; medians, before → now.", "",
        "| | size | s from load | JS kB | longest by the clock (ms) | most work in one (ms) |",
        "|---|---|---|---|---|---|",
    ]  # fmt: skip
    ratios: list[list[float]] = []
    for (game, size), rows in both.items():
        was, now = (Row(*map(median, zip(*rows[each], strict=True))) for each in ("before", "now"))
        pairs = list(zip(was, now, strict=True))
        told = [f"{a:.1f} → {b:.1f}" if n == 0 else f"{a:.0f} → {b:.0f}" for n, (a, b) in enumerate(pairs)]
        lines.append(f"| {game} | {size} | {' | '.join(told)} |")
        ratios.append([b / a if a > 0 else 1.0 for a, b in pairs])
    whole = [exp(sum(map(log, column)) / len(column)) for column in zip(*ratios, strict=True)]
    return [*lines, f"| now / before, all of them | | {' | '.join(f'{ratio:.3f}' for ratio in whole)} |"]


def own_rows(folder: Path, address: str, chromium: str) -> list[tuple[tuple[str, str], Row]]:
    """By this version's interpreter, which has a browser's library, with the sources of that one."""
    sources = os.pathsep.join((str(folder), str(folder / "src")))
    command = [sys.executable, "-c", OWN, address, chromium, json.dumps(titles_at(address))]
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True, env={**os.environ, "PYTHONPATH": sources}
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    return [((game, size), row_of(row)) for game, size, row in told]


def row_of(told: str) -> Row:
    """Of a row of the table: taps, seconds, scripts, how many tasks are long, the longest, the most work."""
    _, seconds, scripts, _, clock, work, *_ = told.split("|")
    first = partial(re.search, r"[\d.]+")
    return Row(*(float(found[0]) if (found := first(each)) else 0.0 for each in (seconds, scripts, clock, work)))


def titles_at(address: str) -> dict[str, str]:
    with urllib.request.urlopen(f"{address}/api/v1/games") as answer:
        return {game["name"]: game["title"] for game in json.load(answer) if not GAMES or game["name"] in GAMES}


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

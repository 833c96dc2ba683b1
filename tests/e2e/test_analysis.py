"""The analysis board: played from all sides, with an engine that thinks in the browser."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.bots import machines
from parlour.core.compiled.retarget import WASM
from parlour.games import load
from tests.e2e.at_table import lit, move, settle, sit_down, touch, visit
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser

# Tasks of the page's own thread, while the engine thinks.
LONG_TASKS = """
window.longTasks = [];
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((each) => each.duration)))
  .observe({ type: "longtask" });
"""
MAIN = "main[data-analysis]"


def needs_module(game: str) -> None:
    if machines.module_of(load(game), WASM) is None:
        pytest.skip(f"{game} is not compiled for browsers here")


def analyse(page: Page, path: str) -> None:
    visit(page, path)
    page.locator(f"{MAIN}[data-fresh=true]").wait_for()


def step(page: Page) -> int:
    return int(page.locator(MAIN).get_attribute("data-step") or 0)


def simulations(page: Page) -> int:
    return int(page.locator(MAIN).get_attribute("data-simulations") or 0)


def go_on(page: Page, target: str) -> None:
    before = step(page)
    touch(page, target)
    page.locator(f"{MAIN}[data-fresh=true][data-step='{before + 1}']").wait_for()


def in_column(page: Page, column: str) -> str:
    return next(each for each in lit(page) if each.startswith(f"site:{column}"))


def play_in(page: Page, column: str) -> None:
    move(page, Random(1), only=[in_column(page, column)])


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_all_sides_are_played_branches_are_kept_and_the_engine_thinks_beside(
    open_page: Any, keep: Any, size: tuple[int, int], dark: bool
) -> None:
    needs_module("connect4")
    page = open_page(size, dark=dark, before=LONG_TASKS)
    analyse(page, "/analysis/connect4")
    for column in "ddc":
        go_on(page, in_column(page, column))
    if size == PHONE:
        page.locator(".Sheet-tab").first.click()
    expect(page.locator("[data-line]:not([data-line=''])").first).to_be_visible()
    assert simulations(page) > 0
    assert page.locator("[data-arrows]").get_attribute("data-arrows") != "0"
    keep(page, "analysis")
    assert findings(page) == []
    first = page.locator("[data-line]").first.get_attribute("data-line")
    page.locator("[data-line]").first.click()
    page.locator(f"{MAIN}[data-step='4']").wait_for()
    if size == PHONE:
        page.locator(".Sheet-tab").nth(1).click()
    assert page.locator(".VariationList-step").last.get_attribute("data-step") == first
    keep(page, "analysis-moves")
    assert findings(page) == []
    assert max(page.evaluate("longTasks") or [0]) < 2000  # what a busy machine adds is not ours


def test_it_is_used_by_keys_kept_on_the_device_and_shared_by_a_link(open_page: Any) -> None:
    page = open_page(DESKTOP)
    analyse(page, "/analysis/connect4")
    for column in "dc":
        go_on(page, in_column(page, column))
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.locator(f"{MAIN}[data-fresh=true][data-step='1']").wait_for()
    go_on(page, in_column(page, "e"))
    assert page.locator(".VariationList-variation").count() == 1
    page.keyboard.press("ArrowUp")
    expect(page.locator("[aria-current=step]")).to_have_attribute("data-step", "c")
    page.get_by_label("Comment on this move").fill("The quiet way.")
    page.reload()
    page.locator(f"{MAIN}[data-fresh=true][data-step='2']").wait_for()
    expect(page.locator(".VariationList-comment")).to_have_text("The quiet way.")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("A link to this analysis").input_value()
    other = open_page(DESKTOP, path=re.sub(r"^https?://[^/]+", "", link))
    other.locator(f"{MAIN}[data-fresh=true][data-step='2']").wait_for()
    expect(other.locator(".VariationList-comment")).to_have_text("The quiet way.")
    assert other.locator(".VariationList-variation").count() == 1


def test_a_match_is_analysed_when_it_is_over_and_not_before(open_page: Any) -> None:
    page = open_page(DESKTOP, may=("409", "422", "403"))
    sit_down(page, "connect4", persons=2)
    play_in(page, "a")
    table = re.search(r"/table/([\w-]+)", page.url)
    assert table is not None
    visit(page, f"/analysis/connect4?table={table[1]}")
    expect(page.get_by_role("status")).to_contain_text("when the match is over")
    visit(page, f"/table/{table[1]}")
    settle(page)
    for column in "bababa":
        play_in(page, column)
    visit(page, f"/replay/{table[1]}?step=3")
    page.get_by_role("link", name="Analyse from here").click()
    page.locator(f"{MAIN}[data-fresh=true][data-step='3']").wait_for()
    page.keyboard.press("End")
    page.locator(f"{MAIN}[data-fresh=true][data-step='7']").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
@pytest.mark.parametrize("game", ["yinsh", "dance", "luckymoose", "command", "regatta"])
def test_every_game_can_be_analysed(open_page: Any, keep: Any, game: str, size: tuple[int, int], dark: bool) -> None:
    needs_module(game)
    page = open_page(size, dark=dark)
    analyse(page, f"/analysis/{game}")
    if page.locator("[data-draw]").count():
        page.locator("[data-draw]").click()
        page.locator("[data-draw]").wait_for(state="detached")
        page.locator(f"{MAIN}[data-fresh=true]").wait_for()
    expect(page.locator(MAIN)).not_to_have_attribute("data-simulations", "0")
    if size == PHONE:
        page.locator(".Sheet-tab").first.click()
    expect(page.locator("[data-line]:not([data-line=''])").first).to_be_visible()
    keep(page, f"analysis-{game}")
    assert findings(page) == []

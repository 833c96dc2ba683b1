"""Every page can be used by those who do not see it, or see it badly: axe has no serious finding, in any dress."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page

from tests.e2e.at_table import lit, play_to_the_end, settle, sit_down, touch, visit
from tests.e2e.conftest import DRESSES, PHONE
from tests.e2e.test_guided import begin

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


# What fades in is read once it is there: half of it has half the contrast.
SETTLED = """Promise.race([
  new Promise(then => setTimeout(then, 1000)),
  Promise.allSettled(document.getAnimations().map(each => each.finished)),
])"""


def findings(page: Page) -> list[str]:
    """What axe holds against the page as it stands."""
    page.evaluate(SETTLED)
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


class Inspection:
    """A page that is looked at in several places; at the end axe has held nothing against any of them."""

    def __init__(self, page: Page, keep: Callable[[Page, str], None]) -> None:
        self._page, self._keep = page, keep
        self.found: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        self._page.evaluate(SETTLED)
        self._keep(self._page, name)
        if held := findings(self._page):
            self.found[name] = held


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_no_moment_of_a_match_has_a_serious_finding(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    inspection = Inspection(page, keep)
    page.locator(".HomePage-game").first.wait_for()
    inspection.look("home-stranger")
    sit_down(page, "connect4", persons=2)
    settle(page)
    inspection.look("table")
    if size == PHONE:
        for tab in page.locator(".Sheet-tab").all():
            tab.click()
            inspection.look(f"sheet-{tab.inner_text()}")
    else:
        page.locator(".SidePanels-side .MoreLink-more").click()
        inspection.look("as-text")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table menu").click()
    inspection.look("menu")
    page.keyboard.press("Escape")
    play_to_the_end(page, Random("axe"))
    page.locator("[data-end-plate]").wait_for()
    inspection.look("over")
    page.locator("[data-replay]").click()
    page.locator("main[data-ready=true]").wait_for()
    inspection.look("replay")
    assert inspection.found == {}


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_no_page_has_a_serious_finding(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    inspection = Inspection(page, keep)
    sit_down(page, "dance")
    settle(page)
    touch(page, next(target for target in lit(page) if target.startswith("piece:")))
    inspection.look("table-held")
    begin(page, "yinsh")
    inspection.look("guided")
    for path, ready in {
        "": ".HomePage-game", "play/regatta": ".GamePage-page", "play/connect4": ".GamePage-page", "games": ".Rows-row",
        "tables": ".ButtonRow-picks", "rules": ".ButtonRow-picks", "rules/yinsh": ".Markdown-prose",
        "profile": ".ProfilePage-head", "profile/account": ".LinedList-item", "profile/data": "h2", "puzzles": "h1",
        "common-room": "h1", "members": "h1", "bots": "h1", "settings": ".SettingsPanel-settings", "sign-up": "form",
        "sign-in": "form", "rules/nothing": ".Moment-moment",
    }.items():  # fmt: skip
        visit(page, f"/{path}")
        page.locator(ready).first.wait_for()
        inspection.look(path.replace("/", "-") or "home")
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], path
    page.locator("body").wait_for()
    visit(page, "/play/yinsh")
    page.locator("[data-invite]").click()
    page.locator("[data-waiting]").wait_for()
    inspection.look("waiting")
    assert inspection.found == {}

"""Every page can be used by those who do not see it, or see it badly: axe has no serious finding, in any dress."""

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


def findings(page: Page) -> list[str]:
    """What axe holds against the page as it stands."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_no_page_has_a_serious_finding(open_page, keep, size, dark):
    page, found = open_page(size, dark=dark), {}

    def look(name: str) -> None:
        keep(page, name)
        if held := findings(page):
            found[name] = held

    page.locator(".HomePage-game").first.wait_for()
    look("home-stranger")
    sit_down(page, "connect4", persons=2)
    settle(page)
    look("table")
    if size == PHONE:
        for tab in page.locator(".Sheet-tab").all():
            tab.click()
            look(f"sheet-{tab.inner_text()}")
    else:
        page.locator(".SidePanels-side .MoreLink-more").click()
        look("as-text")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table menu").click()
    look("menu")
    page.keyboard.press("Escape")
    play_to_the_end(page, Random("axe"))
    look("over")
    page.locator("[data-replay]").click()
    page.locator("main[data-ready=true]").wait_for()
    look("replay")
    sit_down(page, "dance")
    settle(page)
    touch(page, next(target for target in lit(page) if target.startswith("piece:")))
    look("table-held")
    begin(page, "yinsh")
    look("guided")
    for path, ready in {
        "": ".Rows-row", "play/regatta": ".GamePage-page", "play/connect4": ".GamePage-page", "games": ".Rows-row",
        "tables": ".ButtonRow-picks", "rules": ".ButtonRow-picks", "rules/yinsh": ".Markdown-prose",
        "profile": ".LinedList-item", "settings": ".SettingsPanel-settings", "sign-up": "form", "sign-in": "form",
        "rules/nothing": ".Moment-moment",
    }.items():  # fmt: skip
        visit(page, f"/{path}")
        page.locator(ready).first.wait_for()
        look(path.replace("/", "-") or "home")
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], path
    page.locator("body").wait_for()
    visit(page, "/play/yinsh")
    page.locator("[data-invite]").click()
    page.locator("[data-waiting]").wait_for()
    look("waiting")
    assert found == {}

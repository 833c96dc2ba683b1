"""Rules one can touch: diagrams that are the board itself, tried by hand, explained where it is wrong."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.browser

GAMES = ("yinsh", "dance", "luckymoose", "command", "regatta", "connect4")


def touch(page: Page, diagram: str, *targets: str) -> None:
    for target in targets:
        page.locator(f"[data-diagram='{diagram}'] [data-target='{target}']").first.click(force=True)


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(DESKTOP, False, id="desktop"),
        pytest.param(PHONE, True, id="phone-dark", marks=pytest.mark.slow),
    ],
)
def test_a_diagram_is_got_wrong_explained_and_got_right(open_page, keep, size, dark):
    page = open_page(size, dark=dark, path="/rules/connect4")
    stop = page.locator("[data-diagram='stop']")
    expect(stop).to_contain_text("Stop it.")
    touch(page, "stop", "site:d3")
    expect(stop).to_contain_text("On top of Red's discs nothing is stopped.")
    keep(page, "wrong")
    stop.get_by_role("button", name="Again").click()
    touch(page, "stop", "site:f1")
    expect(stop).to_have_attribute("data-outcome", "right")
    keep(page, "right")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_every_games_diagrams_are_drawn_and_can_be_tried(open_page, keep, game, size):
    page = open_page(size, path=f"/rules/{game}")
    expect(page.locator("[data-diagram][data-outcome='open'] [data-board='play']").nth(1)).to_be_visible()
    keep(page, game)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

"""Hands and moves at every table: another piece is taken up instead of the one in hand, and keys and wheel lead through
what was played."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from parlour.games import BUILT_IN
from tests.e2e.at_table import place_of, settle, sit_down, touch, version, visit, wait_until
from tests.e2e.by_http import AtTable, at_random
from tests.e2e.conftest import DESKTOP, PHONE, some_of
from tests.e2e.test_endings import played
from tests.e2e.test_refusals import MIDST

pytestmark = pytest.mark.browser


def in_the_midst_of(page: Page, game: str) -> AtTable:
    sit_down(page, game)
    settle(page)
    table = AtTable(page)
    table.play_on(MIDST[game], at_random(Random(game)), seats=(0,))
    wait_until(page, lambda: version(page) >= steps_of(table))
    settle(page)
    return table


def steps_of(table: AtTable) -> int:
    return len([line for line in table.news(0)["lines"] if line["kind"] == "step"])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", some_of(("yinsh", "command", "luckymoose"), "yinsh"))
def test_with_one_piece_in_hand_touching_another_takes_that_up(open_page, keep, game, size):
    page = open_page(size)
    choices = in_the_midst_of(page, game).news(0)["now"]["choices"]
    goals: dict[str, set[str]] = {}
    for path in (choice["path"] for choice in choices if not choice["also"] and len(choice["path"]) > 1):
        goals.setdefault(path[0], set()).add(path[1])
    one, other = next((a, b) for a in goals for b in goals if a != b and b not in goals[a])
    there = place_of(page, other)
    touch(page, one)
    page.locator(f"[data-target='{one}'][data-look=held]").wait_for()
    page.mouse.click(*there)
    page.locator(f"[data-target='{other}'][data-look=held]").wait_for()
    assert page.locator("main").get_attribute("data-held") == "1"
    expect(page.locator("[data-refusal]")).to_have_count(0)
    keep(page, "other")


@pytest.mark.parametrize("game", some_of(BUILT_IN, "connect4"))
def test_arrows_home_end_and_the_wheel_go_through_the_moves_of_every_game(open_page, game):
    page = open_page(DESKTOP)
    in_the_midst_of(page, game)
    board, main = page.locator("[data-board=play]").first, page.locator("main")
    lines = [main.get_attribute("data-line")]

    def goes(deed) -> None:
        before = main.get_attribute("data-line")
        deed()
        expect(main, f"{before}, with {deed}").not_to_have_attribute("data-line", str(before))
        lines.append(main.get_attribute("data-line"))

    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight", "Home", "ArrowRight", "End"):
        goes(lambda key=key: page.keyboard.press(key))
    board.hover(position={"x": 4, "y": 4})
    goes(lambda: page.mouse.wheel(0, -100))
    goes(lambda: page.mouse.wheel(0, 100))
    assert (lines[0], lines[-3], lines[-1]) == ("now", "now", "now")
    assert lines[1] == lines[3] == lines[-2] != lines[2], "one back and one on lead to the same moment"


@pytest.mark.slow
@pytest.mark.parametrize("game", BUILT_IN)
def test_arrows_home_end_and_the_wheel_go_through_the_replay_of_every_game(open_page, game):
    page = open_page(DESKTOP)
    visit(page, f"/replay/{played(page, game, 'me', 'me', last=None if game == 'dance' else 'resign')}")
    main = page.locator("main")
    page.locator("main[data-ready=true]").wait_for()
    of = int(main.get_attribute("data-of") or 0)
    assert of >= 3

    def leads_to(step: int) -> None:
        page.locator(f"main[data-step='{step}'][data-ready=true]").wait_for()

    for key, step in {"Home": 0, "ArrowRight": 1, "End": of, "ArrowLeft": of - 1}.items():
        page.keyboard.press(key)
        leads_to(step)
    page.locator("[data-board=play]").first.hover()  # at its edge lies what was played
    for roll, step in ((-100, of - 2), (100, of - 1)):
        page.mouse.wheel(0, roll)
        leads_to(step)

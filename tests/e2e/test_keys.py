"""Every game by keyboard alone, on a phone's screen, from the home page on. After each key one sees where one is."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import glowing, is_over, lit, settle, sit_down, version
from tests.e2e.by_keys import SEEN, move_by_keys, press, sit_down_by_keys, steer, tab_to, touch_by_keys
from tests.e2e.conftest import DESKTOP, PHONE, some_of
from tests.e2e.test_games import ROW_ON_B

pytestmark = pytest.mark.browser

SHORT = {"luckymoose": {"sets": 1}}  # a whole game takes hundreds of steps


def deploy(page: Page) -> None:
    """A fleet as chance would have it, and one ship put elsewhere by hand."""
    steer(page, "piece:reserve-0-S")
    press(page, "Enter")
    steer(page, "site:e2")
    press(page, "Enter")
    page.locator("[data-at='site:e2'][data-kind=ship-S]").wait_for()
    settle(page)
    tab_to(page, "[data-formation=rest]")
    press(page, "Enter")
    page.locator('[data-target="button:ready"]').wait_for()
    settle(page)
    touch_by_keys(page, "button:ready")
    page.locator("main[data-mine=true]:not(:has([data-deployment]))").wait_for()
    settle(page)
    assert page.evaluate(SEEN), "the keyboard stands on the chart that took the place of the tray"


def begin(page: Page, game: str) -> None:
    sit_down_by_keys(page, game, **SHORT.get(game, {}))
    if game == "command":
        deploy(page)


@pytest.mark.parametrize("game", some_of(("yinsh", "dance", "luckymoose", "command", "regatta"), "dance"))
def test_a_game_is_begun_and_played_on_by_keys_alone(open_page, keep, game):
    page, rng = open_page(PHONE), Random(f"keys {game}")
    begin(page, game)
    for turn in range(6):
        if not is_over(page):
            move_by_keys(page, rng)
        if turn == 2:
            keep(page, "middle")
    assert version(page) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "yinsh", "dance", "luckymoose", "command", "regatta"])
def test_a_game_is_played_from_the_home_page_to_its_end_by_keys_alone(open_page, keep, game):
    page, rng = open_page(PHONE), Random(f"whole {game}")
    begin(page, game)
    for _ in range(600):
        if is_over(page):
            break
        move_by_keys(page, rng)
    assert is_over(page)
    assert lit(page) == []
    assert page.locator(".MatchStage-title").inner_text() != ""
    tab_to(page, "[data-rematch]")
    keep(page, "end")


@pytest.mark.slow
def test_a_row_is_taken_and_a_ring_given_by_keys(open_page, keep):
    page = open_page(PHONE)
    sit_down(page, "yinsh", persons=2)
    for number, step in enumerate(ROW_ON_B.split()):
        settle(page)
        assert version(page) == number
        for point in step.split("-"):
            touch_by_keys(page, f"site:{point}")
        page.locator(f"main[data-version='{number + 1}']").wait_for()
    assert page.locator("[data-piece^=marker-b]").count() == 0
    keep(page, "taken")


@pytest.mark.slow
def test_tokens_are_exchanged_and_a_half_made_choice_put_back_by_keys(open_page):
    page = open_page(PHONE)
    begin(page, "luckymoose")
    before = version(page)
    for gives in (False, True):
        touch_by_keys(page, "button:swap")
        page.locator("main[data-held='1']").wait_for()
        assert page.evaluate("document.activeElement.matches('[data-board]')"), "tokens are what comes next"
        for key in ("End", "Enter", "ArrowLeft", "ArrowLeft", "Enter"):
            press(page, key)
        expect(page.locator("[data-give]")).to_have_count(2)
        if gives:
            touch_by_keys(page, "button:give")
        else:
            press(page, "Escape")
            page.locator("main[data-held='0']").wait_for()
            assert version(page) == before
    page.locator(f"main:not([data-version='{before}'])").wait_for()
    settle(page)
    assert page.evaluate(SEEN)


@pytest.mark.slow
def test_a_signal_is_given_by_keys(open_page):
    page = open_page(PHONE)
    begin(page, "dance")
    before = version(page)
    steer(page, "zone:pile-2")
    press(page, "Enter")
    touch_by_keys(page, "button:keep")
    page.locator(f"main[data-version='{before + 1}']").wait_for()
    settle(page)
    assert page.evaluate("document.activeElement.matches('[data-board]')"), "the button is gone, the keyboard is not"


@pytest.mark.slow
def test_a_whole_way_is_sailed_from_the_compass_and_the_keyboard_comes_back_to_it(open_page):
    page, rng = open_page(PHONE), Random("compass by keys")
    begin(page, "regatta")
    move_by_keys(page, rng)
    page.locator(".regatta-compass-open").first.wait_for()
    heading = page.locator(".regatta-compass-open").first.get_attribute("data-heading")
    before = version(page)
    tab_to(page, f".regatta-compass-key[data-heading={heading}]")
    press(page, "Enter")
    page.locator(f".regatta-compass-hub[data-sail={heading}]").wait_for()
    press(page, "Enter")
    page.locator(f"main:not([data-version='{before}'])").wait_for()
    settle(page)
    assert page.evaluate(SEEN)


@pytest.mark.slow
def test_a_note_is_written_by_keys_and_the_keyboard_is_on_the_chart_again(open_page):
    page = open_page(PHONE)
    begin(page, "command")
    tab_to(page, "[data-board]")
    press(page, "Home")  # the uppermost stop is a contact
    press(page, "Enter")
    page.locator("[data-noting]").wait_for()
    tab_to(page, "[data-noting] input")
    page.keyboard.type("bait")
    press(page, "Enter")
    expect(page.locator("[data-note]")).to_have_text("bait")
    assert page.evaluate("document.activeElement.matches('[data-board]')")


@pytest.mark.slow
def test_what_lies_over_the_table_gives_the_keyboard_back(open_page):
    page = open_page(PHONE)
    begin(page, "yinsh")
    tab_to(page, ".Sheet-tab")
    press(page, "Enter")
    tab_to(page, ".Sheet-inside")
    press(page, "Escape")
    expect(page.locator(".Sheet-inside")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.Sheet-tab')")
    tab_to(page, ".TopBar-end .IconButton-button")
    press(page, "Enter")
    page.locator(".Drawer-drawer").wait_for()
    press(page, "Escape")
    expect(page.locator(".Drawer-drawer")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.TopBar-end .IconButton-button')")


@pytest.mark.slow
def test_the_board_is_enlarged_by_keys_around_the_cursor(open_page):
    page = open_page(PHONE)
    begin(page, "yinsh")
    steer(page, "site:f6")
    press(page, "+")
    press(page, "+")
    page.locator("[data-zoomed=true]").wait_for()
    press(page, "Home")
    cursor, stage = (
        page.locator("[data-target][data-cursor]").bounding_box(),
        page.locator("[data-stage]").bounding_box(),
    )
    assert cursor is not None
    assert stage is not None
    assert stage["x"] - 1 <= cursor["x"] <= cursor["x"] + cursor["width"] <= stage["x"] + stage["width"] + 1
    assert stage["y"] - 1 <= cursor["y"] <= cursor["y"] + cursor["height"] <= stage["y"] + stage["height"] + 1
    press(page, "0")
    expect(page.locator("[data-zoomed=true]")).to_have_count(0)


@pytest.mark.slow
def test_a_pointer_leaves_the_focus_where_it_is(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "connect4")
    settle(page)
    glowing(page).first.click()
    page.locator("main:not([data-version='0'])").wait_for()
    settle(page)
    assert not page.evaluate("document.activeElement.matches(':focus-visible')")

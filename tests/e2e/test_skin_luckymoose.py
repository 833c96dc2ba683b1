"""LuckyMoose in its own dress: a hand to sort, what a lay is worth, exchange in any order."""

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page

from tests.e2e.at_table import at, glowing, lit, move, settle, sit_down, touch, version, wait_until
from tests.e2e.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.browser


def begin(page: Page) -> None:
    """A table at which it falls to us to lay the first token."""
    for _ in range(8):
        sit_down(page, "luckymoose")
        settle(page)
        if page.locator("[data-piece^=on-]").count() == 0:
            return
    raise AssertionError("the bot always begins")


def rack(page: Page) -> list[str]:
    """The tokens of the rack, from its first slot on."""
    tokens = page.locator("[data-piece^=hand-0-]")
    found = tokens.evaluate_all(
        "all => all.map(each => [each.dataset.kind, each.getBoundingClientRect().x + each.getBoundingClientRect().y])"
    )
    return [kind for kind, _ in sorted(found, key=lambda each: each[1])]


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def token(page: Page, number: int) -> Locator:
    """By its slot: ids go by kind."""
    slots = page.locator("[data-piece^=hand-0-]").evaluate_all(
        "all => all.map(each => [each.dataset.piece, each.getBoundingClientRect().x + each.getBoundingClientRect().y])"
    )
    return page.locator(f"[data-piece='{sorted(slots, key=lambda each: each[1])[number][0]}']")


def drag(page: Page, start: tuple[float, float], to: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + to[0]) / 2, (start[1] + to[1]) / 2, steps=3)
    page.mouse.move(*to, steps=3)
    page.mouse.up()


def lay_first(page: Page) -> None:
    """Lay a token on the centre, end the turn, and wait for the next."""
    move(page, Random(1), [target for target in lit(page) if target.startswith("piece:")])
    move(page, Random(1), ["button:end"])
    settle(page)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_hand_is_sorted_by_drag_and_by_button_and_stays_so(open_page, size):
    page = open_page(size)
    begin(page)
    before, steps = rack(page), version(page)
    drag(page, middle(token(page, 0)), middle(token(page, 3)))
    expected = [*before[1:4], before[0], *before[4:]]
    page.locator("main[data-held='0']").wait_for()
    assert rack(page) == expected
    assert version(page) == steps, "sorting is no step"
    page.reload()
    settle(page)
    assert rack(page) == expected
    visible = page.locator("[data-sort=symbol]:visible")
    visible.click()
    assert rack(page) == sorted(before, key=lambda kind: ("mcstdx".index(kind[1]), "ROYGBP".index(kind[0])))


def test_a_token_is_dragged_to_the_board_and_leaves_a_ghost_that_taking_back_fills(open_page, keep):
    page = open_page(DESKTOP)
    begin(page)
    before = rack(page)
    drag(page, middle(token(page, 2)), middle(page.locator("[data-ground=centre]")))
    page.locator("[data-piece=on-h8]").wait_for()
    settle(page)
    assert page.locator("[data-ghost]").count() == 1
    assert rack(page) == [*before[:2], *before[3:]]
    keep(page, "ghost")
    page.locator("[data-undo]").click()
    page.locator("[data-piece=on-h8]").wait_for(state="detached")
    settle(page)
    assert rack(page) == before, "and it is in its slot again"


@pytest.mark.slow
def test_open_tiles_say_what_the_turn_would_be_worth_and_that_is_what_it_scores(open_page, keep):
    page = open_page(DESKTOP)
    begin(page)
    lay_first(page)
    for _ in range(4):  # a hand may have nothing that fits
        pieces = [target for target in lit(page) if target.startswith("piece:")]
        if pieces:
            break
        move(page, Random(1))
        settle(page)
    touch(page, pieces[0])
    open_tiles = glowing(page).locator("text")
    open_tiles.first.wait_for()
    best = page.locator("[data-beside] [data-place]").first
    tile = best.get_attribute("data-place")
    promised = best.locator("span").inner_text()
    points = promised.removeprefix("+")
    assert at(page, f"site:{tile}").locator("text").text_content() == points
    heard = at(page, f"site:{tile}").get_attribute("aria-label") or ""
    assert heard.endswith("for 1 point" if points == "1" else f"for {points} points")
    keep(page, "worth")
    before = score(page)
    best.click()
    page.locator(f"[data-piece=on-{tile}]").wait_for()
    page.locator("[data-sum]", has_text=promised).wait_for()
    settle(page)
    pills = page.locator("[data-pill] text")
    pills.first.wait_for()
    wait_until(page, lambda: sum(map(int, pills.all_text_contents())) == int(promised))
    keep(page, "laid")
    settle(page)
    move(page, Random(1), ["button:end"])
    settle(page)
    assert score(page) == before + int(promised)


def score(page: Page) -> int:
    found = re.match(r"\d+", page.locator("[data-me=true] [data-score]").inner_text())
    assert found is not None
    return int(found[0])


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_tokens_to_exchange_are_touched_in_any_order_and_put_back_again(open_page, keep, size):
    page = open_page(size)
    begin(page)
    before, steps = rack(page), version(page)
    at(page, "button:swap").click()
    for number in (4, 1, 3, 1):  # the second one is put back
        page.mouse.click(*middle(token(page, number)))
    page.locator("main[data-held='3']").wait_for()  # the button and two tokens
    assert page.locator("[data-give]").count() == 2
    keep(page, f"chosen-{size[0]}")
    at(page, "button:give").click()
    page.locator(f"main:not([data-version='{steps}'])").wait_for()
    settle(page)
    after = rack(page)
    assert len(after) == 6
    assert [*after[:3], after[5]] == [*before[:3], before[5]], "what was drawn lies where what was given lay"


@pytest.mark.slow
def test_the_keyboard_lays_and_exchanges(open_page):
    page = open_page(PHONE)
    begin(page)
    board = page.locator("[data-board]")
    board.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("main[data-held='1']").wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("[data-piece=on-h8]").wait_for()
    settle(page)
    steps = version(page)
    at(page, "button:end").press("Enter")
    page.locator(f"main:not([data-version='{steps}'])").wait_for()
    settle(page)
    at(page, "button:swap").press("Enter")
    board.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("[data-give]").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("[data-give]").nth(1).wait_for()
    page.keyboard.press("Escape")
    page.locator("main[data-held='0']").wait_for()


@pytest.mark.slow
def test_on_a_phone_a_small_tile_is_a_large_button_too(open_page, keep):
    page = open_page(PHONE, touch=True)
    begin(page)
    page.touchscreen.tap(*middle(token(page, 0)))
    button = page.locator("[data-place=h8]:visible")
    button.wait_for()
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    keep(page, "places")
    button.tap()
    page.locator("[data-piece=on-h8]").wait_for()

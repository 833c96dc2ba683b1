"""A reason for every touch that does nothing, where the finger was: by tap, drag and key."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import at
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_skin_yinsh import JUMP, at_board, middle

pytestmark = pytest.mark.browser

SCREENS = pytest.mark.parametrize(
    ("size", "dark"),
    [pytest.param(DESKTOP, False, id="desktop"), pytest.param(PHONE, True, id="phone-dark")],
)


def said(page: Page) -> str:
    bubble = page.locator("[data-refusal]")
    expect(bubble).to_be_visible()
    return bubble.inner_text().replace("\n", " ")


def is_on_screen(page: Page) -> bool:
    box, size = page.locator("[data-refusal]").bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"] + 0.5


@SCREENS
def test_a_ring_that_cannot_go_there_says_why_and_stays_in_hand(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    at_board(page, JUMP)
    far = middle(page, "piece:ring-1-0") if page.locator("[data-target='piece:ring-1-0']").count() else None
    assert far is None
    start, ring = middle(page, "site:b5"), page.locator("[data-at='site:k8']").first.bounding_box()
    assert ring is not None
    theirs = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    page.mouse.click(*theirs)
    expect(page.locator("[data-refusal]")).to_contain_text("You move your own rings only. The ring on k8 is not yours.")
    assert is_on_screen(page)
    keep(page, "tap")
    page.mouse.click(*start)  # the next touch is a move at once, and the bubble is gone
    expect(at(page, "site:b1")).to_be_visible()
    page.mouse.click(*theirs)
    expect(page.locator("[data-refusal]")).to_contain_text("A ring moves in a straight line.")
    expect(page.locator("[data-refusal][role=alert]")).to_contain_text("Nothing has changed.")
    expect(page.locator("main[data-held='1']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-refusal]")).to_have_count(0)
    expect(page.locator("main[data-held='1']")).to_be_visible()


def test_a_ring_dropped_where_it_cannot_go_returns_with_a_reason(open_page, keep):
    page = open_page(DESKTOP)
    at_board(page, JUMP)
    start, ring = middle(page, "site:b5"), page.locator("[data-at='site:k8']").first.bounding_box()
    assert ring is not None
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 40, start[1] - 40, steps=3)
    page.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2, steps=3)
    page.mouse.up()
    expect(page.locator("[data-refusal]")).to_contain_text("A ring moves in a straight line.")
    expect(page.locator("[data-floating] > *")).to_have_count(0)
    keep(page, "drag")


def test_keys_reach_every_point_and_are_told_why_it_does_nothing(open_page):
    page = open_page(DESKTOP)
    at_board(page, JUMP)
    page.locator("[data-board=play]").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-refusal]")).to_be_visible()

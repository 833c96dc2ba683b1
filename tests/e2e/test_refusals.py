"""A reason for every touch that does nothing, where the finger was: by tap, drag and key."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from parlour.games import BUILT_IN
from tests.e2e.at_table import at, is_over, settle, sit_down, wait_until
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE, some_of
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
    expect(page.locator("[data-refusal] [role=alert]")).to_contain_text("Nothing has changed.")
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


# -- every game ---------------------------------------------------------------------------------------------------

TOUCHES, DRAGS, KEYS = 7, 3, 3
# What a touch can change: what is lit, held or to be confirmed, what was played, where things stand; or what is said.
SEEN = """() => JSON.stringify([
  document.querySelector("main")?.dataset.version, document.querySelector("main")?.dataset.held,
  document.querySelector("[data-refusal]")?.dataset.refusal, document.querySelector("[data-cursor]")?.dataset.cursor,
  [...document.querySelectorAll("[data-board=play] [data-target]")].map(each =>
    [each.dataset.target, each.dataset.look]),
  [...document.querySelectorAll("[data-board=play] [data-piece]")].map(each =>
    [each.getAttribute("style"), each.parentElement.getAttribute("transform")]),
])"""
PIECES = """all => all.map(each => each.getBoundingClientRect())
  .map(box => [box.x + box.width / 2, box.y + box.height / 2])"""


def is_answered(page: Page, deed: Callable[[], None], what: str) -> None:
    """Something is another after it, or it is said why not."""
    before = page.evaluate(SEEN)
    deed()
    wait_until(page, lambda: page.evaluate(SEEN) != before)
    refused = page.locator("[data-refusal] [role=alert]")
    if refused.count() and len(refused.inner_text().split(".")) < 3:
        raise AssertionError(f"not two sentences, for {what}: {refused.inner_text()}")
    settle(page)


@pytest.mark.parametrize(("size", "dark"), DRESSES)
@pytest.mark.parametrize("game", some_of(BUILT_IN, "connect4", "regatta"))
def test_no_touch_drag_or_key_is_met_with_silence(open_page, keep, game, size, dark):
    page, rng = open_page(size, dark=dark, touch=size == PHONE), Random(game)
    sit_down(page, game)
    settle(page)
    board = page.locator("[data-board=play]").first

    def anywhere() -> tuple[float, float]:
        box = board.bounding_box()
        assert box is not None
        return box["x"] + box["width"] * rng.uniform(0.01, 0.99), box["y"] + box["height"] * rng.uniform(0.01, 0.99)

    for _ in range(TOUCHES):
        x, y = anywhere()
        tap = page.touchscreen.tap if size == PHONE else page.mouse.click
        is_answered(page, lambda tap=tap, x=x, y=y: tap(x, y), f"a touch at {x:.0f}, {y:.0f}")
    keep(page, "touched")
    for _ in range(DRAGS if board.get_attribute("data-zoomed") == "false" else 0):  # there a finger moves the board
        pieces = page.locator("[data-board=play] [data-piece]").evaluate_all(PIECES)
        if not pieces:
            break
        (x, y), (to_x, to_y) = rng.choice(pieces), anywhere()

        def drag(x: float = x, y: float = y, to_x: float = to_x, to_y: float = to_y) -> None:
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
            page.mouse.move(to_x, to_y, steps=3)
            page.mouse.up()

        is_answered(page, drag, f"a drag from {x:.0f}, {y:.0f} to {to_x:.0f}, {to_y:.0f}")
    for _ in range(0 if is_over(page) else KEYS):
        board.focus()
        for _ in range(rng.randint(1, 4)):
            page.keyboard.press(f"Shift+Arrow{rng.choice(['Up', 'Down', 'Left', 'Right'])}")
        is_answered(page, lambda: page.keyboard.press("Enter"), "Enter")


@SCREENS
def test_who_is_refused_twice_is_shown_the_rule_beside_the_board(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    at_board(page, JUMP)
    page.mouse.click(*middle(page, "site:b5"))
    ring = page.locator("[data-at='site:k8']").first.bounding_box()
    assert ring is not None
    far = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    page.mouse.click(*far)
    expect(page.locator("[data-refusal]")).to_contain_text("A ring moves in a straight line.")
    expect(page.locator("[data-show-rule]")).to_have_count(0)
    page.mouse.click(*far)
    expect(page.locator("[data-show-rule]")).to_be_visible()
    keep(page, "offered")
    page.locator("[data-board=play]").focus()  # the bubble takes no focus by itself; Tab leads into it, Escape back
    page.keyboard.press("Tab")
    expect(page.locator("[data-show-rule]")).to_be_focused()
    page.keyboard.press("Enter")
    rule = page.locator("[data-found]")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("It cannot pass over a ring")
    expect(page.locator("main[data-held='1']")).to_be_visible()  # still at the table, with the ring in hand
    keep(page, "rule")
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    expect(page.locator("main[data-held='1']")).to_be_visible()


def test_where_a_move_is_possible_pulses_once_and_the_reason_fades(open_page):
    page = open_page(DESKTOP)
    at_board(page, JUMP)
    page.evaluate("document.documentElement.dataset.motion = 'on'")
    ring = page.locator("[data-at='site:k8']").first.bounding_box()
    assert ring is not None
    page.mouse.click(*middle(page, "site:b5"))
    page.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    expect(page.locator("[data-refusal]")).to_be_visible()
    pulses = """() => document.getAnimations().filter(each => each.effect.target.closest("[data-target]")
      && each.effect.getKeyframes().some(frame => frame.scale === "1.2")).length"""
    assert page.evaluate(pulses) > 0
    page.evaluate(
        """() => { new MutationObserver((_, watch) => {
          const fading = document.querySelector("[data-fading]");
          if (!fading) return;
          watch.disconnect();
          window.faded = [fading.inert, document.querySelector("[data-refusal]") === null];
        }).observe(document.body, { childList: true }); }"""
    )
    page.mouse.click(*middle(page, "site:b6"))  # a move at once
    wait_until(page, lambda: page.evaluate("window.faded") == [True, True])
    expect(page.locator("[data-fading]")).to_have_count(0)

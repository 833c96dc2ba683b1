"""What only The Dance's table has: signals per pile, piles that say what they take, a hand to drag from."""

import re
from random import Random

import pytest
from playwright.sync_api import Page

from tests.e2e.at_table import at, lit, play_to_the_end, settle, sit_down, touch, version
from tests.e2e.conftest import DESKTOP, PHONE, TABLET

pytestmark = pytest.mark.browser


def cards(page: Page) -> list[int]:
    """The cards of the hand that can be played now."""
    return sorted(int(target[11:]) for target in lit(page) if target.startswith("piece:card-"))


def chips(page: Page, pile: int) -> list[int]:
    """What the lane of a pile says fits, from the pile outwards."""
    shown = page.locator(f"[data-zone=pile-{pile}] [data-chip] text").all_text_contents()
    return [int(text) for text in shown if text.isdigit()]


def takes(page: Page, pile: int) -> str:
    return " ".join(page.locator(f"[data-zone=pile-{pile}] [data-tip] text").all_text_contents())


def lay(page: Page, card: int, pile: int) -> None:
    before = version(page)
    touch(page, f"piece:card-{card}")
    page.locator("main[data-held='1']").wait_for()
    touch(page, f"zone:pile-{pile}")
    page.locator(f"main:not([data-version='{before}'])").wait_for()
    settle(page)


@pytest.mark.slow
def test_a_pile_says_what_it_takes_and_what_of_the_hand_fits(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    hand = cards(page)
    page.locator("[data-zone=pile-1] [data-chip]").first.wait_for()
    assert chips(page, 1) == hand
    assert chips(page, 4) == hand[::-1]
    assert takes(page, 1) == "above 1"
    middle = hand[len(hand) // 2]
    lay(page, middle, 1)
    page.locator("[data-zone=pile-1] [data-tip] text", has_text=re.compile(f"above {middle}, or")).wait_for()
    assert takes(page, 1) == f"above {middle}, or {middle - 10}"
    assert chips(page, 1) == [card for card in hand if card > middle or card == middle - 10]
    keep(page, "fits")


@pytest.mark.slow
def test_a_held_card_shows_on_each_pile_what_its_step_costs(open_page, keep):
    page = open_page(PHONE)
    sit_down(page, "dance")
    settle(page)
    card = cards(page)[2]
    touch(page, f"piece:card-{card}")
    page.locator("main[data-held='1']").wait_for()
    tags = page.locator("[data-above] [data-tag] text").all_text_contents()
    assert tags == [f"+{card - 1}", f"+{card - 1}", f"−{100 - card}", f"−{100 - card}"]
    keep(page, "tags")


@pytest.mark.slow
def test_another_card_is_taken_instead_with_one_touch(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    first, second = cards(page)[:2]
    touch(page, f"piece:card-{second}")
    page.locator(f"[data-piece=card-{second}][data-look=held]").wait_for()
    page.mouse.click(*seen_middle(page, f"card-{first}"))
    page.locator(f"[data-piece=card-{first}][data-look=held]").wait_for()
    assert page.locator("main").get_attribute("data-held") == "1"


# By seats, the cards of a full hand; and as large a hand as there is, and a small one.
FANS = [(2, {}, 7), (1, {}, 8), (3, {}, 6), (5, {}, 6), (2, {"hand": 10}, 10), (3, {"hand": 4}, 4)]


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
@pytest.mark.parametrize(
    ("seats", "options", "full"),
    [FANS[0], *(pytest.param(*fan, marks=pytest.mark.slow) for fan in FANS[1:])],
)
def test_the_card_that_is_touched_is_lifted_and_another_one_instead_of_it(open_page, keep, size, seats, options, full):
    """Of every fan: each card, where it is seen, with another one in hand or with none."""
    page = open_page(size, touch=True)
    sit_down(page, "dance", seats=seats, **options)
    settle(page)
    hand = cards(page)
    assert len(hand) == full
    for card in (*hand, *reversed(hand[:-1])):
        page.touchscreen.tap(*seen_middle(page, f"card-{card}"))
        page.locator(f"[data-piece=card-{card}][data-look=held]").wait_for()
    keep(page, "lifted")


def seen_middle(page: Page, piece: str) -> tuple[float, float]:
    """The middle of what can be seen of a piece."""
    found: list[float] = page.evaluate(
        """(id) => {
            const piece = document.querySelector(`[data-piece="${id}"]`);
            const { x, y, width, height } = piece.getBoundingClientRect();
            const seen = [];
            for (let i = 0.5; i < 20; i++) for (let j = 0.5; j < 20; j++) {
                const at = [x + width * i / 20, y + height * j / 20];
                const on = document.elementsFromPoint(...at).map((each) => each.closest("[data-piece]")).find(Boolean);
                if (on === piece) seen.push(at);
            }
            const middle = (k) => seen.reduce((sum, at) => sum + at[k], 0) / seen.length;
            const [left, top] = [middle(0), middle(1)];
            const far = ([a, b]) => Math.hypot(a - left, b - top);
            return seen.reduce((best, at) => far(at) < far(best) ? at : best);
        }""",
        piece,
    )
    return found[0], found[1]


def test_a_card_is_dragged_onto_a_pile(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    card, before = cards(page)[0], version(page)
    here, there = at(page, f"piece:card-{card}").bounding_box(), at(page, "zone:pile-1").bounding_box()
    assert here is not None
    assert there is not None
    page.mouse.move(here["x"] + 12, here["y"] + here["height"] / 2)
    page.mouse.down()
    page.mouse.move(there["x"] + 40, there["y"] + 200, steps=6)
    page.locator("[data-zone=pile-1] :is([data-state=near], [data-state=far])").wait_for()
    page.mouse.up()
    page.locator(f"main:not([data-version='{before}'])").wait_for()
    page.locator(f"[data-piece=card-{card}][data-at='zone:pile-1']").wait_for()


@pytest.mark.slow
def test_a_signal_is_one_tap_under_its_pile(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "dance", seats=3)
    settle(page)
    page.locator("[data-say=keep-2]").click()
    page.locator("[data-zone=pile-2] .dance-signals-own").wait_for()
    page.locator("[data-say=keep-2][data-shown=true]").wait_for()
    assert page.locator("[data-zone=pile-2] .dance-signals-own").text_content() == "keep"
    page.locator("[data-say=go-2]").click()  # the newest replaces
    page.locator("[data-say=go-2][data-shown=true]").wait_for()
    assert page.locator(".dance-signals-own").count() == 1
    keep(page, "said")


@pytest.mark.slow
def test_on_a_phone_a_pile_is_tapped_for_its_signals_and_the_board_stays_where_it_is(open_page, keep):
    page = open_page(PHONE, touch=True)
    sit_down(page, "dance", seats=3)
    settle(page)
    before = page.locator("[data-board]").bounding_box()
    box = at(page, "zone:pile-3").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] - 12)
    at(page, "button:mine").wait_for()
    keep(page, "words")
    assert page.locator("[data-board]").bounding_box() == before
    for word in ("mine", "keep", "go"):
        size = at(page, f"button:{word}").bounding_box()
        assert size is not None
        assert size["height"] >= 44
    at(page, "button:go").tap()
    page.locator("[data-zone=pile-3] .dance-signals-own").wait_for()
    at(page, "button:clear").tap()
    page.locator(".dance-signals-own").wait_for(state="detached")


@pytest.mark.slow
def test_a_card_is_laid_and_a_signal_given_by_keyboard_alone(open_page):
    page = open_page(PHONE)
    sit_down(page, "dance", seats=3)
    settle(page)
    before = version(page)
    page.locator("[data-board]").focus()
    page.keyboard.press("ArrowDown")  # the uppermost: the first pile
    page.keyboard.press("Enter")
    at(page, "button:mine").wait_for()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.target") != "button:mine":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("[data-zone=pile-1] .dance-signals-own").wait_for()
    settle(page)
    page.locator("[data-board]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("[data-piece^=card-][data-look=held]").wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("[data-at^='zone:pile-'][data-piece^=card-]").first.wait_for()
    assert version(page) >= before + 2


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_at_the_end_everybody_sees_what_was_left(open_page, keep, size):
    page, rng = open_page(size), Random("the end")
    sit_down(page, "dance", hand=4, minimum=3)  # soon over
    play_to_the_end(page, rng)
    panel = page.locator(".Sheet-sheet" if size == PHONE else ".Players-players")
    if size == PHONE:
        page.locator(".Sheet-tab").nth(2).click()
    panel.locator("[data-left-over]").first.wait_for()
    left = panel.locator("[data-together] b").inner_text()
    assert int(left) >= panel.locator("[data-left-over]").count() > 0
    keep(page, "end")

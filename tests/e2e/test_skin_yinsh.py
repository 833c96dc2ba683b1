"""What YINSH has of its own: jumps that say what they turn over, rows taken by one touch, rings to drag."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import at, lit, settle, sit_down, table_of, touch, version
from tests.e2e.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.browser

PLACED = "b1 j5 b5 k7 d1 j11 e1 i11 f2 h11"
# The ring on b4 stands between three and two markers of its colour: when it leaves, they are six.
BEFORE_SIX = f"{PLACED} b1-b2 j5-j6 b2-b3 k7-k8 b3-b4 j6-j7 b5-b6 k8-k9 b6-b7 j7-j8"
SIX = f"{BEFORE_SIX} b4-c4"
# Three white markers between the white ring on b5 and the empty point b1.
JUMP = "b2 j5 b5 k7 d1 j11 e1 i11 f2 h11 b2-b3 j5-j6 b3-b4 k7-k8 b4-c4 j6-j7"
STEP = """([table, seat, step]) => fetch(`/api/v1/tables/${table}/steps`, {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({seat, steps: [step]}),
}).then(answer => answer.status)"""


def at_board(page: Page, steps: str) -> None:
    """Two people at one device, after these steps, which alternate."""
    sit_down(page, "yinsh", persons=2)
    settle(page)
    table = table_of(page)
    for number, step in enumerate(steps.split()):
        assert page.evaluate(STEP, [table, number % 2, step]) < 300, step
    page.locator(f"main[data-version='{len(steps.split())}']").wait_for()
    settle(page)


def middle(page: Page, target: str) -> tuple[float, float]:
    box = at(page, target).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def markers(page: Page) -> set[str]:
    found = page.locator("[data-kind=marker][data-at]").evaluate_all("all => all.map(each => each.dataset.at)")
    return {place.removeprefix("site:") for place in found}


def test_a_jump_says_before_the_move_what_it_turns_over(open_page, keep):
    page = open_page(DESKTOP)
    at_board(page, JUMP)
    touch(page, "site:b5")
    expect(at(page, "site:b1")).to_have_attribute("aria-label", "b1: empty, turns 3 markers over")
    expect(page.locator("[data-turns='site:b1']")).to_have_text("3")
    expect(page.locator("[data-turns='site:c5']")).to_have_count(0)
    page.mouse.move(*middle(page, "site:b1"))
    expect(page.locator("[data-above] use[href='#yinsh-flip']")).to_have_count(3)
    keep(page, "aimed")
    touch(page, "site:b1")
    expect(page.locator("[data-at='site:b2'] [data-owner='1'], [data-at='site:b3'] [data-owner='1']")).to_have_count(2)


@pytest.mark.slow
def test_the_ring_that_moved_last_does_not_look_held(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "yinsh", persons=2)
    settle(page)
    at_board(page, PLACED)
    touch(page, "site:b1")
    expect(at(page, "site:b1").locator(".yinsh-over-held")).to_have_css("stroke-dasharray", "none")
    touch(page, "site:b2")
    page.locator("main[data-version='11']").wait_for()
    touch(page, "site:j5")
    touch(page, "site:j6")
    page.locator("main[data-version='12']").wait_for()
    settle(page)
    page.mouse.move(*middle(page, "site:b2"))
    expect(page.locator("[data-look=held]")).to_have_count(0)
    expect(at(page, "site:b2").locator(".yinsh-over-may")).not_to_have_css("stroke-dasharray", "none")
    keep(page, "pointed at")


@pytest.mark.slow
def test_a_ring_is_dragged_and_shows_on_its_way_what_it_would_turn_over(open_page):
    page = open_page(DESKTOP)
    at_board(page, JUMP)
    before = version(page)
    x, y = middle(page, "site:b5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 20, steps=3)  # it is in hand, and where it may go lights up
    page.mouse.move(*middle(page, "site:b1"), steps=5)
    expect(page.locator("[data-above] use[href='#yinsh-flip']")).to_have_count(3)
    page.mouse.up()
    page.locator(f"main[data-version='{before + 1}']").wait_for()
    assert page.locator("[data-at='site:b1'][data-kind=ring]").count() == 1


@pytest.mark.slow
def test_of_six_in_a_row_a_finger_chooses_which_five_and_is_asked(open_page, keep):
    page = open_page(PHONE, touch=True)
    at_board(page, SIX)
    before = version(page)
    assert sorted(lit(page)) == [f"site:b{number}" for number in range(1, 7)]
    page.touchscreen.tap(*middle(page, "site:b6"))
    expect(page.locator("[data-five='xb2-b6']")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-five='xb1-b5']").click()
    expect(page.locator("[data-five='xb2-b6']")).to_have_attribute("aria-pressed", "false")
    keep(page, "five")
    page.locator("[data-confirm]").click()
    page.locator(f"main[data-version='{before + 1}']").wait_for()
    settle(page)
    assert {name for name in markers(page) if name[0] == "b"} == {"b6"}
    page.touchscreen.tap(*middle(page, "site:e1"))
    keep(page, "ring")
    page.locator("[data-confirm]").click()
    page.locator(f"main[data-version='{before + 2}']").wait_for()
    assert page.locator("[data-kind=ring][data-at]").count() == 9
    assert "1 of 3 rings off" in (page.locator("section[data-seat='0']").text_content() or "")


@pytest.mark.slow
def test_a_row_and_a_ring_are_taken_with_the_keyboard_alone(open_page):
    page = open_page(DESKTOP)
    at_board(page, SIX)
    before = version(page)
    page.locator("[data-board]").focus()
    for key in ("ArrowUp", "ArrowDown", "Enter"):  # from the uppermost marker of the row to the one below it
        page.keyboard.press(key)
    page.locator(f"main[data-version='{before + 1}']").wait_for()
    settle(page)
    assert {name for name in markers(page) if name[0] == "b"} == {"b1"}
    page.locator("[data-board]").focus()
    page.keyboard.press("ArrowRight")  # the cursor begins at the uppermost ring
    page.keyboard.press("Enter")
    page.locator(f"main[data-version='{before + 2}']").wait_for()


@pytest.mark.slow
def test_everything_written_on_a_phones_board_can_be_read(open_page):
    page = open_page(PHONE, touch=True)
    at_board(page, JUMP)
    page.touchscreen.tap(*middle(page, "site:b5"))
    expect(page.locator("[data-turns='site:b1']")).to_have_text("3")
    sizes = page.locator("[data-board] text").evaluate_all(
        "all => all.map(each => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"
    )
    assert len(sizes) > 20
    assert min(sizes) >= 12

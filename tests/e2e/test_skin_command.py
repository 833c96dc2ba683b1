"""Command of the Sea as it is dressed: deploying by hand and by formation, notes on contacts, what the arbiter says."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import at, glowing, settle, sit_down, touch
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser

SCREEN = ".T.FS.R.ASWEL.NVZLLKLQCLBL."  # a formation that comes with the game


def middle(page: Page, target: str) -> tuple[float, float]:
    box = at(page, target).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: tuple[float, float]) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    x, y = middle(page, start)
    page.mouse.move(x + 12, y - 12)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def ship_on(page: Page, square: str) -> str:
    """The letter of the ship that stands there, once one does."""
    ship = page.locator(f"[data-at='site:{square}'][data-kind^=ship-]")
    ship.wait_for()
    return (ship.get_attribute("data-kind") or "")[-1]


def formation(page: Page, which: str) -> None:
    page.locator(f"[data-formation='{which}']").click()


def take_the_device(page: Page) -> None:
    """Whoever is next takes it, or has it already."""
    settle(page)
    if page.locator("main[data-hand-to]").count():
        page.locator("main[data-hand-to] button").click()
        settle(page)


def hold(page: Page, square: str) -> None:
    box = page.locator(f"[data-at='site:{square}']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.locator("[data-noting]").wait_for()
    page.mouse.up()


def begin(page: Page) -> None:
    """Deploy against the bot and come to the first move."""
    sit_down(page, "command")
    settle(page)
    formation(page, SCREEN)
    at(page, "button:ready").click()
    page.locator("main[data-mine=true]:not(:has([data-deployment]))").wait_for()
    settle(page)


def test_ships_are_dragged_and_tapped_into_place_and_change_places(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "command")
    settle(page)
    touch(page, "piece:reserve-0-S")
    page.locator("main[data-held='1']").wait_for()
    touch(page, "site:c2")
    assert ship_on(page, "c2") == "S"
    settle(page)
    touch(page, "piece:reserve-0-F")
    onto = middle(page, "site:e3")
    page.keyboard.press("Escape")
    drag(page, "piece:reserve-0-C", onto)
    assert ship_on(page, "e3") == "C"
    settle(page)
    keep(page, "two")
    drag(page, "site:c2", onto)
    page.locator("[data-at='site:e3'][data-kind=ship-S]").wait_for()
    assert ship_on(page, "c2") == "C"
    expect(page.locator("[data-piece^=ship-]")).to_have_count(2)
    expect(page.locator("[data-me=true] .SeatCard-tally")).to_have_text("2 of 21 placed")


@pytest.mark.slow
def test_a_formation_is_taken_filled_up_mirrored_kept_and_forgotten(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "command")
    settle(page)
    assert at(page, "button:ready").count() == 0
    touch(page, "piece:reserve-0-C")
    touch(page, "site:a1")
    assert ship_on(page, "a1") == "C"
    settle(page)
    formation(page, "rest")
    at(page, "button:ready").wait_for()
    assert ship_on(page, "a1") == "C"
    formation(page, SCREEN)
    page.locator("[data-at='site:b3'][data-kind=ship-T]").wait_for()
    settle(page)
    formation(page, "mirror")
    page.locator("[data-at='site:h3'][data-kind=ship-T]").wait_for()
    settle(page)
    formation(page, "save")
    page.keyboard.type("Right hook")
    keep(page, "naming")
    formation(page, "keep")
    mine = page.locator("[data-formation]", has_text="Right hook")
    expect(mine).to_have_attribute("aria-pressed", "true")
    formation(page, "random")
    expect(mine).to_have_attribute("aria-pressed", "false")
    settle(page)
    sit_down(page, "command")
    settle(page)
    page.locator("[data-formation]", has_text="Right hook").click()
    page.locator("[data-at='site:h3'][data-kind=ship-T]").wait_for()
    settle(page)
    formation(page, "forget")
    expect(page.locator("[data-formation]", has_text="Right hook")).to_have_count(0)


@pytest.mark.slow
def test_a_thumb_deploys_without_a_second_word_and_moves_with_one(open_page, keep):
    page = open_page(PHONE, touch=True)
    sit_down(page, "command")
    settle(page)
    page.touchscreen.tap(*middle(page, "piece:reserve-0-S"))
    page.locator("main[data-held='1']").wait_for()
    page.touchscreen.tap(*middle(page, "site:e1"))
    assert ship_on(page, "e1") == "S"
    settle(page)
    formation(page, "rest")
    at(page, "button:ready").click()
    page.locator("main[data-mine=true]:not(:has([data-deployment]))").wait_for()
    settle(page)
    start = glowing(page).first.get_attribute("data-target") or ""
    page.touchscreen.tap(*middle(page, start))
    page.locator("main[data-held='1']").wait_for()
    goal = glowing(page).first.get_attribute("data-target") or ""
    page.touchscreen.tap(*middle(page, goal))
    page.locator(f"[data-look=pending][data-target='{goal}']").wait_for()
    keep(page, "pending")
    small = page.locator("[data-board] text, .MatchStage-below text").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().height).filter(height => height > 0 && height < 11.5)"
    )
    assert small == []


@pytest.mark.slow
def test_a_fleet_is_deployed_with_the_keyboard_alone(open_page):
    page = open_page(PHONE)
    sit_down(page, "command")
    settle(page)
    page.locator("[data-board]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("main[data-held='1']").wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("[data-piece^=ship-]").wait_for()
    settle(page)
    page.locator("[data-formation=rest]").focus()
    page.keyboard.press("Enter")
    at(page, "button:ready").focus()
    page.keyboard.press("Enter")
    page.locator("main[data-mine=true]:not(:has([data-deployment]))").wait_for()


@pytest.mark.slow
def test_a_note_is_written_on_a_contact_by_holding_it_and_stays(open_page, keep):
    page = open_page(DESKTOP)
    begin(page)
    square = (page.locator("[data-kind=contact]").first.get_attribute("data-at") or "").removeprefix("site:")
    hold(page, square)
    page.locator("[data-noting] [aria-pressed]").nth(0).click()
    page.locator("[data-noting] input").fill("bait")
    keep(page, "noting")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-at='site:{square}'] [data-note]")).to_have_text("bait")
    page.reload()
    expect(page.locator(f"[data-at='site:{square}'] [data-note]")).to_have_text("bait")
    settle(page)
    page.locator("[data-board]").focus()
    page.keyboard.press("ArrowUp")  # the cursor begins on the uppermost stop, which is a contact
    page.keyboard.press("Enter")
    page.locator("[data-noting]").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[data-noting]")).to_have_count(0)


@pytest.mark.slow
def test_the_arbiter_says_what_was_lost_and_what_the_other_can_only_be(open_page, keep):
    """Two at one device, both in the same formation: the submarines of the e file meet, and both are lost."""
    page = open_page(DESKTOP)
    sit_down(page, "command", persons=2)
    for _ in range(2):
        take_the_device(page)
        formation(page, SCREEN)
        at(page, "button:ready").click()
        page.locator("main:not(:has([data-deployment]))").wait_for()
    for ply in range(3):
        take_the_device(page)
        seat = page.locator("main").get_attribute("data-seat")
        row, on = (3, 1) if seat == "0" else (6, -1)
        if ply == 0:
            hold(page, "i8" if seat == "0" else "a1")  # Black's fleet is turned: a8 is empty, as i1 is
            page.locator("[data-noting] input").fill("first")
            page.keyboard.press("Enter")
            assert page.locator("[data-note]").count() == 1
        start = row + on * (ply // 2)
        if ply == 1:
            assert page.locator("[data-note]").count() == 0  # what the other wrote is not for this seat
        if seat == "1":
            keep(page, "black")
        touch(page, f"site:e{start}")
        touch(page, f"site:e{start + on}")
        page.locator("[data-hand-over]").click()
        page.locator("main[data-hand-to]").wait_for()
    take_the_device(page)
    report = page.locator("[data-report]")
    assert re.search(r"Your Virginia submarine is lost\.", report.inner_text())
    assert re.search(r"the contact is lost\. It can only be this", report.inner_text())
    assert page.locator("[data-loss]").count() == 1
    expect(page.locator("[data-me=true] [data-lost] svg")).to_have_count(1)
    keep(page, "report")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True)], ids=["desktop", "phone-dark"])
def test_the_deployment_and_a_note_in_the_making_have_no_serious_finding(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    sit_down(page, "command")
    settle(page)
    touch(page, "piece:reserve-0-F")
    page.locator("main[data-held='1']").wait_for()
    assert findings(page) == []
    page.keyboard.press("Escape")
    formation(page, SCREEN)
    at(page, "button:ready").click()
    page.locator("main[data-mine=true]:not(:has([data-deployment]))").wait_for()
    settle(page)
    assert findings(page) == []
    stage = page.locator("[data-stage]").bounding_box()
    hold(page, (page.locator("[data-kind=contact]").first.get_attribute("data-at") or "").removeprefix("site:"))
    page.locator("[data-noting] [aria-pressed]").nth(1).click()
    assert (
        size != PHONE or page.locator("[data-stage]").bounding_box() == stage
    )  # the chart stays where the thumb held it
    keep(page, "noting")
    assert findings(page) == []


@pytest.mark.slow
def test_formations_and_the_chart_are_within_reach_on_a_tablet_and_on_a_phone_on_its_side(open_page, keep):
    page = open_page((1024, 768), touch=True)
    sit_down(page, "command")
    settle(page)
    keep(page, "tablet")
    for size in ((1024, 768), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        formation(page, SCREEN)
        chart = page.locator("[data-stage]").bounding_box()
        assert chart is not None
        assert chart["height"] > 250
        assert chart["y"] + 250 < size[1], "seen without scrolling"
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    keep(page, "on-its-side")

"""Regatta by its compass: headings with their reasons, by pointer, thumb and keys; and sailing words explained."""

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.at_table import at, in_sight, is_over, lit, move, settle, sit_down, version, wait_until
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser


def put_to_sea(page: Page, seed: str) -> None:
    """Sit down against a bot, place the boat, and come to the first choice of a heading. What the bot does before that
    may ask for something else first: to choose the wind, or where to go when bumped."""
    rng = Random(seed)
    sit_down(page, "regatta")
    settle(page)
    move(page, rng, [in_the_middle(page)])
    while "Choose a heading" not in page.locator(".MatchStage-plate").inner_text():
        move(page, rng, [in_the_middle(page)])
    open_keys(page).first.wait_for()


def in_the_middle(page: Page) -> str:
    """Of what can be touched and is in sight, the nearest to the middle: at the edges lie the chart's buttons."""
    window = page.locator("[data-board]").first.bounding_box()
    assert window is not None
    x, y = window["x"] + window["width"] / 2, window["y"] + window["height"] / 2

    def away(target: str) -> float:
        box = at(page, target).bounding_box()
        assert box is not None
        return abs(box["x"] + box["width"] / 2 - x) + abs(box["y"] + box["height"] / 2 - y)

    return min(sorted(in_sight(page)), key=away)


def open_keys(page: Page) -> Locator:
    return page.locator(".regatta-compass-open")


def key(page: Page, heading: str) -> Locator:
    return page.locator(f".regatta-compass-key[data-heading={heading}]")


def points(key: Locator) -> int:
    return key.locator(".regatta-compass-pip:not(.regatta-compass-lost)").count()


def own_boat(page: Page) -> str:
    return page.locator("[data-piece=boat-0]").get_attribute("data-at") or ""


def arrives(page: Page, site: str) -> None:
    page.locator(f"[data-piece=boat-0][data-at='{site}']").wait_for(state="attached")


def farthest(page: Page) -> str:
    """The open heading with the most points."""
    keys = [each for each in open_keys(page).all() if "windward" not in (each.get_attribute("class") or "")]
    return max(keys, key=points).get_attribute("data-heading") or ""


def beyond(site: str, heading: str, far: int) -> str:
    x, y = map(int, site.removeprefix("site:").split(","))
    x += far * (("E" in heading) - ("W" in heading))
    y += far * (("N" in heading) - ("S" in heading))
    return f"site:{x},{y}"


@pytest.mark.slow
def test_every_heading_says_its_speed_or_why_not(open_page, keep):
    page = open_page(DESKTOP)
    put_to_sea(page, "reasons")
    assert page.locator(".regatta-compass-key").count() == 8
    for each in page.locator(".regatta-compass-key").all():
        label = each.get_attribute("aria-label") or ""
        assert re.search(r"speed \d|not now\. \S", label), label
    irons = page.locator(".regatta-compass-windward")
    assert "nobody sails straight into it" in (irons.get_attribute("aria-label") or "")
    assert sorted(lit(page)) == sorted(
        beyond(own_boat(page), each.get_attribute("data-heading") or "", 1) for each in open_keys(page).all()
    )
    keep(page, "headings")


@pytest.mark.slow
def test_a_heading_is_picked_and_its_whole_way_is_sailed(open_page, keep):
    page = open_page(DESKTOP)
    put_to_sea(page, "picked")
    heading, start = farthest(page), own_boat(page)
    far, before = points(key(page, heading)), version(page)
    assert far == 2
    key(page, heading).click()
    assert (page.locator(".regatta-over-title").text_content() or "").startswith(heading)
    assert page.locator(".regatta-panels-title").inner_text().startswith(heading)
    keep(page, "picked")
    page.locator(f".regatta-compass-hub[data-sail={heading}]").click()
    arrives(page, beyond(start, heading, far))
    settle(page)
    assert version(page) >= before + far


@pytest.mark.slow
def test_the_pointer_on_a_point_tells_its_heading_and_a_click_sails_one_step(open_page):
    page = open_page(DESKTOP)
    put_to_sea(page, "pointer")
    heading, start = farthest(page), own_boat(page)
    box = page.locator(f'[data-target="{beyond(start, heading, 1)}"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.locator(f".regatta-compass-chosen[data-heading={heading}]").or_(
        page.locator("[data-callout]")
    ).first.wait_for()
    page.mouse.move(5, 5)  # the tip goes when the pointer goes
    expect(page.locator(f".regatta-compass-chosen[data-heading={heading}], [data-callout]")).to_have_count(0)
    page.mouse.click(x, y)
    arrives(page, beyond(start, heading, 1))
    settle(page)
    assert page.locator("[data-target='button:stop']").count() == 1
    page.locator("[data-sail]").click()  # the compass offers to go on
    arrives(page, beyond(start, heading, 2))


@pytest.mark.slow
def test_with_a_thumb_one_slides_over_the_compass_and_taps_its_middle(open_page, keep):
    page = open_page(PHONE, touch=True)
    put_to_sea(page, "by thumb")
    one = farthest(page)
    other = next(h for k in open_keys(page).all() if (h := k.get_attribute("data-heading")) != one)
    dial = page.locator(".regatta-panels-below .regatta-compass-compass")
    for each in (key(page, one), key(page, other), page.locator(".regatta-compass-hub")):
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    first, last = key(page, other).bounding_box(), key(page, one).bounding_box()
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + 22, first["y"] + 22)
    page.mouse.down()
    page.mouse.move(last["x"] + 22, last["y"] + 22, steps=8)
    page.mouse.up()
    dial.locator(f".regatta-compass-chosen[data-heading={one}]").wait_for()
    keep(page, "slid")
    start, far = own_boat(page), points(key(page, one))
    hub = page.locator(f".regatta-compass-hub[data-sail={one}]")
    box = hub.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    arrives(page, beyond(start, one, far))


@pytest.mark.slow
def test_the_compass_is_worked_by_keys(open_page):
    page = open_page(PHONE)
    put_to_sea(page, "keys")
    heading, start = farthest(page), own_boat(page)
    far = points(key(page, heading))
    key(page, heading).focus()
    page.keyboard.press("Enter")
    page.locator(f".regatta-compass-hub[data-sail={heading}]").wait_for()
    page.keyboard.press("Enter")  # the same again sails
    arrives(page, beyond(start, heading, far))


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_heading_of_which_nothing_is_known_and_the_middle_say_why_they_do_nothing(open_page, keep, size, dark):
    page = open_page(size, dark=dark, touch=size == PHONE)
    sit_down(page, "regatta")
    settle(page)
    refused = page.locator("[data-refusal]")
    for each in (key(page, "SE"), page.locator("[data-hub]")):
        each.click(force=True)
        expect(refused).to_contain_text("Your boat is not on the water yet.")
        near(refused, each)
        keep(page, "not-yet")
        assert findings(page) == []
        page.keyboard.press("Escape")
        expect(refused).to_have_count(0)
    move(page, Random("hub"), [in_the_middle(page)])
    while "Choose a heading" not in page.locator(".MatchStage-plate").inner_text():
        move(page, Random("hub"), [in_the_middle(page)])
    open_keys(page).first.wait_for()
    page.locator("[data-hub]").click(force=True)
    expect(refused).to_contain_text("No heading is chosen yet. Choose one around this, then touch here to sail.")
    key(page, farthest(page)).click()  # the next touch is a move at once
    expect(refused).to_have_count(0)
    page.locator(".regatta-compass-hub[data-sail]").wait_for()


def near(bubble: Locator, touched: Locator) -> None:
    """It points to what was touched, and does not lie on it."""
    there, here = bubble.bounding_box(), touched.bounding_box()
    assert there is not None
    assert here is not None
    x, y = here["x"] + here["width"] / 2, here["y"] + here["height"] / 2
    assert there["x"] - 1 <= x <= there["x"] + there["width"] + 1
    assert 20 < min(abs(there["y"] + there["height"] - y), abs(there["y"] - y)) < 60


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_rose_is_one_choice_to_keys_and_letters_choose_as_they_lie_on_a_keyboard(open_page, size):
    page = open_page(size)
    put_to_sea(page, "rose")
    stops = page.locator("[role=radiogroup] [role=radio][tabindex='0']")
    assert stops.count() == 1, "one stop for Tab"
    stops.focus()
    before = page.locator("main").get_attribute("data-line")
    seen = []
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        focused = page.evaluate("document.activeElement.dataset.heading")
        seen.append(focused)
        expect(key(page, focused)).to_have_attribute("aria-checked", "true")
    irons = page.locator(".regatta-compass-windward").get_attribute("data-heading")
    assert irons not in seen
    assert len(set(seen)) >= len(open_keys(page).all())
    assert page.locator("main").get_attribute("data-line") == before == "now", "arrows here do not leave the present"
    letters = {"N": "w", "NE": "e", "E": "d", "SE": "c", "S": "x", "SW": "z", "W": "a", "NW": "q"}
    heading, start = farthest(page), own_boat(page)
    far = points(key(page, heading))
    page.keyboard.press(letters[heading])
    page.locator(f".regatta-compass-hub[data-sail={heading}]").wait_for()
    page.locator("[data-board=play]").focus()
    page.keyboard.press("n")
    told = page.locator(".regatta-compass-compass [role=status]")
    expect(told).to_contain_text("Next: ")
    if size == PHONE:
        page.keyboard.press("o")
        page.locator("[data-zoomed=false]").wait_for()
        page.keyboard.press("Shift+C")
        wait_until(page, lambda: page.locator("[data-zoomed=true]").count() == 1 and boat_in_sight(page))
    page.locator("body").evaluate("() => document.activeElement.blur()")
    other = next(h for k in open_keys(page).all() if (h := k.get_attribute("data-heading")) != heading)
    page.keyboard.press(letters[other or ""])
    page.locator(f".regatta-compass-hub[data-sail={heading}]").wait_for()  # letters are for who has the focus here
    page.locator("[data-sail]").focus()
    page.keyboard.press("Enter")
    arrives(page, beyond(start, heading, far))


@pytest.mark.slow
def test_a_sailing_word_is_explained_where_it_stands(open_page, keep):
    page = open_page(PHONE)
    put_to_sea(page, "words")
    key(page, farthest(page)).click()
    word = page.locator(".regatta-panels-said .regatta-panels-term").first
    name = word.inner_text().lower()
    word.click()
    means = page.locator(".regatta-panels-means:popover-open")
    means.wait_for()
    assert means.inner_text().lower().startswith(name)
    assert len(means.inner_text()) > len(name) + 20
    keep(page, "explained")
    page.keyboard.press("Escape")
    means.wait_for(state="hidden")


def test_the_chart_fills_a_phone_beside_the_compass_and_nothing_scrolls(open_page):
    page = open_page(PHONE)
    put_to_sea(page, "fills")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    chart = page.locator("[data-stage]").bounding_box()
    below = page.locator(".regatta-panels-below").bounding_box()
    assert chart is not None
    assert below is not None
    water = page.locator("[data-board=play]").first.bounding_box()
    assert water is not None
    assert chart["width"] == PHONE[0]
    assert water["height"] >= 390, "the chart has most of the height"
    assert below["y"] >= chart["y"] + chart["height"]
    fleet = page.locator("[data-strip=true]")
    assert fleet.locator("[data-seat]").count() == 2, "all boats stand in one strip, one's own among them"
    named = page.locator("[data-board=play] [role=option]").first.get_attribute("aria-label") or ""
    assert "of your boat" in named, "no numbers that the chart does not show"


@pytest.mark.slow
def test_on_a_phone_on_its_side_the_chart_has_all_the_height_and_the_page_does_not_scroll(open_page, keep):
    page = open_page((844, 390), touch=True)
    put_to_sea(page, "side")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    chart = page.locator("[data-stage]").bounding_box()
    compass = page.locator(".regatta-compass-compass").bounding_box()
    assert chart is not None
    assert compass is not None
    assert chart["height"] >= 325
    assert compass["x"] >= chart["x"] + chart["width"]
    assert compass["y"] + compass["height"] <= 390, "the compass is in sight"
    expect(page.locator("[data-strip=true]")).to_be_in_viewport()
    keep(page, "side")
    page.locator("main").hover(position={"x": 700, "y": 200})
    page.mouse.wheel(0, 300)  # what goes on beside it scrolls, and the chart stays
    wait_until(page, lambda: page.locator("main").evaluate("main => main.scrollTop") > 0)
    assert page.locator("[data-stage]").bounding_box() == chart


@pytest.mark.slow
def test_every_boat_shows_its_progress_and_sign(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "regatta", seats=4)
    settle(page)
    expect(page.locator(".regatta-panels-progress")).to_have_count(4)
    expect(page.locator(".SeatCard-sign .regatta-pieces-seatMark")).to_have_count(4)
    assert not is_over(page)


def boat_in_sight(page: Page) -> bool:
    boat, stage = page.locator("[data-piece=boat-0]").bounding_box(), page.locator("[data-stage]").bounding_box()
    assert boat is not None
    assert stage is not None
    x, y = boat["x"] + boat["width"] / 2, boat["y"] + boat["height"] / 2
    return stage["x"] < x < stage["x"] + stage["width"] and stage["y"] < y < stage["y"] + stage["height"]


@pytest.mark.slow
def test_the_chart_is_as_wide_as_a_phone_and_ones_boat_is_found_again(open_page, keep):
    page = open_page(PHONE, touch=True)
    put_to_sea(page, "wide")
    assert page.locator("[data-zoomed=true]").count() == 1
    assert boat_in_sight(page)
    for _ in range(2):
        page.get_by_role("button", name="Look closer").click()
    for across in (-320, 320):  # to one side and the other: at one of them the boat is out of sight
        page.mouse.move(200 - across / 2, 300)
        page.mouse.down()
        page.mouse.move(200, 300, steps=3)
        page.mouse.move(200 + across / 2, 300, steps=3)
        page.mouse.up()
        if not boat_in_sight(page):
            break
    assert not boat_in_sight(page)
    page.locator("[data-own]").click()
    wait_until(page, lambda: boat_in_sight(page))
    keep(page, "found")
    page.get_by_role("button", name="The whole board").click()
    page.locator("[data-zoomed=false]").wait_for()

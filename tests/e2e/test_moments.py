"""What a game is remembered by is seen on the board and said in words, ends with a touch, and never holds up play."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import settle, sit_down, table_of, touch, version, wait_until
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser

MOTION = "localStorage.setItem('parlour.settings', JSON.stringify({ motion: 'on' }))"
SIDE = (844, 390)
News = dict[str, Any]


class AtTable:
    """Plays on over HTTP while the page looks on: what leads up to a moment need not be touched."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.house = page.evaluate("location.origin")
        self.address = f"{self.house}/api/v1/tables/{table_of(page)}"

    def news(self, seat: int) -> News:
        answer = self.page.request.get(f"{self.address}/events?seat={seat}&view=true")
        assert answer.ok, answer.text()
        found: News = answer.json()
        return found

    def play(self, seat: int, step: str) -> None:
        headers = {"Origin": self.house}
        data = {"seat": seat, "steps": [step]}
        answer = self.page.request.post(f"{self.address}/steps", data=data, headers=headers)
        assert answer.ok, answer.text()

    def play_until(
        self, kind: str, choose: Callable[[News], str], most: int = 300, seats: tuple[int, ...] = (0, 1)
    ) -> str:
        """Until a moment of that kind is told; its words as the last one who acted is told them."""
        told, seat = 0, seats[0]
        for _ in range(most):
            news = self.news(seat)
            lines = [line for line in news["lines"][told:] if line.get("moment", {}).get("kind") == kind]
            if lines:
                return str(lines[-1]["moment"]["words"]["key"])
            told = len(news["lines"])
            acting = [each for each in news["now"].get("to_act", []) if each in seats]
            if not acting:
                self.page.wait_for_timeout(30)
                continue
            seat = acting[0]
            self.play(seat, choose(self.news(seat)))
        raise AssertionError(f"no {kind} after {most} steps")


def moment(page: Page, kind: str):
    return page.locator(f"[data-moment={kind}]")


def words(page: Page) -> str:
    return page.locator("[data-moment-said]").first.text_content() or ""


def homeward(rng: Random, halt: str | None = None) -> Callable[[News], str]:
    """Sails to what is next by the shortest way that is open; or the way that ends with a card or a bump, if there is
    such a way. Who is to bump goes after the other boat: a race alone may come about without any."""

    def choose(news: News) -> str:
        now = news["now"]
        view, texts = now["view"], [choice["text"] for choice in now["choices"] if not choice["also"]]
        ways = [way for way in view["ways"] if way["fault"] is None and way["heading"] in texts]
        if halt and (wanted := [way for way in ways if way["halt"] == halt]):
            return str(wanted[0]["heading"])
        if not ways or view["next"] is None:
            return rng.choice(texts)
        other = next(boat["at"] for seat, boat in enumerate(view["boats"]) if seat != view["seat"])
        x, y = map(int, (other if halt == "bump" else view["next"]["at"]).split(","))

        def away(way: dict[str, Any]) -> tuple[int, int]:
            px, py = map(int, (way["track"] or [way["to"]])[-1].split(","))
            return max(abs(px - x), abs(py - y)), abs(px - x) + abs(py - y)

        best = min(ways, key=away)
        return str(rng.choice([best["heading"]] * 4 + [way["heading"] for way in ways]))

    return choose


def four_in_a_line(page: Page) -> None:
    sit_down(page, "connect4", persons=2)
    settle(page)
    table = AtTable(page)
    for number, column in enumerate("ababab"):
        table.play(number % 2, column)
    wait_until(page, lambda: version(page) == 6)
    settle(page)
    touch(page, "site:a4")
    moment(page, "line").wait_for()


@pytest.mark.slow
def test_four_in_a_line_are_shown_and_said_and_again_where_one_goes_forward_to_them(open_page, keep):
    page = open_page(DESKTOP)
    four_in_a_line(page)
    keep(page, "four")
    assert words(page) == "You have four in a line."
    assert page.locator("[data-moment-words]").inner_text().startswith("You have four in a line.")
    assert findings(page) == []
    page.keyboard.press("ArrowLeft")  # ends it, and means what it always means
    page.locator("main:not([data-line=now])").wait_for()
    expect(moment(page, "line")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    moment(page, "line").wait_for()
    page.keyboard.press("Home")
    expect(moment(page, "line")).to_have_count(0)
    page.keyboard.press("End")
    page.locator("main[data-line=now]").wait_for()
    expect(moment(page, "line")).to_have_count(0)


@pytest.mark.slow
def test_where_things_move_a_moment_goes_by_itself(open_page):
    page = open_page(PHONE, before=MOTION)
    four_in_a_line(page)
    expect(moment(page, "line")).to_have_count(0)


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_risk_card_is_turned_on_the_chart_and_a_touch_means_what_it_means(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    sit_down(page, "regatta", persons=2)
    settle(page)
    AtTable(page).play_until("card", homeward(Random(4), "card"))
    page.locator("[data-moment=card] [data-card]").wait_for()
    said = words(page)
    assert said
    assert page.locator("[data-moment-words]").inner_text().startswith(said)
    card, stage = page.locator("[data-card]").bounding_box(), page.locator("[data-board]").bounding_box()
    assert card is not None
    assert stage is not None
    assert stage["x"] <= card["x"]
    assert card["x"] + card["width"] <= stage["x"] + stage["width"] + 1
    keep(page, "card")
    assert findings(page) == []
    settle(page)
    page.locator(".regatta-compass-open:not(.regatta-compass-windward)").first.click()
    expect(moment(page, "card")).to_have_count(0)
    page.locator(".regatta-compass-chosen, main[data-busy=true]").first.wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE, SIDE], ids=["desktop", "phone", "side"])
@pytest.mark.parametrize("kind", ["start", "marker", "bumped", "wind"])
def test_the_line_a_marker_a_bump_and_a_chosen_wind_are_seen_and_said(open_page, keep, kind, size):
    page = open_page(size)
    sit_down(page, "regatta", persons=2)
    settle(page)
    AtTable(page).play_until(kind, homeward(Random(4), {"wind": "card", "bumped": "bump"}.get(kind)), most=600)
    moment(page, kind).wait_for(state="attached")
    assert words(page)
    if kind == "wind":
        assert page.locator("[data-swings]").count() == 1
    keep(page, kind)
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(moment(page, kind)).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, pytest.param(SIDE, marks=pytest.mark.slow)], ids=["phone", "side"])
def test_a_camera_follows_the_boat_and_what_is_next_is_said_off_the_water(open_page, keep, size):
    page = open_page(size, touch=True)
    sit_down(page, "regatta", persons=2)
    settle(page)
    table = AtTable(page)
    table.play_until("start", homeward(Random(4)))
    settle(page)
    chart = page.locator("[data-board]").bounding_box()
    seat = page.locator("main").get_attribute("data-seat")
    boat = page.locator(f"[data-piece=boat-{seat}]").bounding_box()
    foot = page.locator("[data-next]")
    assert chart is not None
    assert boat is not None
    if size == PHONE:
        assert chart["width"] >= size[0] - 10
    assert chart["x"] < boat["x"] < chart["x"] + chart["width"]
    assert chart["y"] < boat["y"] < chart["y"] + chart["height"]
    told = table.news(int(seat or 0))["now"]["view"]["next"]
    expect(foot).to_contain_text("Next: gate " if told["what"] == "gate" else "Next: ")
    assert str(told["points"]) in foot.inner_text() or told["points"] == 1
    for name in ("The whole board", "Find what is yours", "Look closer"):
        button = page.get_by_role("button", name=name).bounding_box()
        assert button is not None
        assert button["y"] >= chart["y"] + chart["height"] - 1, f"{name} lies on the water"
    keep(page, "next")
    assert not any(each in page.locator("main").inner_text() for each in (told["at"], "place 1"))


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_row_of_yinsh_is_shown_as_one_line(open_page, keep, size):
    page = open_page(size)
    sit_down(page, "yinsh", persons=2)
    settle(page)
    rng = Random(1)
    AtTable(page).play_until(
        "row", lambda news: rng.choice([each["text"] for each in news["now"]["choices"] if not each["also"]]), most=400
    )
    moment(page, "row").wait_for()
    assert "row" in words(page)
    keep(page, "row")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_challenge_says_who_attacked_whom_and_no_ship_that_stands_is_crossed_out(open_page, keep, size):
    page = open_page(size)
    sit_down(page, "command")
    settle(page)
    rng = Random(2)

    def forward(news: News) -> str:
        texts = [each["text"] for each in news["now"]["choices"] if each["text"] not in ("resign", "draw", "decline")]
        if "ready" in texts:
            return "ready"
        moves = [text for text in texts if text[:1].islower() and "-" in text]
        on = [text for text in moves if int(text[4]) > int(text[1])]
        return rng.choice(on or moves or texts)

    AtTable(page).play_until("challenge", forward, seats=(0,))
    moment(page, "challenge").wait_for()
    assert "attacked" in words(page)
    keep(page, "challenge")
    at = page.locator("[data-moment=challenge]")
    assert at.count() == 1
    crossed = page.locator("[data-loss]").count()
    assert crossed == ("both are lost" in words(page))


def test_what_is_dragged_floats_above_all_else_and_what_would_take_it_is_lit(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    card = page.locator("[data-look=lit][data-target^='piece:']").first
    name = (card.get_attribute("data-target") or "").removeprefix("piece:")
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.12, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 60, steps=4)
    page.locator("main[data-held='1']").wait_for()
    piles = page.locator("[data-look=lit][data-target^='zone:pile']")
    assert piles.count() > 0
    pile = piles.first.bounding_box()
    assert pile is not None
    page.mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=4)
    carried = page.locator("[data-floating] [data-carried]")
    assert carried.count() == 1
    assert page.locator(f"[data-piece='{name}'][data-lifted]").count() == 1
    last = page.locator("[data-board=play] > g > :last-child")
    assert last.get_attribute("data-floating") is not None, "nothing is drawn over what is carried"
    at = carried.bounding_box()
    assert at is not None
    assert pile["x"] < at["x"] + at["width"] / 2 < pile["x"] + pile["width"]
    keep(page, "carried")
    page.mouse.up()
    expect(carried).to_have_count(0)

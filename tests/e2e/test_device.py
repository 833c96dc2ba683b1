"""Thinking on the player's own device: bots, reviews, a coach's moves. The house thinks where the device cannot."""

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.at_table import is_over, lit, move, settle, sit_down, table_of, touch, version, visit, wait_until
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.test_analysis import analyse, go_on, in_column, needs_module
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser
STEP = "**/bots/step"


def told_by(page: Page, path: str) -> Any:
    """What the house answers there."""
    return page.request.get(re.match(r"https?://[^/]+", page.url)[0] + path)  # type: ignore[index]


def moves_of_the_house(page: Page) -> float:
    """How many moves its bots have made."""
    told = told_by(page, "/metrics").text()
    return sum(float(line.split()[-1]) for line in told.splitlines() if line.startswith("parlour_bot_moves_total{"))


def play_and_wait(page: Page) -> None:
    """A move, and the bot's."""
    before = version(page)
    move(page, Random(before))
    wait_until(page, lambda: version(page) >= before + 2 or is_over(page))
    settle(page)


def bots_place(page: Page) -> str:
    return page.locator("[data-seat='1']").first.inner_text()


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_casual_bot_thinks_here_and_the_house_does_when_it_is_chosen(
    open_page: Any, keep: Any, size: tuple[int, int], dark: bool
) -> None:
    needs_module("connect4")
    page = open_page(size, dark=dark)
    sit_down(page, "connect4")
    settle(page)
    assert "on the device" in bots_place(page)
    before = moves_of_the_house(page)
    for _ in range(3):
        play_and_wait(page)
    assert moves_of_the_house(page) == before, "the house only checked whether they were legal"
    page.get_by_role("button", name="Table menu").click()
    page.get_by_text("Where the bots think").wait_for()
    keep(page, "device-menu")
    assert findings(page) == []
    page.get_by_label("In the house").click()
    page.keyboard.press("Escape")
    expect(page.locator("[data-seat='1']").first).not_to_contain_text("on the device")
    play_and_wait(page)
    assert moves_of_the_house(page) == before + 1
    page.reload()
    settle(page)
    assert "on the device" not in bots_place(page)


def test_the_house_thinks_if_the_device_lies_or_says_nothing(open_page: Any) -> None:
    needs_module("connect4")
    page = open_page(DESKTOP, may=("422", "net::ERR_FAILED"))
    sit_down(page, "connect4")
    settle(page)
    before = moves_of_the_house(page)

    def lie(route: Route) -> None:
        route.continue_(post_data=json.dumps({**route.request.post_data_json, "action": "99"}))

    page.route(STEP, lie)
    play_and_wait(page)
    assert moves_of_the_house(page) == before + 1
    page.unroute(STEP)
    page.route(STEP, lambda route: route.abort())
    play_and_wait(page)
    assert moves_of_the_house(page) == before + 2
    page.unroute(STEP)
    play_and_wait(page)
    assert moves_of_the_house(page) == before + 2, "and the device thinks again"


@pytest.mark.slow
def test_a_reload_and_a_second_tab_lose_no_move_and_make_none_twice(open_page: Any) -> None:
    needs_module("connect4")
    page = open_page(DESKTOP, may=("409",))
    sit_down(page, "connect4")
    settle(page)
    page.route(STEP, lambda route: None)  # what it has thought never gets away
    before = version(page)
    touch(page, lit(page)[0])
    wait_until(page, lambda: version(page) == before + 1)
    page.unroute(STEP)
    page.reload()
    wait_until(page, lambda: version(page) == before + 2)
    other = page.context.new_page()
    other.goto(page.url)
    settle(other)
    play_and_wait(page)
    settle(other)
    assert version(other) == version(page) == before + 4
    other.close()


@pytest.mark.slow
def test_where_hands_are_hidden_bots_think_in_the_house(open_page: Any) -> None:
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    assert "on the device" not in bots_place(page)
    page.get_by_role("button", name="Table menu").click()
    page.locator(".TableMenu-title").wait_for()
    assert page.get_by_text("Where the bots think").count() == 0


@pytest.mark.slow
def test_a_coach_shows_what_the_device_has_found(open_page: Any) -> None:
    needs_module("connect4")
    page = open_page(DESKTOP)
    visit(page, "/play/connect4")
    page.locator("[data-guided]").click()
    settle(page)
    with page.expect_request("**/hint") as asked:
        page.locator("[data-show-move]").click()
    assert asked.value.post_data_json["found"] in {str(column) for column in range(7)}
    page.locator("[data-coach=move]").wait_for()


def less(route: Route) -> None:
    """Of what it is to look at; else it takes a minute."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "simulations": 300})


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_review_is_thought_of_here_and_not_by_the_house(
    open_page: Any, keep: Any, size: tuple[int, int], dark: bool
) -> None:
    needs_module("connect4")
    page = open_page(size, dark=dark, may=("409",))
    sit_down(page, "connect4", persons=2)
    for column in "abababa":
        move(page, Random(1), only=[next(each for each in lit(page) if each.startswith(f"site:{column}"))])
    table = table_of(page)
    page.route("**/review/questions", less)
    visit(page, f"/replay/{table}")
    page.locator("[data-review]").click()
    page.locator(".AdvantageGraph-line").first.wait_for()
    keep(page, "device-review")
    assert findings(page) == []
    assert told_by(page, f"/api/v1/tables/{table}/review").json()["state"] == "none"
    page.reload()
    page.locator(".AdvantageGraph-line").first.wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_from_an_analysed_position_one_plays_on(open_page: Any, keep: Any, size: tuple[int, int], dark: bool) -> None:
    page = open_page(size, dark=dark)
    analyse(page, "/analysis/connect4")
    for column in "dde":
        go_on(page, in_column(page, column))
    if size == PHONE:
        page.locator(".Sheet-tab").nth(2).click()
    else:
        page.locator("h1").click()
        page.keyboard.press("p")
    page.locator("[data-play-on]").wait_for()
    keep(page, "play-on")
    assert findings(page) == []
    page.get_by_label("You play").select_option("0")
    page.locator("[data-play-on]").click()
    page.locator("main[data-version]").wait_for()
    settle(page)
    assert version(page) >= 4, "the bot was to move"
    assert re.search(r"/table/", page.url)
    page.get_by_role("button", name="Table menu").click()
    expect(page.locator(".TableMenu-menu")).to_contain_text("From a position, after 3 steps")
    record = told_by(page, f"/api/v1/tables/{table_of(page)}/record")
    assert record.status == 409, "it is played"


@pytest.mark.slow
def test_a_friend_joins_from_an_analysed_position_and_is_told(open_page: Any) -> None:
    page = open_page(DESKTOP)
    analyse(page, "/analysis/connect4")
    for column in "dd":
        go_on(page, in_column(page, column))
    page.locator("[data-play-from]").click()
    page.get_by_label("Whoever has the link").click()
    page.locator("[data-play-on]").click()
    page.locator("main[data-waiting]").wait_for()
    expect(page.locator("main")).to_contain_text("From a position, after 2 steps")
    other = open_page(DESKTOP, path=re.sub(r"^https?://[^/]+", "", page.url))
    other.locator("main[data-waiting]").wait_for()
    expect(other.locator("main")).to_contain_text("From a position, after 2 steps")

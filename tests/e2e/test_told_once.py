"""What a move costs between page and server: one message out, one in for each viewer, and no request."""

import json
import os
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Request, WebSocket, expect

from tests.e2e.at_table import lit, sign_up, touch, version, visit, wait_until
from tests.e2e.conftest import DESKTOP, some_of
from tests.e2e.test_pages import invited
from tests.e2e.test_ratings import open_rated

pytestmark = pytest.mark.browser

Message = dict[str, Any]
MOVES = 8 if os.environ.get("PARLOUR_ALL") else 4
QUIET = 700  # ms without anything new, after a move has been drawn everywhere: lists are told up to 500 ms late
# Whether the page has what it fetches last: a second after it was opened, what it needs without a network.
FETCHED = "performance.getEntriesByType('resource').some((each) => each.name.includes('/assets/start-'))"
RATED_BY = 5_000  # ms after the end at which a page asks that was told nothing, as in ratings.ts


class Traffic:
    """What goes between a page and the server, but for signs of life (`ping` and its answer, `beat`): they go by the
    clock, whether or not anybody moves."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.out: list[Message] = []
        self.into: list[Message] = []
        self.requests: list[str] = []
        self._pings: set[int] = set()
        page.on("request", self._asks)
        page.on("websocket", self._opens)

    def forget(self) -> None:
        self.out.clear()
        self.into.clear()
        self.requests.clear()

    def _asks(self, request: Request) -> None:
        self.requests.append(f"{request.method} {request.url}")

    def _opens(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._says(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._hears(json.loads(frame)))

    def _says(self, message: Message) -> None:
        if message["do"] == "ping":
            self._pings.add(message["id"])
        else:
            self.out.append(message)

    def _hears(self, message: Message) -> None:
        alive = message["is"] == "beat" or (message["is"] == "done" and message["id"] in self._pings)
        if not alive:
            self.into.append(message)


def is_ready(page: Page) -> bool:
    """Whether it is this page's turn, and nothing stands in the way."""
    return page.locator("main[data-busy=false][data-mine=true]").count() > 0


def shows(page: Page, number: int) -> bool:
    return version(page) >= number and page.locator("main[data-busy=false]").count() > 0


def wait_until_shown(number: int, everybody: Sequence[Traffic]) -> None:
    """Until this many steps are drawn everywhere."""
    for each in everybody:
        wait_until(each.page, partial(shows, each.page, number))


def whose_turn(players: Sequence[Traffic]) -> Traffic:
    """Wait for somebody's turn."""
    wait_until(players[0].page, lambda: any(is_ready(each.page) for each in players))
    return next(each for each in players if is_ready(each.page))


def take_a_step(page: Page, rng: Random) -> None:
    """Touch what is lit until a step is taken; other pages may not have drawn it by then."""
    before, touched = version(page), set[str]()
    while version(page) == before:
        open_now = sorted(set(lit(page)) - touched)
        assert open_now, f"nothing is lit after {touched}"
        target = rng.choice(open_now)
        held = int(page.locator("main").get_attribute("data-held") or 0)
        touch(page, target)
        touched.add(target)
        page.locator(f"main:not([data-version='{before}']), main[data-held='{held + 1}']").wait_for()


def company(open_page: Callable[..., Page], house: str, game: str) -> tuple[list[Traffic], Traffic]:
    """Two people who play, and one who looks on; all has been told that is told at the beginning."""
    host, guest, watcher = (Traffic(open_page(DESKTOP)) for _ in range(3))
    link = invited(host.page, game).removeprefix(house)
    visit(guest.page, link)
    guest.page.locator("[data-sit]").first.click()
    guest.page.locator("main[data-version][data-busy=false]").wait_for()
    visit(watcher.page, link)
    watcher.page.locator("main[data-seat=gallery][data-busy=false]").wait_for()
    for each in (host, guest, watcher):
        expect(each.page.locator("[data-watching]")).to_contain_text("1 person looks on")
        wait_until(each.page, partial(each.page.evaluate, FETCHED))
    host.page.wait_for_timeout(QUIET)
    return [host, guest], watcher


# All skins that draw from the game's own view; of the Dance's and Lucky Moose's much is hidden from the others.
@pytest.mark.parametrize("game", some_of(("yinsh", "dance", "luckymoose", "regatta"), "yinsh"))
def test_in_the_browser_a_move_is_one_message_out_and_one_in_for_each_viewer_and_no_request(open_page, house, game):
    players, watcher = company(open_page, house, game)
    everybody, rng = [*players, watcher], Random(f"told once {game}")
    acted: set[int] = set()
    for _ in range(MOVES):
        author = whose_turn(players)
        acted.add(players.index(author))
        for each in everybody:
            each.forget()
        before = version(author.page)
        take_a_step(author.page, rng)
        wait_until_shown(before + 1, everybody)
        author.page.wait_for_timeout(QUIET)
        for each in everybody:
            mine = each is author
            assert [message["do"] for message in each.out] == ["act"] * mine
            assert [message["is"] for message in each.into] == ["table"]
            assert each.into[0].get("done") == ([each.out[0]["id"]] if mine else None)
            assert each.into[0]["now"]["view"] is not None
            assert each.requests == []
    assert acted == {0, 1}


@pytest.mark.slow
def test_what_is_said_is_one_message_out_and_one_in_too(open_page, house):
    players, watcher = company(open_page, house, "connect4")
    for each in (*players, watcher):
        each.forget()
    host, guest = players
    host.page.locator(".Chat-say input").fill("Good luck!")
    host.page.locator(".Chat-say input").press("Enter")
    expect(guest.page.locator(".Chat-chat")).to_contain_text("Good luck!")
    expect(host.page.locator(".Chat-say input")).to_have_value("")
    host.page.wait_for_timeout(QUIET)
    assert [(message["do"], message["id"]) for message in host.out] == [("say", host.into[0]["done"][0])]
    for each in (*players, watcher):
        assert [message["is"] for message in each.into] == ["table"]
        assert each.requests == []


@pytest.mark.slow
def test_what_a_rated_match_changed_is_shown_without_being_asked_for(open_page):
    host, guest = Traffic(open_page(DESKTOP)), Traffic(open_page(DESKTOP))
    sign_up(host.page, "Tilda Once")
    sign_up(guest.page, "Tore Once")
    table = open_rated(host.page, "connect4")
    visit(guest.page, f"/table/{table}")
    guest.page.locator("[data-sit]").first.click()
    watcher = Traffic(open_page(DESKTOP))
    visit(watcher.page, f"/table/{table}")
    everybody = (host, guest, watcher)
    for number in (1, 2):
        take_a_step(whose_turn([host, guest]).page, Random("rated"))
        wait_until_shown(number, everybody)
    for each in everybody:
        each.forget()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Really? Resign").click()
    for each in (host, guest):
        expect(each.page.locator(".MatchStage-plate")).to_contain_text("Your rating is now")
    for each in everybody:
        expect(each.page.locator(".Rating-up")).to_have_text("+60")
        expect(each.page.locator(".Rating-down")).to_have_text("−60")
    host.page.wait_for_timeout(RATED_BY + 1_000)
    for each in everybody:
        assert [message["is"] for message in each.into].count("ratings") == 1
        assert [request for request in each.requests if "ratings" in request] == []
    host.forget()
    host.page.reload()
    expect(host.page.locator(".Rating-up")).to_have_text("+60")
    host.page.wait_for_timeout(1_000)
    assert len([request for request in host.requests if f"/tables/{table}/ratings" in request]) == 1


@pytest.mark.slow
def test_looking_back_asks_only_for_what_the_page_has_not_seen(open_page, house):
    players, _ = company(open_page, house, "yinsh")
    host, rng = players[0], Random("back")
    for number in (1, 2, 3, 4):
        take_a_step(whose_turn(players).page, rng)
        wait_until_shown(number, players)
    rings = host.page.locator("[data-piece^=ring]")
    host.forget()

    def look(button: str, count: int) -> None:
        host.page.locator(".TimeTravel-bar").get_by_role("button", name=button, exact=True).click()
        expect(rings).to_have_count(count)

    for count in (3, 2, 1, 0):
        look("A step back", count)
    look("A step forward", 1)
    look("Back to now", 4)
    assert [host.requests, host.out] == [[], []]

    host.page.reload()
    wait_until_shown(4, [host])
    host.page.wait_for_timeout(QUIET)
    host.forget()
    for button, count in [("A step back", 3), ("A step back", 2), ("A step forward", 3), ("A step forward", 4)]:
        look(button, count)
    assert len(host.requests) == len([request for request in host.requests if "/at/" in request]) == 2

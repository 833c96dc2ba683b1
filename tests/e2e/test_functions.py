"""The house as functions, in earnest: under AWS's own runtime client, behind a gateway that makes API Gateway's events,
on the emulator's table, stream and queues. Two people in two browsers play a match of every game."""

import itertools
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from parlour import bots
from parlour.games import BUILT_IN, load
from tests.aws.gateway import Gateway, gateway
from tests.e2e.at_table import (
    MOST_TOUCHES,
    by_finger,
    in_sight,
    is_over,
    move,
    settle,
    sit_down,
    touch,
    version,
    visit,
)
from tests.e2e.by_http import News, at_random
from tests.e2e.conftest import DESKTOP, PATIENCE, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.compiled, pytest.mark.xdist_group("dynamo")]
NUMBERS = itertools.count(1)
DESK = {"width": DESKTOP[0], "height": DESKTOP[1]}
TOUCHED, MOST = 6, 600  # steps of a match: by touch, and in all
TOO_MANY, PATIENT = 429, 30  # how often it is asked again, a second apart
LIVE = {"pace": "live", "minutes": 30, "increment": 5}


@pytest.fixture(scope="module")
def functions(aws: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    for name in BUILT_IN:
        bots.prepare(name)
    with gateway(aws, f"rehearsal-{next(NUMBERS)}", tmp_path_factory.mktemp("functions")) as open_here:
        yield open_here
        assert open_here.failures == []


class Player:
    """Somebody at a page of their own."""

    def __init__(self, page: Page, base: str, seat: int) -> None:
        self.page, self.base, self.seat = page, base, seat
        self.table = ""
        answer = page.request.post(f"{base}/api/v1/guests", data={}, headers={"Origin": base})
        assert answer.ok, answer.text()

    def ask(self, method: str, path: str, data: object = None) -> Any:
        """Again if it was too much at once: who asks for the whole match after every step is told to slow down."""
        for _ in range(PATIENT):
            answer = self.page.request.fetch(
                f"{self.base}/api/v1{path}", method=method, data=data, headers={"Origin": self.base}
            )
            if answer.status != TOO_MANY:
                break
            self.page.wait_for_timeout(1000)
        assert answer.ok, answer.text()
        return answer.json()

    def news(self) -> News:
        found: News = self.ask("GET", f"/tables/{self.table}/events?seat={self.seat}&view=true")
        return found

    def take(self, step: str) -> None:
        self.ask("POST", f"/tables/{self.table}/steps", {"seat": self.seat, "steps": [step]})


@pytest.fixture
def players(browser: Browser, functions: Gateway) -> Iterator[list[Player]]:
    contexts = [
        browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce",
                            service_workers="block", has_touch=size == PHONE)
        for size in (DESKTOP, PHONE)
    ]  # fmt: skip
    trouble: list[str] = []
    found: list[Player] = []
    for seat, context in enumerate(contexts):
        page = context.new_page()
        page.set_default_timeout(2 * PATIENCE)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(functions.base)
        found.append(Player(page, functions.base, seat))
    yield found
    for context in contexts:
        context.close()
    assert trouble == []


def sit_together(players: list[Player], game: str, **more: object) -> str:
    first, second = players
    seats = [{"kind": "me"}, {"kind": "open"}]
    rules = first.ask("POST", "/tables", {"game": game, "seats": seats, "listed": False, **more})["rules"]
    second.ask("POST", f"/tables/{rules['table']}/seats?invite={rules['invite']}", {"seat": 1})
    for one in players:
        one.table = rules["table"]
        visit(one.page, f"/table/{one.table}")
        one.page.locator("main[data-version]").wait_for()
    table: str = rules["table"]
    return table


def by_turns(players: list[Player], rng: Random, steps: int, act: Callable[[Player], None]) -> None:
    """Whoever is to act does, until that many steps are taken or all is over."""
    for _ in range(steps):
        news = [one.news() for one in players]
        if news[0]["now"]["phase"] == "over":
            return
        acting = [one for one, told in zip(players, news, strict=True) if one.seat in told["now"].get("to_act", [])]
        assert acting, "somebody is to act"
        act(rng.choice(acting))


@pytest.mark.parametrize("game", BUILT_IN)
def test_two_people_in_two_browsers_play_a_match(functions: Gateway, players: list[Player], game: str) -> None:
    rng = Random(f"functions {game}")
    options = {"luckymoose": {"sets": 1}}.get(game, {})
    sit_together(players, game, clock=LIVE, options=options)

    by_turns(players, rng, TOUCHED, lambda player: move_by_touch(player.page, rng))
    choose = at_random(rng)
    by_turns(players, rng, MOST, lambda player: player.take(choose(player.news())))
    for one in players:
        one.page.locator("main[data-over=true]").wait_for()
        assert is_over(one.page)
    told = [one.news() for one in players]
    if load(game).hidden:
        assert told[0]["lines"] != told[1]["lines"], "each was told their own"
    assert functions.largest <= 32 * 1024


def test_a_bot_answers_at_its_table(functions: Gateway, players: list[Player]) -> None:
    page, rng = players[0].page, Random("a bot")
    sit_down(page, "connect4")
    for _ in range(3):
        settle(page)
        if not is_over(page):
            move(page, rng)


def test_a_clock_runs_out_in_front_of_both(functions: Gateway, players: list[Player]) -> None:
    sit_together(players, "connect4", clock={"pace": "live", "minutes": 0.2, "increment": 0})
    for one in players:
        one.page.locator("main[data-over=true]").wait_for()


def test_functions_that_are_killed_lose_nothing(functions: Gateway, players: list[Player]) -> None:
    rng = Random("killed")
    sit_together(players, "connect4")
    choose = at_random(rng)

    def after_a_kill(player: Player) -> None:
        functions.do(functions.functions[rng.choice(["news", "socket"])].kill())
        player.take(choose(player.news()))

    by_turns(players, rng, 5, after_a_kill)
    want = len(players[0].news()["lines"])
    for one in players:
        told = one.news()
        assert len(told["lines"]) == want
        expect(one.page.locator("main")).to_have_attribute("data-version", str(_version(told)))
    functions.failures.clear()  # those that were killed


def move_by_touch(page: Page, rng: Random) -> None:
    """Touch what is lit until a step is taken; the next one is somebody else's, perhaps."""
    page.locator("main[data-busy=false][data-mine=true]").wait_for()
    before, touched = version(page), list[str]()
    for _ in range(MOST_TOUCHES):
        target = rng.choice(sorted(each for each in in_sight(page) if each not in touched))
        held = int(page.locator("main").get_attribute("data-held") or 0)
        touch(page, target) if page.viewport_size == DESK else by_finger(page, target)
        touched.append(target)
        page.locator(f"main:not([data-version='{before}']), main[data-held='{held + 1}']").first.wait_for()
        if version(page) != before:
            return
    raise AssertionError(f"no step after {touched}")


def _version(news: News) -> int:
    """As the page counts."""
    return len([line for line in news["lines"] if line["kind"] == "step"])

"""A puzzle a day: tried on the board itself, right and wrong, with a hint, without a network, and by keys."""

import time

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour import games
from parlour.core.puzzles import Puzzle, shown
from parlour.house.puzzles.collection import collection_of
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.english import english_on
from tests.e2e.test_axe import Inspection

pytestmark = pytest.mark.browser
GAMES = ("yinsh", "dance", "luckymoose", "command", "regatta", "connect4")


def opened(page: Page, game: str) -> Puzzle:
    """Today's puzzle of a game, come to by the list."""
    page.locator(f"[data-puzzle='{game}']").get_by_role("link").click()
    expect(page.locator("[data-board='play']")).to_be_visible()
    return collection_of(games.load(game)).puzzle(page.url.rpartition("/")[2])


def play(page: Page, puzzle: Puzzle, game: str, choice: str) -> None:
    path = next(each.path for each in shown(games.load(game), puzzle).choices if each.text == choice)
    for target in path:
        page.locator(f"[data-target='{target}']").first.click(force=True)
    confirm = page.locator("[data-confirm]")
    if confirm.count():
        confirm.click()


def outcome(page: Page) -> str | None:
    return page.locator("[data-outcome]").get_attribute("data-outcome")


def wrong_one(puzzle: Puzzle, game: str) -> str:
    return next(each.text for each in shown(games.load(game), puzzle).choices if each.text not in puzzle.answers)


def scrolled_to(page: Page, link: Locator) -> Locator:
    """What stands below the games comes when a person who scrolls is near; the page grows meanwhile."""
    deadline = time.monotonic() + 30
    while not link.count() and time.monotonic() < deadline:
        page.mouse.wheel(0, 300)
        page.wait_for_timeout(50)
    return link.first


@pytest.mark.parametrize(
    ("size", "dark"), [pytest.param(DESKTOP, False, id="desktop"), pytest.param(PHONE, True, id="phone-dark")]
)
def test_todays_puzzle_is_solved_and_another_one_missed(open_page, keep, size, dark):
    page = open_page(size, dark=dark, path="/")
    scrolled_to(page, page.get_by_role("link", name="Puzzles of the day")).click()
    expect(page.locator("[data-puzzle]")).to_have_count(len(GAMES))
    keep(page, "list")
    puzzle = opened(page, "connect4")
    keep(page, "open")
    play(page, puzzle, "connect4", puzzle.answers[0])
    expect(page.get_by_text("Found it")).to_be_visible()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    keep(page, "right")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text("Your try")).to_be_visible()
    following = collection_of(games.load("connect4")).puzzle(page.url.rpartition("/")[2])
    assert following.id != puzzle.id
    assert following not in collection_of(games.load("connect4")).daily, "no coming day's"
    play(page, following, "connect4", wrong_one(following, "connect4"))
    expect(page.get_by_text("Not this one")).to_be_visible()
    expect(page.locator("[data-answer]")).to_be_visible()
    expect(page.locator("[data-happened]")).to_be_visible()
    keep(page, "wrong")
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.locator("[data-arrows] [data-rank='0']").first).to_be_attached()
    keep(page, "happened")
    page.get_by_role("button", name="See it step by step").click()
    expect(page.locator("[data-why] [aria-current='step']")).to_have_count(1)
    keep(page, "step")
    page.get_by_role("link", name="Play on from here").click()
    expect(
        page.get_by_role("button", name="Begin again").or_(page.locator("[data-board='play']")).first
    ).to_be_visible()
    keep(page, "on")
    page.go_back()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(page.get_by_text("Not this one")).to_be_visible()
    page.goto(page.url.partition("/puzzles")[0] + "/puzzles")
    expect(page.locator("[data-puzzle='connect4']")).to_contain_text("Solved")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_puzzle_is_solved_without_a_network_and_sent_once_afterwards(open_page, size):
    page = open_page(size, path="/puzzles", may=("Failed to load resource", "ERR_INTERNET_DISCONNECTED"))
    puzzle = opened(page, "connect4")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/try") else None)
    page.context.set_offline(True)
    play(page, puzzle, "connect4", puzzle.answers[0])
    expect(page.get_by_text("Found it")).to_be_visible()
    expect(page.get_by_text("Your try is kept on this device")).to_be_visible()
    sent.clear()
    page.context.set_offline(False)
    expect(page.get_by_text("Your try is kept on this device")).to_have_count(0)
    expect(page.get_by_text("1 day in a row").or_(page.get_by_text("your rating at these puzzles"))).to_be_visible()
    assert len(sent) == 1
    told = page.evaluate("fetch('/api/v1/puzzles/today').then((answer) => answer.json())")
    assert next(each["solved"] for each in told["puzzles"] if each["game"] == "connect4") is True


@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, True), (PHONE, False)], ids=["desktop-dark", "phone"])
def test_a_hint_and_the_solution_by_keys_with_nothing_serious_found(open_page, keep, size, dark):
    page = open_page(size, dark=dark, path="/puzzles")
    inspection = Inspection(page, keep)
    page.locator("[data-puzzle]").first.wait_for()
    inspection.look("list")
    opened(page, "yinsh")
    page.get_by_role("button", name="Hint").press("Enter")
    expect(page.get_by_text("A right answer now wins half.")).to_be_visible()
    inspection.look("hint")
    page.get_by_role("button", name="Show the solution").press("Enter")
    expect(page.get_by_text("It counts as missed.")).to_be_visible()
    expect(page.locator("[data-arrows='1']")).to_have_count(1)
    inspection.look("solution")
    assert inspection.found == {}


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_every_games_puzzle_can_be_solved_by_hand(open_page, keep, game, size):
    page = open_page(size, path="/puzzles")
    puzzle = opened(page, game)
    play(page, puzzle, game, puzzle.answers[0])
    expect(page.get_by_text("Found it")).to_be_visible()
    keep(page, game)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_puzzles_are_german_too(open_page, keep):
    page = open_page(PHONE, locale="de-DE", path="/puzzles")
    opened(page, "command")
    expect(page.get_by_text("Dein Versuch")).to_be_visible()
    keep(page, "open")
    assert english_on(page, "de") == []

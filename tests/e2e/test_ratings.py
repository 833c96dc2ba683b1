"""Rated tables in the browser: opening one, what it changes, leaderboards, best scores and a player's page."""

from collections.abc import Iterator
from itertools import product
from random import Random

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import PASSWORD, glowing, settle, sign_in, sign_up, table_of, touch, visit, wait_until
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import findings
from tests.e2e.test_puzzles import scrolled_to
from tests.server.conftest import Sitting, Visitor

pytestmark = pytest.mark.browser

ROUNDS = 5  # enough to be certain
CLUB = ("Ada Falk", "Ben Falk", "Cleo Falk", "Dina Falk", "Egon Falk", "Fria Falk", "Gerd Falk")
MATCHES = ROUNDS * (len(CLUB) - 1)  # of each of the first two: they meet everybody, who are enough to be known by


@pytest.fixture
def client(house: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house, timeout=60) as client:
        yield client


def account(client: httpx.Client, house: str, name: str, address: str = "") -> Visitor:
    """Somebody with an account who plays by other means than our page; from an address, or from where the pages are."""
    visitor = Visitor(client, house)
    if address:
        visitor.headers["X-Forwarded-For"] = address
    answer = visitor.post("/accounts", {"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    visitor.me = answer.json()["person"]
    visitor.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
    client.cookies.clear()
    return visitor


def ok(answer: httpx.Response) -> None:
    assert answer.status_code == 200, answer.text


def open_rated(page: Page, game: str) -> str:
    """A rated table that everybody can join; its id."""
    visit(page, f"/play/{game}")
    page.locator(".GamePage-summary").click()
    page.locator("[data-rated] input").nth(1).check()
    expect(page.locator(".GamePage-summary")).to_contain_text("Rated")
    page.locator("[data-listed]").click()
    page.locator("[data-waiting]").wait_for()
    return table_of(page)


def duel(winner: Visitor, loser: Visitor) -> None:
    table = winner.open("connect4", "mo", rated=True, listed=True)
    ok(loser.post(f"{table.path}/seats", {}))
    ok(table.act(0, "a"))
    ok(Sitting(loser, table.id).act(1, "resign"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(DESKTOP, False, id="desktop"),
        pytest.param(PHONE, True, id="phone-dark", marks=pytest.mark.slow),
    ],
)
def test_a_rated_match_is_opened_played_and_says_what_it_changed(open_page, keep, house, client, size, dark):
    name = "Rita Vos" if size == DESKTOP else "Rita Lund"
    page = open_page(size, dark=dark)
    sign_up(page, name)
    visit(page, "/play/connect4")
    page.locator(".GamePage-summary").click()
    page.locator("[data-rated] input").nth(1).check()
    keep(page, "opening")
    table = open_rated(page, "connect4")
    expect(page.locator("[data-counts=true]")).to_have_text("Rated")
    keep(page, "waiting")

    guest = open_page(size, dark=dark, path=f"/table/{table}")
    guest.get_by_text("takes an account").wait_for()
    assert guest.locator("[data-sit]").count() == 0
    keep(guest, "guest")
    visit(guest, "/tables")
    expect(guest.locator(".Rows-row", has_text=name)).to_contain_text("Rated")
    for which, there in (("Rated", 1), ("Casual", 0)):
        guest.locator("input[name=rated]").locator("xpath=..").filter(has_text=which).locator("input").check()
        expect(guest.locator(".Rows-row", has_text=name)).to_have_count(there)
        keep(guest, f"tables-{which}")

    other = account(client, house, f"Otto {name.split()[1]}")
    ok(other.post(f"/tables/{table}/seats", {}))
    settle(page)
    before = page.locator("main").get_attribute("data-version")
    touch(page, glowing(page).first.get_attribute("data-target") or "")
    page.locator(f"main:not([data-version='{before}'])").wait_for()
    ok(Sitting(other, table).act(1, "resign"))
    expect(page.get_by_role("main").get_by_role("status").first).to_contain_text("Your rating is now")
    expect(page.locator(".Rating-up").first).to_have_text("+60")
    if size == DESKTOP:  # on a phone the end lies over who sits there
        expect(page.locator(".Players-others .Rating-down")).to_have_text("−60")
    keep(page, "over")
    assert findings(page) == []
    page.reload()
    expect(page.locator(".Rating-up").first).to_have_text("+60")

    visit(page, "/leaders/connect4")
    row = page.locator("[data-leaders] tr", has_text=name)
    expect(row).to_contain_text("1560?")
    row.get_by_role("link").click()
    page.locator("[data-history='1']").wait_for()
    expect(page.locator(".PlayerRatings-match").first).to_contain_text("Won")
    expect(page.locator("h1")).to_have_text(name)


@pytest.fixture(scope="module")
def club() -> set[str]:
    """Which houses have had their evening."""
    return set()


def evening(client: httpx.Client, house: str, club: set[str]) -> None:
    """Two accounts, each from a home of its own, until both are certain; others who have met only these two, and are
    not; and one of the two dances alone."""
    if house in club:
        return
    club.add(house)
    ada, ben, *others = (account(client, house, name, f"203.0.113.{i}") for i, name in enumerate(CLUB, start=1))
    rng = Random("an evening")
    pairs = [(ada, ben), *product((ada, ben), others)]
    for one, other in pairs * ROUNDS:
        duel(*((one, other) if rng.random() < 0.6 else (other, one)))
    table = ada.open("dance", "m", rated=True)
    while (now := table.now(0))["phase"] != "over":
        ok(table.act(0, now["choices"][0]["text"]))

    def all_rated() -> bool:
        ratings = ada.get("/ratings", who=[ada.me["id"], ben.me["id"]]).json()
        return [rating["games"] for rating in ratings] == [MATCHES, MATCHES]

    for _ in range(1000):
        if all_rated():
            return
    raise AssertionError("it is never rated")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(PHONE, True, id="phone-dark"),
        pytest.param(DESKTOP, False, id="desktop", marks=pytest.mark.slow),
        pytest.param(DESKTOP, True, id="desktop-dark", marks=pytest.mark.slow),
        pytest.param(PHONE, False, id="phone", marks=pytest.mark.slow),
    ],
)
def test_leaderboards_and_players_pages_can_be_read_by_everybody(open_page, keep, house, client, club, size, dark):
    evening(client, house, club)
    page = open_page(size, dark=dark, may=("status of 404",))
    sign_in(page, "Ada Falk")
    found = {}

    def look(name: str) -> None:
        keep(page, name)
        if held := findings(page):
            found[name] = held
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], name

    look("home")
    scrolled_to(page, page.get_by_role("link", name="Leaderboards")).click()
    page.locator("[data-leaders]").first.wait_for()
    visit(page, "/play/connect4")
    page.locator("[data-to-leaders]").click()
    page.locator("[data-leaders] tr", has_text="Ben Falk").wait_for()
    ranked = [row.inner_text() for row in page.locator("[data-leaders] tbody").first.locator("tr").all()]
    assert [row.split()[0] for row in ranked] == [str(place) for place in range(1, len(ranked) + 1)]
    assert {name for name in CLUB for row in ranked if name in row} == {"Ada Falk", "Ben Falk"}
    expect(page.locator("[data-leaders] tbody").last).to_contain_text("Cleo Falk")
    expect(page.locator(".LeadersPage-own")).to_contain_text("Ada Falk")
    look("leaderboard")
    visit(page, "/leaders/yinsh")
    page.get_by_text("Nobody has played a rated match").wait_for()
    look("leaderboard-empty")
    visit(page, "/leaders/dance")
    page.get_by_text("No team of this size").wait_for()
    page.locator("input[name=team]").first.check()
    page.locator("[data-leaders] tr", has_text="Ada Falk").wait_for()
    look("best-scores")
    visit(page, "/profile")
    page.locator(f"[data-history='{MATCHES}']").wait_for()
    own = next(row for row in ranked if "Ada Falk" in row)
    expect(page.locator(".PlayerRatings-rank")).to_have_text(f"Rank {own.split()[0]}")
    look("profile")
    visit(page, "/leaders/connect4")
    page.get_by_role("link", name="Ben Falk").click()
    page.locator(f"[data-history='{MATCHES}']").wait_for()
    plot = page.locator(".PlayerRatings-plot svg")
    expect(plot).to_have_attribute(
        "aria-label", f"From 1500 to {latest(page)} in {MATCHES} matches. Best: {best(page)}."
    )
    look("player")
    visit(page, "/player/nobody")
    page.get_by_text("There is nobody by this id").wait_for()
    assert found == {}


def latest(page: Page) -> str:
    return page.locator(".PlayerRatings-after").first.inner_text().partition("?")[0]


def best(page: Page) -> str:
    return page.locator(".PlayerRatings-caption span").nth(1).inner_text().removeprefix("Best: ")


def test_a_bot_is_played_for_a_rating_and_has_a_page_of_its_own(open_page):
    page = open_page(DESKTOP)
    sign_up(page, "Nora Bek")
    visit(page, "/play/connect4")
    page.locator(".GamePage-summary").click()
    page.locator("[data-rated] input").nth(1).check()
    page.locator(".GamePage-begin button[type=submit]").click()
    settle(page)
    assert page.locator("[data-takeback]").count() == 0
    expect(page.locator(".TopBar-top .Chip-chip", has_text="Rated")).to_be_visible()
    touch(page, glowing(page).first.get_attribute("data-target") or "")
    wait_until(page, lambda: int(page.locator("main").get_attribute("data-version") or 0) >= 2)
    settle(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really? Resign").click()
    expect(page.locator(".MatchStage-plate")).to_contain_text("Your rating is now")
    visit(page, "/player/bot:2")
    page.locator("[data-history='1']").wait_for()
    expect(page.locator("h1")).to_have_text("Neighbour")

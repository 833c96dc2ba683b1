"""Tournaments in the browser: made, entered, played, and read by everybody, on a desk and on a phone."""

import time

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import settle, sign_up, visit, wait_until
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import DRESSES, findings
from tests.e2e.test_mail import PHONE_FIRST
from tests.e2e.test_ratings import account, ok
from tests.server.conftest import Visitor

pytestmark = pytest.mark.browser


ACT = """({table, seat, step}) => fetch(`/api/v1/tables/${table}/steps`, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({seat, steps: [step]}),
}).then((answer) => answer.status)"""


def make(page: Page, title: str, kind: str, bots: bool = True) -> None:
    visit(page, "/organise?game=connect4")
    page.get_by_label("What it is called").fill(title)
    page.locator("input[name=kind]").locator("xpath=..").filter(has_text=kind).locator("input").check()
    if bots:
        page.locator("input[name=bots]").nth(1).check()
    page.get_by_role("button", name="Make it").click()
    page.locator(".TournamentPage-title", has_text=title).wait_for()


def add_bots(page: Page, count: int, level: int = 1) -> None:
    page.get_by_label("How good the bot is").select_option(str(level))
    for _ in range(count):
        before = page.locator(".Entrants-entrant").count()
        page.get_by_role("button", name="Add a bot").click()
        wait_until(page, lambda n=before: page.locator(".Entrants-entrant").count() == n + 1)


@pytest.mark.slow
def test_somebody_makes_a_tournament_plays_in_it_and_comes_back_to_it(open_page, keep):
    page = open_page(DESKTOP)
    visit(page, "/organise")
    page.get_by_text("take an account first").wait_for()
    sign_up(page, "Olga Kern")
    make(page, "Tuesday Cup", "Swiss")
    page.get_by_role("button", name="Sign up").click()
    page.get_by_text("You are in.").wait_for()
    add_bots(page, 3)
    keep(page, "open")
    page.get_by_role("button", name="Begin now").click()
    page.get_by_text("Your match is on.").wait_for()
    keep(page, "match-on")
    page.locator("[data-participation] .Button-turn").click()
    page.locator("main[data-version]").wait_for()
    settle(page)
    page.get_by_role("link", name="To the tournament").click()
    page.locator(".TournamentPage-title", has_text="Tuesday Cup").wait_for()
    expect(page.locator(".Standings-standings tbody tr")).to_have_count(4)
    expect(page.locator(".Standings-mine")).to_contain_text("Olga Kern")
    page.get_by_role("button", name="My rounds in my calendar").click()
    link = page.get_by_label("My rounds in my calendar").input_value()
    assert page.request.get(link).text().startswith("BEGIN:VCALENDAR\r\n")
    visit(page, "/tournaments")
    page.locator("input[name=which]").nth(1).check()
    page.locator(".Rows-row", has_text="Tuesday Cup").wait_for()
    keep(page, "list")


def test_somebody_with_a_link_enters_as_a_guest_and_withdraws(open_page, keep):
    organiser = open_page(DESKTOP)
    sign_up(organiser, "Otto Kern")
    make(organiser, "Open House", "Round robin", bots=False)
    guest = open_page(PHONE, path=organiser.evaluate("location.pathname"))
    guest.get_by_role("button", name="Sign up").click()
    guest.get_by_text("You are in.").wait_for()
    organiser.locator(".Entrants-entrant").wait_for()  # without being asked again
    keep(guest, "entered")
    guest.get_by_role("button", name="Withdraw").click()
    guest.get_by_role("button", name="Really? Withdraw").click()
    guest.get_by_role("button", name="Sign up").wait_for()
    organiser.get_by_text("Nobody yet.").wait_for()


def lose(guest: Visitor, cup: str) -> None:
    """Where it is their turn, they make a move and resign."""
    rounds = guest.get(f"/tournaments/{cup}").json()["rounds"]
    for match in (each for one in rounds for each in one["matches"] if each["points"] is None):
        if guest.me["id"] in match["seats"]:
            seat, steps = match["seats"].index(guest.me["id"]), f"/tables/{match['table']}/steps"
            if guest.post(steps, {"seat": seat, "steps": ["a"]}).status_code == 200:
                guest.post(steps, {"seat": seat, "steps": ["resign"]})


def test_whoever_loses_in_a_knock_out_is_told_so_and_everybody_sees_who_withdrew(open_page, keep, house):
    with httpx.Client(base_url=house, timeout=60) as client:
        organiser, *others = account(client, house, "Olof Kern"), Visitor(client, house), Visitor(client, house)
        clock = {"pace": "live", "minutes": 5, "increment": 5}
        new = {"title": "Short Cup", "game": "connect4", "kind": "knockout", "clock": clock}
        cup = organiser.post("/tournaments", new).json()["tournament"]
        page = open_page(PHONE, dark=True, path=f"/tournament/{cup}")
        enter(page)
        players = {each.me["id"]: each for each in (organiser, *others)}
        for player in players.values():
            ok(player.post(f"/tournaments/{cup}/entrants"))
        ok(organiser.post(f"/tournaments/{cup}/start", {}))
        mine = page.locator("[data-participation] .Button-turn")
        table = (mine.get_attribute("href") or "").rpartition("/")[2]
        matches = organiser.get(f"/tournaments/{cup}").json()["rounds"][0]["matches"]
        seats = next(match["seats"] for match in matches if match["table"] == table)
        if seats[0] in players:
            ok(players[seats[0]].post(f"/tables/{table}/steps", {"seat": 0, "steps": ["a"]}))
        seat = int(seats[0] in players)
        for step in ("b", "resign"):
            assert page.evaluate(ACT, {"table": table, "seat": seat, "step": step}) == 200
        page.get_by_text("You are out. You can watch").wait_for()
        assert page.get_by_role("button", name="Withdraw").count() == 0
        gone = next(each for each in players if each not in seats)
        ok(players[gone].send("DELETE", f"/tournaments/{cup}/entrants/mine"))
        expect(page.locator(".Standings-standings")).to_contain_text("withdrew")
        page.locator(".Standings-standings").get_by_role("link", name="Olof Kern").wait_for()
        keep(page, "out")
        assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_bracket_is_readable_everywhere_and_no_page_has_a_serious_finding(
    open_page, keep, house, size, dark, request
):
    page = open_page(size, dark=dark)
    sign_up(page, f"Cup {request.node.callspec.id}".replace("-", " "))
    found = {}

    def look(name: str) -> None:
        keep(page, name)
        if held := findings(page):
            found[name] = held

    visit(page, "/organise?game=connect4")
    page.get_by_label("What it is called").wait_for()
    look("make")
    make(page, "Bots’ Knock-out", "Knock-out")
    with httpx.Client(base_url=house, timeout=60) as client:
        guests, cup = [Visitor(client, house) for _ in range(2)], page.evaluate("location.pathname").rpartition("/")[2]
        for guest in guests:
            ok(guest.post(f"/tournaments/{cup}/entrants"))
        expect(page.locator(".Entrants-entrant")).to_have_count(2)  # nobody comes in while bots are counted
        add_bots(page, 6)
        look("open")
        page.get_by_role("button", name="Begin now").click()
        deadline = time.monotonic() + 60
        while page.locator(".TournamentPage-champion").count() == 0:
            assert time.monotonic() < deadline, "nobody wins it"
            for guest in guests:
                lose(guest, cup)
            page.wait_for_timeout(100)
    expect(page.locator(".Bracket-round")).to_have_count(3)
    expect(page.locator(".Bracket-title").last).to_have_text("Final")
    look("bracket")
    page.locator(".Bracket-bracket").scroll_into_view_if_needed()
    page.locator(".Bracket-title").last.scroll_into_view_if_needed()
    keep(page, "final")
    across = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert across, "nothing is wider than the page"
    visit(page, "/tournaments")
    page.locator("input[name=which]").nth(2).check()
    page.locator(".Rows-row", has_text="Bots’ Knock-out").first.wait_for()
    look("list")
    visit(page, "/")
    page.get_by_role("heading", name="Tournaments").wait_for()
    look("home")
    assert found == {}


def enter(page: Page) -> None:
    page.locator("[data-participation]").get_by_role("button", name="Sign up").click()
    page.get_by_text("You are in.").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(PHONE, True, id="phone-dark"),
        pytest.param(DESKTOP, False, id="desktop", marks=pytest.mark.slow),
    ],
)
def test_a_result_comes_in_on_a_page_that_only_looks(open_page, keep, size, dark):
    """Two players and somebody who looks on, each in a browser of their own; nobody loads a page again."""
    first, second, watcher = open_page(DESKTOP), open_page(PHONE), open_page(size, dark=dark)
    sign_up(first, f"Rosa {size[0]}")
    make(first, "Live Cup", "Round robin", bots=False)
    path = first.evaluate("location.pathname")
    enter(first)
    for page in (second, watcher):
        visit(page, path)
        page.locator(".TournamentPage-title", has_text="Live Cup").wait_for()
    enter(second)
    first.get_by_role("button", name="Begin now").click()
    for page in (first, second):
        page.locator(".Participation-on .Participation-versus").wait_for()
    expect(second.locator(".Participation-versus")).to_contain_text("Rosa")
    keep(second, "my-match")
    watcher.locator(".Rounds-match:not(.Rounds-over)").wait_for()
    keep(watcher, "before")
    second.locator("[data-participation] .Button-turn").click()
    second.locator("main[data-version]").wait_for()
    keep(second, "table")
    second.get_by_role("button", name="Table menu").click()
    leave = second.locator(".TableMenu-menu .Button-bad")
    leave.click()
    leave.click()  # it asks once more
    watcher.locator(".Rounds-over").wait_for()
    watcher.locator(".TournamentPage-champion", has_text="Rosa").wait_for()
    expect(watcher.locator(".Standings-standings tbody tr").first).to_contain_text("Rosa")
    asked = "performance.getEntriesByType('resource').filter((one) => one.name.includes('wait=')).length"
    assert watcher.evaluate(asked) == 0, "it was told over the socket"
    keep(watcher, "after")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), PHONE_FIRST)
def test_the_organiser_seeds_by_hand_a_rated_tournament_with_settings(open_page, keep, size, dark, request):
    page = open_page(size, dark=dark)
    sign_up(page, f"Seed {request.node.callspec.id}".replace("-", " "))
    visit(page, "/organise?game=yinsh")
    page.get_by_label("What it is called").fill("Seeded Cup")
    page.locator("input[name=kind]").nth(2).check()
    page.locator("input[name=bots]").nth(1).check()
    page.locator("input[name=rated]").nth(1).check()
    page.locator("input[name=seeding]").nth(2).check()
    page.locator(".OrganisePage-settings").click()
    page.locator("input[name=option-blitz]").nth(1).check()
    keep(page, "make")
    found = {"make": findings(page)}
    page.get_by_role("button", name="Make it").click()
    page.locator(".TournamentPage-head [data-rated=true]").wait_for()
    enter(page)
    add_bots(page, 2)
    page.locator(".Entrants-entrant", has_text="Learner 2").get_by_role("button", name="Seed").click()
    expect(page.locator(".Entrants-entrant").first).to_contain_text("Learner 2")
    own = page.locator(".Entrants-entrant", has=page.locator(".Entrants-name", has_text="Seed"))
    own.get_by_role("button", name="Seed").click()
    expect(page.locator(".Entrants-seed").nth(1)).to_have_text("2")
    page.locator(".Entrants-entrant").nth(1).get_by_role("button", name="Up").click()
    expect(page.locator(".Entrants-entrant").nth(1)).to_contain_text("Learner 2")
    expect(page.locator(".TournamentPage-settings")).to_contain_text("Yes")
    keep(page, "seeded")
    found["seeded"] = findings(page)
    page.get_by_role("button", name="Begin now").click()
    page.locator(".Bracket-nobody", has_text="Seed").wait_for()  # the first seed has the bye
    page.get_by_text("You have a bye in this round.").or_(page.locator(".Participation-on")).first.wait_for()
    keep(page, "bracket")
    found["bracket"] = findings(page)
    assert {name: held for name, held in found.items() if held} == {}


@pytest.mark.slow
def test_a_guest_is_asked_for_an_account_where_it_counts(open_page, keep):
    organiser = open_page(DESKTOP)
    sign_up(organiser, "Rita Kern")
    visit(organiser, "/organise?game=connect4")
    organiser.get_by_label("What it is called").fill("Rated Cup")
    organiser.locator("input[name=rated]").nth(1).check()
    organiser.get_by_role("button", name="Make it").click()
    organiser.locator(".TournamentPage-title", has_text="Rated Cup").wait_for()
    guest = open_page(PHONE, path=organiser.evaluate("location.pathname"))
    guest.get_by_text("it takes an account to enter").wait_for()
    keep(guest, "guest")
    guest.locator("[data-participation]").get_by_role("link", name="Take an account").click()
    guest.locator("input[name=password]").wait_for()


@pytest.mark.slow
def test_on_a_phone_the_club_is_a_tap_away_with_its_two_parts(open_page, keep):
    page = open_page(PHONE)
    page.locator(".PageFrame-tabs").get_by_role("link", name="Club").click()
    page.locator("h1", has_text="Tournaments").wait_for()
    expect(page.locator(".PageFrame-tab[aria-current]")).to_have_text("Club")
    keep(page, "tournaments")
    page.locator(".PageFrame-club").get_by_role("link", name="Leaders").click()
    page.locator("h1", has_text="Leaderboards").wait_for()
    expect(page.locator(".PageFrame-tab[aria-current]")).to_have_text("Club")
    keep(page, "leaders")
    assert findings(page) == []
    page.locator(".PageFrame-club").get_by_role("link", name="Tournaments").click()
    page.locator("h1", has_text="Tournaments").wait_for()


@pytest.mark.slow
def test_between_a_phone_and_a_desk_all_pages_are_still_beside_each_other(open_page, keep):
    page = open_page(DESKTOP)
    sign_up(page, "Wilhelmina Longstocking")
    for width in (761, 960, 1100, 1180):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        last = page.locator(".PageFrame-link").last.bounding_box()
        assert last["x"] + last["width"] <= page.locator(".TopBar-end").bounding_box()["x"]
    assert findings(page) == []

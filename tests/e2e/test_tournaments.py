"""Tournaments in the browser: made, entered, played, and read by everybody, on a desk and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import settle, sign_up, visit, wait_until
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import DRESSES, findings

pytestmark = pytest.mark.browser


def make(page: Page, title: str, kind: str, bots: bool = True) -> None:
    visit(page, "/organise?game=connect4")
    page.get_by_label("What it is called").fill(title)
    page.locator("input[name=kind]").locator("xpath=..").filter(has_text=kind).locator("input").check()
    if bots:
        page.locator("input[name=bots]").nth(1).check()
    page.get_by_role("button", name="Make it").click()
    page.locator(".cup-head h1", has_text=title).wait_for()


def add_bots(page: Page, count: int, level: int = 1) -> None:
    page.get_by_label("How good the bot is").select_option(str(level))
    for _ in range(count):
        before = page.locator(".entrants li").count()
        page.get_by_role("button", name="Add a bot").click()
        wait_until(page, lambda n=before: page.locator(".entrants li").count() == n + 1)


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
    page.locator(".mine .btn.turn").click()
    page.locator("main.table").wait_for()
    settle(page)
    page.get_by_role("link", name="To the tournament").click()
    page.locator(".cup-head h1", has_text="Tuesday Cup").wait_for()
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    expect(page.locator(".standings .mine")).to_contain_text("Olga Kern")
    page.get_by_role("button", name="My rounds in my calendar").click()
    link = page.get_by_label("My rounds in my calendar").input_value()
    assert page.request.get(link).text().startswith("BEGIN:VCALENDAR\r\n")
    visit(page, "/tournaments")
    page.locator("input[name=which]").nth(1).check()
    page.locator(".row", has_text="Tuesday Cup").wait_for()
    keep(page, "list")


def test_somebody_with_a_link_enters_as_a_guest_and_withdraws(open_page, keep):
    organiser = open_page(DESKTOP)
    sign_up(organiser, "Otto Kern")
    make(organiser, "Open House", "Round robin", bots=False)
    guest = open_page(PHONE, path=organiser.evaluate("location.pathname"))
    guest.get_by_role("button", name="Sign up").click()
    guest.get_by_text("You are in.").wait_for()
    organiser.locator(".entrants li").wait_for()  # without being asked again
    keep(guest, "entered")
    guest.get_by_role("button", name="Withdraw").click()
    guest.get_by_role("button", name="Really? Withdraw").click()
    guest.get_by_role("button", name="Sign up").wait_for()
    organiser.get_by_text("Nobody yet.").wait_for()


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_bracket_is_readable_everywhere_and_no_page_has_a_serious_finding(open_page, keep, size, dark, request):
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
    add_bots(page, 6)
    look("open")
    page.get_by_role("button", name="Begin now").click()
    page.locator(".champion").wait_for(timeout=60_000)
    expect(page.locator(".bracket > li")).to_have_count(3)
    expect(page.locator(".bracket h3").last).to_have_text("Final")
    look("bracket")
    page.locator(".bracket").scroll_into_view_if_needed()
    page.locator(".bracket h3").last.scroll_into_view_if_needed()
    keep(page, "final")
    across = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert across, "nothing is wider than the page"
    visit(page, "/tournaments")
    page.locator("input[name=which]").nth(2).check()
    page.locator(".row", has_text="Bots’ Knock-out").first.wait_for()
    look("list")
    visit(page, "/")
    page.locator(".cups").wait_for()
    look("home")
    assert found == {}

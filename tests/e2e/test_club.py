"""A club is somebody: its name and emblem, its common room, who is a member, its weekly tournaments, and the tokens by
which members' programs come in."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import play_to_the_end, sign_up, sit_down, visit
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import findings
from tests.e2e.test_moderation import Club
from tests.e2e.test_tournaments import make

pytestmark = pytest.mark.browser

SIZES = [DESKTOP, pytest.param(PHONE, marks=pytest.mark.slow)]


@pytest.fixture
def club(house: str, server, request: pytest.FixtureRequest) -> Iterator[Club]:
    *_, folder = server[1].args
    mark = "".join(word[0] for word in request.node.name.split("_") if word) + request.node.callspec.id[-1:]
    with httpx.Client(base_url=house, timeout=60) as client:
        yield Club(client, house, Path(str(folder)), mark)


def is_fine(page: Page, keep, name: str, size: tuple[int, int]) -> None:
    keep(page, name)
    assert findings(page) == [], name
    assert page.evaluate("document.documentElement.scrollWidth") == size[0], name


def console(open_page, club: Club, size: tuple[int, int], tab: str, may: tuple[str, ...] = ()) -> Page:
    page = open_page(size, may=may)
    sign_up(page, club.name("Hanna"))
    club.appoint("Hanna", "host")
    visit(page, f"/console/{tab}")
    return page


@pytest.mark.parametrize("size", SIZES)
def test_one_speaks_in_the_common_room_and_another_reads_it(open_page, keep, size) -> None:
    ada, bo = open_page(size), open_page(DESKTOP)
    sign_up(ada, f"Ada {size[0]} room")
    visit(ada, "/common-room")
    visit(bo, "/common-room")
    said = ada.get_by_role("textbox").last
    said.focus()
    said.type(f"Who comes on Tuesday, all {size[0]}?")
    ada.keyboard.press("Enter")
    bo.get_by_text(f"Who comes on Tuesday, all {size[0]}?").wait_for()
    bo.get_by_text(f"Ada {size[0]} room").first.wait_for()
    is_fine(ada, keep, "common-room", size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_whoever_wishes_stands_among_the_members_and_is_seen_to_be_here(open_page, keep, size) -> None:
    ada, bo = open_page(size), open_page(size)
    name = f"Ada {size[0]} listed"
    sign_up(ada, name)
    visit(ada, "/members")
    ada.get_by_role("link", name="Put yourself on the list").click()
    ada.wait_for_url("**/profile/privacy")
    ada.get_by_role("radio", name="Listed", exact=True).check()
    ada.get_by_text("Saved.").first.wait_for()
    visit(bo, "/members")
    bo.locator(".Rows-row", has_text=name).wait_for()
    visit(ada, "/common-room")
    ada.get_by_role("heading", name="Common room").wait_for()
    bo.reload()
    bo.locator(".Rows-row", has_text=name).get_by_text("in the common room").wait_for()
    is_fine(bo, keep, "members", size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_token_is_made_shown_once_used_by_a_program_and_ended(open_page, keep, house, size) -> None:
    page = open_page(size)
    sign_up(page, f"Ada {size[0]} token")
    visit(page, "/bots")
    is_fine(page, keep, "bots", size)
    page.get_by_role("main").get_by_role("link", name="tokens").first.click()
    page.wait_for_url("**/profile/tokens")
    page.get_by_label("What it is for").focus()
    page.keyboard.type("My bot")
    page.keyboard.press("Enter")
    secret = page.get_by_label("The token").input_value()
    is_fine(page, keep, "token", size)
    asks = {"Authorization": f"Bearer {secret.strip()}"}
    assert httpx.get(f"{house}/api/v1/me", headers=asks).json()["person"]["name"] == f"Ada {size[0]} token"
    page.reload()
    page.get_by_text("My bot").wait_for()
    assert secret not in page.content(), "it is shown once"
    page.get_by_role("button", name="End it").click()
    page.get_by_role("button", name="Really? End it").click()
    page.get_by_text("is let in no more").wait_for()
    assert httpx.get(f"{house}/api/v1/me", headers=asks).status_code == 401


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_match_that_is_over_stands_in_the_calendar_of_ones_profile(open_page, keep, size) -> None:
    page = open_page(size)
    sit_down(page, "connect4", persons=2)
    play_to_the_end(page, Random("calendar"))
    visit(page, "/profile")
    page.locator("[data-calendar='1']").wait_for()
    is_fine(page, keep, "profile", size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_host_gives_the_house_a_name_and_everybody_reads_it_on_the_first_page(
    open_page, keep, club: Club, size
) -> None:
    page = console(open_page, club, size, "house")
    named = page.get_by_label("Name of the house")
    before = named.input_value()
    rename(page, "Harbour Street", "Bring a cushion.")
    is_fine(page, keep, "house-tab", size)
    try:
        stranger = open_page(size)
        expect(stranger).to_have_title("Harbour Street")
        stranger.get_by_text("Harbour Street").first.wait_for()
        is_fine(stranger, keep, "hero", size)
        stranger.get_by_text("Bring a cushion.").wait_for()
    finally:  # the other tests of this house know it by its name
        rename(page, before, "")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_an_emblem_is_put_up_and_seen_by_strangers(open_page, keep, club: Club, size) -> None:
    page = console(open_page, club, size, "house", may=("422",))
    chosen = page.get_by_label("Choose a picture")
    try:
        chosen.set_input_files({"name": "notes.svg", "mimeType": "image/svg+xml", "buffer": b"Tea at nine."})
        page.get_by_text("An emblem is an SVG or a PNG, and this is neither").wait_for()
        expect(page.get_by_role("img", name="Emblem")).to_have_count(0)
        chosen.set_input_files({"name": "notes.svg", "mimeType": "image/svg+xml", "buffer": DISC})
        page.get_by_text("This is the emblem now.").wait_for()
        assert is_drawn(page, "main img[src*='/club/emblem/']")
        is_fine(page, keep, "emblem", size)
        stranger = open_page(size)
        assert is_drawn(stranger, "img[src*='/club/emblem/']")
        stranger.wait_for_load_state("networkidle")
        is_fine(stranger, keep, "hero-with-emblem", size)
    finally:  # the other tests of this house know it without one
        page.get_by_role("button", name="Take it down").click()
        expect(page.get_by_role("img", name="Emblem")).to_have_count(0)


DISC = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><circle cx="48" cy="48" r="40" fill="#8f432c"/></svg>'
)


def is_drawn(page: Page, picture: str) -> bool:
    """Not only that it is there: a picture that the browser cannot read has no size."""
    found = page.locator(picture).first
    found.wait_for()
    drawn: bool = found.evaluate("picture => picture.decode().then(() => picture.naturalWidth > 0, () => false)")
    return drawn


def rename(page: Page, name: str, notice: str) -> None:
    page.get_by_label("Name of the house").fill(name)
    page.get_by_label("Notice on the first page").fill(notice)
    page.get_by_role("main").get_by_role("button", name="Save").first.click()
    page.get_by_text("Everybody sees it from their next look on").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_weekly_tournament_is_changed_where_it_was_made(open_page, keep, club: Club, size) -> None:
    page = console(open_page, club, size, "weekly")
    page.get_by_role("button", name="New weekly tournament").click()
    page.get_by_label("What it is called").fill(club.name("Tuesday Cup"))
    page.get_by_label("Weekday").select_option("2")
    page.get_by_role("button", name="Announce it every week").click()
    mine = page.locator(".LinedList-item", has_text=club.name("Tuesday Cup"))
    mine.get_by_text("Wednesday 19:00").wait_for()
    mine.get_by_role("button", name="Change").click()
    page.get_by_label("Time", exact=True).fill("20:30")
    is_fine(page, keep, "weekly", size)
    page.get_by_role("button", name="Save").click()
    mine.get_by_text("Wednesday 20:30").wait_for()
    mine.get_by_role("button", name="Remove").click()
    mine.get_by_role("button", name="Really? Remove").click()
    expect(mine).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_tournament_is_described_by_its_organiser_and_talked_about_by_all(open_page, keep, club: Club, size) -> None:
    olga = open_page(size)
    sign_up(olga, club.name("Olga"))
    make(olga, club.name("Tuesday Cup"), "Swiss")
    olga.get_by_role("button", name="Say something about it here").click()
    olga.get_by_label("What those should know").fill("Seven o'clock, back room.")
    olga.get_by_role("main").get_by_role("button", name="Save").click()
    bo = open_page(size, path=olga.evaluate("location.pathname"))
    bo.get_by_text("Seven o'clock, back room.").wait_for()
    said = bo.get_by_role("textbox", name="Say something about it", exact=True)
    said.focus()
    bo.keyboard.type("I bring the clocks.")
    bo.keyboard.press("Enter")
    olga.get_by_text("I bring the clocks.").wait_for()
    is_fine(olga, keep, "organiser", size)
    is_fine(bo, keep, "guest", size)

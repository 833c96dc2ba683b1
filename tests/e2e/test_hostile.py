"""What strangers write is text on every page, at every size: nothing of it is run, asked for or turned around.

Some strings of every kind here, all two hundred under ./dev test --all.
"""

import json
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from parlour.house.mail.letters import Letter, LetterLink
from parlour.house.mail.mime import html
from tests.e2e.at_table import visit, wait_until
from tests.e2e.canary import LISTEN, Canary
from tests.e2e.conftest import DESKTOP, PHONE, Watched
from tests.e2e.strangers_house import LIVE, announce, furnish, named, whole
from tests.hostile.strings import EVENTS, FEW, HOSTILE, NAMES, SCRIPTS
from tests.server.conftest import Visitor

pytestmark = pytest.mark.browser

# A browser says so itself when the house has nothing there.
REFUSED = ("the server responded with a status of 4",)
SHOWN = 50  # tournaments on one page
DRESSES = [
    pytest.param(FEW, "few", ((PHONE, True),), id="few"),
    pytest.param(HOSTILE, "all", ((DESKTOP, False), (PHONE, True)), id="all", marks=pytest.mark.slow),
]
BAIT = EVENTS[0]
# What can stand in an address, and where.
ADDRESSES = (
    "/table/{bait}", "/table/none?invite={bait}", "/replay/none?as={bait}&step={bait}", "/rules/{bait}",
    "/play/{bait}", "/leaders/{bait}", "/player/{bait}", "/tournament/{bait}", "/tournaments?game={bait}",
    "/organise?game={bait}", "/sign-in?next=javascript:window.struck=1", "/sign-up?next=%2F%09%2Fstruck.example",
    "/reset?token={bait}", "/confirm?token={bait}", "/unsubscribe?token={bait}", "//", "/?x={bait}#{bait}",
)  # fmt: skip


def come_as(page: Page, name: str) -> None:
    """Be a guest of that name, in this browser."""
    body = json.dumps({"name": name})
    status = page.evaluate(
        """(body) => fetch('/api/v1/guests', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
        .then((answer) => answer.status)""",
        body,
    )
    assert status == 201


def open_chat(page: Page) -> None:
    page.locator(".Sheet-sheet, .Chat-chat").first.wait_for()  # both are loaded when they are first shown
    if page.locator(".Sheet-tab").count():
        page.locator(".Sheet-tab", has_text="Chat").click()
    page.locator(".Chat-line").first.wait_for()


@pytest.mark.parametrize(("strings", "mark", "dresses"), DRESSES)
def test_what_strangers_wrote_is_text_on_every_page(open_page, keep, house, strings, mark, dresses):
    there = furnish(house, strings, mark)
    for size, dark in dresses:
        page = open_page(size, dark=dark, before=LISTEN, may=REFUSED)
        canary, name = Canary(page), "phone" if size == PHONE else "desktop"
        songs: dict[str, object] = {}

        def look(what: str, canary: Canary = canary, songs: dict[str, object] = songs, name: str = name) -> None:
            keep(canary.page, f"{what}-{name}")
            if song := canary.song():
                songs[what] = song

        come_as(page, NAMES[3])
        visit(page, f"/table/{there.table}")
        page.locator("main[data-version]").wait_for()
        open_chat(page)
        said = page.locator(".Chat-line:not(.Chat-house) > bdi")
        expect(said).to_have_count(len(there.said))
        assert said.all_text_contents() == there.said
        look("table")
        visit(page, f"/table/{there.waiting}")
        page.locator(".WaitingRoom-seats bdi").first.wait_for()
        look("waiting")
        visit(page, f"/replay/{there.over}")
        page.locator("main[data-ready=true]").wait_for()
        look("replay")
        visit(page, "/tournaments")
        titles = page.locator(".Rows-name bdi")
        titles.first.wait_for()
        assert set(titles.all_text_contents()[:SHOWN]) & set(there.titles)
        look("tournaments")
        visit(page, f"/tournament/{there.cup}")
        page.locator(".Entrants-name bdi").first.wait_for()
        look("tournament")
        visit(page, f"/tournament/{there.bracket}")
        page.locator(".Rounds-name").first.wait_for()
        look("bracket")
        for path, ready in {
            "/": ".Rows-row", "/tables": ".Rows-row", f"/player/{there.player}": ".Column-title bdi",
            "/profile/account": ".LinedList-item bdi", "/leaders/connect4": ".PlayerLink-link bdi",
            "/settings": ".SettingsPanel-settings",
        }.items():  # fmt: skip
            visit(page, path)
            page.locator(ready).first.wait_for()
            look(path.strip("/").partition("/")[0] or "home")
        assert songs == {}


@pytest.mark.slow
def test_every_title_is_text_in_a_list(open_page, house):
    """As many at a time as one page shows."""
    page, strings = open_page(DESKTOP, before=LISTEN), whole(HOSTILE)
    canary = Canary(page)
    with httpx.Client(base_url=house, timeout=60) as client:
        for first in range(0, len(strings), SHOWN):
            titles, cups = announce(client, house, strings[first : first + SHOWN], f"t{first}-")
            visit(page, "/tournaments")
            shown = page.locator(".Rows-name bdi")
            shown.first.wait_for()
            assert shown.all_text_contents()[: len(titles)] == titles[::-1]
            for width, height in (DESKTOP, PHONE):
                page.set_viewport_size({"width": width, "height": height})
                assert canary.song() == {}
            for cup in cups:
                cup.call_off()


@pytest.mark.slow
def test_what_stands_in_an_address_is_text_as_well(open_page):
    page = open_page(PHONE, before=LISTEN, may=REFUSED)
    canary = Canary(page)
    for address in ADDRESSES:
        page.goto(page.evaluate("location.origin") + address.format(bait=quote(BAIT, safe="")))
        if page.locator("#root > *").count():  # else the house has answered by itself
            page.locator("main, .Moment-moment").first.wait_for()
        assert canary.song() == {}, address


@pytest.mark.slow
def test_a_browsers_name_is_text_in_the_list_of_sessions(open_page, keep, browser: Browser, house):
    context = browser.new_context(user_agent=f"{SCRIPTS[0]} \u202eשלום", viewport={"width": 390, "height": 844})
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.goto(house)
    canary = Canary(page)
    come_as(page, NAMES[0])
    visit(page, "/profile/account")
    page.locator(".LinedList-item bdi").first.wait_for()
    assert "<script>" in page.locator(".LinedList-item bdi").first.inner_text()
    assert canary.song() == {}
    context.close()


def test_a_letter_with_everything_in_it_is_text_in_a_mail_program(browser: Browser):
    """One that runs scripts and knows no policy, which none does."""
    page = browser.new_page()
    canary, asked = Canary(page), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: asked.append(message.text))
    everything = Letter(
        to="ada@example.org", subject=BAIT, says=HOSTILE, heading=BAIT, items=HOSTILE, why=BAIT,
        ways=[LetterLink(text, f"http://house.example/{quote(text, errors='replace')}") for text in HOSTILE],
        off=LetterLink(BAIT, "http://house.example/off"),
    )  # fmt: skip
    page.set_content(html(everything).encode(errors="replace").decode())
    assert page.locator("li").count() == len(HOSTILE)
    assert page.locator("a").count() == len(HOSTILE) + 1
    assert canary.song() == {}
    assert asked == []
    page.close()


# -- it can fail ----------------------------------------------------------------------------------------------


def test_a_sink_on_a_page_is_found_out_by_the_policy_and_by_what_it_asks_for(browser: Browser, house):
    context = browser.new_context(service_workers="block")
    context.add_init_script(LISTEN)
    watched = Watched(context.new_page(), house, ())
    page, canary = watched.page, Canary(watched.page)
    page.goto(house)
    page.locator(".HomePage-game").first.wait_for()
    assert (canary.song(), watched.trouble) == ({}, [])
    for text in EVENTS:
        page.evaluate("(text) => document.body.insertAdjacentHTML('beforeend', text)", text)
    wait_until(page, lambda: len(canary.song().get("refused by the policy", [])) > 10)
    assert any("Content Security Policy" in line for line in watched.trouble)
    page.evaluate("document.body.insertAdjacentText('beforeend', 'W'.repeat(300))")
    page.evaluate("document.body.style.overflowWrap = 'normal'")
    assert canary.song()["too wide by"] > 100
    context.close()


def test_without_the_policy_a_sink_is_struck(browser: Browser):
    for text in (SCRIPTS[0], EVENTS[0], EVENTS[8]):
        page = browser.new_page()
        canary = Canary(page)
        page.set_content(f"<p>{text}</p>")
        wait_until(page, lambda canary=canary: bool(canary.song().get("struck")))
        page.close()


@pytest.mark.slow
def test_names_that_are_not_isolated_are_found_out(open_page, house):
    with httpx.Client(base_url=house, timeout=60) as client:
        guest = named(Visitor(client, house), NAMES[0])
        guest.open("connect4", "mo", clock=LIVE, listed=True)
    page = open_page(DESKTOP, before=LISTEN)
    canary = Canary(page)
    visit(page, "/tables")
    page.locator(".Rows-row bdi", has_text=NAMES[0]).first.wait_for()  # and what clock it has, after the name
    assert canary.song() == {}
    page.locator("bdi").evaluate_all("all => all.forEach((each) => { each.style.unicodeBidi = 'normal'; })")
    assert "turned around" in canary.song()

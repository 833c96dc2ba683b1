"""Keeping the place pleasant, in the browser: block and report, the console, what somebody sees who is sent away."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from parlour.house.people.person import Role
from tests.e2e.at_table import PASSWORD, sign_in, sign_up, visit
from tests.e2e.canary import LISTEN, Canary
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.strangers_house import named, talk, whole
from tests.e2e.test_axe import findings
from tests.hostile.strings import FEW, HOSTILE, NAMES
from tests.server.conftest import Sitting, Visitor
from tests.server.http.moderation.accounts_with_roles import ok, take_cookie

pytestmark = pytest.mark.browser


class Club:
    """People who come by other means than our page, each test's with names of their own."""

    def __init__(self, client: httpx.Client, house: str, folder: Path, mark: str) -> None:
        self._client, self._tables, self._folder, self._mark = client, house, folder, mark

    def name(self, name: str) -> str:
        return f"{name} {self._mark}"

    def account(self, name: str) -> Visitor:
        visitor = Visitor(self._client, self._tables)
        take_cookie(visitor, visitor.post("/accounts", {"name": self.name(name), "password": PASSWORD}))
        return visitor

    def appoint(self, name: str, role: Role) -> None:
        """On the command line, beside the house that is open."""
        command = [sys.executable, "-m", "parlour", role, "add", self.name(name)]
        subprocess.run([*command, "--database", str(self._folder / "house.db")], check=True, capture_output=True)


@pytest.fixture
def club(house: str, server, request: pytest.FixtureRequest) -> Iterator[Club]:
    *_, folder = server[1].args
    mark = request.node.name.replace("test_", "").translate(str.maketrans("[-_", "   ", "]"))
    with httpx.Client(base_url=house, timeout=60) as client:
        yield Club(client, house, Path(str(folder)), "".join(word[0] for word in mark.split()))


class Looking:
    """Looks at a page as those do who do not see it, and keeps a picture."""

    def __init__(self, page: Page, keep, size: tuple[int, int]) -> None:
        self._page, self._keep, self._size = page, keep, size
        self.found: dict[str, list[str]] = {}

    def __call__(self, name: str) -> None:
        self._keep(self._page, name)
        if held := findings(self._page):
            self.found[name] = held
        assert self._page.evaluate("document.documentElement.scrollWidth") == self._size[0], name


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_guests_are_told_what_the_host_has_decided(open_page, keep, club, let_guests, size, dark):
    bob = club.account("Bob")
    first, second = (bob.open("connect4", "mo") for _ in range(2))
    let_guests("silent")
    page = open_page(size, dark=dark, path=f"/table/{first.id}")
    look = Looking(page, keep, size)
    page.locator("[data-sit]").first.click()
    page.locator("main[data-version]").wait_for()
    open_chat(page)
    expect(page.locator("[data-closed]")).to_contain_text("Here guests read along and do not write.")
    expect(page.locator("form.Chat-say")).to_have_count(0)
    look("silent")
    let_guests("none")
    visit(page, "/")
    page.locator("[data-play=connect4]").click()
    expect(page.locator("main")).to_contain_text("All you have played so far stays yours.")
    stranger = open_page(size, dark=dark, path=f"/table/{second.id}")
    stranger.locator("[data-sit]").first.click()
    expect(stranger.locator("main")).to_contain_text("Only people with an account play here.")
    Looking(stranger, keep, size)("sign-up")
    stranger.get_by_label("Name").fill(club.name("Stella"))
    stranger.get_by_label("Password").fill(PASSWORD)
    stranger.get_by_role("button", name="Take an account").click()
    stranger.locator("[data-sit]").first.click()
    stranger.locator("main[data-version]").wait_for()
    open_chat(stranger)
    expect(stranger.locator("form.Chat-say")).to_be_visible()
    assert look.found == {}


def open_chat(page: Page) -> None:
    page.locator(".Sheet-sheet, .Chat-chat").first.wait_for()  # both are loaded when they are first shown
    if page.locator(".Sheet-sheet").count():
        page.locator(".Sheet-tab", has_text="Chat").click()
    page.locator(".Chat-chat").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_line_is_reported_and_whoever_wrote_it_blocked(open_page, keep, club, size, dark):
    page = open_page(size, dark=dark)
    look = Looking(page, keep, size)
    sign_up(page, club.name("Ada"))
    bob = club.account("Bob")
    table = bob.open("connect4", "mo")
    visit(page, f"/table/{table.id}")
    page.locator("[data-sit]").first.click()
    page.locator("main[data-version]").wait_for()
    ok(bob.post(f"{table.path}/talk", {"text": "You oaf."}))
    open_chat(page)
    line = page.locator(".Chat-line", has_text="You oaf.")
    line.get_by_role("button", name=club.name("Bob")).click()
    dialog = page.get_by_role("dialog", name=club.name("Bob"))
    expect(dialog.locator("blockquote")).to_have_text("You oaf.")
    look("about")
    dialog.get_by_role("button", name="Report this").click()
    dialog.get_by_label("What is it about?").select_option("insult")
    dialog.get_by_label("Anything else").fill("He does that all the time.")
    look("report")
    dialog.get_by_role("button", name="Send the report").click()
    dialog.get_by_text("Somebody will look at it.").wait_for()
    dialog.get_by_role("button", name="Block").click()
    dialog.get_by_text("They are not told.").wait_for()
    look("blocked")
    page.keyboard.press("Escape")
    expect(line).to_have_count(0)
    ok(bob.post(f"{table.path}/talk", {"text": "Do you hear me?"}))
    ok(Sitting(bob, table.id).act(0, "a"))
    page.locator("main[data-version='1']").wait_for()
    expect(page.locator(".Chat-line", has_text="hear me")).to_have_count(0)
    page.reload()
    page.locator("main[data-version][data-busy=false]").wait_for()
    open_chat(page)
    expect(page.locator(".Chat-line", has_text="oaf")).to_have_count(0)
    visit(page, "/settings")
    page.get_by_role("button", name=f"Unblock {club.name('Bob')}").wait_for()
    look("settings")
    page.get_by_role("button", name=f"Unblock {club.name('Bob')}").click()
    page.get_by_text("Nobody.", exact=True).wait_for()
    visit(page, f"/player/{bob.me['id']}")
    page.get_by_role("button", name="Block").wait_for()
    look("player")
    page.get_by_role("button", name="Report").click()
    page.get_by_role("dialog").get_by_role("button", name="Send the report").click()
    page.get_by_text("Somebody will look at it.").wait_for()
    assert look.found == {}


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_the_console_shows_what_is_to_be_done_and_does_it(open_page, keep, club, size, dark):
    page = open_page(size, dark=dark)
    look = Looking(page, keep, size)
    sign_up(page, club.name("Hanna"))
    visit(page, "/console")
    page.get_by_text("This is for those who look after this house.").wait_for()
    club.appoint("Hanna", "host")
    ada, bob = club.account("Ada"), club.account("Bob")
    table = bob.open("connect4", "mo", rated=True, listed=False)
    invite = bob.get(table.path).json()["rules"]["invite"]
    ok(ada.post(f"{table.path}/seats", {}, invite=invite))
    ok(ada.post(f"{table.path}/talk", {"text": "Good evening."}))
    ok(bob.post(f"{table.path}/talk", {"text": "<b>You oaf.</b>"}))
    line = len(Sitting(ada, table.id).news(1)["lines"])
    about = {"kind": "talk", "table": table.id, "seat": 1, "line": line, "reason": "insult", "words": "Not nice."}
    ok(ada.post("/reports", about), 201)

    visit(page, "/profile/privacy")
    page.get_by_role("link", name="Console").last.click()
    page.locator(".Entries-entry", has_text=f"What {club.name('Bob')} wrote").wait_for()
    look("reports")
    page.locator(".Entries-entry", has_text=f"What {club.name('Bob')} wrote").click()
    expect(page.locator(".Quotes-quotes blockquote").first).to_have_text("<b>You oaf.</b>")
    look("report")
    page.get_by_label("Why (they read it)").fill("Calls people names.")
    page.get_by_role("button", name="Mute them").click()
    page.get_by_text("It holds from now on.").wait_for()
    said = bob.post(f"{table.path}/talk", {"text": "hello"})
    assert said.status_code == 403
    assert "Calls people names." in said.json()["detail"]
    page.get_by_label("A note for the log").fill("Muted for a day.")
    page.get_by_role("button", name="Done something about it").click()
    page.get_by_role("heading", name="Settled: something was done").wait_for()
    look("settled")

    page.get_by_role("link", name="People").click()
    page.get_by_label("A part of the name").fill(club.name("Bob"))
    page.get_by_role("button", name="Search").click()
    page.locator("a.Entries-entry", has_text=club.name("Bob")).wait_for()
    look("people")
    page.locator("a.Entries-entry", has_text=club.name("Bob")).click()
    page.get_by_role("button", name="Lift it").click()
    page.get_by_label("Why? It is written down.").fill("He is sorry.")
    page.get_by_role("button", name="Lift it").click()
    page.locator(".Entries-entry", has_text="Muted, lifted").wait_for()
    look("person")
    ok(bob.post(f"{table.path}/talk", {"text": "sorry"}))

    visit(page, f"/console/tables?of={table.id}")
    page.get_by_text("Being played").wait_for()
    look("table")
    page.get_by_role("button", name="Close the table").click()
    page.get_by_label("Why? It is written down.").fill("A test of the door.")
    page.get_by_role("button", name="Close the table").click()
    page.get_by_text("It counts for nobody.").wait_for()
    assert table.now(0)["result"]["ending"] == "void"

    cup = {"title": "A vile title", "kind": "swiss", "game": "connect4", "clock": {"pace": "live", "minutes": 5}}
    cup_id = ok(bob.post("/tournaments", cup), 201)["tournament"]
    page.get_by_label("The link of a table or a tournament").fill(f"http://here/tournament/{cup_id}")
    page.get_by_role("button", name="Look").click()
    page.get_by_role("heading", name="A vile title").wait_for()
    look("cup")
    page.get_by_role("button", name="Close the tournament").click()
    page.get_by_label("Why? It is written down.").fill("Nobody wants to read that.")
    page.get_by_role("button", name="Close the tournament").click()
    page.get_by_role("heading", name="Connect Four").wait_for()
    assert ok(bob.get(f"/tournaments/{cup_id}"))["cancelled"]

    page.get_by_role("link", name="Words").click()
    try:
        page.get_by_label("A word, or").fill("Nitwit*")
        page.get_by_role("button", name="Add").click()
        page.locator(".WordsTab-chip", has_text="nitwit*").wait_for()
        look("words")
        ok(bob.post(f"{table.path}/talk", {"text": "nitwits all"}))
        assert Sitting(bob, table.id).news(0)["lines"][-1]["text"] == "••••••• all"
    finally:
        page.get_by_role("button", name="Remove nitwit*").click()
    page.get_by_text("The list is empty").wait_for()

    page.get_by_role("link", name="Log").click()
    for deed in ("Word filter: +nitwit*", f"{club.name('Bob')}: mute lifted", f"{club.name('Bob')} muted", "closed"):
        page.locator(".Entries-entry", has_text=deed).first.wait_for()
    look("log")
    page.get_by_role("link", name="Team").click()
    page.locator(".LinedList-list", has_text=club.name("Hanna")).wait_for()
    look("team")
    assert look.found == {}


def test_whoever_is_banned_is_told_why_at_once_and_at_the_door(open_page, keep, club):
    page = open_page(DESKTOP, may=("status of 403", "status of 401", "WebSocket"))
    sign_up(page, club.name("Bob"))
    club.account("Hanna")
    club.appoint("Hanna", "host")
    other = open_page(PHONE)
    sign_in(other, club.name("Hanna"))
    visit(other, "/console/people")
    other.get_by_label("A part of the name").fill(club.name("Bob"))
    other.get_by_role("button", name="Search").click()
    other.locator("a.Entries-entry", has_text=club.name("Bob")).click()
    other.locator(".Segments-option", has_text="Ban").click()
    other.get_by_label("For how long").select_option("For good")
    other.get_by_label("Why (they read it)").fill("Plays with two accounts.")
    other.get_by_role("button", name="Ban them").click()
    other.locator(".Entries-entry", has_text="Banned for good").wait_for()
    page.get_by_role("alert").get_by_text("You cannot come in any more: Plays with two accounts.").wait_for()
    keep(page, "barred")
    page.get_by_role("button", name="To the start").click()
    page.locator(".HomePage-title").wait_for()
    visit(page, "/sign-in")
    page.get_by_label("Name").fill(club.name("Bob"))
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.locator(".Form-refusal", has_text="You cannot come in any more: Plays with two accounts.").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strings", "sizes"),
    [
        pytest.param(FEW, [PHONE], id="few"),
        pytest.param(HOSTILE, [DESKTOP, PHONE], id="all", marks=pytest.mark.slow),
    ],
)
def test_what_strangers_wrote_is_text_in_the_console(open_page, keep, house, club, strings, sizes):
    """Reports, talk, reasons and filtered words; names are those that ask the most of a page."""
    strings = whole(strings)
    hanna, bob = club.account("Hanna"), club.account("Bob")
    club.appoint("Hanna", "host")
    with httpx.Client(base_url=house, timeout=60) as client:
        guests = [named(Visitor(client, house), name) for name in NAMES]
        table = guests[0].open("connect4", "mo")
        ok(bob.post(f"{table.path}/seats", {}))
        talk([bob, *guests], table.path, strings)
        for number, text in enumerate(strings):
            stranger = Visitor(client, house)
            about = {"kind": "person", "person": guests[number % len(guests)].me["id"], "words": text}
            assert stranger.post("/reports", about).status_code in (201, 400, 422)
        report = ok(guests[1].post("/reports", {"kind": "table", "table": table.id, "words": strings[0]}), 201)["id"]
    for text in strings:
        assert hanna.post(f"/moderation/people/{bob.me['id']}/measures", {"kind": "mute", "why": text}).status_code in (
            201, 400, 422,
        )  # fmt: skip
    listed = [text for text in strings if hanna.send("PUT", "/moderation/words", words([text])).status_code == 200]
    ok(hanna.send("PUT", "/moderation/words", words(listed)))
    try:
        for size in sizes:
            page = open_page(size, before=LISTEN)
            sign_in(page, club.name("Hanna"))
            canary, songs = Canary(page), {}
            for path, there in (
                ("", ".Entries-entry"), (f"/reports?of={report}", ".Quotes-quotes blockquote"),
                (f"/people?of={bob.me['id']}", ".Entries-entry"), ("/people", ".Entries-entry"),
                (f"/tables?of={table.id}", "blockquote"), ("/words", ".WordsTab-chip"), ("/log", ".Entries-entry"),
            ):  # fmt: skip
                visit(page, f"/console{path}")
                page.locator(there).first.wait_for()
                keep(page, f"{path.strip('/').partition('?')[0] or 'reports'}-{size[0]}")
                if song := canary.song():
                    songs[path] = song
            assert songs == {}
    finally:
        ok(hanna.send("PUT", "/moderation/words", words([])))


def words(listed: list[str]) -> dict[str, object]:
    return {"words": [{"word": word, "how": "mask"} for word in listed]}

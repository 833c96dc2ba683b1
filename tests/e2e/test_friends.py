"""Friends in the browser: look for a player, follow somebody, challenge them, take over for somebody who left."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import settle, sign_up, sit_down, table_of, visit, wait_until
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import findings
from tests.e2e.test_ratings import account, ok
from tests.server.conftest import Visitor

pytestmark = pytest.mark.browser

SIZES = [
    pytest.param(DESKTOP, False, "Quill", id="desktop"),
    pytest.param(PHONE, True, "Ravn", id="phone-dark"),
    pytest.param(DESKTOP, True, "Stork", id="desktop-dark", marks=pytest.mark.slow),
    pytest.param(PHONE, False, "Teal", id="phone", marks=pytest.mark.slow),
]


@pytest.fixture
def client(house: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house, timeout=60) as client:
        yield client


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark", "name"), SIZES)
def test_a_player_is_followed_challenged_and_met(open_page, keep, house, size, dark, name):
    ada, bob = open_page(size, dark=dark, may=("409",)), open_page(size, dark=dark)
    sign_up(ada, f"Ada {name}")
    sign_up(bob, f"Bob {name}")
    visit(bob, "/profile/privacy")
    company = bob.locator("[data-company]")
    company.wait_for()
    company.scroll_into_view_if_needed()
    keep(bob, "wishes")
    who = bob.evaluate("fetch('/api/v1/me').then(r => r.json()).then(me => me.person.id)")
    visit(bob, "/")

    visit(ada, f"/player/{who}")
    ada.locator("[data-follow]").click()
    expect(ada.locator("[data-follow]")).to_have_attribute("aria-pressed", "true")
    expect(ada.locator("[data-meet]")).to_contain_text("Here now")
    keep(ada, "player")
    assert findings(ada) == []
    visit(ada, "/")
    followed = ada.locator("[data-following]")
    expect(followed).to_contain_text(f"Bob {name}")
    expect(followed).to_contain_text("Here now")
    followed.scroll_into_view_if_needed()
    keep(ada, "home")
    assert findings(ada) == []

    followed.locator(".Button-button").click()
    ada.locator("[data-challenge] select").select_option("connect4")
    ada.locator("[data-challenge] [type=submit]").click()
    expect(ada.locator("[data-waiting]")).to_contain_text(f"Bob {name} has been asked")
    keep(ada, "asked")
    assert findings(ada) == []
    challenge = bob.locator("[data-challenges]")
    expect(challenge).to_contain_text(f"Ada {name} challenges you to Connect")
    keep(bob, "challenged")
    assert findings(bob) == []
    challenge.locator("[data-decline]").click()
    expect(ada.locator("[data-waiting]")).to_contain_text(f"Bob {name} cannot play now")
    expect(challenge).to_have_count(0)
    keep(ada, "declined")
    assert findings(ada) == []

    sit_down(bob, "connect4")
    settle(bob)
    assert bob.locator("[data-elsewhere]").count() == 0, "where he sits himself does not count"
    visit(ada, f"/player/{who}")
    ada.locator("[data-challenge] select").select_option("connect4")
    ada.locator("[data-challenge] [type=submit]").click()
    elsewhere = bob.get_by_role("link", name="Another table waits for you")
    elsewhere.wait_for()
    keep(bob, "elsewhere")
    assert findings(bob) == []
    elsewhere.click()
    bob.locator("[data-challenges] [data-accept]").click()
    for page in (ada, bob):
        page.locator("main[data-version][data-busy=false]").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark", "name"), SIZES)
def test_several_are_challenged_at_once_and_a_bot_takes_the_seat_that_is_left(
    open_page, keep, house, client, size, dark, name
):
    bob, cyd = account(client, house, f"Bo {name}"), account(client, house, f"Cyd {name}")
    page = open_page(size, dark=dark, may=("404",))
    sign_up(page, f"Eva {name}")
    visit(page, "/leaders")
    find = page.locator("[data-find]")
    find.get_by_role("combobox").fill("Nobody At All")
    find.get_by_role("button").click()
    expect(find).to_contain_text("Nobody here has an account with the name")
    keep(page, "not-found")
    find.get_by_role("combobox").fill(f"bo {name}")  # as one writes it in a hurry
    find.get_by_role("button").click()
    expect(page.locator("#main h1")).to_have_text(f"Bo {name}")

    form = page.locator("[data-challenge]")
    form.locator("select").first.select_option("luckymoose")
    form.locator("input[name=challenge-seats]").nth(2).check()
    others = page.locator("[data-who-else]")
    others.get_by_role("combobox").fill(f"Cyd {name}")
    others.get_by_role("combobox").press("Enter")
    expect(others.get_by_label(f"Cyd {name}")).to_be_checked()
    form.get_by_label("The seat that is left").select_option("1")
    form.locator("[type=submit]").scroll_into_view_if_needed()
    keep(page, "form")
    assert findings(page) == []
    form.locator("[type=submit]").click()
    waiting = page.locator("[data-waiting]")
    expect(waiting).to_contain_text("have been asked")
    assert findings(page) == []
    table = table_of(page)

    ok(cyd.post(f"/challenges/{table}/answer", {"yes": False}))
    expect(waiting.locator("[data-declined]")).to_contain_text(f"Cyd {name} cannot play now")
    keep(page, "one-declined")
    waiting.locator("[data-bot]").click()
    ok(bob.post(f"/challenges/{table}/answer", {"yes": True}))
    page.locator("main[data-version][data-busy=false]").wait_for()
    expect(page.locator(".SeatCard-card")).to_have_count(4)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark", "name"), SIZES)
def test_somebody_who_wants_no_challenges_is_not_asked(open_page, keep, house, client, size, dark, name):
    shy = account(client, house, f"Shy {name}")
    page = open_page(size, dark=dark)
    sign_up(page, f"Ida {name}")
    visit(page, "/profile/privacy")
    company = page.locator("[data-company]")
    company.get_by_label("Nobody").check()
    expect(company).to_contain_text("Saved")
    page.reload()
    expect(page.locator("[data-company]").get_by_label("Nobody")).to_be_checked()
    me = page.evaluate("fetch('/api/v1/me').then(r => r.json()).then(me => me.person.id)")
    assert shy.post("/challenges", {"to": me, "game": "connect4"}).status_code == 403

    ok(shy.send("PATCH", "/me", {"settings": {"challenges": "nobody", "here": False}}))
    visit(page, f"/player/{shy.me['id']}")
    expect(page.locator("#main")).to_contain_text("takes no challenges from you")
    page.locator("[data-follow]").click()
    expect(page.locator("[data-follow]")).to_have_attribute("aria-pressed", "true")
    visit(page, "/profile/privacy")
    followed = page.locator("[data-followed]")
    expect(followed).to_contain_text(f"Shy {name}")
    followed.scroll_into_view_if_needed()
    keep(page, "followed")
    assert findings(page) == []
    followed.get_by_role("button", name="Change the list").click()
    followed.locator("[data-unfollow]").click()
    expect(followed).to_contain_text("Nobody yet")


@pytest.mark.parametrize(("size", "dark", "name"), SIZES)
def test_who_looks_for_a_player_waits_stops_and_is_found(open_page, keep, house, client, size, dark, name):
    page = open_page(size, dark=dark, may=("409",))
    page.get_by_label("Which game").select_option("yinsh")
    if size == PHONE:
        page.locator("input[name=pace]").nth(1).check()
    find = page.get_by_role("button", name="Find me a player")
    find.click()
    expect(page.locator("[data-waiting]")).to_contain_text("Looking for somebody")
    keep(page, "looking")
    assert findings(page) == []
    for words in ("Stop looking", "Really stop looking?"):
        page.get_by_role("button", name=words).click()
    page.locator(".HomePage-title").wait_for()

    page.get_by_label("Which game").select_option("yinsh")
    find.click()
    page.locator("[data-waiting]").wait_for()
    table = table_of(page)
    clock = {"pace": "live", "minutes": 5, "increment": 5}
    stranger = Visitor(client, house)
    found = stranger.post("/quick-matches", {"game": "yinsh", "clock": clock})
    ok(found)
    assert found.json()["rules"]["table"] == table
    ready = page.get_by_role("button", name="I am ready")
    ready.wait_for()
    keep(page, "found")
    assert findings(page) == []
    ready.click()
    ok(stranger.post(f"/tables/{table}/ready", {}))
    page.locator("main[data-version][data-busy=false]").wait_for()


@pytest.mark.parametrize(("size", "dark", "name"), SIZES)
def test_who_looks_goes_on_looking_when_others_close_their_page(open_page, keep, size, dark, name):
    gone = open_page(size, dark=dark)
    look_for_a_player(gone)
    gone.locator("[data-touch=live]").first.wait_for(state="attached")  # the house knows that the page was there
    gone.close()  # while looking
    page, other = open_page(size, dark=dark), open_page(size, dark=dark)
    look_for_a_player(page)
    wait_until(page, lambda: is_left_alone(page))

    look_for_a_player(other)
    wait_until(page, lambda: table_of(page) == table_of(other) and people_at(page) == 2)
    page.get_by_role("button", name="I am ready").click()
    expect(page.get_by_text("Waiting for the others")).to_be_visible()
    other.close()  # when asked whether they are ready
    expect(page.locator("[data-waiting]")).to_contain_text("Looking for somebody")
    assert people_at(page) == 1
    keep(page, "goes-on")
    assert findings(page) == []

    third = open_page(size, dark=dark)
    look_for_a_player(third)
    for each in (page, third):
        each.get_by_role("button", name="I am ready").click()
    for each in (page, third):
        each.locator("main[data-version][data-busy=false]").wait_for()


def look_for_a_player(page: Page) -> None:
    page.get_by_label("Which game").select_option("command")
    page.get_by_role("button", name="Find me a player").click()
    page.locator("[data-waiting]").wait_for()


def is_left_alone(page: Page) -> bool:
    """Whoever sits across from somebody who is gone is asked at most whether they are ready, and keeps the seat."""
    ready = page.get_by_role("button", name="I am ready")
    if ready.is_visible():
        ready.click()
    return people_at(page) == 1


def people_at(page: Page) -> int:
    """Who sits at the table where this page waits."""
    news = page.evaluate(f"fetch('/api/v1/tables/{table_of(page)}/events').then(answer => answer.json())")
    return sum(bool(seat.get("person")) for seat in news["now"]["seats"])


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark", "name"), SIZES)
def test_a_seat_that_somebody_left_is_taken_over_from_the_list_or_at_the_table(
    open_page, keep, house, client, size, dark, name
):
    host, leaver, third = (Visitor(client, house) for _ in range(3))
    table = host.open("dance", "moo", substitutes=True)
    for each in (leaver, third):
        ok(each.post(f"{table.path}/seats", {}))
    ok(leaver.send("DELETE", f"{table.path}/seats/mine"))

    guest = open_page(size, dark=dark, path=f"/table/{table.id}")
    expect(guest.locator("[data-vacant]")).to_contain_text("With an account you could take over")

    page = open_page(size, dark=dark)
    sign_up(page, f"Zoe {name}")
    visit(page, f"/table/{table.id}")
    expect(page.locator("[data-vacant]")).to_contain_text("You can take over")
    keep(page, "vacant")
    assert findings(page) == []
    visit(page, "/tables")
    row = page.locator(".Rows-row", has=page.locator(f"[data-step-in='{table.id}']"))
    row.wait_for()
    keep(page, "tables")
    assert findings(page) == []
    row.locator("[data-step-in]").click()
    page.locator("main[data-version][data-seat='1'][data-busy=false]").wait_for()
    expect(page.locator("[data-me=true]")).to_contain_text(f"Zoe {name}")
    assert page.locator("[data-vacant]").count() == 0
    keep(page, "taken-over")
    expect(guest.locator("[data-vacant]")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_clock_of_ones_own_is_chosen_and_ones_games_say_how_much_time_is_left(open_page, keep, house, client, size):
    page = open_page(size)
    sign_up(page, f"Uma {size[0]}")
    visit(page, "/play/connect4")
    page.locator(".GamePage-summary").click()
    page.get_by_role("radio", name="Other").check()
    more = page.locator("[data-more-clocks]")
    more.get_by_label("More clocks").select_option("My own")
    more.get_by_role("radio", name="for a turn").check()
    more.get_by_role("spinbutton", name="Days a turn").fill("9")
    expect(page.locator(".GamePage-summary")).to_contain_text("9 days a turn")
    keep(page, "clock")
    assert findings(page) == []
    page.locator("[data-invite]").click()
    waiting = page.locator("[data-waiting]")
    expect(waiting).to_contain_text("9 days a turn")
    address = page.evaluate("location.href")
    invite = address.partition("#invite=")[2]
    assert invite, "the address bar has what opens it, behind the #"
    bob = account(client, house, f"Bob {size[0]}")
    table = table_of(page)
    assert bob.post(f"/tables/{table}/seats", {}).status_code in (403, 404), "its id alone opens nothing"
    ok(bob.post(f"/tables/{table}/seats", {}, invite=invite))
    page.locator("main[data-version][data-busy=false]").wait_for()
    visit(page, "/games")
    expect(page.locator("[data-left]")).to_have_text("8 days left")
    keep(page, "games")
    assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "one", "other", "longer"),
    [(DESKTOP, "Xanthe", "Xanthippe", "xanthi"), (PHONE, "Yvonne", "Yvontine", "yvont")],
    ids=["desktop", "phone"],
)
def test_a_player_is_found_by_the_beginning_of_a_name(open_page, keep, house, client, size, one, other, longer):
    for name in (one, other):
        account(client, house, name)
    page = open_page(size)
    sign_up(page, f"Vera {size[0]}")
    visit(page, "/leaders")
    find = page.locator("[data-find]")
    box = find.get_by_role("combobox")
    box.fill(longer[:4])
    expect(find.locator(f"option[value='{one}']")).to_be_attached()
    box.press("Enter")
    expect(find).to_contain_text("Several names begin like this")
    keep(page, "several")
    assert findings(page) == []
    box.fill(longer)
    box.press("Enter")
    expect(page.locator("#main h1")).to_have_text(other)

"""From the address to a game, from page to page, and two people at one table."""

import gzip
import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from parlour.games import names
from tests.e2e.at_table import at, glowing, is_over, lit, move, play_to_the_end, settle, sit_down, touch, version, visit
from tests.e2e.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.browser

BUDGET = (
    196_000  # bytes of gzipped JavaScript, where the whole first page is seen: common room, who is here, what is new
)
NO_SOCKETS = """
window.WebSocket = class {
  constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 5); }
  send() {}
  close() {}
};
"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_stranger_plays_against_a_bot_with_two_taps(open_page, size):
    page = open_page(size)
    page.locator("[data-play=connect4]").click()
    settle(page)
    glowing(page).first.click()
    page.locator("main:not([data-version='0'])").wait_for()


def test_what_the_first_game_loads_is_small(open_page):
    page = open_page(DESKTOP)
    scripts: dict[str, bytes] = {}
    page.on("response", lambda r: scripts.update({r.url: r.body()}) if r.url.endswith(".js") else None)
    page.reload()
    page.wait_for_load_state("networkidle")
    page.locator("[data-play=connect4]").click()
    settle(page)
    sizes = {url: len(gzip.compress(body)) for url, body in scripts.items()}
    assert len(sizes) >= 2
    # Today's puzzle is shown with the skin of its game, another one every day.
    other_games = re.compile(rf"/({'|'.join(set(names()) - {'connect4'})})-")
    assert sum(size for url, size in sizes.items() if not other_games.search(url)) <= BUDGET, sizes


@pytest.mark.slow
def test_back_goes_where_people_expect_and_a_link_leads_to_the_same_board(open_page):
    page = open_page(DESKTOP)
    page.locator("[data-choose=yinsh]").click()
    page.locator(".GamePage-page").wait_for()
    page.locator(".GamePage-begin button").click()
    settle(page)
    touch(page, "site:f6")
    page.locator("main:not([data-version='0'])").wait_for()
    settle(page)
    before, address = version(page), page.url
    page.go_back()
    page.locator(".GamePage-title").wait_for()
    page.go_back()
    page.locator(".HomePage-title").wait_for()
    page.go_forward()
    page.go_forward()
    settle(page)
    assert page.url == address
    assert version(page) == before
    page.reload()
    settle(page)
    assert version(page) == before
    assert page.locator("[data-at='site:f6']").count() == 1


def test_back_closes_what_lies_over_the_table_first(open_page):
    page = open_page(PHONE)
    sit_down(page, "connect4")
    settle(page)
    for opens, shown in ((".Sheet-tab", ".Sheet-inside"), ("button[aria-label='Table menu']", ".Drawer-drawer")):
        page.locator(opens).first.click()
        page.locator(shown).wait_for()
        page.go_back()
        page.locator(shown).wait_for(state="detached")
        page.locator("main[data-version]").wait_for()


def invited(page: Page, game: str) -> str:
    """Open a private table, and give the link that it shows."""
    visit(page, f"/play/{game}")
    page.locator("[data-invite]").click()
    page.locator("[data-waiting]").wait_for()
    return page.locator(".ShareLink-link").input_value()


def test_two_browsers_play_at_one_table_and_a_third_watches(open_page, house, keep):
    host = open_page(DESKTOP)
    link = invited(host, "connect4").removeprefix(house)
    keep(host, "waiting")
    assert re.fullmatch(r"/table/[\w-]+#invite=[\w-]+", link)
    guest = open_page(PHONE, path=link)
    guest.locator("[data-sit]").click()
    settle(host)
    watcher = open_page(DESKTOP, path=link)
    watcher.locator("main[data-seat=gallery]").wait_for()
    for each in (host, guest, watcher):
        expect(each.locator("[data-watching]")).to_contain_text("1 person looks on")
    keep(guest, "watched")
    expect(host).to_have_title(re.compile("Your turn"))
    touch(host, lit(host)[0])
    guest.locator("main[data-version='1'][data-mine=true]").wait_for()
    expect(guest).to_have_title(re.compile("Your turn"))
    watcher.locator("main[data-version='1']").wait_for()
    assert lit(watcher) == []

    host.locator(".Chat-say input").fill("Good luck")
    host.locator(".Chat-say button").click()
    guest.locator(".Sheet-tab", has_text="Chat").click()
    guest.locator(".Chat-chat", has_text="Good luck").wait_for()
    for line in ("And have fun", "Both of us"):  # what is open stays open, whatever is new meanwhile
        host.locator(".Chat-say input").fill(line)
        host.locator(".Chat-say button").click()
        guest.locator(".Chat-chat", has_text=line).wait_for()
    guest.keyboard.press("Escape")
    watcher.locator(".Chat-say input").fill("What a start")
    watcher.locator(".Chat-say button").click()
    watcher.locator(".Chat-chat", has_text="What a start").wait_for()
    assert "What a start" not in host.locator(".Chat-chat").inner_text()

    host.locator("[data-takeback]").click()
    guest.locator("[data-agree]").click()
    host.locator("main[data-version='2'][data-mine=true]").wait_for()
    assert host.locator("[data-piece]").count() == 0
    keep(host, "two")

    touch(host, lit(host)[0])
    guest.locator("main[data-mine=true]").wait_for()
    host.get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Really? Resign").click()
    for page in (host, guest, watcher):
        page.locator("main[data-over=true]").wait_for()
    watcher.close()
    expect(host.locator("[data-watching]")).to_have_count(0)
    first = host.url
    host.locator("[data-rematch]").click()
    guest.locator("[data-rematch]").click()
    for page in (host, guest):
        page.wait_for_url(lambda url: "/table/" in url and url.partition("#")[0] != first.partition("#")[0])
        page.locator("main[data-version='0']").wait_for()


@pytest.mark.slow
def test_the_same_table_in_two_tabs_is_never_stale(open_page):
    one = open_page(DESKTOP)
    sit_down(one, "connect4", persons=2)
    settle(one)
    other = one.context.new_page()
    other.goto(one.url)
    settle(other)
    for number, page in enumerate((one, other, one, other), 1):
        settle(page)
        touch(page, lit(page)[0])
        for each in (one, other):
            each.locator(f"main[data-version='{number}']").wait_for()


@pytest.mark.slow
def test_a_quick_match_brings_two_strangers_together(open_page):
    one, other = open_page(DESKTOP), open_page(DESKTOP)
    for page in (one, other):
        page.get_by_label("Which game").select_option("connect4")
        page.get_by_role("button", name="Find me a player").click()
        page.wait_for_url("**/table/*")
    for page in (one, other):
        page.get_by_role("button", name="I am ready").click()
    settle(one)
    other.locator("main[data-version]").wait_for()
    assert one.url == other.url
    assert one.locator("[role=timer]").count() == 2


@pytest.mark.slow
def test_time_travel_shows_how_it_stood_and_nothing_can_be_moved_there(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "connect4", persons=2)
    for number, column in enumerate("abcd"):
        settle(page)
        touch(page, f"site:{column}1")
        page.locator(f"main[data-version='{number + 1}']").wait_for()
    settle(page)
    for left in (3, 2):
        page.get_by_role("button", name="A step back").click()
        expect(page.locator("[data-piece]")).to_have_count(left)
    assert lit(page) == []
    keep(page, "back")
    page.locator(".LogParts-step").first.click()
    expect(page.locator("[data-piece]")).to_have_count(1)
    page.locator("[data-now]").click()
    expect(page.locator("[data-piece]")).to_have_count(4)
    assert lit(page) != []


@pytest.mark.slow
def test_arrows_and_the_wheel_go_through_the_moves_at_a_table_and_in_a_replay(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "connect4", persons=2)
    settle(page)
    for step in "aabbc":
        touch(page, next(target for target in lit(page) if target.startswith(f"site:{step}")))
        settle(page)

    def shows(discs: int) -> None:
        expect(page.locator("[data-kind=disc]")).to_have_count(discs)

    for key, discs in (("ArrowLeft", 4), ("ArrowLeft", 3), ("ArrowRight", 4), ("Home", 0), ("End", 5)):
        page.keyboard.press(key)
        shows(discs)
    page.locator("[data-board]").hover()
    page.mouse.wheel(0, -100)
    shows(4)
    page.mouse.wheel(0, 100)
    shows(5)
    page.locator("[data-steps]").hover()  # it has room for all of them
    page.mouse.wheel(0, -100)
    shows(4)
    page.mouse.wheel(0, 100)
    shows(5)
    page.get_by_role("button", name="Menu", exact=False).first.click()
    page.keyboard.press("Escape")  # and the focus goes back: the arrows mean what they meant
    page.keyboard.press("ArrowLeft")
    shows(4)
    page.keyboard.press("End")
    shows(5)
    play_to_the_end(page, Random("keys"))
    page.locator("[data-replay]").click()
    page.locator("main[data-ready=true]").wait_for()
    last = int(page.locator("main").get_attribute("data-of") or 0)
    for key, step in (("Home", 0), ("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1)):
        page.keyboard.press(key)
        page.locator(f"main[data-step='{step}'][data-ready=true]").wait_for()
    page.locator("[data-board]").hover()
    page.mouse.wheel(0, 100)
    page.locator(f"main[data-step='{last}']").wait_for()


@pytest.mark.slow
def test_a_finished_match_is_replayed_by_a_link_to_any_step(open_page, house, keep):
    page, rng = open_page(DESKTOP), Random("replay")
    sit_down(page, "connect4", persons=2)
    play_to_the_end(page, rng)
    page.locator("[data-replay]").click()
    page.locator("main[data-ready=true]").wait_for()
    of = int(page.locator("main").get_attribute("data-of") or 0)
    assert page.locator("[data-piece]").count() == of
    table = re.split("[?#]", page.url.removeprefix(house))[0]
    visit(page, f"{table}?step=3&as=1")
    page.locator("main[data-step='3'][data-as='1'][data-ready=true]").wait_for()
    assert page.locator("[data-piece]").count() == 3
    page.get_by_role("button", name="A step forward").click()
    expect(page.locator("[data-piece]")).to_have_count(4)
    assert "step=4" in page.url
    keep(page, "replay")


@pytest.mark.slow
def test_a_review_shows_how_the_game_leaned_and_where_it_turned(open_page, keep):
    """It takes the strongest bot about a minute, whatever the game."""
    page = open_page(DESKTOP)
    sit_down(page, "connect4", persons=2)
    for number, column in enumerate(("a1", "b1", "a2", "b2", "a3", "c1", "a4"), 1):
        settle(page)
        touch(page, f"site:{column}")
        page.locator(f"main[data-version='{number}']").wait_for()
    page.locator("[data-replay]").click()
    page.locator("[data-review]").click()
    page.locator("svg.AdvantageGraph-graph").wait_for(timeout=240_000)
    page.locator(".LogParts-note", has_text="Turning point").first.wait_for()
    keep(page, "leaned")


@pytest.mark.slow
def test_a_replay_shows_a_hidden_hand_to_its_own_seat_and_to_all(open_page, house):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Leave the match").click()
    page.get_by_role("button", name=re.compile("bot play on|Leave and lose")).click()
    page.wait_for_url(house + "/")
    visit(page, "/games")
    page.get_by_role("link", name=re.compile("Replay")).first.click()
    page.locator("main[data-ready=true]").wait_for()
    table = re.split("[?#]", page.url.removeprefix(house))[0]
    of = int(page.locator("main").get_attribute("data-of") or 0)

    def hand(of_seat: int, seen_by: str) -> int:
        visit(page, f"{table}?step={of - 1}&as={seen_by}")
        page.locator(f"main[data-as='{seen_by}'][data-ready=true]").wait_for()
        return page.locator(f"[data-at='zone:hand-{of_seat}'][data-piece^=card-]").count()

    assert hand(0, "0") > 0
    assert hand(0, "1") == 0
    assert hand(0, "all") > 0


def test_where_sockets_are_blocked_the_game_goes_on_over_http(open_page):
    page, rng = open_page(DESKTOP, before=NO_SOCKETS), Random("poll")
    sit_down(page, "connect4")
    for _ in range(3):
        settle(page)
        move(page, rng)
    assert page.locator("[data-touch=live]").count() == 1


def test_a_piece_is_dragged_along_its_path(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    before = version(page)
    card = next(target for target in lit(page) if target.startswith("piece:"))
    box = at(page, card).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.12, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 40, steps=4)
    page.locator("main[data-held='1']").wait_for()
    pile = next(target for target in lit(page) if target.startswith("zone:"))
    to = at(page, pile).bounding_box()
    assert to is not None
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=4)
    page.mouse.up()
    page.locator(f"main:not([data-version='{before}'])").wait_for()
    assert page.locator(f"[data-piece='{card.removeprefix('piece:')}'][data-at='{pile}']").count() == 1


@pytest.mark.slow
def test_a_drag_that_ends_nowhere_puts_the_piece_back(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    card = next(target for target in lit(page) if target.startswith("piece:"))
    box = at(page, card).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.12, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 30, steps=4)
    page.locator("main[data-held='1']").wait_for()
    board = page.locator("[data-board]").bounding_box()
    assert board is not None
    page.mouse.move(board["x"] + 3, board["y"] + board["height"] - 3, steps=3)
    page.mouse.up()
    page.locator("main[data-held='0']").wait_for()
    assert version(page) == 0 or not is_over(page)
    after = at(page, card).bounding_box()
    assert after == box


@pytest.mark.slow
def test_a_crowded_board_is_looked_at_more_closely(open_page, keep):
    page = open_page(PHONE, touch=True)
    sit_down(page, "luckymoose")
    settle(page)
    page.get_by_role("button", name="Look closer").click()
    page.locator("[data-zoomed=true]").wait_for()
    keep(page, "closer")
    page.get_by_role("button", name="The whole board").click()
    page.locator("[data-zoomed=false]").wait_for()


def test_rules_are_a_tap_away_and_an_unknown_address_says_so(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "yinsh")
    settle(page)
    page.get_by_role("button", name="Rules").click()
    page.locator(".Drawer-drawer", has_text="rows of five markers").wait_for()
    page.keyboard.press("Escape")
    page.locator(".Drawer-drawer").wait_for(state="detached")
    visit(page, "/play/nothing")
    page.get_by_text("no such game").wait_for()

"""What a game is remembered by is seen on the board and said in words, ends with a touch, and never holds up play."""

from random import Random

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.e2e.at_table import settle, sit_down, touch, version, visit, wait_until
from tests.e2e.by_http import AtTable, News, homeward
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.test_axe import findings
from tests.e2e.test_off_turn import act, ask, now_of, two_at_a_table

pytestmark = pytest.mark.browser

MOTION = "localStorage.setItem('parlour.settings', JSON.stringify({ motion: 'on' }))"
SIDE = (844, 390)


def moment(page: Page, kind: str):
    return page.locator(f"[data-moment={kind}]")


def seen_whole(page: Page) -> None:
    """It has faded in."""
    layer = page.locator("[data-moment]").first
    wait_until(page, lambda: layer.evaluate("each => getComputedStyle(each).opacity === '1'") is True)


def words(page: Page) -> str:
    return page.locator("[data-moment-said]").first.text_content() or ""


def four_in_a_line(page: Page) -> None:
    sit_down(page, "connect4", persons=2)
    settle(page)
    table = AtTable(page)
    for number, column in enumerate("ababab"):
        table.play(number % 2, column)
    wait_until(page, lambda: version(page) == 6)
    settle(page)
    touch(page, "site:a4")
    moment(page, "line").wait_for()


@pytest.mark.slow
def test_four_in_a_line_are_shown_and_said_and_again_where_one_goes_forward_to_them(open_page, keep):
    page = open_page(DESKTOP)
    four_in_a_line(page)
    keep(page, "four")
    assert words(page) == "You have four in a line."
    assert page.locator("[data-moment-words]").inner_text().startswith("You have four in a line.")
    assert findings(page) == []
    page.keyboard.press("ArrowLeft")  # ends it, and means what it always means
    page.locator("main:not([data-line=now])").wait_for()
    expect(moment(page, "line")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    moment(page, "line").wait_for()
    page.keyboard.press("Home")
    expect(moment(page, "line")).to_have_count(0)
    page.keyboard.press("End")
    page.locator("main[data-line=now]").wait_for()
    expect(moment(page, "line")).to_have_count(0)


@pytest.mark.slow
def test_where_things_move_a_moment_goes_by_itself(open_page):
    page = open_page(PHONE, before=MOTION)
    four_in_a_line(page)
    expect(moment(page, "line")).to_have_count(0)


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_risk_card_is_turned_on_the_chart_and_a_touch_means_what_it_means(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    sit_down(page, "regatta", persons=2)
    settle(page)
    AtTable(page).play_until("card", homeward(Random(4), "card"))
    page.locator("[data-moment=card] [data-card]").wait_for()
    said = words(page)
    assert said
    assert page.locator("[data-moment-words]").inner_text().startswith(said)
    card, stage = page.locator("[data-card]").bounding_box(), page.locator("[data-board]").bounding_box()
    assert card is not None
    assert stage is not None
    assert stage["x"] <= card["x"]
    assert card["x"] + card["width"] <= stage["x"] + stage["width"] + 1
    keep(page, "card")
    assert findings(page) == []
    settle(page)
    page.locator(".regatta-compass-open:not(.regatta-compass-windward)").first.click()
    expect(moment(page, "card")).to_have_count(0)
    page.locator(".regatta-compass-chosen, main[data-busy=true]").first.wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE, SIDE], ids=["desktop", "phone", "side"])
@pytest.mark.parametrize("kind", ["start", "marker", "bumped", "wind"])
def test_the_line_a_marker_a_bump_and_a_chosen_wind_are_seen_and_said(open_page, keep, kind, size):
    page = open_page(size)
    sit_down(page, "regatta", persons=2)
    settle(page)
    AtTable(page).play_until(kind, homeward(Random(4), {"wind": "card", "bumped": "bump"}.get(kind)), most=600)
    moment(page, kind).wait_for(state="attached")
    assert words(page)
    if kind == "wind":
        assert page.locator("[data-swings]").count() == 1
    keep(page, kind)
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(moment(page, kind)).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_boat_that_comes_home_is_seen_and_said_and_the_result_stands_there(open_page, keep, size):
    page = open_page(size)
    sit_down(page, "regatta")
    settle(page)
    AtTable(page).play_until("home", homeward(Random(4)), seats=(0,))  # a bot finds its way
    moment(page, "home").wait_for(state="attached")
    assert "home" in words(page)
    keep(page, "home")
    assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_where_things_move_a_card_goes_by_itself_and_the_vane_swings(open_page, size):
    page = open_page(size, before=MOTION)
    sit_down(page, "regatta", persons=2)
    settle(page)
    AtTable(page).play_until("card", homeward(Random(4), "card"))
    page.locator("[data-moment=card] [data-card]").wait_for()
    expect(moment(page, "card")).to_have_count(0)
    page.locator("main[data-busy=false]").wait_for()
    assert page.locator("[data-moment-words]").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, SIDE], ids=["phone", "side"])
def test_ones_own_card_is_gone_on_from_in_the_compass_though_the_turn_goes_on(open_page, keep, size):
    page = open_page(size, touch=True)
    sit_down(page, "regatta")
    settle(page)
    table, sails, told = AtTable(page), homeward(Random(4), "card"), 0
    for _ in range(500):
        news = table.news(0)
        told, lines = len(news["lines"]), news["lines"][told:]
        last = ([line["moment"] for line in lines if line.get("moment")] or [{}])[-1]
        turn = news["now"].get("to_act") == [0]
        if turn and last.get("kind") == "card" and "0" in last["yours"]:
            break
        if turn:
            table.play(0, sails(news))
        else:
            page.wait_for_timeout(30)
    moment(page, "card").wait_for(state="attached")
    page.locator("main[data-busy=false][data-mine=true]").wait_for()
    seen_whole(page)
    keep(page, "go-on")
    on = page.locator("[data-skip]")

    def gone_on() -> bool:  # one card after the other, if several were drawn meanwhile
        if on.count():
            on.tap()
        return moment(page, "card").count() == 0

    wait_until(page, gone_on)
    page.locator("[data-hub], [data-sail]").wait_for()


def drag(page: Page, chart: FloatRect, x: float, y: float) -> None:
    middle = chart["x"] + chart["width"] / 2, chart["y"] + chart["height"] / 2
    page.mouse.move(middle[0] - x / 2, middle[1] - y / 2)
    page.mouse.down()
    page.mouse.move(*middle, steps=3)
    page.mouse.move(middle[0] + x / 2, middle[1] + y / 2, steps=3)
    page.mouse.up()


@pytest.mark.parametrize("size", [PHONE, pytest.param(SIDE, marks=pytest.mark.slow)], ids=["phone", "side"])
def test_a_camera_follows_the_boat_and_what_is_next_is_said_off_the_water(open_page, keep, size):
    page = open_page(size, touch=True)
    sit_down(page, "regatta", persons=2)
    settle(page)
    table = AtTable(page)
    table.play_until("start", homeward(Random(4)))
    settle(page)
    chart = page.locator("[data-board]").bounding_box()
    seat = page.locator("main").get_attribute("data-seat")
    boat = page.locator(f"[data-piece=boat-{seat}]").bounding_box()
    foot = page.locator("[data-next]")
    assert chart is not None
    assert boat is not None
    if size == PHONE:
        assert chart["width"] >= size[0] - 10
    assert chart["x"] < boat["x"] < chart["x"] + chart["width"]
    assert chart["y"] < boat["y"] < chart["y"] + chart["height"]
    told = table.news(int(seat or 0))["now"]["view"]["next"]
    expect(foot).to_contain_text("Next: gate " if told["what"] == "gate" else "Next: ")
    assert str(told["points"]) in foot.inner_text() or told["points"] == 1
    for name in ("The whole board", "Find what is yours", "Look closer"):
        button = page.get_by_role("button", name=name).bounding_box()
        assert button is not None
        assert button["y"] >= chart["y"] + chart["height"] - 1, f"{name} lies on the water"
    keep(page, "next")
    there = page.locator("[data-beacon]")
    page.get_by_role("button", name="Look closer").click()
    page.get_by_role("button", name="Look closer").click()
    for x, y in ((-300, 0), (300, 0), (0, -300), (0, 300)):  # to one side of which it is out of sight
        if there.count():
            break
        drag(page, chart, x, y)
    expect(there).to_have_count(1)  # it is pointed at from the edge
    beacon = there.bounding_box()
    assert beacon is not None
    assert chart["x"] - 2 <= beacon["x"] <= chart["x"] + chart["width"]
    assert chart["y"] - 2 <= beacon["y"] <= chart["y"] + chart["height"]
    own = page.get_by_role("button", name="Find what is yours")
    expect(own).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="The whole board").click()
    expect(there).to_have_count(0)
    expect(page.locator("[data-sight]")).to_have_count(1)  # what the camera looks at otherwise
    keep(page, "whole")
    own.click()
    expect(own).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-sight]")).to_have_count(0)
    assert not any(each in page.locator("main").inner_text() for each in (told["at"], "place 1"))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_row_of_yinsh_is_framed_and_lights_up_marker_by_marker(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    sit_down(page, "yinsh", persons=2)
    settle(page)
    rng = Random(1)
    AtTable(page).play_until(
        "row", lambda news: rng.choice([each["text"] for each in news["now"]["choices"] if not each["also"]]), most=400
    )
    moment(page, "row").wait_for()
    assert "row" in words(page)
    row = page.locator("[data-moment=row] [data-row]")
    assert row.locator("circle").count() == int(row.get_attribute("data-row") or 0) >= 5
    seen_whole(page)
    keep(page, "row")
    assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_challenge_shows_both_ships_and_crosses_out_none_that_stands(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    sit_down(page, "command")
    settle(page)
    rng = Random(2)

    def forward(news: News) -> str:
        texts = [each["text"] for each in news["now"]["choices"] if each["text"] not in ("resign", "draw", "decline")]
        if "ready" in texts:
            return "ready"
        moves = [text for text in texts if text[:1].islower() and "-" in text]
        on = [text for text in moves if int(text[4]) > int(text[1])]
        return rng.choice(on or moves or texts)

    AtTable(page).play_until("challenge", forward, seats=(0,))
    moment(page, "challenge").wait_for()
    assert "attacked" in words(page)
    seen_whole(page)
    keep(page, "challenge")
    shown = page.locator("[data-moment=challenge] [data-challenge]")
    lost = shown.get_attribute("data-challenge")
    assert {"both": "both are", "attacker": "attacker is", "defender": "defender is"}[str(lost)] in words(page)
    sinking = shown.locator("[data-goes-down]").evaluate_all("all => all.map(each => each.dataset.goesDown)")
    assert sinking == (["attacker", "defender"] if lost == "both" else [lost])
    board, plate = page.locator("[data-board]").bounding_box(), shown.bounding_box()
    assert board is not None
    assert plate is not None
    assert board["x"] <= plate["x"]
    assert plate["x"] + plate["width"] <= board["x"] + board["width"] + 1
    assert page.locator("[data-loss]").count() == (lost == "both")
    assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_the_last_token_of_a_hand_is_seen_and_said(open_page, keep, size, dark):
    page, other, rng = open_page(size, dark=dark), open_page(DESKTOP), Random(1)
    pages, table = (page, other), two_at_a_table(page, other, "luckymoose", options={"sets": 1})
    visit(page, f"/table/{table}")
    page.locator("main[data-version]").wait_for()
    while (now := now_of(page, table, 0))["phase"] != "over":  # both lay whatever they can
        for seat in now.get("to_act") or []:
            texts = [each["text"] for each in now_of(pages[seat], table, seat)["choices"] if not each["also"]]
            laid = [text for text in texts if "@" in text] or ["end" if "end" in texts else texts[0]]
            act(pages[seat], table, seat, rng.choice(laid))
    moment(page, "out").wait_for(state="attached")
    assert words(page)
    keep(page, "out")
    assert findings(page) == []


def nearest(news: News) -> str:
    """The card that costs least, as long as it costs little or there is nothing more to draw: few are left so."""
    view, texts = news["now"]["view"], [each["text"] for each in news["now"]["choices"] if not each["also"]]

    def cost(text: str) -> int:
        card, pile = text.split(">")
        return (int(card) - view["tops"][int(pile) - 1]) * (1 if int(pile) <= 2 else -1)

    lays = sorted((text for text in texts if ">" in text), key=cost)
    dear = not lays or (view["deck"] > 0 and cost(lays[0]) > 2)
    return "end" if "end" in texts and dear else lays[0] if lays else texts[0]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_the_last_card_of_a_hand_in_the_dance_is_held_up_over_its_pile(open_page, keep, size, dark):
    page, other = open_page(size, dark=dark), open_page(DESKTOP)
    pages, table = (page, other), two_at_a_table(page, other, "dance", options={"hand": 9, "minimum": 1})
    visit(page, f"/table/{table}")
    page.locator("main[data-version]").wait_for()
    last: list[dict[str, str]] = []
    while not last:
        news = ask(page, "GET", f"/tables/{table}/events?seat=0&draw=false")
        last = [line for line in news["lines"] if line.get("moment", {}).get("kind") in ("hand", "perfect")]
        assert last or news["now"]["phase"] != "over", "nobody has played the last card of a hand"
        for seat in news["now"].get("to_act") or []:
            now = ask(pages[seat], "GET", f"/tables/{table}/events?seat={seat}&view=true&after={news['cursor']}")
            act(pages[seat], table, seat, nearest(now))
    shown = page.locator("[data-moment=hand] [data-last-card], [data-moment=perfect] [data-last-card]")
    shown.wait_for(state="attached")
    assert shown.get_attribute("data-last-card") == last[0]["text"].partition(">")[0]
    assert words(page)
    seen_whole(page)
    keep(page, "last-card")
    assert findings(page) == []


def test_what_is_dragged_floats_above_all_else_and_what_would_take_it_is_lit(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    card = page.locator("[data-look=lit][data-target^='piece:']").first
    name = (card.get_attribute("data-target") or "").removeprefix("piece:")
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.12, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 60, steps=4)
    page.locator("main[data-held='1']").wait_for()
    pile = page.locator("[data-look=lit][data-target^='zone:pile']").first.bounding_box()
    assert pile is not None
    page.mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=4)
    carried = page.locator("[data-floating] [data-carried]")
    expect(carried).to_have_count(1)
    expect(page.locator(f"[data-piece='{name}'][data-lifted]")).to_have_count(1)
    last = page.locator("[data-board=play] > g > :last-child")
    assert last.get_attribute("data-floating") is not None, "nothing is drawn over what is carried"

    def is_over_the_pile() -> bool:
        at = carried.bounding_box()
        return at is not None and pile["x"] < at["x"] + at["width"] / 2 < pile["x"] + pile["width"]

    wait_until(page, is_over_the_pile)  # it follows with the next picture
    keep(page, "carried")
    page.mouse.up()
    expect(carried).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_in_a_finished_match_on_a_phone_the_words_stand_beside_the_board(open_page, keep, dark):
    page = open_page(PHONE, dark=dark)
    four_in_a_line(page)
    table = page.url.rpartition("/")[2]
    page.get_by_label("Put the result away").click()
    shown = page.locator("[data-moment-words]")
    for there in (f"/table/{table}", f"/replay/{table}"):
        if there not in page.url:
            visit(page, there)
            page.locator("main[data-ready=true]").wait_for()
        before = page.locator("[data-stage]").bounding_box()
        page.keyboard.press("ArrowLeft")
        page.locator("main:not([data-line=now]):not([data-step='7'])").wait_for()
        page.keyboard.press("ArrowRight")
        expect(shown).to_contain_text("four in a line.")
        board, told = page.locator("[data-stage]").bounding_box(), shown.bounding_box()
        assert board is not None
        assert told is not None
        assert told["y"] + told["height"] <= board["y"] + 1, "nothing of the board is covered"
        assert board == before, "and it keeps its place and size"
        keep(page, "replay" if "replay" in there else "table")
        assert findings(page) == []

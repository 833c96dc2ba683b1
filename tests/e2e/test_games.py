"""Every game is played to its end in the browser, by touching what lights up."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from parlour.games import BUILT_IN
from tests.e2e.at_table import (
    at,
    by_finger,
    glowing,
    in_sight,
    is_over,
    lit,
    move,
    play_to_the_end,
    settle,
    sit_down,
    touch,
    version,
    visit,
    wait_until,
)
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE, some_of

pytestmark = pytest.mark.browser


SHORT = {"luckymoose": {"sets": 1}}  # a whole game takes hundreds of steps


@pytest.mark.parametrize("game", some_of(BUILT_IN, "connect4"))
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_game_against_the_bot_is_played_to_its_end_by_touch(open_page, keep, game, size, dark):
    page, rng = open_page(size, dark=dark, touch=size == PHONE), Random(f"touch {game}")
    touching = by_finger if size == PHONE else touch
    sit_down(page, game, **SHORT.get(game, {}))
    settle(page)
    keep(page, "begin")
    for _ in range(12):
        if not is_over(page):
            move(page, rng, touching=touching)
    keep(page, "middle")
    play_to_the_end(page, rng, touching=touching)
    expect(page.locator("[data-end-plate]").get_by_role("heading")).to_have_text(re.compile(r"\w"))
    assert lit(page) == []
    keep(page, "end")


def test_the_table_fills_the_desktop_without_scrolling(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "connect4")
    settle(page)
    assert page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
    )


@pytest.mark.slow
def test_connect_four_is_played_by_two_at_one_phone_with_the_keyboard_alone(open_page, keep):
    page, rng = open_page(PHONE), Random("keys")
    sit_down(page, "connect4", persons=2)
    settle(page)
    page.locator("[data-board]").focus()
    steps = 0
    while not is_over(page):
        before = version(page)
        for key in ["ArrowDown"] + ["ArrowRight"] * rng.randrange(7) + ["ArrowLeft"] * rng.randrange(3):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        page.locator(f"main[data-version='{before + 1}']").wait_for()
        settle(page)
        steps += 1
        if steps == 9:
            keep(page, "middle")
    assert 7 <= steps <= 42
    keep(page, "end")


# What is touched, turn by turn: five rings each, a white row on b, one of its markers, and a ring.
ROW_ON_B = "b1 j5 d1 k7 e1 j11 f2 i11 g2 h11 b1-b2 j5-j6 b2-b3 k7-k8 b3-b4 j6-j7 b4-b5 k8-k9 b5-b6 b3 b6"


@pytest.mark.slow
def test_a_row_is_taken_by_touching_it_and_then_a_ring(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "yinsh", persons=2)
    for number, step in enumerate(ROW_ON_B.split()):
        settle(page)
        assert version(page) == number
        if step == "b3":
            assert sorted(lit(page)) == [f"site:b{number}" for number in range(1, 6)]
            keep(page, "row")
        for point in step.split("-"):
            touch(page, f"site:{point}")
        page.locator(f"main[data-version='{number + 1}']").wait_for()
    assert "1 of 3" in page.locator("main").inner_text()
    assert page.locator("[data-piece^=marker-b]").count() == 0
    keep(page, "taken")


def cards_in(said: str) -> set[str]:
    """Every card of The Dance that a page or an answer speaks of."""
    return set(re.findall(r"\bcard[ -](\d+)\b", said))


def hand_of(page: Page, seat: int) -> set[str]:
    held = page.locator(f"[data-at='zone:hand-{seat}'][data-piece^=card-]")
    return set(held.evaluate_all("all => all.map(each => each.dataset.piece.slice(5))"))


def test_a_hand_never_reaches_the_page_before_its_owner_has_the_device(open_page, keep):
    page, rng = open_page(PHONE), Random("secret")
    told: list[str] = []  # all that the page was told or showed since the device was last handed over
    page.on("response", lambda r: told.append(r.text()) if re.search("/tables", r.url) else None)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))))
    sit_down(page, "dance", seats=3, persons=3)
    for hand_over in range(7):
        page.locator("main[data-hand-to]").wait_for()
        seat = int(page.locator("main").get_attribute("data-hand-to") or -1)
        assert page.locator("[data-board]").count() == 0
        assert cards_in(page.content()) == set()
        if hand_over == 0:
            keep(page, "hand-over")
        before, told[:] = "".join(told), []
        page.locator("main[data-hand-to] button").click()
        settle(page)
        own = hand_of(page, seat)
        assert len(own) == 6
        assert own & cards_in(before) == set()
        keep(page, f"hand-{hand_over}")
        while not page.locator("main[data-hand-to]").count():
            told.append(page.content())
            buttons = [target for target in lit(page) if target.startswith("button:")]
            move(page, rng, buttons or None)


@pytest.mark.slow
def test_an_answer_that_is_late_for_one_seat_is_not_let_in_for_the_next(open_page):
    page, rng = open_page(PHONE), Random("late")
    late: list[Route] = []
    sit_down(page, "dance", seats=2, persons=2)
    page.locator("main[data-hand-to] button").click()
    settle(page)
    while not any(target.startswith("button:") for target in lit(page)):
        move(page, rng)
    page.reload()  # what was seen before is asked for again
    page.locator("main[data-hand-to] button").click()
    settle(page)
    page.route("**/at/*", lambda route: late.append(route))  # the answer about what came before is held back
    page.locator(".Sheet-tab").first.click()
    page.locator(".TimeTravel-bar").get_by_role("button", name="A step back", exact=True).click()
    wait_until(page, lambda: bool(late))
    page.locator(".TimeTravel-bar [data-now]").click()
    page.go_back()  # closes the sheet
    settle(page)
    touch(page, next(target for target in lit(page) if target.startswith("button:")))
    page.locator("[data-hand-over]").click()
    page.locator("main[data-hand-to]").wait_for()
    wait_until(page, lambda: all(route.request.failure == "net::ERR_ABORTED" for route in late))


def listen_in(page: Page, between: Callable[[WebSocketRoute], None]) -> None:
    """On a page where somebody is known already. Whoever comes in gets a new socket, and Playwright, while it stands
    between, was seen to close that one before it was open, which the console tells."""
    page.route_web_socket(re.compile("/live"), between)
    page.reload()


@pytest.mark.slow
def test_news_that_are_late_for_one_seat_are_not_let_in_for_the_next(open_page):
    """What was told to the last seat comes once more when nobody has the device, and when the next seat has it."""
    page, rng = open_page(PHONE), Random("late news")
    told: list[str | bytes] = []  # by the server
    to_page: list[Callable[[str | bytes], None]] = []  # by the socket that is open

    def listen(socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            told.append(message)
            socket.send(message)

        socket.connect_to_server().on_message(pass_on)
        to_page.append(socket.send)

    def tell_again(messages: list[str]) -> None:
        for message in messages:
            to_page[-1](message)
        page.wait_for_timeout(200)

    sit_down(page, "dance", seats=2, persons=2)
    listen_in(page, listen)
    page.locator("main[data-hand-to] button").click()
    settle(page)
    own = hand_of(page, 0)
    while not page.locator("main[data-hand-to]").count():
        buttons = [target for target in lit(page) if target.startswith("button:")]
        move(page, rng, buttons or None)
    late = [str(message) for message in told if '"is":"table"' in str(message) and '"seat":0' in str(message)]
    assert own & cards_in("".join(late))
    tell_again(late)
    assert cards_in(page.content()) == set()
    page.locator("main[data-hand-to] button").click()
    settle(page)
    other = hand_of(page, 1)
    tell_again(late)
    assert hand_of(page, 0) == set()
    assert hand_of(page, 1) == other
    assert own & other == set()


def test_a_touch_anywhere_in_a_column_drops_a_disc_there(open_page):
    page = open_page(PHONE, touch=True)
    sit_down(page, "connect4", persons=2)
    settle(page)
    for height in (1, 2):
        landing = at(page, f"site:d{height}").bounding_box()
        assert landing is not None
        page.touchscreen.tap(landing["x"] + landing["width"] / 2, landing["y"] - (4 - height) * landing["height"])
        page.locator(f"[data-piece=d{height}]").wait_for()


def test_a_half_made_choice_is_put_back_with_escape(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "dance")
    settle(page)
    card = next(target for target in lit(page) if target.startswith("piece:"))
    touch(page, card)
    page.locator("main[data-held='1']").wait_for()
    assert all(target.startswith("zone:pile") for target in lit(page))
    page.keyboard.press("Escape")
    page.locator("main[data-held='0']").wait_for()
    assert card in lit(page)


@pytest.mark.slow
def test_a_step_of_this_turn_is_taken_back(open_page):
    page, rng = open_page(DESKTOP), Random("back")
    sit_down(page, "dance")
    settle(page)
    before, number = hand_of(page, 0), version(page)
    move(page, rng, [target for target in lit(page) if target.startswith("piece:")][:1])
    assert len(hand_of(page, 0)) == len(before) - 1
    page.locator("[data-undo]").click()
    page.locator(f"main[data-version='{number + 2}']").wait_for()  # one card laid, one taken back
    assert hand_of(page, 0) == before


def test_a_finger_on_a_crowded_board_is_asked_to_confirm(open_page, keep):
    page = open_page(PHONE, touch=True)
    sit_down(page, "yinsh")
    settle(page)
    box = at(page, "site:f6").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("[data-look=pending][data-target='site:f6']").wait_for()
    assert version(page) == 0
    keep(page, "pending")
    page.locator(".ActionBar-bar .Button-turn").click()
    page.locator("main:not([data-version='0'])").wait_for()


def test_the_board_is_played_from_its_list_of_actions(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "yinsh")
    settle(page)
    page.locator(".SidePanels-side .MoreLink-more").click()
    page.locator("[data-step=f6]").click()
    page.locator("main:not([data-version='0'])").wait_for()
    assert "f6: white ring" in page.locator("[data-position]").inner_text()


def test_a_refusal_is_read_where_the_hand_was(open_page):
    """The server says no to a step that a page of yesterday might send; the sentence is shown, and nothing changes."""
    page = open_page(DESKTOP)

    def between(socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()
        socket.on_message(lambda said: house.send(re.sub(r'"steps":\["\w"\]', '"steps":["z"]', str(said))))

    sit_down(page, "connect4")
    settle(page)
    listen_in(page, between)
    page.locator("[data-touch=live]").first.wait_for()  # before that a step goes over HTTP
    settle(page)
    glowing(page).first.click()
    refusal = page.locator(".Form-refusal")
    refusal.wait_for()
    assert "not how an action of Connect Four is written" in refusal.inner_text()
    assert version(page) == 0


def amber(page: Page) -> float:
    """Square pixels of the plate and of one's own card, if they have the colour of one's turn."""
    area = """all => {
      const probe = document.createElement("i");
      probe.style.background = "var(--your-turn)";
      document.querySelector("main").append(probe);
      const colour = getComputedStyle(probe).backgroundColor;
      probe.remove();
      const lit = all.filter(each => getComputedStyle(each).backgroundColor === colour);
      return lit.map(each => each.getBoundingClientRect()).reduce((sum, box) => sum + box.width * box.height, 0);
    }"""
    found: float = page.locator(".MatchStage-plate, [data-me=true]").evaluate_all(area)
    return found


@pytest.mark.parametrize("game", some_of(BUILT_IN, "yinsh"))
@pytest.mark.parametrize(
    "look", ["phone", pytest.param("dark", marks=pytest.mark.slow), pytest.param("phone-dark", marks=pytest.mark.slow)]
)
def test_a_table_in_every_dress(open_page, keep, game, look):
    """Kept to be looked at; what can be claimed is that the page is no wider than the screen, and that one's turn fills
    enough of it with amber to be seen from across a room."""
    size, rng = PHONE if "phone" in look else DESKTOP, Random(f"look {game}")
    page = open_page(size, dark="dark" in look)
    sit_down(page, game)
    for _ in range(3 if game == "dance" else 7):
        settle(page)
        if not is_over(page):
            move(page, rng)
    settle(page)
    if game not in ("connect4", "regatta"):  # those have moves of one touch
        while all(target.startswith("button:") for target in lit(page)):  # nothing can be laid: on to the next turn
            assert not is_over(page)
            move(page, rng)
        touch(page, next(target for target in lit(page) if not target.startswith("button:")))
        page.locator("main[data-held='1']").wait_for()
    keep(page, "table")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert amber(page) >= 0.05 * size[0] * size[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", some_of(BUILT_IN, "regatta"))
def test_the_board_of_a_phone_stays_where_it_is_from_turn_to_turn(open_page, game):
    """Whatever the plate says and whatever is held: it neither moves nor changes its size."""
    page, rng = open_page(PHONE), Random(f"still {game}")
    sit_down(page, game)
    settle(page)
    if game == "command":
        page.locator("[data-formation=random]").click()
        at(page, "button:ready").click()
        page.locator("main[data-mine=true]:not(:has([data-deployment]))").wait_for()
        settle(page)
    boxes = []
    for _ in range(3):
        boxes.append(page.locator("[data-stage]").bounding_box())
        move(page, rng)
        if is_over(page):  # a bot may need no more than this
            break
        boxes.append(page.locator("[data-stage]").bounding_box())
        shown = in_sight(page)
        touch(page, next((target for target in shown if not target.startswith("button:")), shown[0]))
        boxes.append(page.locator("[data-stage]").bounding_box())
        page.keyboard.press("Escape")
        settle(page)
    assert [box for box in boxes if box != boxes[0]] == []


LONG_NAME = "Bartholomea-Maximilianes"  # as long as the field allows


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "size"),
    [
        ("luckymoose", 4, PHONE),
        *(
            pytest.param(*table, size, marks=pytest.mark.slow)
            for table in (("dance", 3), ("luckymoose", 4), ("regatta", 4), ("yinsh", 2))
            for size in (DESKTOP, PHONE)
            if (*table, size) != ("luckymoose", 4, PHONE)
        ),
    ],
)
def test_long_names_wrap_and_widen_nothing(open_page, keep, game, seats, size):
    page = open_page(size)
    visit(page, f"/play/{game}")
    page.locator("button[type=submit]").first.wait_for()
    if page.locator("input[name=seats]").count():
        page.locator("input[name=seats]").locator("xpath=..").filter(has_text=str(seats)).locator("input").check()
    page.locator("[data-pass]").click()
    for field in page.locator(".GamePage-name").all():
        field.fill(LONG_NAME)
    page.locator(".GamePage-offer button[type=submit]").click()
    settle(page)
    if page.locator("main[data-hand-to]").count():
        page.locator("main[data-hand-to] button").click()
        settle(page)
    if size == PHONE:
        page.locator(".Sheet-tab").first.click()
    page.locator(".LogParts-log").wait_for()
    keep(page, "named")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    cut = page.locator(".SeatCard-who, .LogParts-step, .LogParts-event, .MatchStage-title").evaluate_all(
        "all => all.filter(e => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
    )
    assert cut == []

"""A reason for every touch that does nothing, where the finger was: by tap, drag and key, at the beginning of a
game, in its midst, off turn, looking back, and beside the board."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from parlour.games import BUILT_IN
from tests.e2e.at_table import at, is_over, lit, settle, sit_down, table_of, touch, version, visit, wait_until
from tests.e2e.by_http import AtTable, at_random
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE, some_of
from tests.e2e.test_axe import findings
from tests.e2e.test_off_turn import ask, two_at_a_table
from tests.e2e.test_skin_yinsh import JUMP, at_board, middle

pytestmark = pytest.mark.browser

SCREENS = pytest.mark.parametrize(
    ("size", "dark"),
    [pytest.param(DESKTOP, False, id="desktop"), pytest.param(PHONE, True, id="phone-dark")],
)


def said(page: Page) -> str:
    bubble = page.locator("[data-refusal]")
    expect(bubble).to_be_visible()
    return bubble.inner_text().replace("\n", " ")


def is_on_screen(page: Page) -> bool:
    box, size = page.locator("[data-refusal]").bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"] + 0.5


@pytest.mark.slow
@SCREENS
def test_a_ring_that_cannot_go_there_says_why_and_stays_in_hand(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    at_board(page, JUMP)
    far = middle(page, "piece:ring-1-0") if page.locator("[data-target='piece:ring-1-0']").count() else None
    assert far is None
    start, ring = middle(page, "site:b5"), page.locator("[data-at='site:k8']").first.bounding_box()
    assert ring is not None
    theirs = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    page.mouse.click(*theirs)
    expect(page.locator("[data-refusal]")).to_contain_text("You move your own rings only. The ring on k8 is not yours.")
    assert is_on_screen(page)
    keep(page, "tap")
    page.mouse.click(*start)  # the next touch is a move at once, and the bubble is gone
    expect(at(page, "site:b1")).to_be_visible()
    page.mouse.click(*theirs)
    expect(page.locator("[data-refusal]")).to_contain_text("A ring moves in a straight line.")
    expect(page.locator("[data-refusal] [role=alert]")).to_contain_text("Nothing has changed.")
    expect(page.locator("main[data-held='1']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-refusal]")).to_have_count(0)
    expect(page.locator("main[data-held='1']")).to_be_visible()
    page.mouse.click(*theirs)
    page.locator("[data-refusal] p").click()  # it lies over the board: who touches it has read it
    expect(page.locator("[data-refusal]")).to_have_count(0)
    expect(page.locator("main[data-held='1']")).to_be_visible()


def test_a_ring_dropped_where_it_cannot_go_returns_with_a_reason(open_page, keep):
    page = open_page(DESKTOP)
    at_board(page, JUMP)
    start, ring = middle(page, "site:b5"), page.locator("[data-at='site:k8']").first.bounding_box()
    assert ring is not None
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 40, start[1] - 40, steps=3)
    page.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2, steps=3)
    page.mouse.up()
    expect(page.locator("[data-refusal]")).to_contain_text("A ring moves in a straight line.")
    expect(page.locator("[data-floating] > *")).to_have_count(0)
    keep(page, "drag")
    assert findings(page) == []


def test_a_ring_in_the_way_is_struck_through(open_page, keep):
    page = open_page(DESKTOP)
    sit_down(page, "yinsh", persons=2)
    settle(page)
    table = AtTable(page)
    for number, point in enumerate(IN_THE_WAY.split()):
        table.play(number % 2, point)
    wait_until(page, lambda: version(page) == len(IN_THE_WAY.split()))
    settle(page)
    page.mouse.click(*middle(page, "site:e4"))
    page.locator("main[data-held='1']").wait_for()
    box, step = page.locator("[data-at='site:e6']").first.bounding_box(), page.locator("[data-at='site:e4']").first
    here = step.bounding_box()
    assert box is not None
    assert here is not None
    beyond = box["x"] + box["width"] / 2, 1.5 * box["y"] - 0.5 * here["y"] + box["height"] / 2  # e7
    page.mouse.click(*beyond)
    expect(page.locator("[data-refusal]")).to_contain_text("e6")
    expect(page.locator("[data-in-the-way='site:e6'][data-struck]")).to_have_count(1)
    keep(page, "struck")


# Rings of both, all in place: white's on e4 looks at black's on e6.
IN_THE_WAY = "e4 e6 b2 b4 c2 c3 d2 d7 h9 i9"


def test_keys_reach_every_point_and_are_told_why_it_does_nothing(open_page):
    page = open_page(DESKTOP)
    at_board(page, JUMP)
    page.locator("[data-board=play]").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-refusal]")).to_be_visible()


# -- every game ---------------------------------------------------------------------------------------------------

TOUCHES, DRAGS, KEYS = 7, 3, 3
# What a touch can change: what is lit, held or to be confirmed, what was played, where things stand; or what is said.
SEEN = """() => JSON.stringify([
  document.querySelector("main")?.dataset.version, document.querySelector("main")?.dataset.held,
  document.querySelector("[data-refusal]")?.dataset.refusal, document.querySelector("[data-cursor]")?.dataset.cursor,
  document.querySelector("[data-drawn=ahead]")?.outerHTML,
  [...document.querySelectorAll("[data-board=play] [data-target]")].map(each =>
    [each.dataset.target, each.dataset.look]),
  [...document.querySelectorAll("[data-board=play] [data-piece]")].map(each =>
    [each.getAttribute("style"), each.parentElement.getAttribute("transform")]),
])"""
# Those a finger can reach: on a phone some lie below the edge of the screen.
PIECES = """all => all.map(each => each.getBoundingClientRect())
  .map(box => [box.x + box.width / 2, box.y + box.height / 2]).filter(([x, y]) => x < innerWidth && y < innerHeight)"""


def is_answered(page: Page, deed: Callable[[], None], what: str, off_turn: bool = False) -> None:
    """Something is another after it, or it is said why not."""
    let_moments_pass(page)
    before = page.evaluate(SEEN)
    deed()
    try:
        wait_until(page, lambda: page.evaluate(SEEN) != before)
    except AssertionError:
        raise AssertionError(f"silence, for {what}") from None
    for said in page.locator("[data-refusal] [role=alert]").all_inner_texts():  # it may go at any moment
        assert len(said.split(".")) >= 3, f"not two sentences, for {what}: {said}"
    if page.locator(".Drawer-inside").count():  # the finger was on “Show me the rule”
        page.keyboard.press("Escape")
        expect(page.locator(".Drawer-inside")).to_have_count(0)
    if off_turn:
        page.locator("main[data-busy=false]").wait_for()
    else:
        settle(page)


def let_moments_pass(page: Page) -> None:
    """A touch ends the moment that is shown, and is answered by that."""
    goes_on = page.locator("[data-moment-words] button, [data-skip]")

    def passed() -> bool:
        if goes_on.count():
            goes_on.first.evaluate("button => button.click()")
        return page.locator("[data-moment]").count() == 0

    wait_until(page, passed)


MIDST = {"connect4": 8, "yinsh": 14, "dance": 8, "luckymoose": 10, "command": 44, "regatta": 14}  # steps of one seat


def play_into_its_midst(page: Page, game: str) -> None:
    table = AtTable(page)
    table.play_on(MIDST[game], at_random(Random(game)), seats=(0,))
    done = len([line for line in table.news(0)["lines"] if line["kind"] == "step"])
    wait_until(page, lambda: version(page) >= done)
    settle(page)


@pytest.mark.parametrize(("size", "dark"), DRESSES)
@pytest.mark.parametrize("game", some_of(BUILT_IN, "connect4", "regatta"))
def test_no_touch_drag_or_key_is_met_with_silence(open_page, keep, game, size, dark):
    page = open_page(size, dark=dark, touch=size == PHONE)
    sit_down(page, game)
    settle(page)
    all_is_answered(page, keep, Random(game), by_finger=size == PHONE)


@pytest.mark.parametrize(("size", "dark"), DRESSES)
@pytest.mark.parametrize("game", some_of(MIDST, "yinsh"))
def test_nor_is_any_in_the_midst_of_a_game(open_page, keep, game, size, dark):
    page = open_page(size, dark=dark, touch=size == PHONE)
    sit_down(page, game)
    settle(page)
    play_into_its_midst(page, game)
    all_is_answered(page, keep, Random(f"midst {game}"), by_finger=size == PHONE)


@pytest.mark.parametrize(("size", "dark"), DRESSES)
@pytest.mark.parametrize("game", some_of(MIDST, "connect4"))
def test_off_turn_a_touch_chooses_a_move_in_advance_or_says_whose_turn_it_is(open_page, keep, game, size, dark):
    ada, bob = open_page(DESKTOP), open_page(size, dark=dark, touch=size == PHONE)
    table, choose = two_at_a_table(ada, bob, game), at_random(Random(game))
    for _ in range(200):
        acting = ask(bob, "GET", f"/tables/{table}/events?seat=1")["now"]["to_act"]
        if acting == [0]:
            break
        page, seat = (bob, 1) if 1 in acting else (ada, 0)
        news = ask(page, "GET", f"/tables/{table}/events?seat={seat}&view=true")
        ask(page, "POST", f"/tables/{table}/steps", {"seat": seat, "steps": [choose(news)]})
    visit(bob, f"/table/{table}")
    bob.locator("main[data-busy=false][data-mine=false]").wait_for()
    all_is_answered(bob, keep, Random(f"off {game}"), by_finger=size == PHONE, off_turn=True)
    if bob.locator("[data-refusal]").count():
        assert findings(bob) == []


def all_is_answered(page: Page, keep, rng: Random, by_finger: bool, off_turn: bool = False) -> None:
    board = page.locator("[data-board=play]").first

    def anywhere() -> tuple[float, float]:
        box = board.bounding_box()
        assert box is not None
        return box["x"] + box["width"] * rng.uniform(0.01, 0.99), box["y"] + box["height"] * rng.uniform(0.01, 0.99)

    for _ in range(TOUCHES):
        x, y = anywhere()
        tap = page.touchscreen.tap if by_finger else page.mouse.click
        is_answered(page, lambda tap=tap, x=x, y=y: tap(x, y), f"a touch at {x:.0f}, {y:.0f}", off_turn)
    keep(page, "touched")
    drags = 0 if off_turn or board.get_attribute("data-zoomed") == "true" else DRAGS
    for _ in range(drags):  # there a finger moves the board
        pieces = page.locator("[data-board=play] [data-piece]").evaluate_all(PIECES)
        if not pieces:
            break
        (x, y), (to_x, to_y) = rng.choice(pieces), anywhere()

        def drag(x: float = x, y: float = y, to_x: float = to_x, to_y: float = to_y) -> None:
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
            page.mouse.move(to_x, to_y, steps=3)
            page.mouse.up()

        is_answered(page, drag, f"a drag from {x:.0f}, {y:.0f} to {to_x:.0f}, {to_y:.0f}")
    for _ in range(0 if is_over(page) else KEYS):
        board.focus()
        for _ in range(rng.randint(1, 4)):
            page.keyboard.press(f"Shift+Arrow{rng.choice(['Up', 'Down', 'Left', 'Right'])}")
        is_answered(page, lambda: page.keyboard.press("Enter"), "Enter", off_turn)


# -- where nothing can be played, and beside the board --------------------------------------------------------------


def touch_the_margin(page: Page) -> None:
    # Once it stands still: what comes beside the board may move it.
    page.locator("[data-board=play]").first.click(position={"x": 3, "y": 3})


def test_looking_back_in_a_replay_and_in_an_analysis_a_touch_says_why_it_does_nothing(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "connect4", persons=2)
    settle(page)
    table = AtTable(page)
    for number, column in enumerate("abababa"):
        table.play(number % 2, column)
    wait_until(page, lambda: version(page) == 7)
    page.locator("[data-end-plate]").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("main:not([data-line=now])").wait_for()
    touch_the_margin(page)
    expect(page.locator("[data-refusal]")).to_contain_text("The game is over. Nothing more can be played.")
    match = table_of(page)
    visit(page, f"/replay/{match}?step=3")
    page.locator("main[data-ready=true]").wait_for()
    touch_the_margin(page)
    expect(page.locator("[data-refusal]")).to_contain_text("The game is over.")
    visit(page, f"/analysis/connect4?table={match}&step=3")
    page.locator("main[data-fresh=true]").wait_for()
    touch_the_margin(page)
    expect(page.locator("[data-refusal]")).to_contain_text(
        "Nothing can be done there now. What you can touch is marked."
    )


@pytest.mark.slow
def test_who_looks_back_in_a_match_that_goes_on_is_told_the_way_to_now(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "connect4")
    settle(page)
    touch(page, lit(page)[3])
    page.locator("main[data-version='2']").wait_for()
    settle(page)
    page.keyboard.press("ArrowLeft")
    page.locator("main:not([data-line=now])").wait_for()
    touch_the_margin(page)
    expect(page.locator("[data-refusal]")).to_contain_text("Go back to now, and you can move.")


@pytest.mark.slow
@SCREENS
def test_a_formation_that_cannot_be_taken_says_why_where_the_finger_was(open_page, keep, size, dark):
    page = open_page(size, dark=dark, touch=size == PHONE)
    sit_down(page, "command")
    settle(page)
    refused = page.locator("[data-refusal]")

    def touch(formation: str) -> None:
        page.locator(f"[data-formation='{formation}']").click(force=True)

    touch("save")
    expect(refused).to_contain_text("A formation is kept whole. Place all your ships first.")
    assert is_on_screen(page)
    keep(page, "not-whole")
    assert findings(page) == []
    touch("mirror")
    expect(refused).to_contain_text("There is no fleet to mirror yet.")
    screen = ".T.FS.R.ASWEL.NVZLLKLQCLBL."
    touch(screen)
    page.locator(f"[data-formation='{screen}'][aria-pressed=true]").wait_for()
    settle(page)
    touch(screen)
    expect(refused).to_contain_text("Your fleet stands like that already.")


@pytest.mark.slow
@SCREENS
def test_who_is_refused_twice_is_shown_the_rule_beside_the_board(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    at_board(page, JUMP)
    page.mouse.click(*middle(page, "site:b5"))
    ring = page.locator("[data-at='site:k8']").first.bounding_box()
    assert ring is not None
    far = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    page.mouse.click(*far)
    expect(page.locator("[data-refusal]")).to_contain_text("A ring moves in a straight line.")
    expect(page.locator("[data-show-rule]")).to_have_count(0)
    page.mouse.click(*far)
    expect(page.locator("[data-show-rule]")).to_be_visible()
    keep(page, "offered")
    page.locator("[data-board=play]").focus()  # the bubble takes no focus by itself; Tab leads into it, Escape back
    page.keyboard.press("Tab")
    expect(page.locator("[data-show-rule]")).to_be_focused()
    page.keyboard.press("Enter")
    rule = page.locator("[data-found]")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("It cannot pass over a ring")
    expect(page.locator("main[data-held='1']")).to_be_visible()  # still at the table, with the ring in hand
    keep(page, "rule")
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    expect(page.locator("main[data-held='1']")).to_be_visible()


@pytest.mark.slow
def test_where_a_move_is_possible_pulses_once_and_the_reason_fades(open_page):
    page = open_page(DESKTOP)
    at_board(page, JUMP)
    page.evaluate("document.documentElement.dataset.motion = 'on'")
    ring = page.locator("[data-at='site:k8']").first.bounding_box()
    assert ring is not None
    page.mouse.click(*middle(page, "site:b5"))
    page.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    expect(page.locator("[data-refusal]")).to_be_visible()
    pulses = """() => document.getAnimations().filter(each => each.effect.target.closest("[data-target]")
      && each.effect.getKeyframes().some(frame => frame.scale === "1.2")).length"""
    assert page.evaluate(pulses) > 0
    page.evaluate(
        """() => { new MutationObserver((_, watch) => {
          const fading = document.querySelector("[data-fading]");
          if (!fading) return;
          watch.disconnect();
          window.faded = [fading.inert, document.querySelector("[data-refusal]") === null];
        }).observe(document.body, { childList: true }); }"""
    )
    page.mouse.click(*middle(page, "site:b6"))  # a move at once
    wait_until(page, lambda: page.evaluate("window.faded") == [True, True])
    expect(page.locator("[data-fading]")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_token_that_does_not_fit_is_seen_where_it_was_to_lie_crossed(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    sit_down(page, "luckymoose")
    settle(page)
    token = next(target for target in lit(page) if target.startswith("piece:"))
    touch(page, token)
    page.mouse.click(*free_and_dark(page))
    page.locator("[data-refusal]").wait_for()
    expect(page.locator("[data-odd]")).to_have_attribute("data-odd", token.removeprefix("piece:"))
    keep(page, "odd")
    assert findings(page) == []


def free_and_dark(page: Page) -> tuple[float, float]:
    """The middle of a square on which nothing stands and which does not light up."""
    goals = page.locator("[data-look=lit][data-target^='site:']").evaluate_all(BOXES)
    tokens = page.locator("[data-at^='site:'][data-piece]").evaluate_all(BOXES)
    board = page.locator("[data-board=play]").bounding_box()
    assert board is not None
    x, y, size = goals[0]
    for far in (2, 3, 4):
        for right, down in ((far, 0), (-far, 0), (0, far), (0, -far)):
            at_x, at_y = x + right * size, y + down * size
            inside = (
                0.2 < (at_x - board["x"]) / board["width"] < 0.8 and 0.2 < (at_y - board["y"]) / board["height"] < 0.6
            )
            if inside and all(max(abs(at_x - cx), abs(at_y - cy)) > 0.9 * size for cx, cy, _ in goals + tokens):
                return at_x, at_y
    raise AssertionError("there is no free square")


BOXES = """all => all.map(each => {
  const box = each.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, box.width];
})"""

"""Off turn: a move in advance, lines that the house plays while one sleeps, arrows that nobody else sees."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import SHOWN, at, visit, wait_until
from tests.e2e.by_keys import SEEN, tab_to, touch_by_keys
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.test_axe import findings
from tests.e2e.test_skin_yinsh import PLACED

pytestmark = pytest.mark.browser

ASK = """([method, path, body]) => fetch("/api/v1" + path, {
  method, headers: { "content-type": "application/json" }, body: body === null ? undefined : JSON.stringify(body),
}).then((answer) => answer.json())"""
SIZES = [DESKTOP, pytest.param(PHONE, marks=pytest.mark.slow)]


def ask(page: Page, method: str, path: str, body: object = None) -> Any:
    return page.evaluate(ASK, [method, path, body])


def two_at_a_table(ada: Page, bob: Page, game: str = "connect4", **more: object) -> str:
    """Ada begins."""
    for page in (ada, bob):
        page.locator(".HomePage-game").first.wait_for()
        ask(page, "POST", "/guests", {})
    body = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], **more}
    table: str = ask(ada, "POST", "/tables", body)["rules"]["table"]
    ask(bob, "POST", f"/tables/{table}/seats", {})
    return table


def act(page: Page, table: str, seat: int, step: str) -> None:
    assert "cursor" in ask(page, "POST", f"/tables/{table}/steps", {"seat": seat, "steps": [step]})


def steps(page: Page, table: str, seat: int) -> str:
    lines = ask(page, "GET", f"/tables/{table}/events?seat={seat}")["lines"]
    return "".join(line["text"] for line in lines if line["kind"] == "step")


def sees(page: Page, count: int) -> None:
    page.locator(f"main[data-version='{count}'][data-busy=false]").wait_for()


def click_on(page: Page, target: str, **how: Any) -> None:
    """Where something would light up once it is asked for."""
    page.locator("[data-board=play]").hover()
    at(page, target).wait_for(state="attached")
    box = at(page, target).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, **how)


@pytest.mark.parametrize("size", SIZES)
def test_a_move_in_advance_is_played_when_it_is_ones_turn(open_page, keep, size):
    ada, bob = open_page(size), open_page(DESKTOP)
    table = two_at_a_table(ada, bob)
    act(ada, table, 0, "d")
    visit(ada, f"/table/{table}")
    sees(ada, 1)
    click_on(ada, "site:e1")
    if size == PHONE:
        confirm = ada.locator("[data-confirm]")
        if confirm.count():
            confirm.click()
    ada.locator("[data-drawn=ahead]").wait_for(state="attached")
    expect(ada.locator(".MatchStage-plate")).to_contain_text("Played on your turn")
    assert ada.locator("[data-look=lit]").count() == 0, "amber is for one's own turn"
    keep(ada, "chosen")
    assert findings(ada) == []
    assert steps(bob, table, 1) == "d", "nobody else knows of it"
    act(bob, table, 1, "d")
    sees(ada, 3)
    assert steps(ada, table, 0) == "dde"
    assert ada.locator("[data-drawn=ahead]").count() == 0


@pytest.mark.slow
def test_a_move_in_advance_is_put_back_and_dropped_with_a_word(open_page):
    ada, bob = open_page(DESKTOP), open_page(DESKTOP)
    table = two_at_a_table(ada, bob)
    for number in range(5):  # one more, and the column is full
        act((ada, bob)[number % 2], table, number % 2, "a")
    visit(ada, f"/table/{table}")
    sees(ada, 5)
    chosen = ada.locator("[data-drawn=ahead]")
    for put_back in (
        lambda: ada.keyboard.press("Escape"),
        lambda: ada.locator("[data-ahead]").click(),
        lambda: ada.locator("[data-board=play]").click(position={"x": 5, "y": 5}, button="right"),
        lambda: ada.locator("[data-board=play]").click(position={"x": 5, "y": 5}),
    ):
        click_on(ada, "site:a6")
        chosen.wait_for(state="attached")
        put_back()
        chosen.wait_for(state="detached")
    click_on(ada, "site:a6")
    chosen.wait_for(state="attached")
    act(bob, table, 1, "a")
    sees(ada, 6)
    expect(ada.get_by_text("was not possible any more")).to_be_visible()
    assert steps(ada, table, 0) == "aaaaaa"


@pytest.mark.slow
def test_a_move_in_advance_is_chosen_by_keys(open_page):
    ada, bob = open_page(DESKTOP), open_page(DESKTOP)
    table = two_at_a_table(ada, bob)
    act(ada, table, 0, "d")
    visit(ada, f"/table/{table}")
    sees(ada, 1)
    ada.locator("[data-board=play]").focus()
    ada.keyboard.press("ArrowRight")
    ada.locator("[data-target^='site:']").first.wait_for(state="attached")
    ada.keyboard.press("Enter")
    ada.keyboard.press("Enter")
    ada.locator("[data-drawn=ahead]").wait_for(state="attached")
    act(bob, table, 1, "d")
    sees(ada, 3)


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_line_two_deep_is_played_while_the_page_is_closed(open_page, keep, size, dark):
    ada, bob = open_page(size, dark=dark), open_page(DESKTOP)
    table = two_at_a_table(ada, bob, clock={"pace": "days", "days": 2})
    act(ada, table, 0, "d")
    visit(ada, f"/table/{table}")
    sees(ada, 1)
    ada.locator("[data-plan-open]").click()
    for number, target in enumerate(("e1", "a1", "e2", "b1")):
        ada.locator(f"[data-plan='{number}'] [data-target='site:{target}']").wait_for(state="attached")
        box = at(ada, f"site:{target}").bounding_box()
        assert box is not None
        ada.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ada.locator("[data-plan='4'] [data-making]").wait_for()
    keep(ada, "making")
    assert findings(ada) == []
    ada.locator("[data-plan-keep]").click()
    expect(ada.get_by_role("list", name="Planned")).to_be_visible()
    keep(ada, "planned")
    assert "planned" not in str(ask(bob, "GET", f"/tables/{table}/events?seat=1"))
    ada.close()
    for number, step in enumerate("ee"):
        act(bob, table, 1, step)
        wait_until(bob, lambda answered=2 * number + 3: len(steps(bob, table, 1)) == answered)
    assert steps(bob, table, 1) == "deaeb"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "yinsh"])
def test_a_line_is_planned_and_taken_back_by_keys_alone(open_page, keep, game):
    ada, bob, rng = open_page(PHONE), open_page(DESKTOP), Random(f"keys {game}")
    table = two_at_a_table(ada, bob, game, clock={"pace": "days", "days": 2})
    played_on((ada, bob), table, rng, {"connect4": 1, "yinsh": 11}[game])
    visit(ada, f"/table/{table}")
    tab_to(ada, "[data-plan-open]")
    ada.keyboard.press("Enter")
    wait_until(ada, lambda: ada.evaluate("document.activeElement?.closest('[data-plan]') !== null"))
    assert ada.evaluate(SEEN), "the keyboard has come along to the line"
    line = foreseen(ada, table, rng)
    for number, (_, step) in enumerate(line):
        ada.locator(f"[data-plan='{number}'] [data-target='{step['path'][0]}']").wait_for(state="attached")
        for target in step["path"]:
            touch_by_keys(ada, target)
    ada.locator(f"[data-plan='{len(line)}'] [data-making]").wait_for()
    tab_to(ada, "[data-plan-keep]")
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("list", name="Planned")).to_be_visible()
    keep(ada, "planned")
    kept = ask(ada, "GET", f"/tables/{table}/planned-lines?seat=0")["lines"]
    assert [[step["text"] for step in each] for each in kept] == [[step["text"] for _, step in line]]
    tab_to(ada, "[aria-label^='Take back:']")
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("list", name="Planned")).to_have_count(0)
    assert ada.evaluate(SEEN), "the keyboard is not lost with the line"
    tab_to(ada, "[data-plan-close]")
    ada.keyboard.press("Enter")
    expect(ada.locator("[data-plan-open]")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_in_a_line_that_is_planned_a_touch_is_told_why_it_does_nothing(open_page, keep, size, dark):
    """In the game's own words, of the position that is thought of, and of whoever is to act there."""
    ada, bob = open_page(size, dark=dark, touch=size == PHONE), open_page(DESKTOP)
    table = two_at_a_table(ada, bob, "yinsh", clock={"pace": "days", "days": 2})
    for number, step in enumerate(PLACED.split()):
        act((ada, bob)[number % 2], table, number % 2, step)
    act(ada, table, 0, "b1-b2")
    visit(ada, f"/table/{table}")
    sees(ada, 11)
    ada.locator("[data-plan-open]").click()
    ada.locator("[data-plan='0'] [data-target='site:j5']").wait_for(state="attached")
    refusal = ada.locator("[data-refusal]")
    touch_piece(ada, "site:d1")
    expect(refusal).to_contain_text("is to move here.")
    keep(ada, "out-of-turn")
    choose_on(ada, ["site:j5", "site:j6"], "[data-plan='0']")
    ada.locator("[data-plan='1'] [data-target='site:b2']").wait_for(state="attached")
    choose_on(ada, ["site:b2"], "[data-plan='1']")
    touch_piece(ada, "site:b1")  # the marker that the ring has left behind
    expect(refusal).to_contain_text("A marker lies on b1.")
    keep(ada, "wrong")
    assert findings(ada) == []


def touch_piece(page: Page, place: str) -> None:
    """What stands there, whatever comes of it."""
    box = page.locator(f"[data-at='{place}'][data-piece]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


@pytest.mark.slow
def test_a_plan_is_taken_back(open_page):
    ada, bob = open_page(DESKTOP), open_page(DESKTOP)
    table = two_at_a_table(ada, bob, clock={"pace": "days", "days": 2})
    act(ada, table, 0, "d")
    ask(ada, "PUT", f"/tables/{table}/planned-lines", {"seat": 0, "lines": [["e", "a"], ["f", "b"]]})
    visit(ada, f"/table/{table}")
    sees(ada, 1)
    ada.locator("[data-plan-open]").click()
    back = ada.get_by_role("button", name="Take back:")
    expect(back).to_have_count(2)
    back.first.click()
    expect(back).to_have_count(1)
    assert len(ask(ada, "GET", f"/tables/{table}/planned-lines?seat=0")["lines"]) == 1
    ada.locator("[data-plan-close]").click()
    ada.locator("[data-plan-open]").wait_for()


def centre(page: Page, site: str) -> tuple[float, float]:
    """Of a place, whatever can be done there."""
    box = page.locator("[data-board=play]").bounding_box()
    assert box is not None
    column, row = "abcdefg".index(site[0]), int(site[1])
    return box["x"] + box["width"] * (0.2 + column * 0.1), box["y"] + box["height"] * (1 - row * 0.14)


def test_arrows_and_circles_are_drawn_for_oneself_and_go_with_a_click_a_move_or_escape(open_page, keep):
    page, bob = open_page(DESKTOP), open_page(DESKTOP)
    table = two_at_a_table(page, bob)
    visit(page, f"/table/{table}")
    sees(page, 0)
    drawn = page.locator("[data-drawn=sketch]")

    def draw() -> None:
        page.mouse.move(*centre(page, "b2"))
        page.mouse.down(button="right")
        page.mouse.move(*centre(page, "e4"), steps=4)
        page.mouse.up(button="right")
        page.mouse.click(*centre(page, "c5"), button="right")
        expect(drawn).to_have_count(2)

    draw()
    keep(page, "drawn")
    page.mouse.click(*centre(page, "c5"), button="right")
    expect(drawn).to_have_count(1)  # the same again takes it away
    page.locator("[data-board=play]").focus()
    page.keyboard.press("Escape")
    expect(drawn).to_have_count(0)
    draw()
    act(page, table, 0, "d")
    sees(page, 1)
    expect(drawn).to_have_count(0)
    draw()
    page.locator("[data-board=play]").click(position={"x": 5, "y": 5})
    expect(drawn).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "dark"), [pytest.param(DESKTOP, False, id="desk"), pytest.param(DESKTOP, True, id="dark")]
)
def test_arrows_go_from_a_ring_to_a_point_and_are_nobody_elses(open_page, keep, size, dark):
    page, bob = open_page(size, dark=dark), open_page(DESKTOP)
    table = two_at_a_table(page, bob, "yinsh")
    for number, step in enumerate(PLACED.split()):
        act((page, bob)[number % 2], table, number % 2, step)
    for each in (page, bob):
        visit(each, f"/table/{table}")
        sees(each, 10)
    middles = []
    for place in ("b1", "j11"):
        box = page.locator(f"[data-at='site:{place}'][data-piece]").bounding_box()
        assert box is not None
        middles.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    page.mouse.move(*middles[0])
    page.mouse.down(button="right")
    page.mouse.move(*middles[1], steps=4)
    page.mouse.up(button="right")
    page.mouse.click(*middles[1], button="right")
    expect(page.locator("[data-drawn=sketch]")).to_have_count(2)
    assert page.locator("main").get_attribute("data-held") == "0", "what is drawn takes nothing up"
    keep(page, "drawn-yinsh")
    assert findings(page) == []
    act(page, table, 0, "b1-b2")
    sees(bob, 11)
    expect(page.locator("[data-drawn=sketch]")).to_have_count(0)
    assert bob.locator("[data-drawn=sketch]").count() == 0


@pytest.mark.slow
def test_on_a_phone_a_finger_draws_while_the_pencil_is_on(open_page, keep):
    page, bob = open_page(PHONE), open_page(DESKTOP)
    table = two_at_a_table(page, bob)
    visit(page, f"/table/{table}")
    sees(page, 0)
    page.locator("[data-pencil]").click()
    page.mouse.move(*centre(page, "b2"))
    page.mouse.down()
    page.mouse.move(*centre(page, "e4"), steps=4)
    page.mouse.up()
    expect(page.locator("[data-drawn=sketch]")).to_have_count(1)
    keep(page, "drawn")
    assert findings(page) == []
    page.locator("[data-pencil]").click()
    assert steps(page, table, 0) == ""


# -- games in which a move is more than one touch, or something is hidden, or chance may come between -------------

FORESEEN = ["yinsh", "command", "regatta"]  # for lines: in the two others chance comes before one's own next turn
CARDS = ["dance", "luckymoose"]
FIRST = {"command": 70, "dance": 2, "luckymoose": 4}  # steps before anything is planned: two fleets are deployed
WHOLE = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]
Step = dict[str, Any]


def now_of(page: Page, table: str, seat: int) -> dict[str, Any]:
    now: dict[str, Any] = ask(page, "GET", f"/tables/{table}/events?seat={seat}&draw=false")["now"]
    return now


def quiet_of(now: dict[str, Any]) -> list[str]:
    """Steps by which little is decided: ships of Command of the Sea go sideways, so that no fleets meet."""
    texts = [each["text"] for each in now["choices"] if not each.get("also")]
    return [text for text in texts if "-" in text and text[1] == text[-1]] or texts


def played_on(pages: tuple[Page, Page], table: str, rng: Random, least: int) -> None:
    """Both play by chance, until so many steps are taken and the other is to act."""
    taken = 0
    for _ in range(400):
        acting = now_of(pages[0], table, 0).get("to_act") or []
        if acting == [1] and taken >= least:
            return
        if not acting:  # chance
            continue
        seat = acting[0]
        texts = quiet_of(now_of(pages[seat], table, seat))
        ready = [each["text"] for each in now_of(pages[seat], table, seat)["choices"] if each["text"] == "ready"]
        act(pages[seat], table, seat, ready[0] if ready else rng.choice(texts))
        taken += 1
    raise AssertionError(f"it is never the other's turn: {now_of(pages[0], table, 0)}"[:2000])


def own_steps(page: Page, table: str, seat: int = 0) -> list[str]:
    """Of the first seat, as somebody reads them."""
    lines = ask(page, "GET", f"/tables/{table}/events?seat={seat}&draw=false")["lines"]
    return [line["text"] for line in lines if line["kind"] == "step" and line.get("seat") == 0]


def played_by_the_other(page: Page, table: str, chosen: str) -> None:
    """Until it is the first seat's turn, as soon as that can be; of cards none that stands against what was chosen."""
    pile = ">" + chosen.partition(">")[2]
    while 1 in (now_of(page, table, 1).get("to_act") or []):
        texts = quiet_of(now_of(page, table, 1))
        over = [text for text in texts if text in ("stop", "end") or text.startswith("swap")]
        act(page, table, 1, (over or [text for text in texts if pile == ">" or not text.endswith(pile)] or texts)[0])


def foreseen(page: Page, table: str, rng: Random) -> list[tuple[int, Step]]:
    """What both could play by turns, with an answer at its end: up to two, where nothing stands against it."""
    best: list[tuple[int, Step]] = []
    for _ in range(12):
        line: list[tuple[int, Step]] = []
        for _ in range(8):
            there = ask(
                page, "POST", f"/tables/{table}/imagined", {"seat": 0, "steps": [each["text"] for _, each in line]}
            )
            if there["ended"] or sum(seat == 0 for seat, _ in line) == 2:
                break
            line.append((there["to_act"][0], rng.choice(there["choices"])))
        while line and line[-1][0] == 1:
            line.pop()
        best = max(best, line, key=len)
        if sum(seat == 0 for seat, _ in best) == 2:
            break
    assert best, "nothing can be foreseen"
    return best


# What changes with every touch that means something: what lights up, a line that is longer, or the move in advance.
CHOSEN = """() => [
  ...Array.from(document.querySelectorAll("[data-target][data-look]"), ({ dataset }) => dataset.target + dataset.look),
  document.querySelector("[data-plan]")?.dataset.plan,
  document.querySelectorAll("[data-drawn=ahead]").length,
].join()"""


def choose_on(page: Page, path: list[str], within: str = "") -> None:
    """With a pointer on a desk; with a finger on a phone, where a crowded board asks whether that was meant."""
    confirm = page.locator("[data-confirm]")
    for target in path:
        there = page.locator(f'{within} [data-target="{target}"]')
        there.wait_for(state="attached")
        if target.startswith("button:"):
            there.click()
            continue
        box = there.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}:
            before = page.evaluate(CHOSEN)
            page.touchscreen.tap(x, y)
            wait_until(page, lambda before=before: confirm.count() > 0 or page.evaluate(CHOSEN) != before)
            if confirm.count():
                confirm.tap()
        else:
            page.mouse.click(x, y)


@pytest.mark.slow
@pytest.mark.parametrize("size", WHOLE)
@pytest.mark.parametrize("game", [*FORESEEN, *CARDS])
def test_a_move_in_advance_is_chosen_in_every_game(open_page, keep, game, size):
    ada, bob = open_page(size, touch=size == PHONE), open_page(DESKTOP)
    rng = Random(f"ahead {game}")
    table = two_at_a_table(ada, bob, game)
    played_on((ada, bob), table, rng, FIRST.get(game, 12))
    before = steps(bob, table, 1)
    visit(ada, f"/table/{table}")
    ada.locator("main[data-busy=false]").wait_for()
    board = ada.locator("[data-board=play]")
    board.tap(position={"x": 4, "y": 4}) if size == PHONE else board.hover()
    offered = ask(ada, "GET", f"/tables/{table}/ahead?seat=0")["choices"]
    quiet = ada.locator("[data-board=play] [data-look=quiet][data-target]")
    quiet.first.wait_for(state="attached")
    assert ada.locator("[data-board=play] [data-look=lit]").count() == 0, "amber is for one's own turn"
    keep(ada, "offered")
    shown = quiet.evaluate_all(SHOWN)
    on_board = [each for each in offered if each["path"][0] in shown]
    # By a button, and possible whatever the other does: one token is exchanged.
    swaps = [each for each in offered if each["path"][0] == "button:swap" and each["text"].count(" ") == 1]
    chosen = swaps[0] if game == "luckymoose" else rng.choice(on_board)
    choose_on(ada, chosen["path"])
    ada.locator("[data-drawn=ahead]").wait_for(state="attached")
    expect(ada.locator(".MatchStage-plate")).to_contain_text("Played on your turn")
    keep(ada, "chosen")
    assert findings(ada) == []
    assert steps(bob, table, 1) == before, "nobody else knows of it"
    played_by_the_other(bob, table, chosen["text"])
    wait_until(ada, lambda: ada.locator("[data-drawn=ahead]").count() == 0)
    dropped = ada.get_by_text("was not possible any more")
    if game == "dance" and dropped.count():  # the other had nothing else than what stood against it
        return
    wait_until(ada, lambda: own_steps(ada, table)[-1:] == [chosen["text"]])


def test_the_first_touch_of_a_finger_counts_though_it_is_not_known_yet_what_can_be_chosen(open_page):
    ada, bob = open_page(PHONE, touch=True), open_page(DESKTOP)
    table = two_at_a_table(ada, bob, "yinsh")
    for number, step in enumerate(PLACED.split()):
        act((ada, bob)[number % 2], table, number % 2, step)
    act(ada, table, 0, "b1-b2")
    visit(ada, f"/table/{table}")
    sees(ada, 11)
    ring = ada.locator("[data-at='site:d1'][data-piece]").bounding_box()
    assert ring is not None
    ada.touchscreen.tap(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    ada.locator("main[data-held='1']").wait_for()
    expect(ada.locator("[data-refusal]")).to_have_count(0)
    choose_on(ada, ["site:d2"])
    ada.locator("[data-drawn=ahead]").wait_for(state="attached")
    theirs = ada.locator("[data-at='site:j11'][data-piece]").bounding_box()
    assert theirs is not None
    ada.keyboard.press("Escape")
    ada.reload()  # asked anew: a touch that leads to nothing is told so once that is known
    sees(ada, 11)
    ada.touchscreen.tap(theirs["x"] + theirs["width"] / 2, theirs["y"] + theirs["height"] / 2)
    expect(ada.locator("[data-refusal]")).to_contain_text("turn")


@pytest.mark.slow
@pytest.mark.parametrize("size", WHOLE)
@pytest.mark.parametrize("game", FORESEEN)
def test_a_line_is_planned_in_every_game_that_can_be_foreseen(open_page, keep, game, size):
    ada, bob = open_page(size, touch=size == PHONE), open_page(DESKTOP)
    rng = Random(f"line {game}")
    table = two_at_a_table(ada, bob, game, clock={"pace": "days", "days": 2})
    played_on((ada, bob), table, rng, FIRST.get(game, 12))
    visit(ada, f"/table/{table}")
    ada.locator("[data-plan-open]").click()
    line = foreseen(ada, table, rng)
    for number, (_, step) in enumerate(line):
        ada.locator(f"[data-plan='{number}']").wait_for()
        choose_on(ada, step["path"], f"[data-plan='{number}']")
    ada.locator(f"[data-plan='{len(line)}'] [data-making]").wait_for()
    keep(ada, "making")
    assert findings(ada) == []
    ada.locator("[data-plan-keep]").click()
    expect(ada.get_by_role("list", name="Planned")).to_be_visible()
    keep(ada, "planned")
    taken = len(own_steps(bob, table, 1))
    for seat, step in line:
        if seat == 1:
            act(bob, table, 1, step["text"])
        else:
            taken += 1
            wait_until(bob, lambda count=taken: len(own_steps(bob, table, 1)) == count)
            assert own_steps(bob, table, 1)[-1] == step["text"]

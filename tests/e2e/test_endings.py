"""How a match ended is told to the person who looks, beside the board: every game, every way to end, every viewer."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import sit_down, table_of, visit, wait_until
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE, some_of
from tests.e2e.test_axe import findings
from tests.e2e.test_off_turn import act, now_of, two_at_a_table
from tests.e2e.test_skin_yinsh import SIX, STEP

pytestmark = pytest.mark.browser

# A whole match over HTTP: whatever leads on, the first of it every time.
PLAYED = """async ({ game, kinds, last }) => {
  const send = (path, body) => fetch(`/api/v1${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  await send("/guests", {});
  const seats = kinds.map((kind) => ({ kind }));
  const opened = await (await send("/tables", { game, seats })).json();
  const table = opened.rules.table;
  let seat = 0;
  for (let steps = 0; steps < 2000; steps += 1) {
    const { now } = await (await fetch(`/api/v1/tables/${table}/events?seat=${seat}&draw=false`)).json();
    if (now.phase === "over") break;
    const acting = (now.to_act ?? []).filter((each) => kinds[each] === "me");
    if (acting.length === 0) {  // a bot thinks
      await new Promise((then) => setTimeout(then, 30));
      continue;
    }
    if (!acting.includes(seat)) {
      seat = acting[0];
      continue;
    }
    const on = (now.choices ?? []).filter((each) => !each.also);
    const step = last && steps > 3 ? last : on[steps % on.length].text;
    await send(`/tables/${table}/steps`, { seat, steps: [step] });
  }
  return table;
}"""
PLATE = "[data-end-plate]"


def played(page: Page, game: str, *kinds: str, last: str | None = None) -> str:
    return str(page.evaluate(PLAYED, {"game": game, "kinds": kinds, "last": last}))


def area(page: Page, selector: str) -> dict[str, float]:
    page.wait_for_timeout(60)  # the board is laid out in the next frame
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return {**box}


def stands_beside(page: Page) -> bool:
    """Nothing of the plate lies on the board, and all of both is on the screen."""
    board, plate = area(page, "[data-stage]"), area(page, PLATE)
    apart = plate["x"] >= board["x"] + board["width"] - 1 or plate["y"] >= board["y"] + board["height"] - 1
    size = page.viewport_size
    assert size is not None
    inside = plate["y"] + plate["height"] <= size["height"] + 1 and plate["x"] + plate["width"] <= size["width"] + 1
    return apart and inside


@pytest.mark.slow
@pytest.mark.parametrize("game", some_of(["command", "connect4", "yinsh", "luckymoose"], "yinsh"))
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_who_resigns_reads_who_won_and_how_beside_the_board(open_page, keep, game, size, dark):
    page = open_page(size, dark=dark)
    visit(page, f"/table/{played(page, game, 'me', 'me', last='resign')}")
    plate = page.locator(PLATE)
    expect(plate.get_by_role("heading")).to_have_text(re.compile("wins? by resignation"))
    assert stands_beside(page)
    expect(plate.locator("[data-rematch]")).to_be_visible()
    expect(plate.locator("[data-replay]")).to_be_visible()
    keep(page, f"end-{game}")
    assert findings(page) == []


# What the end means for one of two who played to it: lost and won. The Dance is played together, and says what is left.
TO_ONE = {
    "connect4": ("You lost", "You win by four in a line"),
    "yinsh": ("You lost", r"You win \w+"),
    "command": ("You lost", r"You win \w+"),
    "luckymoose": (r"You lost by (one point|\d+ points)", r"You win by (one point|\d+ points)"),
    "regatta": ("You came second", "You came first"),
    "dance": (r"(\d+ cards|One card) left",) * 2,
}


# And what it came to.
CAME_TO = {
    "connect4": r"In \d+ moves\.",
    "yinsh": r"(One|Two|Three) rings? (to|each)\b.*, in \d+ moves\.",
    "command": r"\d+ ships? afloat (against \d+|each), in \d+ moves\.|In \d+ moves\.",
    "luckymoose": r"\d+ points? (to \d+|each), in \d+ turns\.",
    "regatta": r"In \d+ turns\.",
    "dance": r"\d+ cards laid in \d+ rounds\.",
}
COUNTED = {
    "yinsh": "Markers turned over",
    "dance": "Average step",
    "luckymoose": "Tokens laid",
    "command": "Challenges",
    "regatta": "Points you sailed",
}


@pytest.mark.parametrize("game", some_of(list(TO_ONE), "connect4"))
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_who_played_to_the_end_reads_what_it_means_for_them(open_page, keep, game, size, dark):
    page = open_page(size, dark=dark)
    table = played(page, game, "me", "bot")
    result = page.evaluate(
        "table => fetch(`/api/v1/tables/${table}/events?seat=0&draw=false`).then((a) => a.json())", table
    )["now"]["result"]
    visit(page, f"/table/{table}")
    plate = page.locator(PLATE)
    lost, won = TO_ONE[game]
    expected = "A draw .*" if result["returns"][0] == 0 else lost if result["returns"][0] < 0 else won
    expect(plate.get_by_role("heading")).to_have_text(re.compile(f"^({expected})$"))
    expect(plate.locator("[data-came-to]")).to_have_text(re.compile(f"^({CAME_TO[game]})$"))
    assert not re.search(r"place \d|: first", plate.inner_text()), "a place is no score"
    assert stands_beside(page)
    if game == "regatta":
        expect(page.locator("[data-stage] [data-pennant='1']")).to_be_visible()
    if size == DESKTOP:
        numbers = page.locator("[data-numbers]")
        expect(numbers.get_by_role("term")).not_to_have_count(0)
        expect(numbers).to_contain_text(COUNTED.get(game, "Steps"))
    keep(page, f"end-for-one-{game}")
    assert findings(page) == []


def test_who_gives_up_reads_that_they_did_and_the_other_that_they_won(open_page, keep):
    ada, bob = open_page(PHONE), open_page(DESKTOP)
    table = two_at_a_table(ada, bob)
    for page, seat, step in ((ada, 0, "d"), (bob, 1, "c"), (ada, 0, "resign")):
        act(page, table, seat, step)
    for page, words in ((ada, "You resigned"), (bob, "You win by resignation")):
        visit(page, f"/table/{table}")
        expect(page.locator(PLATE).get_by_role("heading")).to_have_text(words)
        page.locator("[data-end-plate] [aria-label='Put the result away']").click()
        expect(page.locator(".MatchStage-plate")).to_contain_text(words)
    keep(ada, "resigned")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["luckymoose", "regatta"])
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_of_three_the_order_in_which_they_came_is_shown(open_page, keep, game, size, dark):
    page = open_page(size, dark=dark)
    kinds = ("me", "me", "me") if game == "luckymoose" else ("me", "bot", "bot")
    visit(page, f"/table/{played(page, game, *kinds)}")
    plate = page.locator(PLATE)
    heading = "(wins|share the win)$" if game == "luckymoose" else "^You came "
    expect(plate.get_by_role("heading")).to_have_text(re.compile(heading))
    order = plate.get_by_role("listitem")
    expect(order).to_have_count(3)
    for line in order.all():
        expect(line).to_have_text(re.compile(r"point" if game == "luckymoose" else r"turn \d+|still at sea"))
    assert stands_beside(page)
    keep(page, f"end-of-three-{game}")
    assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_team_reads_how_many_cards_are_left_and_what_its_best_was(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    first = played(page, "dance", "me", "me")
    visit(page, f"/table/{first}")
    plate = page.locator(PLATE)
    expect(plate.get_by_role("heading")).to_have_text(re.compile(r"^(\d+ cards|One card) left$"))
    expect(plate.locator("[data-team]")).to_have_text("The first that you two have played together.")
    again = played(page, "dance", "me", "me")
    visit(page, f"/table/{again}")
    expect(plate.locator("[data-team]")).to_have_text(re.compile("the best you two have had", re.IGNORECASE))
    assert stands_beside(page)
    keep(page, "end-dance")
    assert findings(page) == []
    visit(page, f"/replay/{again}")
    expect(page.locator("[data-team]")).to_have_text(re.compile("the best you two have had", re.IGNORECASE))
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("main h1")).to_be_in_viewport()
    keep(page, "replay-dance")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_a_board_of_yinsh_shows_the_row_that_won_and_the_way_of_the_ring(open_page, keep, size, dark):
    ada, bob = open_page(size, dark=dark), open_page(DESKTOP)
    table = two_at_a_table(ada, bob, "yinsh", options={"blitz": True})
    for number, step in enumerate(SIX.split()):
        act((ada, bob)[number % 2], table, number % 2, step)
    for _ in ("the row", "the ring"):
        act(ada, table, 0, now_of(ada, table, 0)["choices"][0]["text"])
    visit(ada, f"/table/{table}")
    expect(ada.locator(PLATE).get_by_role("heading")).to_have_text("You win by the first ring")
    expect(ada.locator("[data-won=row] circle")).to_have_count(5)
    expect(ada.locator("[data-won=ring] path")).to_have_count(1)
    keep(ada, "won")
    assert findings(ada) == []


@pytest.mark.slow
def test_the_plate_comes_with_the_end_is_put_away_by_escape_and_fetched_again(open_page):
    page = open_page(DESKTOP)
    sit_down(page, "connect4", persons=2)
    table = table_of(page)
    board = area(page, "[data-stage]")
    expect(page.locator(PLATE)).to_have_count(0)
    for seat, step in ((0, "d"), (1, "resign")):
        assert page.evaluate(STEP, [table, seat, step]) < 300
    heading = page.locator(PLATE).get_by_role("heading")
    expect(heading).to_be_focused()
    assert area(page, "[data-stage]") == board, "the board keeps its place and size"
    page.keyboard.press("Enter")
    expect(page.locator("[data-rematch]")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(page.locator(PLATE)).to_have_count(0)
    page.locator("[data-result]").click()
    expect(page.locator("[data-rematch]")).to_be_visible()
    page.locator(PLATE).get_by_role("heading").focus()
    page.keyboard.press("a")
    page.wait_for_url(re.compile(rf"/analysis/connect4\?.*table={table}"))
    page.go_back()
    page.locator(PLATE).get_by_role("heading").focus()
    page.keyboard.press("r")
    wait_until(page, lambda: table_of(page) != table)


@pytest.mark.slow
def test_who_looks_on_reads_the_same_without_you(open_page):
    page, stranger = open_page(DESKTOP), open_page(PHONE)
    table = played(page, "connect4", "me", "me", last="resign")
    visit(stranger, f"/table/{table}")
    heading = stranger.locator(PLATE).get_by_role("heading")
    expect(heading).to_have_text(re.compile("wins by resignation"))
    expect(stranger.locator("[data-rematch]")).to_have_count(0)
    assert stands_beside(stranger)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "yinsh", "regatta"])  # of long matches it takes long
@pytest.mark.parametrize(("size", "dark"), DRESSES[:2])
def test_where_it_turned_is_looked_for_only_when_somebody_asks_and_is_then_shown(open_page, keep, game, size, dark):
    page = open_page(size, dark=dark)
    table = played(page, game, "me", "me")
    visit(page, f"/table/{table}")
    point = page.locator(f"{PLATE} [data-turning]")
    expect(point).to_have_text("Find the turning point")
    expect(page.locator(PLATE)).to_contain_text("is not known yet")
    point.click()
    expect(page.locator(PLATE)).to_contain_text("It turned at step", timeout=300_000)
    picture = page.locator(f"{PLATE} [data-board=picture]")
    expect(picture).to_be_visible()
    step = re.search(r"It turned at step (\d+)", page.locator(PLATE).inner_text())
    assert step is not None
    assert stands_beside(page)
    page.wait_for_timeout(400)
    keep(page, f"turning-point-{game}")
    assert findings(page) == []
    point.click()
    page.wait_for_url(re.compile(rf"/analysis/{game}\?(?=.*table={table})(?=.*step={step[1]}\b)"))
    page.locator("main").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, (844, 390)], ids=["phone", "side"])
@pytest.mark.parametrize("game", ["command", "yinsh"])  # a long name; a board that needs its room
def test_a_replay_on_a_phone_has_board_result_and_moves_in_sight(open_page, keep, game, size):
    page = open_page(size, touch=True)
    table = played(page, game, "me", "me", last="resign")
    visit(page, f"/replay/{table}")
    page.locator("main[data-ready=true]").wait_for()
    board = area(page, "[data-stage]")
    assert min(board["height"], board["width"]) >= (320 if size == PHONE else 250), board
    assert board["y"] + board["height"] <= size[1]
    expect(page.locator("main h1")).to_be_in_viewport(ratio=1)
    title = page.locator(".TableHeader-title")
    bar = area(page, "header")
    name = area(page, ".TableHeader-title")
    expect(title).to_be_visible()
    assert bar["y"] <= name["y"]
    assert name["y"] + name["height"] <= bar["y"] + bar["height"] + 1, "its name fits the bar"
    if size == PHONE:
        back, sheet = page.get_by_role("button", name="A step back"), area(page, ".Sheet-sheet")
        box = back.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= sheet["y"] + 1, "the moves are gone through without scrolling"
    keep(page, "replay")
    assert findings(page) == []


@pytest.mark.slow
def test_on_a_phone_on_its_side_the_result_stands_beside_the_chart(open_page, keep):
    page = open_page((844, 390), touch=True)
    visit(page, f"/table/{played(page, 'regatta', 'me', 'me', last='resign')}")
    expect(page.locator(PLATE).get_by_role("heading")).to_be_in_viewport(ratio=1)
    board, plate = area(page, "[data-stage]"), area(page, PLATE)
    assert plate["x"] >= board["x"] + board["width"] - 1
    keep(page, "end")

"""How a match ended is told to the person who looks, beside the board: every game, every way to end, every viewer."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import sit_down, table_of, visit, wait_until
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE, some_of
from tests.e2e.test_axe import findings
from tests.e2e.test_skin_yinsh import STEP

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
  for (let steps = 0; steps < 600; steps += 1) {
    const { now } = await (await fetch(`/api/v1/tables/${table}/events?seat=${seat}&draw=false`)).json();
    if (now.phase === "over") break;
    const acting = now.to_act ?? [];
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


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_of_three_the_order_in_which_they_came_is_shown(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    visit(page, f"/table/{played(page, 'luckymoose', 'me', 'me', 'me')}")
    plate = page.locator(PLATE)
    expect(plate.get_by_role("heading")).to_have_text(re.compile("(wins|share the win)$"))
    order = plate.get_by_role("listitem")
    expect(order).to_have_count(3)
    assert stands_beside(page)
    keep(page, "end-of-three")
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
def test_where_it_turned_is_looked_for_only_when_somebody_asks_and_is_then_shown(open_page, keep):
    page = open_page(DESKTOP)
    visit(page, f"/table/{played(page, 'connect4', 'me', 'me')}")
    point = page.locator(f"{PLATE} [data-turning]")
    expect(point).to_have_text("Find the turning point")
    expect(page.locator(PLATE)).to_contain_text("is not known yet")
    point.click()
    expect(page.locator(PLATE)).to_contain_text(
        re.compile("It turned at step|No single move decided it"), timeout=90_000
    )
    keep(page, "turning-point")

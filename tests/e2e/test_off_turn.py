"""Off turn: a move in advance, lines that the house plays while one sleeps, arrows that nobody else sees."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import at, visit, wait_until
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.test_axe import findings

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
    expect(ada.locator(".MatchStage-plate")).to_contain_text("It is played when it is your turn")
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

"""Rules one can touch: diagrams that are the board itself, tried by hand, explained where it is wrong."""

from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from parlour import games
from parlour.core.diagrams import answers, diagrams_of, solution, tried, why_wrong
from parlour.core.texts import Text
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser

GAMES = ("yinsh", "dance", "luckymoose", "command", "regatta", "connect4")


def touch(page: Page, diagram: str, *targets: str) -> None:
    for target in targets:
        page.locator(f"[data-diagram='{diagram}'] [data-target='{target}']").first.click(force=True)


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(DESKTOP, False, id="desktop"),
        pytest.param(PHONE, True, id="phone-dark", marks=pytest.mark.slow),
    ],
)
def test_a_diagram_is_got_wrong_explained_and_got_right(open_page, keep, size, dark):
    page = open_page(size, dark=dark, path="/rules/connect4")
    stop = page.locator("[data-diagram='stop']")
    expect(stop).to_contain_text("Stop it.")
    touch(page, "stop", "site:d3")
    expect(stop).to_contain_text("On top of Red's discs nothing is stopped.")
    keep(page, "wrong")
    assert findings(page) == []
    stop.get_by_role("button", name="Again").press("Enter")
    expect(stop).to_have_attribute("data-outcome", "open")
    choose_by_keys(page, "stop", "site:f1")
    expect(stop).to_have_attribute("data-outcome", "right")
    keep(page, "right")
    assert findings(page) == []
    expect(page.locator("[data-length]")).to_contain_text("to read")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def choose_by_keys(page: Page, diagram: str, target: str) -> None:
    """The board's cursor goes from place to place; Enter touches what it is on."""
    board = page.locator(f"[data-diagram='{diagram}'] [data-board]")
    board.focus()
    on = board.locator(f"[data-cursor][data-target='{target}'], [data-cursor='{target}']")
    for key in ("Home", *["PageDown"] * 42):
        page.keyboard.press(key)
        if on.count():
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{target} is not reached by keys")


def play(page: Page, game: str, diagram: str, way: tuple[str, ...]) -> None:
    """These steps, by touching what they are made of."""
    here = page.locator(f"[data-diagram='{diagram}']")
    for number, step in enumerate(way):
        choices = tried(games.load(game), diagram, way[:number]).choices()
        path = next(choice.path for choice in choices if choice.text == step)
        here.evaluate("here => here.scrollIntoView({ block: 'center' })")  # clear of what lies over the page's edge
        for target in path:  # each is lit when the choices are there, which come with the answer to the step before
            lit = here.locator(f"[data-look=lit][data-target='{target}'], button[data-target='{target}']").first
            lit.click(force=True)
        confirm = here.locator("[data-confirm]")
        if confirm.count():
            confirm.click()
        if number + 1 < len(way):
            expect(here.get_by_role("button", name="Again")).to_be_visible()


def tried_out(page: Page, game: str, name: str) -> None:
    """One exercise, got wrong with a sentence of its own where it has some, and got right."""
    rules, here = games.load(game), page.locator(f"[data-diagram='{name}']")
    expect(here).to_have_attribute("data-outcome", "open")
    wrong = [way for way, now in islice(answers(rules, name), 400) if now.outcome == "wrong"]
    diagram = diagrams_of(rules)[name]
    way = next((each for each in wrong if why_wrong(diagram, each) != "wrong"), wrong[0])
    play(page, game, name, way)
    expect(here).to_have_attribute("data-outcome", "wrong")
    expect(here).to_contain_text(rules.catalogue().render(Text(f"diagram.{name}.{why_wrong(diagram, way)}")))
    here.get_by_role("button", name="Again").click()
    expect(here).to_have_attribute("data-outcome", "open")
    right = solution(rules, name)
    assert right is not None
    play(page, game, name, right)
    expect(here).to_have_attribute("data-outcome", "right")


@pytest.mark.parametrize("size", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.slow)], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["yinsh", *(pytest.param(each, marks=pytest.mark.slow) for each in GAMES[1:])])
def test_every_games_exercises_are_got_wrong_explained_and_got_right(open_page, keep, game, size):
    page = open_page(size, path=f"/rules/{game}")
    exercises = [name for name, each in diagrams_of(games.load(game)).items() if each.goal is not None]
    assert len(exercises) >= 3
    for name in exercises:
        tried_out(page, game, name)
    keep(page, game)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if game != "connect4":  # whose rules are too short for contents
        for _ in range(2):
            expect(page.get_by_role("navigation").get_by_text("got right").first).to_be_attached()
            page.reload()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_printed_exercises_are_solved(open_page, keep, game):
    page = open_page(DESKTOP, path=f"/rules/{game}")
    rules = games.load(game)
    exercises = [name for name, each in diagrams_of(rules).items() if each.goal is not None]
    for name in exercises:
        expect(page.locator(f"[data-diagram='{name}']")).to_have_attribute("data-outcome", "open")
    page.wait_for_timeout(2500)  # the solutions come a moment later
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for name in exercises:
        here = page.locator(f"[data-diagram='{name}']")
        expect(here.get_by_text(rules.catalogue().render(Text(f"diagram.{name}.right")))).to_be_visible()
        expect(here.get_by_text("Try it")).not_to_be_visible()
    keep(page, game)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.locator(f"[data-diagram='{exercises[0]}']")).to_have_attribute("data-outcome", "open")

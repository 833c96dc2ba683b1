"""A first game with a coach: begun with one touch, followed by what is marked, on a phone too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.e2e.at_table import at, is_over, settle, touch, version, visit, wait_until
from tests.e2e.conftest import DESKTOP, PHONE, some_of

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
Keep = Callable[[Page, str], None]
ALL = ("connect4", "yinsh", "command", "luckymoose", "dance", "regatta")


def begin(page: Page, game: str) -> None:
    """From the game's own page, with one touch."""
    visit(page, f"/play/{game}")
    page.locator("[data-guided]:enabled").click()
    page.locator("main[data-version]").wait_for()
    settle(page)


def coach(page: Page) -> str:
    return page.locator(".Coach-words").inner_text()


def marked(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-guide]").evaluate_all("all => all.map(each => each.dataset.guide)")
    return found


def show_a_move(page: Page) -> list[str]:
    """Asks the coach; what to touch for its move."""
    page.locator("[data-show-move]:enabled").click()
    page.locator("[data-coach=move]").wait_for()
    return marked(page)


def follow(page: Page, path: list[str]) -> None:
    """Touch what is marked, in order, until the step is taken and it is one's turn again."""
    before = version(page)
    for target in path:
        at(page, target).first.wait_for()
        touch(page, target)
        if page.locator("[data-confirm]").count():
            page.locator("[data-confirm]").click()
    wait_until(page, lambda: version(page) != before)
    settle(page)


def put_away_and_bring_back(page: Page) -> None:
    """The coach covers nothing, and takes no room from the board."""
    before, panel = page.locator("[data-stage]").bounding_box(), page.locator("[data-coach]").bounding_box()
    assert before is not None
    assert panel is not None
    assert panel["y"] + panel["height"] <= before["y"] + 1 or panel["x"] >= before["x"] + before["width"]
    page.get_by_role("button", name="Put the coach away").click()
    assert page.locator("[data-coach]").count() == 0
    assert marked(page) == []
    assert page.locator("[data-stage]").bounding_box() == before
    page.get_by_role("button", name="Coach").click()
    page.locator("[data-coach]").wait_for()
    assert page.locator("[data-stage]").bounding_box() == before


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", some_of(ALL, "yinsh"))
def test_the_coach_takes_no_room_from_the_board(open_page: Open, game: str, size: tuple[int, int]) -> None:
    page = open_page(size)
    begin(page, game)
    put_away_and_bring_back(page)


def test_a_guided_game_of_connect_four_is_begun_and_followed_on_a_phone(open_page: Open, keep: Keep) -> None:
    page = open_page(PHONE, touch=True)
    visit(page, "/play/connect4")
    page.locator("[data-guided]:enabled").wait_for()
    keep(page, "page")
    begin(page, "connect4")
    assert coach(page).startswith("Four of your discs in a line win")
    assert marked(page) == ["site:d1"]
    keep(page, "aim")
    stage = page.locator("[data-stage]").bounding_box()
    put_away_and_bring_back(page)
    follow(page, ["site:d1"])
    assert coach(page).startswith("Build beside")
    path = show_a_move(page)
    assert coach(page) == f"Try this: {path[0].removeprefix('site:')}. It is not played yet: touch what is marked."
    keep(page, "move")
    assert page.locator("[data-stage]").bounding_box() == stage  # whatever the coach says, the board stays where it is
    follow(page, path)
    assert page.locator("[data-coach=hint]").count() == 1
    assert page.locator("[data-stage]").bounding_box() == stage
    assert page.locator(".Coach-words").evaluate("said => said.scrollHeight - said.clientHeight") == 0


@pytest.mark.slow
def test_what_the_coach_means_glows_on_buttons_that_a_skin_draws(open_page: Open, keep: Keep) -> None:
    page = open_page(DESKTOP)
    begin(page, "regatta")
    follow(page, show_a_move(page)[:1])
    assert page.locator(".regatta-compass-compass").count() == 1
    path = show_a_move(page)
    (meant,) = path[:1]
    key = page.locator(f'.regatta-compass-key[data-coached="{meant}"]')
    key.click()
    page.locator(f'[data-sail][data-coached="{meant}"]').wait_for()
    keep(page, "compass")
    assert page.locator(".regatta-compass-key[data-coached]").count() == 1
    assert key.evaluate("each => getComputedStyle(each).outlineStyle") == "dashed"


@pytest.mark.slow
def test_a_guided_game_of_yinsh_says_what_each_phase_is_about(open_page: Open, keep: Keep) -> None:
    page = open_page(PHONE, dark=True, touch=True)
    begin(page, "yinsh")
    assert coach(page).startswith("Take 3 of your rings off the board first, and you win")
    keep(page, "aim")
    for _ in range(5):
        assert "ring" in coach(page)
        follow(page, show_a_move(page))
    assert coach(page).startswith("Choose a ring, then where it goes")
    assert len(marked(page)) == 5
    keep(page, "move")
    path = show_a_move(page)
    assert len(path) == 2
    keep(page, "shown")


@pytest.mark.slow
def test_an_ordinary_game_has_no_coach(open_page: Open) -> None:
    page = open_page(PHONE, touch=True)
    visit(page, "/play/connect4")
    page.locator(".GamePage-begin button[type=submit]:enabled").click()
    page.locator("main[data-version]").wait_for()
    settle(page)
    assert page.locator("[data-coach], [data-coach-button], [data-show-move]").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_whoever_follows_the_coach_comes_to_the_end_of_the_match(open_page: Open, keep: Keep, size: object) -> None:
    page = open_page(size, touch=size == PHONE)
    begin(page, "connect4")
    while not is_over(page):
        said = coach(page)
        follow(page, marked(page) if said.startswith(("You can win", "Careful")) else show_a_move(page))
    assert coach(page) == "The match is over. Look at it again step by step, or play another."
    assert page.locator("[data-show-move]").count() == 0
    keep(page, "over")


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("game", ALL)
def test_every_game_can_be_begun_with_a_coach(open_page: Open, keep: Keep, game: str, size: object, dark: bool) -> None:
    page = open_page(size, touch=size == PHONE, dark=dark)
    visit(page, f"/play/{game}")
    page.locator("[data-guided]:enabled").wait_for()
    keep(page, "page")
    begin(page, game)
    assert len(coach(page)) > 60
    keep(page, "aim")
    show_a_move(page)
    keep(page, "move")

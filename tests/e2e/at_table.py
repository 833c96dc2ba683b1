"""What a person does at a table: sit down, touch what is lit, wait for the next turn."""

import time
from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page

from parlour.core.texts import Text
from parlour.games import load

PASSWORD = "seven slow swans"
MOST_TOUCHES = 10  # for one step: an exchange of a whole hand is eight


def visit(page: Page, path: str) -> None:
    """Go to an address of the page."""
    page.goto(page.evaluate("location.origin") + path)


def table_of(page: Page) -> str:
    """The id of the table that is shown; its address may have more."""
    return page.url.rpartition("/table/")[2].partition("?")[0].partition("#")[0]


def sit_down(page: Page, game: str, seats: int = 2, persons: int = 1, **options: int) -> None:
    """From the game's own page: against bots, or with as many people at this device as there are seats."""
    visit(page, f"/play/{game}")
    page.locator("button[type=submit]").first.wait_for()
    if page.locator("input[name=seats]").count():
        page.locator("input[name=seats]").locator("xpath=..").filter(has_text=str(seats)).locator("input").check()
    if options:
        page.locator(".GamePage-summary").click()
    for option, value in options.items():
        page.get_by_label(load(game).catalogue().render(Text(f"option.{option}"))).select_option(str(value))
    if persons == 1:
        page.locator(".GamePage-begin button[type=submit]:enabled").click()
    else:
        assert persons == seats, "people at one device, or one person against bots"
        page.locator("[data-pass]").click()
        page.locator(".GamePage-offer button[type=submit]").click()
    page.locator("main[data-version], main[data-hand-to]").first.wait_for()


def sign_up(page: Page, name: str) -> None:
    _come_in(page, "/sign-up", name, "Take an account")


def sign_in(page: Page, name: str) -> None:
    _come_in(page, "/sign-in", name, "Sign in")


def _come_in(page: Page, path: str, name: str, button: str) -> None:
    visit(page, path)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name=button).click()
    page.locator(".HomePage-title").wait_for()


def settle(page: Page) -> None:
    """Wait until it is somebody's turn here, or the device is to be handed over, or all is over. Whoever has moved
    takes no long look at what came of it."""
    done = "main[data-hand-to], main[data-busy=false][data-mine=true], main[data-busy=false][data-over=true]"
    page.locator(f"[data-hand-over], {done}").first.wait_for()
    if page.locator("[data-hand-over]").count():
        page.locator("[data-hand-over]").click()
        page.locator(done).wait_for()


def version(page: Page) -> int:
    return int(page.locator("main").get_attribute("data-version") or -1)


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    """Playwright's own would evaluate a text in the page, which our pages forbid."""
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, "it does not come"
        page.wait_for_timeout(30)


def is_over(page: Page) -> bool:
    return page.locator("main").get_attribute("data-over") == "true"


def glowing(page: Page) -> Locator:
    """Places and pieces of the board that can be touched now as part of a move."""
    return page.locator("[data-look=lit][data-target]")


def lit(page: Page) -> list[str]:
    """What can be touched now as part of a move: places, pieces and buttons in amber."""
    found: list[str] = lit_things(page).evaluate_all("all => all.map(each => each.dataset.target)")
    return found


def lit_things(page: Page) -> Locator:
    return glowing(page).or_(page.locator(".ActionBar-bar .Button-turn[data-target]"))


def in_sight(page: Page) -> list[str]:
    """What is lit and shown: of a large board a phone shows a part, and the rest is for those who pan to it."""
    found: list[str] = lit_things(page).evaluate_all(SHOWN)
    return found


SHOWN = """all => all.filter(each => {
    const board = each.closest("[data-board][data-zoomed=true]");
    if (!board) return true;
    const [part, window] = [each.getBoundingClientRect(), board.getBoundingClientRect()];
    const [x, y] = [part.x + part.width / 2, part.y + part.height / 2];
    return window.left < x && x < window.right && window.top < y && y < window.bottom;
}).map(each => each.dataset.target)"""


def at(page: Page, target: str) -> Locator:
    return page.locator(f'[data-target="{target}"]')


def touch(page: Page, target: str) -> None:
    """Click on the middle of what is meant; of a card in a hand only the left edge is sure to be free."""
    if target.startswith("button:"):
        at(page, target).click()
    else:
        page.mouse.click(*place_of(page, target))


def by_finger(page: Page, target: str) -> None:
    """The same on a phone, where a crowded board asks whether that was meant."""
    if target.startswith("button:"):
        at(page, target).tap()
        return
    state = "main => [main.dataset.handTo, main.dataset.version, main.dataset.held].join()"
    before, confirm = page.locator("main").evaluate(state), page.locator("[data-confirm]")
    page.touchscreen.tap(*place_of(page, target))
    wait_until(page, lambda: confirm.count() > 0 or page.locator("main").evaluate(state) != before)
    if confirm.count():
        confirm.tap()


def place_of(page: Page, target: str) -> tuple[float, float]:
    box = at(page, target).bounding_box()
    assert box is not None
    across = 0.12 if target.startswith("piece:") else 0.5
    return box["x"] + box["width"] * across, box["y"] + box["height"] / 2


def move(
    page: Page,
    rng: Random,
    only: list[str] | None = None,
    touching: Callable[[Page, str], None] = touch,
    among: Callable[[Page], list[str]] = in_sight,
) -> None:
    """Touch lit things, chosen by the seed (the first of `only`), until a step is taken."""
    before, touched = version(page), []
    for _ in range(MOST_TOUCHES):
        wanted = only if only and not touched else among(page)
        open_now = [target for target in wanted if target not in touched]
        assert open_now, f"nothing is lit after {touched}"
        target = rng.choice(sorted(open_now))
        held = int(page.locator("main").get_attribute("data-held") or 0)
        touching(page, target)
        touched.append(target)
        page.locator(
            f"main[data-hand-to], main:not([data-version='{before}']), main[data-held='{held + 1}']"
        ).wait_for()
        settle(page)
        if page.locator("main[data-hand-to]").count() or version(page) != before:
            return
    raise AssertionError(f"no step after {touched}")


def play_to_the_end(page: Page, rng: Random, most: int = 400, touching: Callable[[Page, str], None] = touch) -> int:
    """Play whatever is lit until all is over; how many steps were taken here."""
    for steps in range(most):
        settle(page)
        if is_over(page):
            return steps
        move(page, rng, touching=touching)
    raise AssertionError(f"not over after {most} steps")

"""What a person without a pointer does at a table: Tab, arrows, Enter, Escape. The page is read, never touched."""

from random import Random

from playwright.sync_api import Page

from tests.e2e.at_table import lit, move, settle, wait_until

MOST_TABS = 120
# Whether what has the focus can be seen to have it: by a ring on it or on what stands for it, or by the board's cursor.
SEEN = """() => {
  const at = document.activeElement;
  if (!at || at === document.body || !at.matches(":focus-visible")) return false;
  const box = at.getBoundingClientRect();
  if (box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth) return false;
  const ringed = each => getComputedStyle(each).outlineStyle !== "none";
  const cursor = at.querySelector(".cursor-cursor");
  const stand_ins = at.matches("input") ? [...at.parentElement.children] : [];
  return [at, ...stand_ins].some(ringed) || (cursor !== null && getComputedStyle(cursor).display !== "none");
}"""
WHERE = """selector => {
  const [at, wanted] = [document.activeElement, document.querySelector(selector)];
  if (!wanted || wanted.matches(":disabled")) return "nowhere";
  if (at === wanted) return "here";
  return !at || at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING ? "after" : "before";
}"""
PLACES = """() => {
  const board = document.querySelector("[data-board]");
  const middle = each => { const b = each.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const cursor = board.querySelector("[data-cursor]");
  const all = Object.fromEntries([...board.querySelectorAll("[data-target]")].map(e => [e.dataset.target, middle(e)]));
  return { cursor: cursor && (cursor.dataset.target ?? cursor.dataset.cursor), at: cursor && middle(cursor), all };
}"""


def press(page: Page, key: str) -> None:
    """Whatever a key does, one sees afterwards where one is."""
    page.keyboard.press(key)
    assert page.evaluate(SEEN), f"no focus is seen after {key}"


def tab_to(page: Page, selector: str) -> None:
    page.locator(selector).first.wait_for(state="attached")
    for _ in range(MOST_TABS):
        where = page.evaluate(WHERE, selector)
        assert where != "nowhere", f"{selector} cannot have the focus"
        if where == "here":
            return
        press(page, "Tab" if where == "after" else "Shift+Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def sit_down_by_keys(page: Page, game: str, **options: int) -> None:
    """From the home page: at once against a bot; or, where options are wanted, by way of the game's own page."""
    page.locator(f"[data-play={game}]:enabled").wait_for()
    if not options:
        tab_to(page, f"[data-play={game}]")
    else:
        tab_to(page, f"[data-choose={game}]")
        page.keyboard.press("Enter")
        page.locator(".GamePage-summary").wait_for()
        wait_until(page, lambda: page.evaluate(SEEN))
        tab_to(page, ".GamePage-summary")
        press(page, "Enter")
        for option, value in options.items():
            tab_to(page, f"select[name=option-{option}]")
            page.keyboard.type(str(value))
        tab_to(page, ".GamePage-begin button[type=submit]")
    page.keyboard.press("Enter")
    page.locator("main[data-version]").wait_for()
    settle(page)
    assert page.evaluate(SEEN), "the keyboard has come along to the table"


def steer(page: Page, target: str) -> None:
    """The cursor of the board goes to a target: by arrows, and where those go in circles, in the order of reading."""
    tab_to(page, "[data-board]")
    been: set[str] = set()
    for _ in range(60):
        now = page.evaluate(PLACES)
        if now["cursor"] == target:
            return
        assert target in now["all"], f"{target} is no spot"
        if now["cursor"] is None:
            press(page, "ArrowDown")
            continue
        (x, y), (goal_x, goal_y) = now["at"], now["all"][target]
        across = "ArrowRight" if goal_x > x else "ArrowLeft"
        along = "ArrowDown" if goal_y > y else "ArrowUp"
        ways = [across, along] if abs(goal_x - x) > abs(goal_y - y) else [along, across]
        fresh = [way for way in ways if f"{now['cursor']} {way}" not in been]
        if not fresh:
            break
        been.add(f"{now['cursor']} {fresh[0]}")
        press(page, fresh[0])
    press(page, "Home")
    for _ in range(200):
        if page.evaluate(PLACES)["cursor"] == target:
            return
        press(page, "PageDown")
    raise AssertionError(f"{target} is not reached")


def touch_by_keys(page: Page, target: str) -> None:
    if target.startswith("button:"):
        tab_to(page, f'[data-target="{target}"]')
    else:
        steer(page, target)
    press(page, "Enter")


def move_by_keys(page: Page, rng: Random, only: list[str] | None = None) -> None:
    """As `move`, without a pointer; whatever is drawn between two touches, what has the focus is seen to have it."""
    touched: list[str] = []

    def touching(page: Page, target: str) -> None:
        assert not touched or page.evaluate(SEEN), f"the focus is lost after {touched}"
        touch_by_keys(page, target)
        touched.append(target)

    move(page, rng, only, touching, among=lit)
    assert page.evaluate(SEEN), f"the focus is lost after {touched}"

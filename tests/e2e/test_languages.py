"""The page in German: chosen by the browser, changed by a switch, kept with the account, and without English in it."""

import ast
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from parlour.core.diagrams import answers, diagrams_of
from parlour.core.puzzles import shown
from parlour.games import load
from parlour.house.puzzles.collection import collection_of
from parlour.house.texts import sentences
from tests.e2e.at_table import settle, sign_in, sign_up, visit
from tests.e2e.conftest import ARTEFACTS, DESKTOP, PHONE
from tests.e2e.english import english_on
from tests.e2e.test_rules import play
from tools import screens_house
from tools.languages import PAGE, read
from tools.screens_camera import Camera, launch
from tools.screens_house import Furnished, House, furnished
from tools.screens_pages import (
    console,
    games,
    guided_tables,
    letter_links,
    people,
    plain_pages,
    tournament_pages,
    waiting_rooms,
    without_network,
)

pytestmark = pytest.mark.browser

SAMPLE = (
    "/",
    "/settings",
    "/rules/yinsh",
    "/play/dance",
    "/analysis/connect4",
    "/tables",
    "/sign-up",
    "/tournaments",
    "/profile",
    "/console",
)


def test_a_german_browser_is_answered_in_german(open_page, keep):
    page = open_page(PHONE, locale="de-AT")
    found = {}
    for path in SAMPLE:
        visit(page, path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        if left := english_on(page, "de"):
            found[path] = left
    assert found == {}
    assert page.locator("html").get_attribute("lang") == "de"
    keep(page, "console")


def test_a_table_is_german_too(open_page, keep):
    page = open_page(DESKTOP, locale="de-DE")
    page.locator(".HomePage-game", has_text="Connect Four").get_by_role("button").first.click()
    settle(page)
    expect(page.get_by_role("region", name="Nachbarin")).to_be_visible()
    keep(page, "table")
    assert english_on(page, "de") == []


@pytest.mark.slow
def test_a_language_is_changed_by_a_switch_and_goes_with_the_account(open_page, keep):
    page = open_page(DESKTOP, locale="en-GB")
    sign_up(page, "Greta")
    visit(page, "/settings")
    page.get_by_role("radio", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    keep(page, "settings")
    page.reload()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()

    elsewhere = open_page(PHONE, locale="en-GB")
    sign_in(elsewhere, "Greta")
    expect(elsewhere.locator("html")).to_have_attribute("lang", "de")
    expect(elsewhere.get_by_role("heading", name="Was spielen wir?")).to_be_visible()


# -- all of it --------------------------------------------------------------------------------------------------


def tried_puzzles(camera: Camera, made: Furnished) -> None:
    """What is said of a try, right and wrong, and of a hint."""
    ada = made.people["Ada"]
    for game, id in made.puzzles.items():
        first, second, third = sorted(collection_of(load(game)).ordered, key=lambda one: one.id != id)[:3]
        wrong = next(each.text for each in shown(load(game), first).choices if each.text not in first.answers)
        ada.post(f"/puzzles/{game}/{first.id}/try", {"choice": wrong})
        ada.post(f"/puzzles/{game}/{second.id}/try", {"choice": second.answers[0], "hinted": True})
        for what, puzzle in (("wrong", first), ("right", second), ("hint", third)):
            page = camera.open(ada, f"/puzzles/{game}/{puzzle.id}")
            page.locator("[data-outcome]").wait_for()
            page.keyboard.press("h")
            camera.shoot(f"puzzle-{what}-{game}")


def tried_diagrams(camera: Camera, made: Furnished) -> None:
    """What a diagram says of a try: of every game one, of one step."""
    for game in made.puzzles:
        diagram = max(diagrams_of(load(game)), key=lambda name: len(ways_of_one_step(game, name)))
        for outcome, way in ways_of_one_step(game, diagram).items():
            page = camera.open(None, f"/rules/{game}")
            play(page, game, diagram, way)
            expect(page.locator(f"[data-diagram='{diagram}']")).to_have_attribute("data-outcome", outcome)
            camera.shoot(f"diagram-{outcome}-{game}")


def ways_of_one_step(game: str, name: str) -> dict[str, tuple[str, ...]]:
    """By what comes of them, right or wrong."""
    ways = [(way, now.outcome) for way, now in islice(answers(load(game), name), 400) if len(way) == 1]
    return {outcome: way for way, outcome in ways if outcome in ("right", "wrong")}


def ready_check(camera: Camera, made: Furnished) -> None:
    wish = {"game": "yinsh", "clock": {"pace": "live", "minutes": 5, "increment": 5}}
    table = made.people["Emil"].post("/quick-matches", wish)["rules"]["table"]
    assert made.people["Rudi"].post("/quick-matches", wish)["rules"]["table"] == table
    page = camera.open(made.people["Emil"], f"/table/{table}")
    page.locator("[data-ready=false]").wait_for()
    camera.shoot("ready-check")
    page.locator("[data-ready=false]").get_by_role("button").click()
    page.locator("[data-ready=true]").wait_for()
    camera.shoot("ready-said")
    camera.leave()
    for name in ("Emil", "Rudi"):
        made.people[name].ask("DELETE", f"/quick-matches/{table}")


SCENES = (
    plain_pages, games, people, tournament_pages, letter_links, console, waiting_rooms, guided_tables, tried_puzzles,
    tried_diagrams, ready_check, without_network,
)  # fmt: skip


class Reader(Camera):
    """Goes where the camera goes, and reads."""

    locale = "de-DE"

    def __init__(self, *where, written: frozenset[str]) -> None:
        super().__init__(*where)
        self.found: dict[str, list[str]] = {}
        self._written = written

    def shoot(self, name: str, dark: bool = False, alone: bool = False, still: bool = False) -> None:
        self.settle(alone)
        self.taken.append(name)
        if left := english_on(self.page, self.locale[:2], self._written):
            self.found[name] = left


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Furnished]]:
    with furnished(tmp_path_factory.mktemp("lived-in")) as (house, made):
        yield house, made


def walk(camera: Camera, made: Furnished) -> None:
    for scene in SCENES:
        scene(camera, made)
    for game, table in made.played.items():
        camera.open(made.people["Ada"], f"/table/{table}")
        camera.shoot(f"table-{game}")
    for game, table in made.over.items():
        camera.open(made.people["Ada"], f"/table/{table}")
        camera.shoot(f"over-{game}")
        camera.open(made.people["Ada"], f"/replay/{table}")
        camera.shoot(f"replay-{game}")
    for name in ("deploying", "takeback", "draw", "vacant", "device"):
        camera.open(made.people["Bob" if name in ("takeback", "draw") else "Ada"], f"/table/{made.tables[name]}")
        camera.shoot(f"table-{name}")
    camera.leave()


@pytest.fixture
def chromium(browser: Browser, lived_in: tuple[House, Furnished]) -> Iterator[Browser]:
    """Another one: addresses of the house that is lived in lead there."""
    started = launch(SimpleNamespace(chromium=browser.browser_type), lived_in[0])
    yield started
    started.close()


def written() -> frozenset[str]:
    """All that people in that house have written."""
    source = ast.parse(Path(screens_house.__file__).read_text("utf-8"))
    said = {each.value for each in ast.walk(source) if isinstance(each, ast.Constant) and each.value.__class__ is str}
    return frozenset(said | {f"{each} · {screens_house.NAME}" for each in said})  # a page's title has the house's name


@pytest.mark.slow
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_no_page_has_an_english_sentence_left(chromium, lived_in, tmp_path: Path, size: str) -> None:
    house, made = lived_in
    reader = Reader(chromium, house, tmp_path, size, written=written())
    walk(reader, made)
    assert len(reader.taken) > 80
    assert reader.found == {}, json.dumps(reader.found, indent=1, ensure_ascii=False)


# What is not all to be seen: beyond the screen's edge, or in an element that hides what does not fit. People's names
# may be cut: they have their own limits.
CUT = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter(
      (each) => each.getBoundingClientRect().right + scrollX >= root.scrollWidth - 1);
    found.push(`the page is ${root.scrollWidth} wide: ${wide.map((each) => each.getAttribute("class"))}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("bdi, svg, option, select, [class*=sr-only], [class*=srOnly]")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width <= 1 || text.height <= 1 || getComputedStyle(element).visibility === "hidden") continue;
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === "contents") continue;
      if (style.overflowX === "auto" || style.overflowX === "scroll" || style.clipPath !== "none") break;
      if (style.position === "absolute" && box.clientWidth <= 1) break;
      const edge = box.getBoundingClientRect();
      if (style.overflowX !== "visible" && (text.right > edge.right + 1.5 || text.left < edge.left - 1.5)) {
        found.push(`${node.data.trim().slice(0, 60)} in ${box.className}`);
        break;
      }
      if (style.overflowY === "hidden" && text.bottom > edge.bottom + 3) {
        found.push(`${node.data.trim().slice(0, 60)} below ${box.className}`);
        break;
      }
    }
  }
  return found;
}"""


def lengthened(sentence: str) -> str:
    """As long as some languages would make it: every word half as long again, none of its arguments touched."""
    parts = re.split(r"(\{\w+\})", sentence)
    return "".join(part if part.startswith("{") else re.sub(r"[^\W\d]{3,}", stretched, part) for part in parts)


def stretched(word: re.Match[str]) -> str:
    return word[0] + word[0][: len(word[0]) // 2].lower()


def all_lengthened(entries: dict) -> dict:
    return {
        key: lengthened(entry) if isinstance(entry, str) else {form: lengthened(said) for form, said in entry.items()}
        for key, entry in entries.items()
    }


class Measure(Reader):
    """Sees the page in a language that does not exist and has long words."""

    def furnish(self, context: BrowserContext) -> None:
        own = json.dumps(all_lengthened(read(PAGE / "en.json")))
        context.route("**/assets/de-*.js", lambda route: route.fulfill(
            body=f"export default {own}", content_type="text/javascript"
        ))  # fmt: skip

        def texts(route: Route) -> None:
            game = load(route.request.url.split("/")[-2])
            route.fulfill(json={"texts": all_lengthened(dict(sentences(game).entries))})

        context.route("**/api/v1/games/*/texts", texts)

    def shoot(self, name: str, dark: bool = False, alone: bool = False, still: bool = False) -> None:
        self.settle(alone)
        self.taken.append(name)
        if cut := self.page.evaluate(CUT):
            self.page.screenshot(path=ARTEFACTS / f"cut-{name}.png", full_page=True)
            self.found[name] = cut


@pytest.mark.slow
def test_on_a_phone_long_words_are_not_cut(chromium, lived_in, tmp_path: Path) -> None:
    house, made = lived_in
    ARTEFACTS.mkdir(exist_ok=True)
    measure = Measure(chromium, house, tmp_path, "phone", written=frozenset())
    walk(measure, made)
    assert len(measure.taken) > 80
    assert measure.found == {}, json.dumps(measure.found, indent=1)

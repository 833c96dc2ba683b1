"""The analysis board: played from all sides, with an engine that thinks in the browser."""

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.bots import machines
from parlour.core.compiled import retarget
from parlour.core.compiled.retarget import WASM
from parlour.core.match import Match
from parlour.games import load
from tests.e2e.at_table import lit, move, settle, sit_down, touch, visit
from tests.e2e.conftest import DESKTOP, DRESSES, PHONE
from tests.e2e.test_axe import findings
from tests.machines.conftest import WHOLE

pytestmark = pytest.mark.browser

MAIN = "main[data-analysis]"
BAR = "[data-values]"
NO_MODULE = ("404",)  # what is not about the engine is shown where it has no code for browsers, too
# What tells how a board is turned: where White's tray lies, which column is the first.
TURNED = {
    "yinsh": "() => document.querySelector('[data-zone=tray-0]').getAttribute('transform')",
    "command": "() => document.querySelector('.command-ground-coordinate').textContent",
}


def needs_module(game: str) -> None:
    """It is made, if it was not: it takes half a minute, once. Whoever asks for all is not told that games were left
    out."""
    if retarget.linker() is not None:
        machines.make(load(game), WASM)
    if machines.module_of(load(game), WASM) is None:
        (pytest.fail if WHOLE else pytest.skip)(f"{game} is not compiled for browsers here: there is no linker")


def analyse(page: Page, path: str) -> None:
    visit(page, path)
    page.locator(f"{MAIN}[data-fresh=true]").wait_for()


def as_analysis(match: Match) -> str:
    """A line of play as an analysis board saves it: that of a match that is not over is no record to open."""
    line = [{"by": each.actor, "do": each.text} for each in match.steps]
    seats = [{"name": "", "kind": "person"} for _ in match.seats]
    record = {"format": 1, "game": match.game.name, "rules_version": match.game.rules_version, "options": {}}
    return json.dumps({**record, "seats": seats, "steps": [], "variations": line})


def step(page: Page) -> int:
    return int(page.locator(MAIN).get_attribute("data-step") or 0)


def simulations(page: Page) -> int:
    return int(page.locator(MAIN).get_attribute("data-simulations") or 0)


def go_on(page: Page, target: str) -> None:
    before = step(page)
    touch(page, target)
    page.locator(f"{MAIN}[data-fresh=true][data-step='{before + 1}']").wait_for()


def tasks_of(page: Page, *names: str) -> list[list[float]]:
    """How many milliseconds of the processor the tasks of each name took of the page's own thread, in a second and a
    half while the engine thinks. Not of the clock: what a busy machine adds is not the page's."""
    before = simulations(page)
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.wait_for_timeout(1500)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    assert simulations(page) > before, "the engine thinks meanwhile"
    threads = [each for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"]
    own = [(each["pid"], each["tid"]) for each in threads]
    mine = [each for each in events if (each["pid"], each["tid"]) in own and "tdur" in each]
    return [[each["tdur"] / 1000 for each in mine if each["name"] == name] for name in names]


def in_column(page: Page, column: str) -> str:
    return next(each for each in lit(page) if each.startswith(f"site:{column}"))


def play_in(page: Page, column: str) -> None:
    move(page, Random(1), only=[in_column(page, column)])


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_all_sides_are_played_branches_are_kept_and_the_engine_thinks_beside(
    open_page: Any, keep: Any, size: tuple[int, int], dark: bool
) -> None:
    needs_module("connect4")
    page = open_page(size, dark=dark)
    analyse(page, "/analysis/connect4")
    for column in "ddc":
        go_on(page, in_column(page, column))
    if size == PHONE:
        page.locator(".Sheet-tab").first.click()
    expect(page.locator("[data-line]:not([data-line=''])").first).to_be_visible()
    assert simulations(page) > 0
    assert page.locator("[data-arrows]").get_attribute("data-arrows") != "0"
    keep(page, "analysis")
    assert findings(page) == []
    first = page.locator("[data-line]").first.get_attribute("data-line")
    page.locator("[data-line]").first.click()
    page.locator(f"{MAIN}[data-step='4']").wait_for()
    if size == PHONE:
        page.locator(".Sheet-tab").nth(1).click()
    assert page.locator(".VariationList-step").last.get_attribute("data-step") == first
    keep(page, "analysis-moves")
    assert findings(page) == []
    heard, tasks = tasks_of(page, "HandlePostMessage", "ThreadControllerImpl::RunTask")
    assert heard, "the engine reports"
    assert max(heard) < 10, "what it says is taken in at once"
    assert max(tasks) < 50, "nor is what is shown of it a long task"


def test_it_is_used_by_keys_kept_on_the_device_and_shared_by_a_link(open_page: Any) -> None:
    page = open_page(DESKTOP, may=NO_MODULE)
    analyse(page, "/analysis/connect4")
    for column in "dc":
        go_on(page, in_column(page, column))
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.locator(f"{MAIN}[data-fresh=true][data-step='1']").wait_for()
    go_on(page, in_column(page, "e"))
    assert page.locator(".VariationList-variation").count() == 1
    page.keyboard.press("ArrowUp")
    expect(page.locator("[aria-current=step]")).to_have_attribute("data-step", "c")
    page.get_by_label("Comment on this move").fill("The quiet way.")
    page.reload()
    page.locator(f"{MAIN}[data-fresh=true][data-step='2']").wait_for()
    expect(page.locator(".VariationList-comment")).to_have_text("The quiet way.")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("A link to this analysis").input_value()
    other = open_page(DESKTOP, path=re.sub(r"^https?://[^/]+", "", link), may=NO_MODULE)
    other.locator(f"{MAIN}[data-fresh=true][data-step='2']").wait_for()
    expect(other.locator(".VariationList-comment")).to_have_text("The quiet way.")
    assert other.locator(".VariationList-variation").count() == 1


def test_a_match_is_analysed_when_it_is_over_and_not_before(open_page: Any) -> None:
    page = open_page(DESKTOP, may=("409", "422", "403"))
    sit_down(page, "connect4", persons=2)
    play_in(page, "a")
    table = re.search(r"/table/([\w-]+)", page.url)
    assert table is not None
    visit(page, f"/analysis/connect4?table={table[1]}")
    expect(page.get_by_role("status")).to_contain_text("when the match is over")
    visit(page, f"/table/{table[1]}")
    settle(page)
    for column in "bababa":
        play_in(page, column)
    visit(page, f"/replay/{table[1]}?step=3")
    page.locator("main[data-step='3'][data-ready=true]").wait_for()
    page.get_by_role("link", name="Analyse from here").click()
    page.locator(f"{MAIN}[data-fresh=true][data-step='3']").wait_for()
    page.keyboard.press("End")
    page.locator(f"{MAIN}[data-fresh=true][data-step='7']").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
@pytest.mark.parametrize("game", ["yinsh", "dance", "luckymoose", "command", "regatta"])
def test_every_game_can_be_analysed(open_page: Any, keep: Any, game: str, size: tuple[int, int], dark: bool) -> None:
    needs_module(game)
    page = open_page(size, dark=dark)
    analyse(page, f"/analysis/{game}")
    if page.locator("[data-draw]").count():
        page.locator("[data-draw]").click()
        page.locator("[data-draw]").wait_for(state="detached")
        page.locator(f"{MAIN}[data-fresh=true]").wait_for()
    expect(page.locator(MAIN)).not_to_have_attribute("data-simulations", "0")
    if size == PHONE:
        page.locator(".Sheet-tab").first.click()
    expect(page.locator("[data-line]:not([data-line=''])").first).to_be_visible()
    keep(page, f"analysis-{game}")
    assert findings(page) == []


@pytest.mark.slow
def test_it_begins_at_the_rules_and_goes_into_a_file_and_out_of_one(open_page: Any) -> None:
    page = open_page(DESKTOP)
    visit(page, "/rules/connect4")
    page.get_by_role("link", name="Analysis board").click()
    page.locator(f"{MAIN}[data-fresh=true]").wait_for()
    for column in "dec":
        go_on(page, in_column(page, column))
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.locator(f"{MAIN}[data-fresh=true][data-step='2']").wait_for()
    go_on(page, in_column(page, "f"))
    with page.expect_download() as saved:
        page.locator("[data-save]").click()
    record = saved.value.path().read_text()
    other = open_page(DESKTOP)
    analyse(other, "/analysis/yinsh")
    other.get_by_role("button", name="Open a record").click()
    other.get_by_role("dialog").locator("textarea").fill(record)
    other.get_by_role("button", name="Open", exact=True).click()
    other.locator("main[data-analysis=connect4][data-fresh=true][data-step='3']").wait_for()
    assert other.locator(".VariationList-variation").count() == 1
    steps = other.locator(".VariationList-step")
    assert [steps.nth(i).get_attribute("data-step") for i in range(4)] == ["d", "e", "c", "f"]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_what_is_threatened_is_an_arrow_of_its_own_and_a_sentence(
    open_page: Any, keep: Any, size: tuple[int, int], dark: bool
) -> None:
    needs_module("connect4")
    page = open_page(size, dark=dark)
    analyse(page, "/analysis/connect4")
    for column in "dadbd":  # and a fourth in the middle would win
        go_on(page, in_column(page, column))
    if size == PHONE:
        page.locator(".Sheet-tab").first.click()
    page.locator("[data-skip]").click()
    expect(page.locator("[data-line]:not([data-line=''])").first).to_have_attribute("data-line", "d")
    expect(page.locator("[data-threat]")).to_have_text(re.compile("drops a disc into column d", re.IGNORECASE))
    expect(page.locator("[data-arrows='1'] [data-rank='0']")).to_have_count(1)
    keep(page, "analysis-threat")
    assert findings(page) == []
    assert lit(page) == [], "nothing is played where somebody has passed"
    page.locator("[data-skip]").click()
    page.locator(f"{MAIN}[data-fresh=true][data-step='5']").wait_for()
    expect(page.locator("[data-rank='0']")).to_have_count(0)


@pytest.mark.parametrize("game", ["yinsh", pytest.param("command", marks=pytest.mark.slow)])
def test_the_board_stays_as_it_is_turned_whoever_is_to_act(open_page: Any, game: str) -> None:
    page = open_page(DESKTOP, may=NO_MODULE)
    match = Match(load(game), 2)
    rng = Random(3)
    while not match.over and not (match.step_count > 50 and match.actor >= 0):
        match.play(match.actor, rng.choice(match.legal(match.actor) if match.actor >= 0 else list(match.outcomes())))
    analyse(page, f"/analysis/{game}")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("dialog").locator("textarea").fill(as_analysis(match))
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(f"{MAIN}[data-fresh=true][data-step='{match.step_count}']").wait_for()

    def lies() -> list[Any]:
        """How the board is turned, and the bar beside it."""
        return [page.evaluate(TURNED[game]), page.locator(BAR).get_attribute("data-below")]

    page.locator("h1").click()
    first = lies()
    assert first[1] == "0"
    for way, by in (("A step back", -1), ("A step back", -1), ("A step forward", 1)):
        there = step(page) + by
        page.get_by_role("button", name=way).click()
        page.locator(f"{MAIN}[data-fresh=true][data-step='{there}']").wait_for()
        assert lies() == first
    page.locator("h1").click()
    page.keyboard.press("f")
    expect(page.locator(BAR)).to_have_attribute("data-below", "1")
    assert lies()[0] != first[0]
    page.locator("[data-turn]").click()
    expect(page.locator(BAR)).to_have_attribute("data-below", "0")
    assert lies() == first


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_its_dialogs_can_be_read_by_everybody(open_page: Any, keep: Any, size: tuple[int, int], dark: bool) -> None:
    page = open_page(size, dark=dark)
    analyse(page, "/analysis/connect4")
    go_on(page, in_column(page, "d"))
    dialog = page.get_by_role("dialog")
    tabs = page.locator(".Sheet-tab")
    for name in ("Share", "Play on from here", "Open a record", "Begin anew", "Remove from here"):
        if size == PHONE and name == "Share":
            tabs.nth(3).click()
        elif size == PHONE and name == "Play on from here":
            tabs.nth(2).click()
        else:
            if size == PHONE and not page.get_by_role("button", name=name).count():
                tabs.nth(1).click()
            page.get_by_role("button", name=name).click()
        dialog.wait_for()
        keep(page, f"analysis-{name.lower().replace(' ', '-')}")
        assert findings(page) == [], name
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")


def test_as_a_seat_knew_it_the_others_cards_lie_face_down(open_page: Any) -> None:
    page = open_page(DESKTOP, may=NO_MODULE)
    analyse(page, "/analysis/dance")
    page.locator("[data-draw]").click()
    page.locator("[data-draw]").wait_for(state="detached")
    page.locator(f"{MAIN}[data-fresh=true]").wait_for()
    with page.expect_response(lambda answer: answer.url.endswith("/analysis")) as told:
        page.locator("label", has_text="As Player 1 knew it").click()
    found = told.value.json()
    page.locator(f"{MAIN}[data-fresh=true]").wait_for()
    assert (found["known"], found["viewer"]) == (True, 0)
    faces = {
        piece["at"]: piece.get("face") for piece in found["scene"]["pieces"] if piece["at"].startswith("zone:hand")
    }
    assert faces["zone:hand-1"] == "down"
    assert faces["zone:hand-0"] != "down"


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_hidden_hands_are_looked_at_as_a_seat_knew_them_or_open(
    open_page: Any, keep: Any, size: tuple[int, int], dark: bool
) -> None:
    needs_module("dance")
    page = open_page(size, dark=dark)
    analyse(page, "/analysis/dance")
    page.locator("[data-draw]").click()
    page.locator("[data-draw]").wait_for(state="detached")
    page.locator(f"{MAIN}[data-fresh=true]").wait_for()
    told: list[Any] = []
    page.on(
        "response",
        lambda answer: answer.url.endswith("/analysis") and answer.request.method == "POST" and told.append(answer),
    )
    page.locator("label", has_text="As Player 1 knew it").click()
    expect(page.get_by_text("Averaged over").first).to_be_visible()
    keep(page, "analysis-known")
    assert findings(page) == []
    page.get_by_label("Whose knowledge").select_option("1")
    page.locator(f"{MAIN}[data-fresh=true]").wait_for()
    expect(page.get_by_text("It is not Player 2’s turn").first).to_be_attached()
    assert [(each["known"], each["viewer"]) for each in (answer.json() for answer in told)] == [(True, 0), (True, 1)]
    page.locator("label", has_text="All cards open").click()
    expect(page.get_by_text("Nobody at the table could have known this").first).to_be_visible()
    expect(page.locator(MAIN)).not_to_have_attribute("data-simulations", "0")


@pytest.mark.slow
def test_whoever_plays_all_sides_from_a_position_passes_the_device(open_page: Any) -> None:
    page = open_page(DESKTOP)
    analyse(page, "/analysis/connect4")
    for column in "dd":
        go_on(page, in_column(page, column))
    page.locator("[data-play-from]").click()
    page.locator("label", has_text="All sides myself").click()
    page.locator("[data-play-on]").click()
    page.locator("main[data-version]").wait_for()
    settle(page)
    for column in "ab":
        play_in(page, column)

"""The installed app without a network: it opens, shows games and how they went, keeps moves and sends each once."""

from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.at_table import PASSWORD, sign_in, sign_up, wait_until
from tests.e2e.conftest import DESKTOP, PATIENCE, PHONE, SAME_SHARE, free_port, serve, tell, wait_for
from tests.e2e.test_axe import Inspection

pytestmark = pytest.mark.browser

SIZES = [
    pytest.param(DESKTOP, False, id="desktop"),
    pytest.param(PHONE, True, id="phone-dark"),
    pytest.param(DESKTOP, True, id="desktop-dark", marks=pytest.mark.slow),
    pytest.param(PHONE, False, id="phone", marks=pytest.mark.slow),
]
ASK = """async ([method, path, body, key]) => {
  const answer = await fetch("/api/v1" + path, { method, body: body && JSON.stringify(body), headers: {
    ...(body ? { "Content-Type": "application/json" } : {}), ...(key ? { "Idempotency-Key": key } : {}) } });
  const said = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(path + " " + answer.status + " " + JSON.stringify(said));
  return said;
}"""


class House:
    """A house of its own, which can be stopped and opened again with all that it knew."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, free_port()
        self.address = f"http://127.0.0.1:{self._port}"
        self._process: Popen[str] | None = None
        self._opened = 0

    def open(self) -> None:
        self._process = serve(self._port, self._folder)
        wait_for(self.address)
        # Its chance is the same at every start: somebody new would be given the id of somebody who is there already.
        self._opened += 1
        tell(self._process, f"opened {self._opened}")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)
            self._process = None


@pytest.fixture(scope="module")
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("offline"))
    house.open()
    yield house
    house.stop()


class Device(NamedTuple):
    """A browser of somebody's, with the page's worker."""

    context: BrowserContext
    page: Page

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        return self.page.evaluate(ASK, [method, path, body, key])

    def steps(self, table: str, seat: int) -> list[str]:
        lines = self.ask("GET", f"/tables/{table}/events?seat={seat}")["lines"]
        return [line["text"] for line in lines if line["kind"] == "step"]


@pytest.fixture
def device(browser: Browser, own_house: House) -> Iterator[Any]:
    opened: list[BrowserContext] = []

    def open_at(size: tuple[int, int] = DESKTOP, dark: bool = False, locale: str = "en-GB") -> Device:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", locale=locale,
            color_scheme="dark" if dark else "light", base_url=own_house.address,
        )  # fmt: skip
        context.add_init_script(SAME_SHARE)
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(own_house.address)
        return Device(context, page)

    yield open_at
    for context in opened:
        context.close()


names = iter(range(1, 1000))


def account(made: Device, name: str) -> str:
    """Signed up with a name of its own; answers the name."""
    own = f"{name}{next(names)}"
    sign_up(made.page, own)
    return own


def table_of_two(ada: Device, bob: Device, steps: str = "") -> str:
    """Ada has the first move; steps are columns, by turns."""
    wanted = {"game": "connect4", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": {"pace": "days", "days": 3}}
    table: str = ada.ask("POST", "/tables", wanted)["rules"]["table"]
    bob.ask("POST", f"/tables/{table}/seats", {})
    for number, step in enumerate(steps):
        move([ada, bob][number % 2], table, number % 2, step)
    return table


def move(who: Device, table: str, seat: int, step: str) -> None:
    who.ask("POST", f"/tables/{table}/steps", {"seat": seat, "steps": [step]})


def everything_is_here(page: Page, *tables: str) -> None:
    """Until the device has the page's files and these tables."""
    page.goto("/games")
    wait_until(page, lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    wait_until(page, lambda: page.evaluate("caches.match('/all-is-kept').then((found) => found !== undefined)"))
    wait_until(page, lambda: page.evaluate(KEPT, list(tables)))


KEPT = """(tables) => new Promise((done) => {
  const open = indexedDB.open("parlour", 1);
  open.onsuccess = () => {
    const store = open.result.transaction("kept").objectStore("kept");
    const all = store.getAllKeys();
    const values = store.getAll();
    values.onsuccess = () => {
      const at = all.result.findIndex((key) => key.endsWith(" brought"));
      const brought = at < 0 ? {} : values.result[at];
      open.result.close();
      done(tables.every((table) => table in brought));
    };
  };
})"""
ALL_KEPT = """() => new Promise((done) => {
  const open = indexedDB.open("parlour", 1);
  open.onsuccess = () => {
    const all = open.result.transaction("kept").objectStore("kept").getAllKeys();
    all.onsuccess = () => { open.result.close(); done(all.result); };
  };
})"""


def play(page: Page, column: str) -> None:
    page.locator("main[data-busy]").first.wait_for()
    page.locator(f"[data-target^='site:{column}']").first.click(force=True)
    confirm = page.locator("[data-confirm]")
    if confirm.count():
        confirm.click()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), SIZES)
def test_an_hour_without_a_network_each_move_arrives_once_and_conflicts_are_told(device, own_house, keep, size, dark):
    ada, bob = device(size, dark), device()
    name = account(ada, "Ada")
    account(bob, "Bob")
    desk = device()  # Ada's other device
    desk.ask("POST", "/sessions", {"name": name, "password": PASSWORD})
    plain = table_of_two(ada, bob, "dcde")
    moved_on, over = table_of_two(ada, bob, "ab"), table_of_two(ada, bob, "cd")
    taken_back = table_of_two(ada, bob, "abcd")
    page = ada.page
    inspection = Inspection(page, keep)
    everything_is_here(page, plain, moved_on, over, taken_back)

    page.clock.install()
    ada.context.set_offline(True)
    page.goto("/games")
    expect(page.locator("[data-offline]")).to_be_visible()
    expect(page.get_by_role("link", name="Play Connect Four")).to_have_count(4)
    inspection.look("games")
    for table in (plain, moved_on, over, taken_back):
        page.goto(f"/table/{table}")
        expect(page.get_by_text("There is no network. Your move waits on this device")).to_be_visible()
        if table == plain:
            inspection.look("table")
            before = page.locator("main[data-line]").get_attribute("data-line")
            if size == PHONE:
                page.locator(".Sheet-tab", has_text="Moves").click()
            page.get_by_role("button", name="A step back").first.press("Enter")
            expect(page.locator("main[data-line]")).not_to_have_attribute("data-line", before or "")
            page.get_by_role("button", name="Back to now").first.press("Enter")
            page.keyboard.press("Escape")
        play(page, "f")
        expect(page.locator("[data-move=waiting]")).to_be_visible()
    inspection.look("waiting")

    move(desk, moved_on, 0, "g")
    move(bob, moved_on, 1, "g")
    move(bob, over, 1, "resign")
    bob.ask("POST", f"/tables/{taken_back}/takeback", {"seat": 1})
    desk.ask("POST", f"/tables/{taken_back}/takeback/answer", {"seat": 0, "yes": True})

    own_house.stop()  # and nothing of it can be had from anywhere
    page.goto("/")
    page.clock.fast_forward("01:00:00")
    page.goto("/games")
    expect(page.locator("[data-waiting-moves] li")).to_have_count(4)
    inspection.look("games-waiting")
    own_house.open()

    ada.context.set_offline(False)
    page.clock.run_for(60_000)
    expect(page.locator("[data-waiting-moves] li")).to_have_count(3)
    expect(page.locator("[data-offline]")).to_have_count(0)
    panel = page.locator("[data-waiting-moves]")
    expect(panel.get_by_text("The match has gone on since this move was chosen.")).to_be_visible()
    expect(panel.get_by_text("A move has been taken back since this one was chosen.")).to_be_visible()
    inspection.look("conflicts")
    page.reload()
    expect(page.locator("[data-waiting-moves] li")).to_have_count(3)
    assert bob.steps(plain, 1) == ["d", "c", "d", "e", "f"]
    assert bob.steps(moved_on, 1) == ["a", "b", "g", "g"]
    assert bob.steps(over, 1) == ["c", "d", "resign"]
    assert "f" not in bob.steps(taken_back, 1)
    for left in (2, 1, 0):
        panel.get_by_role("button", name="All right").first.press("Enter")
        expect(page.locator("[data-waiting-moves] li")).to_have_count(left)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert inspection.found == {}


def test_a_move_whose_answer_was_lost_is_sent_again_and_played_once(device):
    """The house has taken it, and the page cannot know: it asks again with the same key."""
    ada, bob = device(), device()
    account(ada, "Ada")
    account(bob, "Bob")
    table = table_of_two(ada, bob, "dc")
    page = ada.page
    everything_is_here(page, table)
    ada.context.set_offline(True)
    page.goto(f"/table/{table}")
    play(page, "f")
    expect(page.locator("[data-move=waiting]")).to_be_visible()
    keys: list[str | None] = []

    def lose_the_first(route: Route) -> None:
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) == 1:
            assert route.fetch().status == 200
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/api/v1/tables/*/steps", lose_the_first)
    ada.context.set_offline(False)
    wait_until(page, lambda: len(keys) > 0)
    expect(page.locator("[data-move=waiting]")).to_have_count(0)
    wait_until(page, lambda: len(keys) > 1)
    assert len(set(keys)) == 1, keys
    assert None not in keys
    assert bob.steps(table, 1) == ["d", "c", "f"]
    page.goto("/games")
    expect(page.get_by_role("link", name="Play Connect Four").or_(page.locator("h1")).first).to_be_visible()
    expect(page.locator("[data-waiting-moves] li")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_the_device_keeps_goes_at_sign_out_and_another_person_sees_nothing_of_it(device, size):
    ada, bob = device(size), device()
    account(ada, "Ada")
    other = account(bob, "Bob")
    table = table_of_two(ada, bob, "dc")
    page = ada.page
    everything_is_here(page, table)
    me = ada.ask("GET", "/me")["person"]["id"]
    assert any(key.startswith(me) and table in key for key in page.evaluate(ALL_KEPT))
    page.goto("/profile/account")
    page.get_by_role("button", name="Sign out").last.click()
    page.get_by_role("button", name="Really? Sign out").click()
    page.locator(".HomePage-title").wait_for()
    left = [key for key in page.evaluate(ALL_KEPT) if me in key or table in key]
    assert left == []
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('parlour.kept.'))") == []
    sign_in(page, other)
    ada.context.set_offline(True)
    page.goto(f"/table/{table}")
    expect(page.get_by_text("The house does not answer.")).to_be_visible()
    page.goto("/games")
    expect(page.locator("[data-offline]")).to_be_visible()
    ada.context.set_offline(False)

"""A real server with the built page, and Debian's Chromium to look at it."""

import json
import os
import re
import shutil
import socket
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from parlour.server.http.page import PAGE

PATIENCE = 30_000  # ms: a machine that has much else to do may stand still for seconds
expect.set_options(timeout=PATIENCE)

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "tests" / "artefacts"
CHROMIUMS = ("chromium-headless-shell", "chromium")  # as in ./dev
ARGS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
# Bots that do not pause to be watched; and the same cards and bots every time: a test says with a line what they are to
# be made from, since which tests have been here before it is left to chance.
SERVE = """
import sys, threading, uvicorn
from pathlib import Path
from parlour.server.app import create_app
from tests.serving import SeededEntropy, parts, settings_for
entropy = SeededEntropy("the house")
app = create_app(settings_for(Path(sys.argv[2]), host="127.0.0.1", port=int(sys.argv[1])), parts(entropy=entropy))
def reseed():
    for line in sys.stdin:
        if line.startswith("guests "):
            app.state["services"].accounts.guests = line.split()[1]
        else:
            entropy.reseed(line)
        print("done", flush=True)
threading.Thread(target=reseed, daemon=True).start()
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", timeout_graceful_shutdown=1, ws="websockets-sansio")
"""
# The page adds a random share to the chance of a match. Here it is always the same, so that the cards are.
SAME_SHARE = """{
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => bytes.length === 32 ? bytes.fill(7) : random(bytes);
}"""
DESKTOP, PHONE, TABLET = (1280, 800), (390, 844), (820, 1180)
# A size and whether it is dark; the other two with --all.
DRESSES = [
    pytest.param(DESKTOP, False, id="desktop"),
    pytest.param(PHONE, True, id="phone-dark"),
    pytest.param(DESKTOP, True, id="desktop-dark", marks=pytest.mark.slow),
    pytest.param(PHONE, False, id="phone", marks=pytest.mark.slow),
]


SIZED = frozenset(("size", "dark", "name", "look"))  # parameters that say how a page is looked at


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The ordinary run looks at each page on one screen. Which one goes by the test's name: so that all are looked at
    somewhere. The others come with --all."""
    groups: dict[str, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("browser") and hasattr(item, "callspec"):
            params = item.callspec.params
            if SIZED & params.keys() and not item.get_closest_marker("slow"):
                others = sorted((key, str(value)) for key, value in params.items() if key not in SIZED)
                groups.setdefault(f"{item.originalname} {others}", []).append(item)
    for name, group in groups.items():
        chosen = group[crc32(name.encode()) % len(group)]
        for item in group:
            if item is not chosen:
                item.add_marker(pytest.mark.slow)


def some_of(games: Sequence[str], *ordinary: str) -> list[Any]:
    """As a parameter: these in the ordinary run, all with --all."""
    return [game if game in ordinary else pytest.param(game, marks=pytest.mark.slow) for game in games]


@pytest.fixture
def house(server: "tuple[str, Popen[str]]", request: pytest.FixtureRequest) -> str:
    """The address of a server of our own, with cards for this test."""
    tell(server[1], request.node.name)
    return server[0]


def tell(process: "Popen[str]", line: str) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    assert process.stdout.readline() == "done\n"


@pytest.fixture
def let_guests(server: "tuple[str, Popen[str]]") -> "Iterator[Callable[[str], None]]":
    """Decides as a host would with `--guests`; after the test they are welcome again."""
    yield lambda how: tell(server[1], f"guests {how}")
    tell(server[1], "guests welcome")


def serve(port: int, folder: Path, **environment: str) -> "Popen[str]":
    command = [sys.executable, "-c", SERVE, str(port), str(folder)]
    return Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdin=PIPE, stdout=PIPE, text=True)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[tuple[str, Popen[str]]]":
    if not (PAGE / "index.html").exists():
        pytest.skip("the page is not built: run ./dev build")
    port = free_port()
    process = serve(port, tmp_path_factory.mktemp("house"))
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        yield address, process
    finally:
        process.terminate()
        process.wait(10)


def wait_for(address: str) -> None:
    """Until every game is ready, which may mean that it has to be compiled first."""
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address + "/api/v1/games", timeout=5) as answer:
                if all(game["ready"] for game in json.load(answer)):
                    return
        except OSError:
            pass
        time.sleep(0.2)
    raise TimeoutError(address)


@pytest.fixture
def mail(server: "tuple[str, Popen[str]]") -> Path:
    """The folder with all letters of the house."""
    *_, folder = server[1].args
    return Path(str(folder)) / "mail"


def find_chromium() -> str | None:
    return os.environ.get("PARLOUR_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For these tests alone: as long as it is there a loop runs in this thread, and no other can."""
    chromium = find_chromium()
    if chromium is None:
        pytest.skip("there is no Chromium: set PARLOUR_CHROMIUM to one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        yield browser
        browser.close()


class Watched:
    """A page that keeps account of what must not happen. `may` are words of the console that a test expects: a browser
    writes there that the server said no, or that a connection broke."""

    def __init__(self, page: Page, house: str, may: tuple[str, ...]) -> None:
        self.page = page
        self.may = ("Service Worker registration blocked by Playwright", *may)
        self.trouble: list[str] = []
        page.on("console", lambda m: m.type in ("error", "warning") and self.hear(m.text))
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("request", lambda r: r.url.startswith(house) or self.trouble.append(f"outside: {r.url}"))

    def hear(self, line: str) -> None:
        if not any(words in line for words in self.may):
            self.trouble.append(f"console: {line}")


@pytest.fixture
def open_page(browser: Browser, house: str) -> Iterator[object]:
    """Opens the page at a size; at the end nothing may have gone wrong on it."""
    opened: list[Watched] = []

    def open_at(
        size: tuple[int, int],
        dark: bool = False,
        touch: bool = False,
        may: tuple[str, ...] = (),
        path: str = "",
        before: str = "",
        worker: bool = False,
        locale: str | None = None,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, reduced_motion="reduce",
            service_workers="allow" if worker else "block", color_scheme="dark" if dark else "light",
            locale=locale,
        )  # fmt: skip
        context.add_init_script(SAME_SHARE)
        if before:
            context.add_init_script(before)
        watched = Watched(context.new_page(), house, may)
        opened.append(watched)
        watched.page.set_default_timeout(PATIENCE)
        watched.page.goto(house + path)
        return watched.page

    yield open_at
    for watched in opened:
        watched.page.context.close()
    assert [line for watched in opened for line in watched.trouble] == []


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> object:
    """Keeps a screenshot under tests/artefacts, to be looked at."""
    ARTEFACTS.mkdir(exist_ok=True)
    name = re.sub(r"\W+", "-", request.node.name.removeprefix("test_")).strip("-")

    def keep_as(page: Page, what: str) -> None:
        page.screenshot(path=ARTEFACTS / f"{name}--{what}.png")

    return keep_as

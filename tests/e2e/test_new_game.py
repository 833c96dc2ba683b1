"""A game that somebody adds as one folder of Python is played on the page, with nothing changed under web/."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from parlour.cli import main
from tests.docs.conftest import installed, tutorial, tutorial_files  # noqa: F401
from tests.e2e.at_table import is_over, lit, settle, touch, version
from tests.e2e.conftest import DESKTOP, PHONE, Watched, free_port, serve, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]  # its rules and bots are compiled first


HEX = '''
    return Plan("hex", 5, 3, tuple(Site(str(i + 1), *tile(i)) for i in range(STONES)))


def tile(i: int) -> tuple[float, float]:
    """Three rows of four, every second one half a tile to the right."""
    row, column = divmod(i, 4)
    return column + 0.5 + row % 2 / 2, 0.6 + row * 0.866
'''
GRID = re.compile(r"\n    # Also: .*\n    return Plan\(\"grid\".*\n")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house with two games as `parlour new-game` makes them: as it is, and with tiles of six sides."""
    folder = tmp_path_factory.mktemp("begun")
    for name in ("pebbles", "tiles"):
        assert main(["new-game", name, "--in", str(folder)]) == 0
    table = folder / "tiles" / "tiles" / "table.py"
    hexes, found = GRID.subn(HEX, table.read_text("utf-8"))
    assert found == 1
    table.write_text(hexes, "utf-8")
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    site = folder / "site"
    for name in ("pebbles", "tiles"):
        command = [sys.executable, "-m", "pip", "install", *quiet, "--target", str(site), str(folder / name)]
        subprocess.run(command, check=True)
    port = free_port()
    house = serve(port, tmp_path_factory.mktemp("house"), PYTHONPATH=str(site))
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        yield address
    finally:
        house.terminate()
        house.wait(20)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["pebbles", "tiles"])
def test_a_game_that_was_just_begun_is_read_about_and_played(browser: Browser, begun: str, keep, game, size, locale):
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", service_workers="block", locale=locale
    )  # fmt: skip
    try:
        watched = Watched(context.new_page(), begun, ())
        page = watched.page
        page.set_default_timeout(120_000)  # it is compiled at first
        page.goto(f"{begun}/rules/{game}")
        diagram = page.locator("[data-diagram='win']")
        expect(diagram).to_contain_text("Nimm den letzten Stein." if locale == "de-DE" else "Take the last stone.")
        diagram.locator("[data-target='site:1']").first.click(force=True)
        expect(diagram).to_have_attribute("data-outcome", "right")
        keep(page, "rules")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.goto(f"{begun}/play/{game}")
        page.locator(".GamePage-begin button[type=submit]:enabled").click()
        settle(page)
        keep(page, "table")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        while not is_over(page):
            before = version(page)
            touch(page, sorted(lit(page))[0])
            page.locator(f"main:not([data-version='{before}'])").wait_for()
            settle(page)
        assert watched.trouble == []
    finally:
        context.close()


def test_a_game_of_one_python_folder_is_played_to_its_end_in_the_browser(
    browser: Browser,
    installed: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    house = serve(port, tmp_path, PYTHONPATH=str(installed))
    context = browser.new_context(
        viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, reduced_motion="reduce", service_workers="block"
    )  # fmt: skip
    try:
        wait_for(address)
        watched = Watched(context.new_page(), address, ())
        page, rng = watched.page, Random("new")
        page.goto(address)
        page.locator(".HomePage-game", has_text="Four in Line").locator("[data-play]").click()
        settle(page)
        while not is_over(page):
            before = version(page)
            touch(page, rng.choice(sorted(lit(page))))
            page.locator(f"main:not([data-version='{before}'])").wait_for()
            settle(page)
        assert page.locator(".MatchStage-title").inner_text() != ""
        assert watched.trouble == []
    finally:
        context.close()
        house.terminate()
        house.wait(20)

"""A game that somebody adds as one folder of Python is played on the page, with nothing changed under web/."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.docs.conftest import installed, tutorial, tutorial_files  # noqa: F401
from tests.e2e.at_table import is_over, lit, settle, touch, version
from tests.e2e.conftest import DESKTOP, Watched, free_port, serve, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]  # its rules and bots are compiled first


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

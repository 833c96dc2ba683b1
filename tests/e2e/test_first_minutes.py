"""While games are still being compiled each card says how far it is, and whoever pressed one sits down by itself."""

import json
import os
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.at_table import settle, visit
from tests.e2e.conftest import DESKTOP, DRESSES, free_port, serve
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser


class Faked:
    """Answers about games as a server would that is not done with them."""

    def __init__(self, page: Page, *unready: str) -> None:
        self.unready, self.asked = {*unready}, list[str]()
        page.route(re.compile(r"/api/v1/games(/\w+)?$"), self._answer)

    def _answer(self, route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for game in told if isinstance(told, list) else [told]:
            if game["name"] in self.unready:
                far = {"stage": "rules", "share": 0.4, "seconds": 50}
                queued = {"stage": "queued", "share": 0, "seconds": 90}
                game.update(ready=False, preparing=far if game["name"] in self.asked else queued)
        if not isinstance(told, list):
            self.asked.append(told["name"])
        route.fulfill(response=answer, body=json.dumps(told))


@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_every_card_says_how_far_its_game_is_and_the_one_that_was_pressed_begins_by_itself(open_page, keep, size, dark):
    page = open_page(size, dark=dark)
    faked = Faked(page, "yinsh", "dance")
    visit(page, "/")
    card = page.locator(".HomePage-game[data-game=yinsh]")
    expect(card).to_contain_text("about 90 s")
    expect(page.locator("[data-game=connect4] [data-getting-ready]")).to_have_count(0)
    page.locator("[data-play=yinsh]").click()
    expect(card).to_contain_text("Compiling the rules: about 50 s more")
    expect(card).to_contain_text("The table opens by itself when it is ready.")
    keep(page, "compiling")
    assert findings(page) == []
    faked.unready.discard("yinsh")
    page.locator("main[data-version]").wait_for()
    settle(page)


@pytest.mark.slow
def test_who_does_not_wait_any_longer_leaves_no_table_behind(open_page):
    page = open_page(DESKTOP)
    faked = Faked(page, "yinsh")
    visit(page, "/")
    page.locator("[data-play=yinsh]").click()
    expect(page.locator(".HomePage-game[data-game=yinsh]")).to_contain_text("The table opens by itself")
    page.locator("[data-play=yinsh]").click()
    expect(page.locator("[data-play=yinsh]")).to_contain_text("Play")
    faked.unready.clear()
    page.wait_for_timeout(1500)
    assert page.url.endswith("/")
    mine = page.evaluate("fetch('/api/v1/tables?mine=true').then(answer => answer.text())")
    assert "yinsh" not in mine


@pytest.mark.slow
def test_from_an_empty_cache_the_pressed_game_is_played_first(browser: Browser, tmp_path: Path) -> None:
    """With a real compiler: minutes."""
    port, house = free_port(), tmp_path / "house"
    house.mkdir()
    began = time.monotonic()
    process = serve(port, house, PARLOUR_CACHE=str(tmp_path / "cache"))
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.set_default_timeout(600_000)
        deadline = time.monotonic() + 60
        while True:
            try:
                page.goto(f"http://127.0.0.1:{port}/")
                break
            except Exception:
                assert time.monotonic() < deadline, "the server is not there"
                time.sleep(0.2)
        page.locator("[data-game=yinsh] [data-getting-ready]").wait_for()
        page.locator("[data-play=yinsh]").click()
        said = page.locator("[data-game=yinsh] [data-getting-ready]").inner_text()
        assert re.search(r"about \d+ s", said)
        page.locator("main[data-version]").wait_for()
        settle(page)
        print(f"yinsh, pressed: a move can be made {time.monotonic() - began:.0f} s after the start; it said {said!r}")
        others = page.evaluate("fetch('/api/v1/games').then(r => r.json())")
        assert any(not game["ready"] for game in others), "it came before others"
    finally:
        context.close()
        os.kill(process.pid, 15)
        process.wait(20)


@pytest.mark.parametrize("address", ["/nothing-here", "/nothing/at/all"])
def test_an_address_that_is_not_there_shows_a_page_with_a_way_home(open_page, keep, address):
    page = open_page(DESKTOP, may=("status of 404",))
    visit(page, address)
    expect(page.get_by_text("There is nothing at this address.")).to_be_visible()
    page.locator("main").get_by_role("link").first.click()
    page.locator(".HomePage-title").wait_for()

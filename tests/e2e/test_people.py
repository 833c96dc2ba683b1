"""Accounts, sessions and settings in the browser; the shell without a network; a house that restarts."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_table import PASSWORD, lit, move, settle, sit_down, version, visit
from tests.e2e.conftest import DESKTOP, PHONE, Watched, free_port, serve, wait_for

pytestmark = pytest.mark.browser


def test_a_guest_takes_an_account_signs_out_and_in_and_has_the_games_still(open_page, keep):
    page = open_page(DESKTOP, may=("status of 401", "status of 422"))
    sit_down(page, "connect4")
    settle(page)
    visit(page, "/sign-up")
    page.get_by_label("Name").fill("Anna Berg")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Take an account").click()
    page.locator(".Form-refusal", has_text="too short").wait_for()
    page.get_by_label("Password").fill(PASSWORD)
    keep(page, "sign-up")
    page.get_by_role("button", name="Take an account").click()
    page.locator(".HomePage-title").wait_for()
    expect(page.locator(".PageFrame-person")).to_contain_text("Anna Berg")
    visit(page, "/profile/account")
    page.get_by_text("this browser").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Really? Sign out").click()
    page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill("Anna Berg")
    page.get_by_label("Password").fill("not this one at all")
    page.get_by_role("button", name="Sign in").click()
    page.locator(".Form-refusal", has_text="do not go together").wait_for()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.locator(".HomePage-title").wait_for()
    visit(page, "/games")
    page.locator(".Rows-row", has_text="Connect Four").wait_for()


@pytest.mark.slow
def test_a_name_is_changed_where_everybody_sees_it(open_page):
    page = open_page(PHONE)
    sit_down(page, "connect4")
    visit(page, "/profile/account")
    page.get_by_label("What others see").fill("Quiet Otter")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    expect(page.locator("h1")).to_have_text("Quiet Otter")


@pytest.mark.parametrize("width", [1181, *(pytest.param(width, marks=pytest.mark.slow) for width in (1241, 1280))])
def test_a_guests_bar_has_one_line(open_page, keep, width):
    page = open_page((width, 800))
    sit_down(page, "yinsh")
    settle(page)
    page.goto(page.url.partition("/table")[0])
    page.locator(".Badge-badge").first.wait_for()
    words = page.locator("header a:visible").evaluate_all(
        """all => all.map(each => {
            const words = document.createRange();
            words.selectNodeContents(each);
            return [each.textContent, words.getBoundingClientRect().height];
        })"""
    )
    assert [text for text, height in words if height > 40] == [], "two lines of words are higher"
    assert page.evaluate("document.documentElement.scrollWidth") == width
    keep(page, "bar")


def test_settings_are_remembered_on_this_device(open_page):
    page = open_page(DESKTOP, path="/settings")
    page.locator("input[name=theme]").nth(2).check()
    page.locator("html[data-theme=dark]").wait_for()
    page.reload()
    page.locator("html[data-theme=dark]").wait_for()
    page.locator("input[name=confirm]").nth(1).check()
    page.reload()
    expect(page.locator("input[name=confirm]").nth(1)).to_be_checked()
    page.locator("html[data-theme=dark]").wait_for()


def test_without_a_network_the_shell_opens_and_says_so(open_page):
    page = open_page(DESKTOP, worker=True, may=("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket"))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.locator(".HomePage-game").first.wait_for()
    page.reload()  # from here on the worker serves it
    page.locator(".HomePage-game").first.wait_for()
    page.context.set_offline(True)
    page.reload()
    page.locator("[data-touch=offline], [data-touch=lost], [data-touch=connecting]").first.wait_for()
    page.locator("[data-offline]", has_text="There is no network.").wait_for()
    page.context.set_offline(False)
    page.locator("[data-touch=live]").wait_for()


@pytest.mark.slow
def test_a_house_that_restarts_is_told_of_and_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    house = serve(port, tmp_path)
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )  # fmt: skip
    try:
        wait_for(address)
        watched = Watched(context.new_page(), address, ("WebSocket connection", "ERR_CONNECTION_REFUSED"))
        page, rng = watched.page, Random("restart")
        page.goto(address)
        sit_down(page, "connect4")
        settle(page)
        move(page, rng)
        settle(page)
        before = version(page)
        house.terminate()
        house.wait(20)
        page.locator("[data-touch]:not([data-touch=live])").wait_for()
        expect(page.locator(".MatchStage-plate")).to_contain_text(re.compile("look, not move"))
        assert lit(page) == []
        house = serve(port, tmp_path)
        wait_for(address)
        page.locator("[data-touch=live]").wait_for()
        settle(page)
        assert version(page) == before
        move(page, rng)
        settle(page)
        assert version(page) > before
        assert watched.trouble == []
    finally:
        context.close()
        house.terminate()
        house.wait(20)

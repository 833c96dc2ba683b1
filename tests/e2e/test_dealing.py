"""Fair dealing in the browser: the commitment is there before anything is drawn, a share is given, the end is checked
on the device, and a house that cheats is found out."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from parlour.cli import main
from tests.e2e.at_table import settle, sit_down, table_of, visit
from tests.e2e.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.browser

SIZES = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]
WORDS = "seven slow swans, and a goose"


def noted(page: Page) -> dict[str, object]:
    """What the device has written down about the table that is shown."""
    table = table_of(page)
    return json.loads(page.evaluate("key => localStorage.getItem(key)", f"parlour.kept.{table}.dealing") or "null")


def give_up(page: Page) -> None:
    """The shortest way to the end: the match is left, and looked at again."""
    table = page.url
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Leave the match").click()
    page.get_by_role("button", name=re.compile("Leave and lose|Let a bot play on")).click()
    page.locator(".HomePage-title").wait_for()
    page.goto(table)
    page.locator("main[data-over=true]").wait_for()


def report(page: Page) -> None:
    page.locator("[data-dealing-report]").first.click()
    page.locator("[data-check]").wait_for()


def check(page: Page) -> None:
    report(page)
    page.locator("[data-check]").click()
    page.locator("[data-fair]").wait_for()


def finding(page: Page, about: str) -> str | None:
    return page.locator(f"[data-finding={about}]").get_attribute("data-good")


@pytest.mark.parametrize("size", SIZES)
def test_a_match_is_dealt_with_a_share_of_this_devices_own_and_checked_at_its_end(
    open_page: Callable[..., Page], keep: Callable[[Page, str], None], size: tuple[int, int], tmp_path: Path
) -> None:
    page = open_page(size, touch=size == PHONE)
    sit_down(page, "luckymoose")
    settle(page)
    before = noted(page)
    assert before["before"] is True
    assert before["shares"] == {"0": "07" * 32}
    give_up(page)
    check(page)
    keep(page, "checked")
    assert page.locator("[data-fair]").get_attribute("data-fair") == "true"
    assert [finding(page, about) for about in ("secret", "noted", "share", "draws")] == ["true"] * 4
    # The same with the program, from the file, with what the page says should be typed.
    command = page.locator("[data-command]").inner_text().split(" ", 2)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save record").last.click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    assert command[:2] == ["parlour", "verify"]
    _, _, options = command[2].partition(" ")
    assert main(["verify", str(record), *options.replace("'", "").split()]) == 0


@pytest.mark.slow
def test_own_words_are_asked_for_once_the_commitment_is_shown(
    open_page: Callable[..., Page], keep: Callable[[Page, str], None]
) -> None:
    page = open_page(DESKTOP)
    visit(page, "/play/luckymoose")
    page.locator(".GamePage-summary").click()
    page.locator("[data-own-words]").get_by_label("My own words").check()
    page.locator(".GamePage-begin button[type=submit]:enabled").click()
    panel = page.locator("[data-dealing]")
    panel.wait_for()
    shown = noted(page)["commitment"]
    expect(panel.locator("code")).to_have_text(str(shown))
    keep(page, "words")
    panel.get_by_label("Your own words").fill(WORDS)
    panel.locator("[data-give-words]").click()
    page.locator("main[data-version]").wait_for()
    assert noted(page) == {"commitment": shown, "before": True, "shares": {"0": WORDS}}


def cheats(page: Page, change: Callable[[dict[str, object]], None]) -> None:
    """From now on the house tells another story of how it dealt."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        change(told)
        route.fulfill(json=told)

    page.route("**/fairness*", answer)


@pytest.mark.slow
def test_a_house_that_swaps_its_secret_is_found_out(open_page: Callable[..., Page]) -> None:
    """Another secret, its own commitment, and draws that follow from it: right in itself."""
    page = open_page(DESKTOP)
    sit_down(page, "luckymoose")
    settle(page)
    give_up(page)

    def swap(told: dict[str, object]) -> None:
        told.update(secret="00" * 32, commitment="66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")

    cheats(page, swap)
    check(page)
    assert page.locator("[data-fair]").get_attribute("data-fair") == "false"
    assert (finding(page, "secret"), finding(page, "noted")) == ("true", "false")


@pytest.mark.slow
def test_a_draw_that_was_not_the_dealers_is_found_out(open_page: Callable[..., Page]) -> None:
    page = open_page(DESKTOP)
    sit_down(page, "luckymoose")
    settle(page)
    give_up(page)

    def forge(told: dict[str, object]) -> None:
        draw = told["drawn"][2]  # type: ignore[index]
        draw["text"] = next(text for text, _ in draw["outcomes"] if text != draw["text"])

    cheats(page, forge)
    check(page)
    assert page.locator("[data-fair]").get_attribute("data-fair") == "false"
    assert (finding(page, "secret"), finding(page, "draws")) == ("true", "false")
    expect(page.locator("[data-finding=draws]")).to_contain_text("Step 3")

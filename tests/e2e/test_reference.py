"""The page that shows the API's description, in a real browser under our own policy."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.server.live.real import real_house

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_the_description_is_drawn_without_a_complaint(browser: Browser, tmp_path: Path) -> None:
    with real_house(tmp_path) as house:
        page, complaints = browser.new_page(), list[str]()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{house.address}/api/v1/schema")
        page.get_by_text("Open a table").first.click()
        page.get_by_text("Send: NewTable").wait_for()
        assert page.locator("details").count() > 60
        assert complaints == []
        page.close()

"""One's own data in the browser: asked for, watched while the file is made, downloaded, deleted."""

import json
import zipfile

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.at_table import settle, sign_up, sit_down, table_of, visit
from tests.e2e.conftest import DRESSES
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DRESSES)
def test_somebody_takes_their_data_away(open_page, keep, request, tmp_path, size, dark):
    page, found = open_page(size, dark=dark), {}
    box = page.locator("[data-export]")

    def look(name: str) -> None:
        box.scroll_into_view_if_needed()
        keep(page, name)
        if held := findings(page):
            found[name] = held
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], name

    name = f"Dora {request.node.callspec.id}"[:24]
    sign_up(page, name)
    sit_down(page, "connect4")
    settle(page)
    table = table_of(page)
    visit(page, "/profile/data")
    box.get_by_role("button", name="Put my data into a file").wait_for()
    look("none")

    def on_its_way(route: Route) -> None:
        route.fulfill(json={"state": "running", "done": 12, "of": 40})

    # A file of one table is there at once; how it looks meanwhile is shown with an answer of our own.
    page.route("**/api/v1/me/export", on_its_way)
    box.get_by_role("button", name="Put my data into a file").click()
    box.get_by_text("12 of 40 tables are in it").wait_for()
    expect(box.get_by_role("progressbar")).to_have_attribute("value", "12")
    look("making")
    page.unroute("**/api/v1/me/export", on_its_way)
    box.get_by_role("button", name="Put my data into a file").click()  # it was never asked for

    page.locator("[data-export][data-state=done]").wait_for()
    expect(box.get_by_role("status").first).to_contain_text("Your file is ready")
    look("done")
    with page.expect_download() as download:
        box.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "parlour-my-data.zip"
    download.value.save_as(tmp_path / "mine.zip")
    with zipfile.ZipFile(tmp_path / "mine.zip") as file:
        assert file.read("README.txt").decode().startswith(f"What this house knows about {name}\n")
        assert [one["id"] for one in json.loads(file.read("tables.json"))] == [table]
        assert f"running/connect4-{table}.json" in file.namelist()
    page.reload()
    page.locator("[data-export][data-state=done]").wait_for()
    box.get_by_role("button", name="Delete the file").click()
    box.get_by_role("button", name="Really? Delete the file").click()
    box.get_by_text("The file is deleted").wait_for()
    box.get_by_role("button", name="Put my data into a file").wait_for()
    look("deleted")
    assert found == {}

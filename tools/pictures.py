"""Make the pictures of the README anew: `python tools/pictures.py [GAME …]`, after ./dev build.

A real server, the built page and Chromium. In every game somebody plays some turns as the coach of a guided game would,
and the table is kept as a picture under docs/pictures.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.e2e.at_table import settle
from tests.e2e.conftest import ARGS, find_chromium, free_port, serve, wait_for

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = (1280, 800)
BOTS = {"dance": 2, "regatta": 3}  # else one
STEPS = {"yinsh": 26, "command": 40, "luckymoose": 16, "dance": 14, "regatta": 9}  # one's own, before it is drawn


class House:
    """The API, as somebody who has come in as a guest."""

    def __init__(self, request: APIRequestContext, address: str) -> None:
        self._request, self._api, self._address = request, f"{address}/api/v1", address
        self.post("/guests", {})

    def post(self, path: str, body: object) -> Any:
        answer = self._request.post(self._api + path, data=body, headers={"Origin": self._address})
        assert answer.ok, answer.text()
        return answer.json()

    def now(self, table: str, cursor: int) -> Any:
        path = f"{self._api}/tables/{table}/events?seat=0&after={cursor}&wait=20&draw=false"
        answer = self._request.get(path, timeout=60_000)
        assert answer.ok, answer.text()
        return answer.json()


def play(house: House, game: str) -> str:
    """Some turns at a new table; answers its id."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * BOTS.get(game, 1)]
    table: str = house.post("/tables", {"game": game, "seats": seats, "guided": True})["rules"]["table"]
    cursor, taken = 0, 0
    while True:
        news = house.now(table, cursor)
        now, cursor = news["now"], news["cursor"]
        if 0 not in now.get("to_act", []):
            assert now["phase"] != "over", f"{game} is over before its picture is made: fewer steps"
            continue
        if taken >= STEPS[game]:
            return table
        shown = house.post(f"/tables/{table}/hint", {"seat": 0})
        house.post(f"/tables/{table}/steps", {"seat": 0, "steps": [shown["step"]]})
        taken += 1


def picture(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(
        viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce", service_workers="block"
    )
    table = play(House(context.request, address), game)
    page = context.new_page()
    page.goto(f"{address}/table/{table}")
    settle(page)
    page.locator(".Coach-away").click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(1000)  # fonts and the last of any motion
    page.screenshot(path=PICTURES / f"{game}.jpg", type="jpeg", quality=88)
    context.close()


def main(games: list[str]) -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("there is no Chromium: set PARLOUR_CHROMIUM to one")
    unknown = set(games) - set(STEPS)
    if unknown:
        raise SystemExit(f"no picture is made of {', '.join(sorted(unknown))}; there are {', '.join(STEPS)}")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        house = serve(port, Path(folder))
        try:
            wait_for(address)
            browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
            for game in games or STEPS:
                picture(browser, address, game)
                print(f"{game}.jpg", flush=True)
            browser.close()
        finally:
            house.terminate()
            house.wait(10)


if __name__ == "__main__":
    main(sys.argv[1:])

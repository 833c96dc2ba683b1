"""A match played on over HTTP while a page looks on: what leads up to a moment need not be touched."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.e2e.at_table import table_of

News = dict[str, Any]
OFFERS = ("resign", "draw", "decline")


class AtTable:
    """The table that the page shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.house = page.evaluate("location.origin")
        self.address = f"{self.house}/api/v1/tables/{table_of(page)}"

    def news(self, seat: int) -> News:
        answer = self.page.request.get(f"{self.address}/events?seat={seat}&view=true")
        assert answer.ok, answer.text()
        found: News = answer.json()
        return found

    def play(self, seat: int, step: str) -> None:
        headers = {"Origin": self.house}
        data = {"seat": seat, "steps": [step]}
        answer = self.page.request.post(f"{self.address}/steps", data=data, headers=headers)
        assert answer.ok, answer.text()

    def play_on(self, steps: int, choose: Callable[[News], str], seats: tuple[int, ...] = (0, 1)) -> None:
        """So many steps of these seats, or as many as there are."""
        while steps > 0:
            now = self.news(seats[0])["now"]
            acting = [each for each in now.get("to_act", []) if each in seats]
            if now["phase"] == "over":
                return
            if acting:
                self.play(acting[0], choose(self.news(acting[0])))
                steps -= 1
            else:
                self.page.wait_for_timeout(30)

    def play_until(
        self, kind: str, choose: Callable[[News], str], most: int = 300, seats: tuple[int, ...] = (0, 1)
    ) -> str:
        """Until a moment of that kind is told; its words as the last one who acted is told them."""
        told, seat = 0, seats[0]
        for _ in range(most):
            news = self.news(seat)
            lines = [line for line in news["lines"][told:] if line.get("moment", {}).get("kind") == kind]
            if lines:
                return str(lines[-1]["moment"]["words"]["key"])
            told = len(news["lines"])
            acting = [each for each in news["now"].get("to_act", []) if each in seats]
            if not acting:
                self.page.wait_for_timeout(30)
                continue
            seat = acting[0]
            self.play(seat, choose(self.news(seat)))
        raise AssertionError(f"no {kind} after {most} steps")


def steps_in(news: News) -> list[str]:
    """The moves that are open; what is done besides is left out."""
    choices = news["now"]["choices"]
    return [each["text"] for each in choices if not each["also"] and each["text"] not in OFFERS] or [
        each["text"] for each in choices if each["text"] not in OFFERS
    ]


def at_random(rng: Random) -> Callable[[News], str]:
    """Anything that is open; a fleet that stands is said to be ready."""

    def choose(news: News) -> str:
        texts = steps_in(news)
        return "ready" if "ready" in texts else rng.choice(texts)

    return choose


def homeward(rng: Random, halt: str | None = None) -> Callable[[News], str]:
    """Sails to what is next by the shortest way that is open; or the way that ends with a card or a bump, if there is
    such a way. Who is to bump goes after the other boat: a race alone may come about without any."""

    def choose(news: News) -> str:
        now = news["now"]
        view, texts = now["view"], [choice["text"] for choice in now["choices"] if not choice["also"]]
        ways = [way for way in view["ways"] if way["fault"] is None and way["heading"] in texts]
        if halt and (wanted := [way for way in ways if way["halt"] == halt]):
            return str(wanted[0]["heading"])
        if not ways or view["next"] is None:
            return rng.choice(texts)
        other = next(boat["at"] for seat, boat in enumerate(view["boats"]) if seat != view["seat"])
        x, y = map(int, (other if halt == "bump" else view["next"]["at"]).split(","))

        def away(way: dict[str, Any]) -> tuple[int, int]:
            px, py = map(int, (way["track"] or [way["to"]])[-1].split(","))
            return max(abs(px - x), abs(py - y)), abs(px - x) + abs(py - y)

        best = min(ways, key=away)
        return str(rng.choice([best["heading"]] * 4 + [way["heading"] for way in ways]))

    return choose

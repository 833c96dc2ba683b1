"""A house in which strangers have been: all that can be written has been, at tables, in tournaments, as names."""

from typing import Any, NamedTuple

import httpx

from tests.e2e.at_table import PASSWORD
from tests.hostile.strings import NAMES
from tests.server.conftest import Visitor

LIVE = {"pace": "live", "minutes": 60, "increment": 5}
MOST_TITLES = 20  # of one organiser
Json = dict[str, Any]


class StrangersHouse(NamedTuple):
    said: list[str]  # as it is kept
    titles: list[str]
    table: str
    waiting: str
    over: str
    cup: str  # before it begins
    bracket: str
    player: str


def furnish(house: str, strings: list[str], mark: str) -> StrangersHouse:
    """`mark` makes the accounts' names new: another test may have been here before."""
    strings = whole(strings)
    with httpx.Client(base_url=house, timeout=60) as client:
        rtl, wide = account(client, house, f"נועה {mark}"), account(client, house, f"WWWWWWWWWWWWWWWW {mark}")
        guests = [named(Visitor(client, house), name) for name in NAMES]
        table = rtl.open("connect4", "mo", clock=LIVE, rated=True)
        must(wide.post(f"{table.path}/seats", {}))
        told = talk([rtl, wide, *guests], table.path, strings)
        waiting = guests[0].open("dance", "moooo")
        for guest in guests[1:4]:
            must(guest.post(f"{waiting.path}/seats", {}))
        talk(guests, waiting.path, strings[:20])
        over = rtl.open("connect4", "mo", clock=LIVE, rated=True)
        must(wide.post(f"{over.path}/seats", {}))
        for who, seat, step in ((rtl, 0, "a"), (wide, 1, "b"), (rtl, 0, "resign")):
            must(who.post(f"{over.path}/steps", {"seat": seat, "steps": [step]}))
        # The last of them with a title that turns.
        titles, cups = announce(client, house, [*strings[:MOST_TITLES], "Cup \u202eשלום 123 \u2067 2026"], mark)
        for cup in (cups[0], cups[-1]):
            for guest in (rtl, wide, *guests[:7]):
                must(guest.post(f"/tournaments/{cup.id}/entrants"))
        must(cups[0].organiser.post(f"/tournaments/{cups[0].id}/start", {}))
        return StrangersHouse(told, titles, table.id, waiting.id, over.id, cups[-1].id, cups[0].id, rtl.me["id"])


def whole(strings: list[str]) -> list[str]:
    """Without those that no browser can send: they have half of a character in them."""
    return [text for text in strings if not any("\ud800" <= c <= "\udfff" for c in text)]


def account(client: httpx.Client, house: str, name: str) -> Visitor:
    visitor = Visitor(client, house)
    made = must(visitor.post("/accounts", {"name": name, "password": PASSWORD}))
    visitor.headers["Cookie"] = made.headers["set-cookie"].partition(";")[0]
    client.cookies.clear()
    return visitor


def named(visitor: Visitor, name: str) -> Visitor:
    must(visitor.send("PATCH", "/me", {"name": name}))
    return visitor


def talk(people: list[Visitor], path: str, strings: list[str]) -> list[str]:
    """Everybody in turn; what is refused is not said. Answers what was kept."""
    for number, text in enumerate(strings):
        answer = people[number % len(people)].post(f"{path}/talk", {"text": text})
        assert answer.status_code in (200, 400, 422), answer.text
    heard = must(people[-1].get(f"{path}/events")).json()["lines"]
    return [line["text"] for line in heard if line["kind"] == "said"]


def announce(client: httpx.Client, house: str, strings: list[str], mark: str) -> tuple[list[str], list["Announced"]]:
    """A tournament for every title that is taken."""
    titles, cups = list[str](), list[Announced]()
    for number, text in enumerate(strings):
        if number % MOST_TITLES == 0:
            organiser = account(client, house, f"ליאת {mark}{number}")
        body = {"title": text, "kind": "knockout", "game": "connect4", "clock": LIVE, "bots": True}
        answer = organiser.post("/tournaments", body)
        assert answer.status_code in (201, 400, 422), answer.text
        if answer.status_code == 201:
            titles.append(answer.json()["title"])
            cups.append(Announced(answer.json()["tournament"], organiser))
    return titles, cups


class Announced(NamedTuple):
    id: str
    organiser: Visitor

    def call_off(self) -> None:
        must(self.organiser.post(f"/tournaments/{self.id}/cancel"))


def must(answer: Any) -> Any:
    assert answer.status_code in (200, 201), answer.text
    return answer

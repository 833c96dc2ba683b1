"""A house moves to another machine, from a file to PostgreSQL and back: nobody notices, but for the time it took."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.core.record import from_json
from parlour.core.verify import verify
from parlour.games import load
from parlour.house import uptimes
from parlour.house.mail import records as mail_records
from parlour.house.mail.notice import Notice
from parlour.house.mail.notices import Forgotten, written
from parlour.house.people.passwords import Cost, Passwords
from parlour.server.app import create_app
from parlour.store import open_store
from tests.server.conftest import API, BASE, Sitting, Visitor, wait_until_ready
from tests.server.http.mail.mail_club import GOOD, Club, SentLetters, text, wait_for
from tests.server.http.tournaments.test_tournaments import CUP
from tests.serving import HouseClient, TurnedTime, parts, settings_for

pytestmark = pytest.mark.compiled

AWAY = 5 * 3600 * 1000  # milliseconds that the move takes


@contextmanager
def club_at(place: str, folder: Path, now: int, seed: int) -> Iterator[Club]:
    clock, letters = TurnedTime(now), SentLetters()
    settings = settings_for(folder, database=place)
    inside = parts(seed, sender=letters, time=clock, passwords=Passwords(Cost(4, 8, 1)))
    with HouseClient(create_app(settings, inside), base_url=BASE) as client:
        yield Club(client, letters, clock)


def ok(answer: Any) -> Any:
    assert answer.status_code in (200, 201, 202), answer.text
    return answer.json()


def again(visitor: Visitor, club: Club) -> Visitor:
    """The same browser, at the house's new place: the cookie is the one of before."""
    visitor.client = club.client
    return visitor


def clocks(club: Club, visitor: Visitor, table: str) -> list[int]:
    """The time that each seat has left, whether its clock stands or runs."""
    told = ok(visitor.get(f"/tables/{table}"))["now"]["clocks"]
    return [one["left"] if "left" in one else one["due"] - club.clock.now() for one in told]


async def leave_in_doubt(place: str) -> None:
    """A letter that was on its way when the house was closed: it may have been sent, or not."""
    store = await open_store(place)
    notice = Notice(key="in doubt", kind="forgotten", at=1, due=1, until=2**50, body=written(Forgotten("Ada")))
    await mail_records.put_notice(store, notice)
    await mail_records.begin_sending(store, "in doubt")
    await store.close()


def test_people_matches_clocks_ratings_and_letters_go_along_there_and_back(
    postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, last, file, back = (str(tmp_path / name) for name in ("first.db", "last.db", "file", "back"))
    now = TurnedTime().now()
    with club_at(first, tmp_path, now, seed=3) as club:
        wait_until_ready(club.client, "connect4", "luckymoose")
        ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
        token = ok(ada.post("/me/tokens", {"label": "My robot", "scopes": ["read"]}))["token"]
        over = ada.open("luckymoose", "mo", rated=True)
        live = ada.open("connect4", "mo", clock={"pace": "live", "minutes": 10, "increment": 5})
        days = ada.open("connect4", "mo", clock={"pace": "days", "days": 3})
        for table in (over, live, days):
            ok(bo.post(f"{table.path}/seats", {}))
        [acting] = over.now(0)["to_act"]
        player = Sitting((ada, bo)[acting], over.id)
        ok(player.act(acting, next(one["text"] for one in player.now(acting)["choices"] if not one.get("also"))))
        ok(bo.send("DELETE", f"{over.path}/seats/mine"))
        cup = ok(ada.post("/tournaments", CUP))["tournament"]
        ok(bo.post(f"/tournaments/{cup}/entrants"))
        club.clock.pass_by(60_000)
        ok(live.act(0, "a"))
        club.clock.pass_by(7_000)
        left = clocks(club, ada, live.id)
        assert left == [605_000 - 60_000 + 5_000, 605_000 - 7_000], "the clocks run"
        wait_for(lambda: bool(ok(ada.get(f"/players/{ada.me['id']}/ratings"))["ratings"]), "it is rated")
        ratings = ok(ada.get(f"/players/{ada.me['id']}/ratings"))
        told = Sitting(ada, live.id).news(0)["lines"]
        assert club.letters.messages == []
        now = club.clock.now()
        store = club.client.app.state["services"].tables.store
        club.client.blocking_portal.call(
            partial(uptimes.beat, store), 1, now
        )  # the last sign of life, which comes every few seconds
    asyncio.run(leave_in_doubt(first))
    assert main(["export", file, "--database", first]) == 0
    assert main(["import", file, "--database", postgres]) == 0
    assert main(["ratings", "check", "--database", postgres]) == 0
    said = capsys.readouterr().out.split()
    assert said[said.index("content") + 2] == said[len(said) - said[::-1].index("content") + 1]
    with club_at(postgres, tmp_path, now + AWAY, seed=4) as club:
        wait_until_ready(club.client, "connect4", "luckymoose")
        ada, bo = again(ada, club), again(bo, club)
        assert ok(ada.get("/me"))["person"]["name"] == "Ada"
        assert ok(club.ask("/sessions", {"name": "bo", "password": GOOD}))["person"]["name"] == "Bo"
        robot = club.client.get(f"{API}/me", headers={"Authorization": f"Bearer {token}", "Cookie": ""})
        assert ok(robot)["person"]["name"] == "Ada"
        assert ok(ada.get(f"/players/{ada.me['id']}/ratings")) == ratings
        assert ok(bo.get(f"/tournaments/{cup}"))["me"]["entered"]
        record = from_json(ada.get(f"{over.path}/record").content)
        assert verify(record, load("luckymoose")).good
        assert Sitting(ada, live.id).news(0)["lines"] == told
        assert clocks(club, ada, live.id) == left, "while the house was on its way no clock ran"
        ok(Sitting(bo, live.id).act(1, "b"))
        deliver = club.client.app.state["services"].delivery.deliver_due
        club.clock.pass_by(60_000)  # what is in doubt is tried again after a pause
        club.client.blocking_portal.call(deliver)
        letters = [club.letter(), club.letter()]
        assert {letter.to for letter in letters} == {"ada@example.org"}
        assert sorted("/reset#" in text(letter) for letter in letters) == [False, True], "one in doubt, one that waited"
        club.client.blocking_portal.call(deliver)
        assert club.letters.messages == []
        now = club.clock.now()
    assert main(["export", back, "--database", postgres]) == 0
    assert main(["import", back, "--database", last]) == 0
    assert main(["ratings", "check", "--database", last]) == 0
    with club_at(last, tmp_path, now + AWAY, seed=5) as club:
        wait_until_ready(club.client, "connect4", "luckymoose")
        ok(Sitting(again(ada, club), live.id).act(0, "a"))
        ok(Sitting(again(ada, club), days.id).act(0, "a"))
        assert club.letters.messages == [], "nothing is sent a second time"

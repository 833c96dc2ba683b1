"""A function may be gone before or after anything that it does to the world: a write, a message that it hands in, a
letter, a file. Each such point is tried, one after the other, in a house of its own; then the event comes again."""

import io
import itertools
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from parlour.aws.exports import BucketFiles
from parlour.house.tables.clocks import MINUTE
from parlour.store.dynamo.client import READS, Client
from tests.aws.cloud import Cloud, Json, KeptClients, Post, Tab, open_table, queue_event
from tests.aws.events import http_event, socket_event
from tests.places import DYNAMO

pytestmark = [pytest.mark.compiled, DYNAMO]
PASSWORD = "a long enough password"
HANDED_IN = (KeptClients.tell, KeptClients.think, KeptClients.wake_later, BucketFiles.keep, Post.take)
NUMBERS = itertools.count(1)  # of people
MOST_POINTS = 60  # of one event; reached by none


class Killed(BaseException):
    """Nothing of the instance goes on."""


class Points:
    """All that an instance does to the world, counted while somebody aims."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._aim, self._after, self.reached, self.where = 0, False, 0, ""
        for function in HANDED_IN:
            owner = next(each for each in (KeptClients, BucketFiles, Post) if function in vars(each).values())
            patch.setattr(owner, function.__name__, self._deadly(function))
        ask = Client.ask
        deadly = self._deadly(ask)

        async def asked(client: Client, call: str, **more: Any) -> Any:
            return await (ask if call in READS else deadly)(client, call, **more)

        patch.setattr(Client, "ask", asked)

    def _deadly(self, function: Callable[..., Any]) -> Callable[..., Any]:
        async def deadly(*given: Any, **more: Any) -> Any:
            self.reached += self._aim > 0
            if not self._aim or self.reached != self._aim:
                return await function(*given, **more)
            self.where = function.__name__
            if self._after:
                await function(*given, **more)
            raise Killed

        return deadly

    def aim(self, number: int, after: bool) -> None:
        self._aim, self._after, self.reached, self.where = number, after, 0, ""

    def rest(self) -> None:
        self._aim = 0


class Trial(NamedTuple):
    """An event, and what must be so when it was seen to."""

    name: str
    event: Json
    check: Callable[[str, bool], None]  # by what the function was killed, and whether after it


def a_step(cloud: Cloud) -> Trial:
    tabs = [Tab(cloud), Tab(cloud)]
    table = open_table(tabs[0], tabs[1:])
    for seat, tab in enumerate(tabs):
        tab.watch(table, seat)
    cloud.pump()
    act = {"do": "act", "table": table, "seat": 0, "steps": ["a"], "id": 1, "key": "once"}

    def check(where: str, after: bool) -> None:
        cloud.pump()
        for tab in tabs:
            tab.read()
            tab.ping()
            assert tab.steps == ["a"]

    return Trial("socket", socket_event("MESSAGE", tabs[0].connection, body=cloud.text(act)), check)


def news(cloud: Cloud) -> Trial:
    ada = Tab(cloud)
    seats = [{"kind": "me"}, {"kind": "bot", "level": 2}]
    table = ada.ask("POST", "/tables", {"game": "connect4", "seats": seats})["rules"]["table"]
    ada.watch(table, 0)
    cloud.pump()
    ada.act_at(table, 0, "d")

    def check(where: str, after: bool) -> None:
        cloud.pump()
        ada.read()
        ada.ping()
        assert len(ada.steps) == 2, "the bot was called, and has answered"

    return Trial("news", {"Records": cloud.records()}, check)


def a_bots_answer(cloud: Cloud) -> Trial:
    trial = news(cloud)
    cloud.invoke(trial.name, trial.event)
    [(_, thought)] = cloud.thoughts
    cloud.thoughts.clear()
    return trial._replace(name="think", event=queue_event(thought))


def an_export(cloud: Cloud) -> Trial:
    ada, ben = Tab(cloud), Tab(cloud)
    ada.act_at(open_table(ada, [ben]), 0, "d")
    ada.ask("POST", "/me/export")
    cloud.pump(thinking=False)
    [thought] = [one for _, one in cloud.thoughts if "export" in one]
    cloud.thoughts.clear()

    def check(where: str, after: bool) -> None:
        assert ada.ask("GET", "/me/export")["state"] == "done"
        headers = {"cookie": ada.cookie, "host": "play.example.org"}
        answer = cloud.invoke("http", http_event("GET", "/api/v1/me/export/file", headers=headers))
        with urllib.request.urlopen(answer["headers"]["location"]) as fetched:
            assert "README.txt" in zipfile.ZipFile(io.BytesIO(fetched.read())).namelist()

    return Trial("think", queue_event(thought), check)


def a_letter(cloud: Cloud) -> Trial:
    cloud.post = None  # the letter with the link is read from the folder
    cloud.wake_anew()
    ada, ben = Tab(cloud), Tab(cloud)
    name = f"Ben {next(NUMBERS)}"
    ben.sign_up(name, PASSWORD)
    ben.confirm_address(f"{name[4:]}@example.org", PASSWORD)
    table = open_table(ada, [ben], clock={"pace": "days", "days": 1})
    ada.act_at(table, 0, "d")
    cloud.pump()
    cloud.leave(ben.connection)
    cloud.post = post = Post()
    cloud.wake_anew()
    for _ in range(3):  # the house is up meanwhile
        cloud.time.pass_by(9 * MINUTE)
        cloud.beat()

    def check(where: str, after: bool) -> None:
        for _ in range(4):  # whoever had claimed it lives no longer
            cloud.tick(8 * MINUTE)
        # Whether the post has taken it may not be known: then it goes once more, since nobody is to miss a letter.
        assert 1 <= len(post.taken) <= 2

    return Trial("tick", {}, check)


def a_round(cloud: Cloud) -> Trial:
    host, *players = [Tab(cloud) for _ in range(3)]
    for one in (host, *players):
        one.sign_up(f"Player {next(NUMBERS)}", PASSWORD)
    clock, starts = {"pace": "live", "minutes": 5, "increment": 0}, cloud.time.now() + 3 * MINUTE
    wanted = {"title": "Cup", "game": "connect4", "kind": "swiss", "clock": clock, "rounds": 2, "starts": starts}
    cup = host.ask("POST", "/tournaments", wanted)["tournament"]
    for one in players:
        one.ask("POST", f"/tournaments/{cup}/entrants")
    cloud.pump()
    cloud.time.pass_by(4 * MINUTE)

    def check(where: str, after: bool) -> None:
        cloud.pump()
        for _ in range(2):
            cloud.tick(MINUTE // 4)
        shown = players[0].ask("GET", f"/tournaments/{cup}")
        assert shown["phase"] == "running"
        assert len(shown["rounds"]) == 1
        assert len(shown["rounds"][0]["matches"]) == 1
        for one in players:
            assert [each["table"] for each in one.ask("GET", "/tables?mine=true")["tables"]] == [shown["me"]["table"]]

    return Trial("tick", {"source": "aws.scheduler"}, check)


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Iterator[Points]:
    points = Points(monkeypatch)
    yield points
    points.rest()


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "begin",
    [
        a_step, a_bots_answer, *(pytest.param(each, marks=SLOW) for each in (news, an_export, a_letter, a_round)),
    ],
)  # fmt: skip
def test_wherever_a_function_is_killed_nothing_is_half_done_and_nothing_is_done_twice(
    cloud: Cloud, points: Points, begin: Callable[[Cloud], Trial]
) -> None:
    tried = 0
    for number, after in itertools.product(range(1, MOST_POINTS), (False, True)):
        trial = begin(cloud)
        points.aim(number, after)
        try:
            cloud.invoke(trial.name, trial.event)
        except Killed:
            tried += 1
            cloud.wake_anew()
        points.rest()
        if not points.where:
            break  # it has no more points
        cloud.invoke(trial.name, trial.event)
        trial.check(points.where, after)
        for connection in [*cloud.inboxes]:
            cloud.leave(connection)
    else:
        raise AssertionError("it never ends")
    print(f"\n{begin.__name__}: killed at {tried} points")
    assert tried >= 2

"""A function may be gone between any two of its writes, before one or after it. Its event comes again, to another
instance: nothing is half done then, and nothing is done twice."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from parlour.store.dynamo.client import Client
from tests.aws.cloud import Cloud, Json, Tab, open_table, queue_event
from tests.aws.events import socket_event
from tests.places import DYNAMO

pytestmark = [pytest.mark.compiled, DYNAMO]
WRITES = frozenset(("transact_write_items", "put_item", "update_item", "delete_item"))
MOST_WRITES = 2  # of one event; most make one
TRIES = 20
GAME = [*zip("ab" * 3 + "a", (0, 1) * 4, strict=False)]


class Killed(BaseException):
    """Nothing of the instance goes on."""


class Killer:
    """Kills whoever makes the next write, or one soon after it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._left, self._after, self.kills = 0, False, 0
        ask = Client.ask

        async def deadly(client: Client, call: str, **asked: Any) -> Any:
            if call not in WRITES or not self._left:
                return await ask(client, call, **asked)
            self._left -= 1
            if self._left:
                return await ask(client, call, **asked)
            self.kills += 1
            if self._after:
                await ask(client, call, **asked)
            raise Killed

        patch.setattr(Client, "ask", deadly)

    def aim(self, rng: Random) -> None:
        self._left, self._after = rng.randint(1, MOST_WRITES), rng.random() < 0.5

    def rest(self) -> None:
        self._left = 0


@pytest.fixture
def killer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Killer]:
    killer = Killer(monkeypatch)
    yield killer
    killer.rest()


def at_last(cloud: Cloud, killer: Killer, rng: Random, name: str, event: Json) -> Any:
    """Handed over until somebody lives long enough."""
    for _ in range(TRIES):
        killer.aim(rng)
        try:
            return cloud.invoke(name, event)
        except Killed:
            cloud.wake_anew()
        finally:
            killer.rest()
    return cloud.invoke(name, event)


@pytest.mark.parametrize("rounds", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_functions_that_are_killed_at_any_write_do_nothing_by_half_and_nothing_twice(
    cloud: Cloud, killer: Killer, rounds: int
) -> None:
    for number in range(rounds):
        rng = Random(f"killed {number}")
        tabs = [Tab(cloud), Tab(cloud)]
        table = open_table(tabs[0], tabs[1:])
        for seat, tab in enumerate(tabs):
            tab.watch(table, seat)

        def hand_over(do: Callable[[], list[Json]], name: str, rng: Random = rng) -> None:
            for event in do():
                at_last(cloud, killer, rng, name, event)

        def stream() -> list[Json]:
            records = cloud.records()
            return [{"Records": records}] if records else []

        def thoughts() -> list[Json]:
            waiting, cloud.thoughts = cloud.thoughts, []
            return [queue_event(thought) for _, thought in waiting]

        for step, (column, seat) in enumerate(GAME):
            act = {"do": "act", "table": table, "seat": seat, "steps": [column], "id": 1, "key": f"key {step}"}
            body = cloud.text(act)
            at_last(cloud, killer, rng, "socket", socket_event("MESSAGE", tabs[seat].connection, body=body))
            hand_over(stream, "news")
            hand_over(thoughts, "think")
        say = {"do": "say", "table": table, "text": "well played", "id": 2, "key": "said"}
        at_last(cloud, killer, rng, "socket", socket_event("MESSAGE", tabs[0].connection, body=cloud.text(say)))
        at_last(cloud, killer, rng, "tick", {"source": "aws.scheduler"})
        cloud.pump()
        for seat, tab in enumerate(tabs):
            tab.read()
            tab.ping()
            assert tab.steps == [column for column, _ in GAME]
            assert len([line for line in tab.lines if line["kind"] == "said"]) == 1
            assert tab.lines == tab.ask("GET", f"/tables/{table}/events?seat={seat}")["lines"]
            assert tab.now["phase"] == "over"
            cloud.leave(tab.connection)
    assert killer.kills >= 2 * rounds

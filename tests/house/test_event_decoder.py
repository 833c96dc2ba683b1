"""An event that says more than this version knows is a newer one's, wherever in it that is."""

import msgspec
import pytest

from parlour.house.tables import events as ev
from parlour.house.tables.clocks import Clock
from parlour.house.tournaments import events as tournament_events

OPENED = ev.Opened(
    at=1, table="t", host="ada", invite="i", secret="s",
    rules=ev.TableRules(
        game="connect4", rules_version=1, options={"size": 7}, seats=2, clock=Clock("live", 5),
        begins=(ev.GivenStep("*", "d"),),
    ),
)  # fmt: skip
SAT = ev.Sat(at=1, seat=0, sitter=ev.Sitter("person", "Ada", "ada"), by="ada")
STEPPED = ev.Stepped(at=1, seat=0, steps=("d",), spent={0: 12})
KEPT = ev.SeatKept(at=1, seat=0, whose=ev.Invitee("bob", "Bob"))


@pytest.mark.parametrize("event", [OPENED, SAT, STEPPED, KEPT, ev.SeatKept(at=1, seat=0, whose=None)], ids=str)
def test_what_this_version_writes_it_reads(event: ev.AnyTableEvent) -> None:
    assert ev.decode(ev.encode(event)) == event


@pytest.mark.parametrize(
    ("event", "old", "new"),
    [
        (STEPPED, b'"seat":0', b'"seat":0,"new":1'),
        (OPENED, b'"minutes":5', b'"new":1,"minutes":5'),
        (OPENED, b'"game":', b'"new":1,"game":'),
        (OPENED, b'{"actor":', b'{"new":1,"actor":'),
        (SAT, b'"name":"Ada"', b'"name":"Ada","new":1'),
        (KEPT, b'"name":"Bob"', b'"name":"Bob","new":1'),
        (SAT, b'"is":"sat"', b'"is":"lain"'),
    ],
)
def test_what_only_a_newer_version_says_is_not_passed_over(event: ev.AnyTableEvent, old: bytes, new: bytes) -> None:
    body = ev.encode(event)
    for each in (old, old.replace(b":5", b":5.0")):
        body = body.replace(each, new)
    assert body != ev.encode(event)
    with pytest.raises(msgspec.ValidationError):
        ev.decode(body)


def test_options_and_what_clocks_have_spent_have_names_of_their_own() -> None:
    body = ev.encode(OPENED).replace(b'"size":7', b'"size":7,"whatever":"yes"')
    opened = ev.decode(body)
    assert isinstance(opened, ev.Opened)
    assert opened.rules.options == {"size": 7, "whatever": "yes"}


def test_the_same_holds_for_tournaments() -> None:
    entered = tournament_events.Entered(at=1, entrant=tournament_events.Entrant("ada", "Ada"))
    body = tournament_events.encode(entered)
    assert tournament_events.decode(body) == entered
    with pytest.raises(msgspec.ValidationError):
        tournament_events.decode(body.replace(b'"name":"Ada"', b'"name":"Ada","new":1'))

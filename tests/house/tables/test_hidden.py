"""What is hidden stays hidden: worlds that a viewer cannot tell apart look the same from there, byte for byte."""

from collections.abc import Sequence

import msgspec
import pytest

from parlour.core.dealer import Dealer
from parlour.core.game import Viewer
from parlour.house.tables.clocks import DAY, Uptimes
from parlour.house.tables.commands import act, say
from parlour.house.tables.summary import summary_of
from tests.house.tables.at_table import DAYS, LIVE, START, TimedTable, evening, look

# Between the third and the fifth second the house is down.
DOWN = Uptimes([(START - DAY, START + 3000), (START + 5000, START + 10**9)])


def deploy(e: TimedTable, seat: int, backwards: bool, busy: bool) -> None:
    """All 21, in one go or half a second apart; then, if busy, one of them to and fro."""
    squares = [text.split("@")[1] for text in e.table.match.legal(seat)]
    if backwards:  # the same squares, for those are shown in the end
        squares[:21] = squares[:21][::-1]
    name, trial, steps = ("ada", "bob")[seat], e.table.match.copy(), []
    while trial.legal(seat) != ["ready"]:
        wanted = f"{trial.legal(seat)[0].split('@')[0]}@{squares.pop(0)}"
        steps.append(trial.play(seat, wanted).text)
    if not busy:
        e.play(act, name, seat, steps)
        return
    for text in steps:
        e.wait(0.5).play(act, name, seat, [text])
    ship, here = steps[-1].split("@")
    for way in (f"{ship}:{here}-{squares[0]}", f"{ship}:{squares[0]}-{here}"):
        e.wait(0.5).play(act, name, seat, [way])


def seen(e: TimedTable, viewers: Sequence[Viewer]) -> list[tuple[bytes, bytes]]:
    return [(look(e.table, viewer), msgspec.json.encode(e.table.told[viewer][:])) for viewer in viewers]


@pytest.mark.parametrize("clock", [None, LIVE, DAYS])
@pytest.mark.parametrize("delay", [0, 2])
@pytest.mark.parametrize("bob_first", [False, True])
def test_how_a_fleet_was_deployed_shows_neither_on_board_nor_log_nor_clock(
    clock: object, delay: int, bob_first: bool
) -> None:
    """Ada deploys in one go, or ship by ship and to and fro, while the house goes down in between."""
    tables = []
    for backwards, busy in ((False, False), (True, True)):
        e = evening("command", ["ada", "bob"], clock=clock, delay=delay, uptimes=DOWN)
        if bob_first:
            deploy(e, 1, False, False)
            e.play(act, "bob", 1, ["ready"])
        before = seen(e, (1, None)), summary_of(e.table)
        deploy(e, 0, backwards, busy)
        after = seen(e, (1, None)), summary_of(e.table)
        assert after == before, "neither Bob nor a spectator nor a list knows that anything has happened"
        e.now = START + 20_000
        e.do(say, "ada", "Ada", "nearly").wait(1).play(act, "ada", 0, ["ready"])
        tables.append(e)
    one, other = tables
    assert seen(one, (1, None)) == seen(other, (1, None))
    assert summary_of(one.table) == summary_of(other.table)


def test_a_cursor_counts_no_sealed_step() -> None:
    e = evening("command", ["ada", "bob"])
    cursors = {viewer: len(e.table.told[viewer]) for viewer in (0, 1, None)}
    deploy(e, 0, False, True)
    assert len(e.table.told[0]) == cursors[0] + 23
    assert {len(e.table.told[viewer]) - cursors[viewer] for viewer in (1, None)} == {0}


def test_cards_that_are_drawn_are_shown_to_their_seat_alone() -> None:
    e = evening("dance", ["ada", "bob"])
    own = [line.text for line in e.table.told[0] if line.kind == "step" and "?" not in line.text]
    assert len(own) == 7
    for viewer in (1, None):
        assert not {line.text for line in e.table.told[viewer]} & set(own)


def test_another_hand_of_somebody_else_changes_nothing_for_those_who_do_not_hold_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ada is dealt the lowest seven cards or the highest; Bob the same seven in both worlds."""
    worlds = []
    for hers, his in ((0, 10), (-1, 17)):
        drawn = [hers] * 7 + [his] * 7

        def draw(self: Dealer, weights: Sequence[int], drawn: Sequence[int] = drawn) -> int:
            self.drawn += 1
            return drawn[self.drawn - 1] % len(weights)

        monkeypatch.setattr(Dealer, "draw", draw)
        e = evening("dance", ["ada", "bob"], clock=LIVE, delay=1)
        e.wait(2).play(act, "ada", 0, ["pass"])
        e.wait(2).play(act, "bob", 1, [e.table.match.legal(1)[0]])
        worlds.append(e)
    one, other = worlds
    assert look(one.table, 0) != look(other.table, 0)
    assert seen(one, (1, None)) == seen(other, (1, None))
    assert summary_of(one.table) == summary_of(other.table)

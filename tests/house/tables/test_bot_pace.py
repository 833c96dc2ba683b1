"""When a bot moves tells nothing of what is hidden."""

from types import SimpleNamespace
from typing import cast

from parlour.bots.levels import LEVELS, longest_thought
from parlour.house.tables.commands import step
from parlour.house.tables.events import Sitter
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.summary import people_are_still_to_begin
from parlour.house.tables.worker import ANSWERING, AT_THE_OPENING, TableWorker
from tests.house.tables.at_table import evening
from tests.serving import HereBotPlayers

PAUSE = 0.8
MASTER = Sitter("bot", level=5)
LEARNER = Sitter("bot", level=1)


def tempo(table: Table, seat: int, pause: float = PAUSE) -> float:
    tables = cast(TableRepository, SimpleNamespace(listeners=[], own_listeners=[], followed=[]))
    return TableWorker(tables, HereBotPlayers(), pause, longest_thought=longest_thought)._tempo(table, seat)


def test_with_hidden_hands_a_bot_that_may_think_for_long_always_does() -> None:
    """Its haste would tell that it had no choice."""
    table = evening("luckymoose", ["ada", MASTER, LEARNER]).table
    assert tempo(table, 1) == longest_thought(5) + ANSWERING
    assert tempo(table, 2) == PAUSE * AT_THE_OPENING
    assert tempo(table, 1, pause=0.0) == 0.0  # a host who wants it so


def test_where_all_is_open_it_moves_when_it_has_thought() -> None:
    assert tempo(evening("connect4", ["ada", MASTER]).table, 1) == PAUSE * AT_THE_OPENING


def test_in_a_secret_phase_a_bot_does_not_keep_anybody_waiting() -> None:
    assert tempo(evening("command", ["ada", MASTER]).table, 1) == PAUSE * AT_THE_OPENING


def test_what_a_person_does_in_secret_changes_no_bots_pace() -> None:
    e = evening("command", ["ada", LEARNER])
    assert people_are_still_to_begin(e.table)
    e.play(step, 0, [e.table.match.legal(0)[0]])
    assert people_are_still_to_begin(e.table)


def test_only_the_strongest_thinks_for_so_long_that_it_is_noticed() -> None:
    assert [level.number for level in LEVELS if longest_thought(level.number)] == [5]

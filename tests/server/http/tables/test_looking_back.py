"""How a table stood after any line, and a match after any step, is told as a replay from the beginning would."""

from random import Random

import msgspec
import pytest

from parlour.core.game import Viewer
from parlour.core.match import Match
from parlour.house.tables.commands import annul, leave
from parlour.house.tables.past import PastStates
from parlour.house.tables.state import Table
from parlour.server.http.tables.match_records import PastPosition, stood_after, then
from tests.house.tables.at_table import evening
from tests.house.tables.test_past import match_of, play_on, played

pytestmark = pytest.mark.compiled
encode = msgspec.json.encode


def replayed(match: Match, steps: int, viewer: Viewer, everything: bool, line: int) -> PastPosition:
    """The slow way, which looks at nothing that was kept."""
    if match.over and steps == match.step_count:
        return PastPosition(line, [], match.scene(viewer), match.view(viewer))
    past = Match.from_record(match.record(), match.game, until=steps)
    view = past.game.view(past.state, viewer, everything)
    return PastPosition(line, [seat for seat in past.actors if seat >= 0], past.game.scene(view), view)


def steps_after(table: Table, viewer: Viewer, line: int) -> int:
    """How many steps of the record a viewer looks at who has been told so many lines."""
    match = match_of(table.seen_by(viewer))
    shown = sum(one.kind == "step" for one in table.told[viewer][:line])
    seen = [number for number, told in enumerate(match.told_then(viewer, everything=False), 1) if told is not None]
    if shown == len(seen) and match.over:
        return match.step_count
    return seen[shown - 1] if shown else 0


@pytest.mark.parametrize("game", ["command", "dance", "luckymoose", "yinsh", "regatta"])
@pytest.mark.parametrize("delay", [0, 4])
def test_a_table_that_goes_on_is_shown_as_it_was_after_every_line(game: str, delay: int) -> None:
    table, past = played(game, delay, steps=40, delay=delay).table, PastStates(every=5)
    for viewer in table.viewers:
        match, lines = match_of(table.seen_by(viewer)), [*range(len(table.told[viewer]) + 1)]
        Random(delay).shuffle(lines)
        for line in lines:
            slow = replayed(match, steps_after(table, viewer, line), viewer, False, line)
            assert encode(then(past, table, viewer, line, False)) == encode(slow), (viewer, line)


@pytest.mark.parametrize("game", ["command", "dance", "luckymoose", "yinsh", "regatta"])
def test_a_match_that_is_over_is_shown_as_it_was_after_every_step(game: str) -> None:
    e, past = played(game, 7, steps=40), PastStates(every=5)
    if not e.table.over:
        e.play(leave, "ada")
    match = match_of(e.table)
    assert match.over
    for viewer in e.table.viewers:
        for everything in (False, True):
            for step in range(match.step_count, -1, -1):
                fast = stood_after(past, e.table.id, match, step, viewer, everything, step)
                assert encode(fast) == encode(replayed(match, step, viewer, everything, step)), (viewer, step)


def test_a_match_that_no_longer_counts_is_shown_as_it_was() -> None:
    e, past, random = evening("connect4", ["ada", "bob"], rated=True), PastStates(every=2), Random(1)
    while not e.table.over:
        play_on(e, random)
    before = [encode(then(past, e.table, 0, line, False)) for line in range(len(e.table.told[0]) + 1)]
    e.do(annul)
    after = [encode(then(past, e.table, 0, line, False)) for line in range(len(e.table.told[0]) + 1)]
    assert after[: len(before)] == before

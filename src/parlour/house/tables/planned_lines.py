"""Planned lines: *if they play … I play …*, at tables where a turn takes days. The rules of it, without I/O.

A line is a row of steps from where the match stands: others' steps, which are conditions, and the seat's own, which are
its answers. Conditions are what the seat sees, in the words of its own log; lines are checked against what the seat
knows (`core/imagined.py`), and never against the truth. What is kept stays as it was planned. What is left of it is
worked out from the steps that the seat has seen since: so an answer needs nothing written but the step itself, and
nothing is answered twice.
"""

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from parlour.core.imagined import Imagined, ImaginedStep
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.core.position import TAKEBACK, UNDO
from parlour.core.scene import Choice
from parlour.core.texts import Refused
from parlour.house.store import Change, Remove
from parlour.house.tables import events as ev
from parlour.house.tables.commands import check_holds, check_playing
from parlour.house.tables.events import AnyTableEvent
from parlour.house.tables.records import PLANNED_LINES, PlannedLines
from parlour.house.tables.state import Table

MOST_LINES = 20  # of one seat
MOST_DEEP = 24  # steps of one line

PlannedLine = tuple[tuple[int, str], ...]  # who, and what, as the seat sees it

_encode = msgspec.json.Encoder().encode
_decoder: "msgspec.json.Decoder[tuple[PlannedLine, ...]]" = msgspec.json.Decoder(tuple[PlannedLine, ...])


# -- planning -------------------------------------------------------------------------------------------------


def check_may_plan(table: Table, person: str, seat: int) -> Match:
    """Whether this person may plan for that seat: where turns take days. Answers the match."""
    check_holds(table, person, seat)
    check_playing(table)
    if table.rules.clock.pace != "days":
        raise Refused("refuse.plan-pace")
    assert table.match is not None, "it is being played"
    return table.match


def choices_ahead(table: Table, seat: int) -> list[Choice]:
    """For a move that is chosen in advance, where turns take minutes: what this seat could do when it is next to act;
    nothing, if it is to act now or all act in secret. Nothing of it is kept."""
    check_playing(table)
    if table.rules.clock.pace == "days":
        raise Refused("refuse.premove-days")
    match = table.match
    assert match is not None, "it is being played"
    if seat in table.to_act or table.game.waiting_now(match.state):
        return []
    return Imagined.of(match, seat).ahead()


def imagine(match: Match, seat: int, steps: Sequence[str]) -> Imagined:
    """The match as it would be after these steps, as far as the seat knows."""
    if len(steps) > MOST_DEEP:
        raise Refused("refuse.line-long", most=MOST_DEEP)
    imagined = Imagined.of(match, seat)
    for number, text in enumerate(steps, 1):
        try:
            imagined.step(text)
        except Refused as refusal:
            raise Refused("refuse.line", number=number, step=text[:40], why=refusal.text) from None
    return imagined


def plan(table: Table, now: int, person: str, seat: int, lines: Sequence[Sequence[str]]) -> PlannedLines | None:
    """What is to be kept; None: nothing is planned any more."""
    match = check_may_plan(table, person, seat)
    if not lines:
        return None
    if seat in table.to_act:
        raise Refused("refuse.plan-turn")
    if len(lines) > MOST_LINES:
        raise Refused("refuse.lines-many", most=MOST_LINES)
    checked = [_check_line(match, seat, line) for line in lines]
    _check_one_answer(checked, seat)
    whole = [line for line in dict.fromkeys(checked) if not any(_goes_on(other, line) for other in checked)]
    return PlannedLines(table.id, seat, person, match.step_count, now, _encode(whole))


def _check_line(match: Match, seat: int, line: Sequence[str]) -> PlannedLine:
    steps = tuple((step.seat, step.text) for step in imagine(match, seat, line).steps)
    if not steps or steps[-1][0] != seat:
        raise Refused("refuse.line-answer")
    return steps


def _check_one_answer(lines: Sequence[PlannedLine], seat: int) -> None:
    """Two lines that are alike so far are answered alike."""
    answers: dict[PlannedLine, tuple[int, str]] = {}
    for line in lines:
        for number, step in enumerate(line):
            if step[0] == seat and answers.setdefault(line[:number], step) != step:
                raise Refused("refuse.line-two-answers", one=answers[line[:number]][1], other=step[1])


def _goes_on(line: PlannedLine, beginning: PlannedLine) -> bool:
    return len(line) > len(beginning) and line[: len(beginning)] == beginning


# -- what is left ---------------------------------------------------------------------------------------------


def lines_left(planned: PlannedLines, table: Table) -> list[PlannedLine]:
    """What can still come of it: the rest of every line that has been played so far. With a step that was taken back
    all of it is gone, and so it is when somebody else has the seat."""
    match, seat = table.match, planned.seat
    if match is None or table.over or table.sitters[seat].person != planned.person:
        return []
    told = [line for line in match.told_then(seat, everything=False, start=planned.after) if line is not None]
    if any(line.text in (UNDO, TAKEBACK) for line in told):
        return []
    played = tuple((line.by, line.text) for line in told if line.text not in WORDS)
    rest = [
        line[len(played) :]
        for line in planned_steps(planned)
        if tuple((str(by), text) for by, text in line[: len(played)]) == played
    ]
    return [line for line in rest if line]


def planned_steps(planned: PlannedLines) -> tuple[PlannedLine, ...]:
    """As they were planned."""
    return _decoder.decode(planned.body)


def in_words(lines: Sequence[PlannedLine], table: Table) -> list[list[ImaginedStep]]:
    """Lines as their owner reads them."""
    game = table.game
    return [[ImaginedStep.of(game, by, text) for by, text in line] for line in lines]


def answer_now(planned: PlannedLines, table: Table) -> list[str]:
    """The steps that the house takes for this seat now; none, if it is not to act, or a draw is offered: that is for
    the person to answer."""
    seat, match = planned.seat, table.match
    if match is None or seat not in table.to_act or match.offer_by() not in (None, seat):
        return []
    left = lines_left(planned, table)
    own = [[text for _, text in takewhile(lambda step: step[0] == seat, line)] for line in left]
    return max(own, key=len, default=[])


def withdrawn(before: Table | None, after: Table, happened: Sequence[AnyTableEvent]) -> list[Change]:
    """What goes with what has happened, in the same unit, whether there was anything or not: with the end all of it,
    with a step that was taken back what those have planned who see it, and what was planned by who had a seat."""
    if after.rules.clock.pace != "days" or after.match is None:
        return []
    seats = {event.seat for event in happened if isinstance(event, ev.Replaced | ev.SteppedIn)}
    if after.over:
        seats |= set(range(after.rules.seats))
    start = 0 if before is None or before.match is None else before.match.step_count
    if any(step.text in (UNDO, TAKEBACK) for step in after.match.steps[start:]):
        for seat in range(after.rules.seats):
            told = after.match.told_then(seat, everything=False, start=start)
            seats |= {seat} if any(line is not None and line.text in (UNDO, TAKEBACK) for line in told) else set()
    return [Remove(PLANNED_LINES, (after.id, seat)) for seat in sorted(seats)]

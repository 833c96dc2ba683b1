"""Diagrams of a rules page: positions of the game itself, some of them to try.

They are data beside `rules.md`, in `diagrams.toml`: the steps that lead to a position, whose seat looks at it and,
where something is to be tried, what is to be reached. What may be played there, and whether it is reached, the rules
say. Its sentences are texts of the game: `diagram.<name>.about`, and of one to try `.task`, `.right` and `.wrong`.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from parlour.core.game import Game, Value
from parlour.core.match import Match
from parlour.core.position import in_words
from parlour.core.scene import Choice
from parlour.core.texts import Refused, Text

FILE = "diagrams.toml"
BETWEEN = re.compile(r",\s+")  # `place 2,7` is one step
MOST_STEPS = 400
MOST_MOVES = 6  # that an exercise asks for
KEPT = 64  # positions that are kept, so that a try need not begin at the first step

DiagramOutcome = Literal["look", "open", "right", "wrong"]


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is to be reached, in one of these ways."""

    moment: str = ""  # a step of the seat is remembered as this …
    facts: dict[str, str] = {}  # … with these facts
    ending: str = ""  # the match ends so
    counter: str = ""  # a number that players watch …
    least: int = 0  # … is at least this, the seat's own if seats have their own
    steps: tuple[str, ...] = ()  # one of these is played

    def ways(self) -> int:
        return sum(map(bool, (self.moment, self.ending, self.counter, self.steps)))


class Diagram(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position, and what is to be tried in it, if anything is."""

    steps: tuple[str, ...] | str = ()  # by whoever is to act, chance's too; in a string: with commas and spaces between
    seats: int | None = None  # left out: as few as can play
    options: dict[str, Value] = {}
    seat: int | None = None  # whose view it is; left out: a spectator's
    look: tuple[float, float, float, float] | None = None  # the part of the plan that matters: x, y, width, height
    goal: Goal | None = None
    moves: int = 1  # steps of the seat in which the goal can be reached
    # Steps that have a sentence of their own, `diagram.<name>.<this>`. `*` stands for any letters, `?` for one, `[ab]`
    # for one of these; of several that fit the first counts, whichever step of the try it is.
    wrong: dict[str, str] = {}

    def way(self) -> list[str]:
        return BETWEEN.split(self.steps.strip()) if isinstance(self.steps, str) else list(self.steps)


class Tried(NamedTuple):
    """A diagram after some steps were tried in it."""

    match: Match
    seat: int | None
    outcome: DiagramOutcome
    words: Text | None  # what is said to it: the task, or why it is right or wrong
    step: Text | None  # the last step, in words
    look: tuple[float, float, float, float] | None = None

    def choices(self) -> list[Choice]:
        """What can be tried: moves alone. Nobody resigns a diagram."""
        if self.seat is None or self.outcome != "open":
            return []
        return [choice for choice in self.match.choices(self.seat) if not choice.also]


def diagrams_of(game: Game) -> dict[str, Diagram]:
    """All diagrams by name; none, if the game has none. A file that cannot be read is refused with what is wrong."""
    return _read(game.home / FILE)


@cache
def _read(path: Path) -> dict[str, Diagram]:
    if not path.exists():
        return {}
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused("refuse.diagram-file", file=FILE, why=str(error)) from None
    return {name: _diagram(name, each) for name, each in found.items()}


def _diagram(name: str, found: object) -> Diagram:
    try:
        diagram = msgspec.convert(found, Diagram)
    except msgspec.ValidationError as error:
        raise Refused("refuse.diagram-file", file=f"{FILE}, [{name}]", why=str(error)) from None
    why = ""
    if len(diagram.way()) > MOST_STEPS:
        why = f"it has more than {MOST_STEPS} steps"
    elif diagram.goal is not None and diagram.goal.ways() != 1:
        why = "a goal is one of moment, ending, counter and steps"
    elif diagram.goal is not None and diagram.seat is None:
        why = "who is to try it? It needs a seat"
    elif not 1 <= diagram.moves <= MOST_MOVES:
        why = f"moves are 1 to {MOST_MOVES}"
    if why:
        raise Refused("refuse.diagram-file", file=f"{FILE}, [{name}]", why=why)
    return diagram


def tried(game: Game, name: str, played: Sequence[str] = ()) -> Tried:
    """The diagram after these steps of its seat, each checked by the rules. What is not legal is refused with why."""
    found = diagrams_of(game)
    if name not in found:
        raise Refused("refuse.no-such-diagram", name=name[:40], game=game.title, known=", ".join(found) or "–")
    diagram, match = found[name], _stands(game, name).copy()
    if diagram.goal is None or diagram.seat is None:
        if played:
            raise Refused("refuse.diagram-done")
        return Tried(match, diagram.seat, "look", None, None, diagram.look)
    outcome: DiagramOutcome = "open"
    for number, step in enumerate(played, 1):
        if outcome != "open":
            raise Refused("refuse.diagram-done")
        before = match.step_count
        match.play(diagram.seat, step)
        if _reached(match, diagram.seat, diagram.goal, step, before):
            outcome = "right"
        elif match.over or number >= diagram.moves or diagram.seat not in match.actors:
            outcome = "wrong"
    key = {"open": "task", "right": "right"}.get(outcome) or why_wrong(diagram, played)
    told = match.told_then(diagram.seat, False, match.step_count - 1)[0] if played else None
    said = None if told is None else in_words(game, told)
    return Tried(match, diagram.seat, outcome, Text(f"diagram.{name}.{key}"), said, diagram.look)


def why_wrong(diagram: Diagram, played: Sequence[str]) -> str:
    """The name of the sentence that is said to a wrong try."""
    named = (key for steps, key in diagram.wrong.items() if any(fnmatchcase(step, steps) for step in played))
    return next(named, "wrong")


@lru_cache(KEPT)
def _stands(game: Game, name: str) -> Match:
    """The position as it is shown first. Whoever tries something there gets a copy."""
    diagram = diagrams_of(game)[name]
    match = Match(game, min(game.seats) if diagram.seats is None else diagram.seats, diagram.options)
    for number, step in enumerate(diagram.way(), 1):
        try:
            match.play(next(iter(match.actors), 0), step)
        except Refused as refusal:
            raise Refused("refuse.diagram-step", name=name, number=number, step=step[:40], why=refusal.text) from None
    if diagram.seat is not None and diagram.seat >= len(match.seats):
        raise Refused("refuse.no-such-seat", seat=diagram.seat)
    return match


def _reached(match: Match, seat: int, goal: Goal, step: str, before: int) -> bool:
    if goal.steps:
        return step in goal.steps
    if goal.ending:
        return match.ended is not None and match.ended.by == goal.ending
    if goal.counter:
        counters = match.scene(seat).counters
        return any(c.id == goal.counter and c.seat in (seat, None) and c.value >= goal.least for c in counters)
    moments = [line.moment for line in match.told_then(seat, False, before) if line is not None and line.moment]
    return any(each.kind == goal.moment and goal.facts.items() <= each.facts.items() for each in moments)


def answers(game: Game, name: str) -> Iterator[tuple[tuple[str, ...], Tried]]:
    """All that can be tried, as far as it goes: right and wrong, the shortest first."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        played = waiting.pop(0)
        now = tried(game, name, played)
        if now.outcome == "open":
            waiting += [(*played, choice.text) for choice in now.choices()]
        else:
            yield played, now


@lru_cache(KEPT)
def solution(game: Game, name: str) -> tuple[str, ...] | None:
    """The shortest way to the goal, or None."""
    return next((played for played, now in answers(game, name) if now.outcome == "right"), None)

"""The law that refusals tell nothing: whatever a seat asks for in two worlds that it cannot tell apart is taken in both
or refused in both, and then in the same words. What a step that is taken reveals may differ.

The other world is what `determinize` makes of the state. Its past is the true one: that what has happened in secret
shows in no refusal either is seen where whole matches are played twice, step by step.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from parlour.core.game import copy_state
from parlour.core.imagined import Imagined
from parlour.core.match import Match
from parlour.core.offers import DECLINE, DRAW, WORDS
from parlour.core.position import TAKEBACK, UNDO
from parlour.core.reasons import things_of
from parlour.core.rng import new_rng
from parlour.core.scene import Scene, piece
from parlour.core.texts import Refused

LONGEST_BATCH = 4
LONGEST_WALK = 25  # a whole deployment
KNOWN_STEPS = 8  # of each other seat, and of the past, which are asked for once more
NONSENSE = ("", "?", "no such step", "\0", "-1", "x" * 5000)
LOOK, TOUCH = "look", "touch"
TOUCHED = 4  # things at least, whenever something is thought of
IMAGINED = 3  # steps that are only thought of, whenever a seat looks


class SeatRequest(NamedTuple):
    """What a seat asks for, and by which of the ways in that a match has."""

    way: str
    steps: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.way}: {', '.join(self.steps)[:200]}"


def _look(match: Match, seat: int, steps: Sequence[str]) -> object:
    """All that a seat can ask to see."""
    return (
        match.view(seat), match.scene(seat), match.legal(seat), match.also(seat), match.choices(seat), match.hint(seat),
        match.told(seat), match.log(seat), match.actors, match.offer_by(), match.can_undo(seat),
        match.can_take_back(seat), match.over, _imagine(match, seat),
    )  # fmt: skip


def _imagine(match: Match, seat: int) -> object:
    """What the seat can be shown of how it could go on: a line of first choices, all that is offered there, and why
    touching other things does nothing."""
    if match.over or match.game.waiting_now(match.state):
        return None
    imagined = Imagined.of(match, seat)
    offered: list[object] = [imagined.ahead()]
    for _ in range(IMAGINED):
        choices = imagined.choices()
        scene = imagined.scene()
        offered += [choices, scene, imagined.ended]
        offered += [imagined.why_not_touch((thing,)) for thing in _some_things(scene)]
        if not choices:
            break
        imagined.step(choices[len(choices) // 2].text)
    return offered


def _some_things(scene: Scene) -> list[str]:
    """Pieces, and where they stand: from all over the board, and always the same."""
    things = [thing for each in scene.pieces for thing in (piece(each.id), each.at)]
    return things[:: max(1, len(things) // TOUCHED)]


WAYS: Mapping[str, Callable[[Match, int, Sequence[str]], object]] = {
    "play": lambda match, seat, steps: match.play(seat, steps[0]),
    "play_all": lambda match, seat, steps: match.play_all(seat, steps),
    "undo": lambda match, seat, steps: match.undo(seat),
    "take_back": lambda match, seat, steps: match.take_back(seat),
    "contribute": lambda match, seat, steps: match.contribute(seat, steps[0]),
    LOOK: _look,
    TOUCH: lambda match, seat, steps: match.why_not_touch(seat, steps),
}


def refusals_tell_nothing(match: Match, seed: int, requests: int) -> int:
    """So many requests of a random kind by each of the seats in turn; answers how many were taken."""
    game, rng = match.game, Random(seed)
    if match.over or game.determinize is None:
        return 0
    seats, taken = len(match.seats), 0
    worlds = [_offered([match, _twin(match, seat, seed)], rng) for seat in range(seats)]
    asking = [SeatRequests(worlds[seat], seat, rng) for seat in range(seats)]
    for number in range(requests):
        seat = number % seats
        request = asking[seat].any()
        here, there = (answer(world, seat, request) for world in worlds[seat])
        assert here == there, (
            f"what seat {seat} is told of {request} depends on what it cannot know: {here!r} or {there!r}"
        )
        taken += here is None
    return taken


def answer(match: Match, seat: int, request: SeatRequest) -> bytes | None:
    """What a seat would be told, without anything being done. None: it is taken, and what comes of it may differ."""
    trial = match.copy()
    try:
        told = WAYS[request.way](trial, seat, request.steps)
    except Refused as refusal:
        return msgspec.json.encode(refusal.text)
    return msgspec.json.encode(told) if request.way in (LOOK, TOUCH) else None


class SeatRequests:
    """What a seat can think of asking for in one of these worlds, between which it cannot tell."""

    def __init__(self, worlds: Sequence[Match], seat: int, rng: Random) -> None:
        self._worlds, self._seat, self._rng = worlds, seat, rng
        first, others = worlds[0], [other for other in range(len(worlds[0].seats)) if other != seat]
        self._own = [*first.legal(seat), *first.also(seat)]
        hidden = [some(world.legal(other), KNOWN_STEPS, rng) for world in worlds for other in others]
        past = [step.text for step in first.steps[-KNOWN_STEPS:]]
        self._begun = [choice.path for choice in first.choices(seat)]
        self._things = sorted(things_of(first.game, first.plan(), first.scene(seat)))
        self._others = [*(step for steps in hidden for step in steps), *past, *WORDS, UNDO, TAKEBACK, *NONSENSE]

    def any(self) -> SeatRequest:
        """Mostly such as begin with something that can be done: others are refused at once."""
        roll = self._rng.random()
        if roll < 0.4:
            return SeatRequest("play", (self._step(),))
        if roll < 0.7:
            return SeatRequest("play_all", tuple(self._step() for _ in range(self._rng.randint(0, LONGEST_BATCH))))
        if roll < 0.8:
            return SeatRequest("play_all", self._walk())
        if roll < 0.95:
            return SeatRequest(TOUCH, self._touched())
        way = self._rng.choice(("undo", "take_back", "contribute", LOOK))
        return SeatRequest(way, ("a share",) if way == "contribute" else ())

    def _touched(self) -> tuple[str, ...]:
        """Something that is there, after some of the things that lead somewhere."""
        begun = self._rng.choice(self._begun) if self._begun else ()
        return (*begun[: self._rng.randrange(len(begun) or 1)], self._rng.choice([*self._things, *NONSENSE]))

    def _step(self) -> str:
        roll = self._rng.random()
        if not self._own or roll < 0.25:
            return self._rng.choice(self._others)
        own = self._rng.choice(self._own)
        if roll < 0.75:
            return own
        if roll < 0.9:
            return crossed(own, self._rng.choice([*self._own, *self._others]), self._rng)
        return misspelled(own, self._rng)

    def _walk(self) -> tuple[str, ...]:
        """Steps each of which is possible after those before it, in one of the worlds, and some further ones."""
        world, seat, rng = self._rng.choice(self._worlds).copy(), self._seat, self._rng
        most = LONGEST_WALK if rng.random() < 0.1 else rng.randint(1, LONGEST_BATCH)
        steps: list[str] = []
        while len(steps) < most and not world.over:
            listed = world.legal(seat) if rng.random() < 0.9 else world.also(seat)
            if not listed:
                break
            steps.append(rng.choice(listed))
            world.play(seat, steps[-1])
        further = [*world.legal(seat)[:1], self._step()]
        return (*steps, *further[: rng.randrange(3)])


def some(steps: Sequence[str], most: int, rng: Random) -> Sequence[str]:
    return steps if len(steps) <= most else rng.sample(steps, most)


def crossed(step: str, other: str, rng: Random) -> str:
    """A part of one step in the place of another's: well spelled, and mostly not possible."""
    parts, others = re.split(r"(\W+)", step), re.split(r"(\W+)", other)
    place = rng.randrange(min(len(parts), len(others)))
    return "".join([*parts[:place], others[place], *parts[place + 1 :]])


def misspelled(step: str, rng: Random) -> str:
    return rng.choice((step.upper(), f" {step}", f"{step}\n", step[:-1], f"{step}{step}", step.swapcase()))


def _twin(match: Match, seat: int, seed: int) -> Match:
    """Another world that looks the same to this seat."""
    twin = match.copy()
    twin.state = copy_state(match.state)
    assert match.game.determinize is not None, "a game with hidden information"
    match.game.determinize(twin.state, seat, new_rng(seed))
    twin.set_up()
    return twin


def _offered(worlds: list[Match], rng: Random) -> list[Match]:
    """Now and then a draw has been offered, or declined too, where that can be done."""
    said = rng.choice(((), (), (DRAW,), (DRAW, DECLINE)))
    seat, after = rng.randrange(2), [world.copy() for world in worlds]
    try:
        for world in after:
            for number, word in enumerate(said):
                world.play((seat + number) % 2, word)
    except Refused:
        return worlds
    return after

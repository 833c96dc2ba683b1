"""A scene as a vector of fixed length, the same way for every game.

The vector is made from the seat's scene, which is made from its view and nothing else: what the view does not tell,
the vector cannot. It has two parts.

*Board*: one row per place of the plan (sites, then zones, in the plan's order), and in each row
  * how many pieces and marks of each *look* are there (kind, glyph, face and turn; for a mark its kind and seat),
  * which look came last in the scene's order, as ones and noughts: the top card of a pile,
  * how many pieces of each seat are there.
*Facts*: numbers by name: whose vector it is, the counters, and the prompt with the numbers in it.

A scene does not announce which looks, facts and buttons a game has. They are collected once, from random games with a
fixed seed, so the table is the same in every process; a look that never came up there shares the column `other`, a
fact the number `other`. What this costs: what the view tells and the scene does not draw is missing (`env.view(agent)`
has it), and a new version of a game that draws other things gives other vectors.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.game import CHANCE, OVER, Game, State, Value
from parlour.core.scene import Mark, Piece, Scene, site, zone
from parlour.core.texts import Text

PieceLook: TypeAlias = tuple[str, ...]
Vector: TypeAlias = npt.NDArray[np.float32]
Seen: TypeAlias = tuple[Scene, int, tuple[str, ...]]  # a scene, whose it is, and what that seat touches next

OTHER = "other"
SCANNED_STEPS = 2000
LONGEST_PATH = 4  # things to touch for an action that `paths` tells of


class Encoding:
    """Which number of the vector means what, for one game with these seats and options."""

    def __init__(self, game: Game, seats: int, options: dict[str, Value]) -> None:
        self.game, self.seats = game, seats
        plan = game.plan(seats, options)
        self.places = tuple(site(s.id) for s in plan.sites) + tuple(zone(z.id) for z in plan.zones)
        looks: set[PieceLook] = set()
        buttons: set[str] = set()
        facts = {f"seat.{seat}" for seat in range(seats)}
        for scene, viewer, touched in _random_scenes(game, seats, options):
            looks.update(_look(thing) for thing, _ in _things(scene))
            facts.update(_facts(scene, viewer))
            buttons.update(target for target in touched if target.startswith("button:"))
        self.touchable = (*self.places, *sorted(buttons))
        self.looks = (*sorted(looks), (OTHER,))
        self.facts = (*sorted(facts), OTHER)
        self.columns = 2 * len(self.looks) + seats
        self.size = len(self.places) * self.columns + len(self.facts)
        self._place = {name: i for i, name in enumerate(self.places)}
        self._touch = {name: i for i, name in enumerate(self.touchable, 1)}
        self._look = {look: i for i, look in enumerate(self.looks)}
        self._fact = {name: i for i, name in enumerate(self.facts)}

    def vector(self, scene: Scene, viewer: int) -> Vector:
        """The scene as this seat sees it."""
        result = np.zeros(self.size, np.float32)
        board, last = self.board(result), {}
        for thing, at in _things(scene):
            row = self._place.get(at)
            if row is None:
                continue
            column = self._column(thing)
            board[row, column] += 1
            if isinstance(thing, Piece):
                last[row] = column
                if thing.seat is not None:
                    board[row, 2 * len(self.looks) + thing.seat] += 1
        for row, column in last.items():
            board[row, len(self.looks) + column] = 1
        numbers = self.numbers(result)
        for name, value in _facts(scene, viewer).items():
            numbers[self._fact.get(name, -1)] += value
        return result

    def paths(self, scene: Scene, paths: list[tuple[str, ...]], rows: int) -> npt.NDArray[np.int32]:
        """What to touch for each action, in order, as pairs of whole numbers: the place or button, counted from 1 in
        `touchable`, and if a piece is to be touched its look, counted from 1 in `looks`; 0 for nothing."""
        result = np.zeros((rows, 2 * LONGEST_PATH), np.int32)
        pieces = {f"piece:{piece.id}": piece for piece in scene.pieces}
        for row, path in zip(result, paths, strict=False):
            for i, target in enumerate(path[:LONGEST_PATH]):
                piece = pieces.get(target)
                row[2 * i] = self._touch.get(piece.at if piece else target, 0)
                row[2 * i + 1] = 1 + self._column(piece) if piece else 0
        return result

    def board(self, vector: Vector) -> Vector:
        """The board part of a vector, places × columns; not a copy."""
        return vector[: len(self.places) * self.columns].reshape(len(self.places), self.columns)

    def numbers(self, vector: Vector) -> Vector:
        """The facts of a vector, in the order of `facts`; not a copy."""
        return vector[len(self.places) * self.columns :]

    def _column(self, thing: Piece | Mark) -> int:
        return self._look.get(_look(thing), len(self.looks) - 1)


@cache
def _encoding(game: Game, seats: int, options: tuple[tuple[str, Value], ...]) -> Encoding:
    return Encoding(game, seats, dict(options))


def encoding_of(game: Game, seats: int, options: dict[str, Value]) -> Encoding:
    """The game's encoding; worked out once in a process."""
    return _encoding(game, seats, tuple(sorted(options.items())))


def _look(thing: Piece | Mark) -> PieceLook:
    if isinstance(thing, Mark):
        return ("mark", thing.kind, "" if thing.seat is None else str(thing.seat))
    return ("piece", thing.kind, thing.glyph, thing.face, str(thing.turn))


def _things(scene: Scene) -> Iterator[tuple[Piece | Mark, str]]:
    for piece in scene.pieces:
        yield piece, piece.at
    for mark in scene.marks:
        for at in mark.at:
            yield mark, at


def _facts(scene: Scene, viewer: int) -> dict[str, float]:
    facts = {f"seat.{viewer}": 1.0}
    for counter in scene.counters:
        owner = "" if counter.seat is None else f".{counter.seat}"
        facts[f"counter.{counter.id}{owner}"] = float(counter.value)
    if scene.prompt is not None:
        facts.update(_said(scene.prompt))
    return facts


def _said(text: Text) -> dict[str, float]:
    facts = {text.key: 1.0}
    for name, value in text.args.items():
        if isinstance(value, Text):
            facts.update({f"{text.key}.{name}.{key}": number for key, number in _said(value).items()})
        elif isinstance(value, int):
            facts[f"{text.key}.{name}"] = float(value)
        else:
            facts[f"{text.key}.{name}={value}"] = 1.0
    return facts


def _random_scenes(game: Game, seats: int, options: dict[str, Value]) -> Iterator[Seen]:
    """What the seats see in random games, the same ones every time; whole games, so that ends are among them."""
    rng, steps = Random(1), 0
    while steps < SCANNED_STEPS:
        s = game.new(seats, options)
        while (actor := int(game.actor(s))) != OVER:
            if actor == CHANCE:
                action = draw(game, s, rng.randrange)
            else:
                action = rng.choice(game.list_legal(s, actor))
                view = game.view(s, actor, False)
                yield game.scene(view), actor, game.targets(view, action)
                if game.hidden:
                    other = steps % seats
                    yield game.scene(game.view(s, other, False)), other, ()
            steps += 1
            game.apply(s, actor, action)
        for viewer in range(seats):
            yield game.scene(game.view(s, viewer, True)), viewer, ()


def draw(game: Game, s: State, below: Callable[[int], int]) -> int:
    """An outcome of chance, as likely as its weight; `below(n)` gives a number from 0 to n − 1."""
    outcomes = game.list_chance(s)
    left = int(below(sum(weight for _, weight in outcomes)))
    for outcome, weight in outcomes:
        left -= weight
        if left < 0:
            return outcome
    raise ValueError("no outcome has a weight")

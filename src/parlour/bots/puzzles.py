"""Puzzles: positions with one clear best move, found by our own search in self-play and in finished matches.

A puzzle holds what its seat could know there and nothing else: scene, view and choices, and which choice is right. It
has no steps, no names, and nothing of what was hidden from the seat.
"""

import gzip
import hashlib
import math
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from parlour.bots.levels import LEVELS
from parlour.bots.searcher import Searcher
from parlour.bots.situation import situation
from parlour.core.game import CHANCE, Game, State
from parlour.core.knowledge import NONE
from parlour.core.match import Match
from parlour.core.record import Record, seat_of
from parlour.core.scene import Choice, Plan, Scene
from parlour.core.texts import Refused

FORMAT = 1
FEWEST_CHOICES = 4  # with fewer one guesses
LOOK = 0.5  # paces of a first look at every position
DEEP = 8.0  # paces for each move that could be best, when one is looked at closely
CLOSE = 4  # moves that are looked at closely
CLEAR = 0.35  # by how much the best move must be worth more than the next, of values from −1 to 1
LOST = -0.5  # what is worth less than this even with the best move teaches little
PLAYED = 0.25  # paces of a move in self-play
SLIP = 0.15  # how often self-play takes a move that it merely considered: good moves are found after mistakes
TRIES = 5  # by each level
LEVEL_RATINGS = (900, 1150, 1400, 1650, 1900)  # about what levels come to on a leaderboard
MOST_FROM_MATCH = 3


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat sees, and the move it should find."""

    id: str
    seats: int
    seat: int
    plan: str  # the hash of its plan, which the file has once
    scene: Scene
    view: Any
    choices: list[Choice]
    answer: str  # the text of the right choice
    worth: float  # what the seat may expect with it …
    next: float  # … and with the best of the others
    rating: int
    solved: tuple[int, ...]  # by how many of `TRIES` of each level
    source: str = "self-play"  # or "match"


class PuzzleFile(msgspec.Struct):
    """All puzzles of a game, as they are shipped."""

    game: str
    rules_version: int
    format: int = FORMAT
    plans: dict[str, Plan] = {}
    puzzles: list[Puzzle] = []
    matches: int = 0  # of self-play that were searched: the next one begins there
    looked: int = 0  # positions that were looked at
    close: int = 0  # those of them with a first look that promised something


def path_of(folder: Path, game: Game) -> Path:
    return folder / f"{game.name}.puzzles.json.gz"


def read_puzzles(folder: Path, game: Game) -> PuzzleFile:
    """Those of these rules: what was found under others is dropped."""
    path = path_of(folder, game)
    fresh = PuzzleFile(game.name, game.rules_version)
    if not path.exists():
        return fresh
    try:
        found = msgspec.json.decode(gzip.decompress(path.read_bytes()), type=PuzzleFile)
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise Refused("refuse.file", path=str(path), why=str(error)) from None
    kept = (found.format, found.game, found.rules_version) == (FORMAT, game.name, game.rules_version)
    return found if kept else fresh


def write_puzzles(folder: Path, file: PuzzleFile, game: Game) -> None:
    """Whole or not at all; the same puzzles are the same bytes."""
    path = path_of(folder, game)
    folder.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".part")
    aside.write_bytes(gzip.compress(msgspec.json.encode(file), 9, mtime=0))
    os.replace(aside, path)


def add(file: PuzzleFile, match: Match, puzzle: Puzzle) -> bool:
    """Whether it is a new one."""
    if any(each.id == puzzle.id for each in file.puzzles):
        return False
    file.plans[puzzle.plan] = match.plan()
    file.puzzles.append(puzzle)
    return True


# -- finding --------------------------------------------------------------------------------------------------


class PuzzleFinder:
    """Looks for puzzles of one game with one number of seats."""

    def __init__(self, game: Game, seats: int, paces: float = 1.0) -> None:
        self.game, self.seats, self._paces = game, seats, paces  # `paces`: how hard it looks, for tests
        self._searcher = Searcher(game, seats)
        self.looked = self.close = 0

    def _simulations(self, paces: float) -> int:
        return max(16, round(paces * self._paces * self.game.knowledge.pace))

    def in_self_play(self, number: int) -> Iterator[tuple[Match, Puzzle]]:
        """One match, always the same for its number."""
        rng, match, found = Random(f"{self.game.name} {self.seats} {number}"), Match(self.game, self.seats), 0
        while not match.over:
            if match.actor == CHANCE:
                outcomes = match.outcomes()
                match.play(CHANCE, rng.choices(list(outcomes), list(outcomes.values()))[0])
                continue
            seat = match.actors[0]
            if found < MOST_FROM_MATCH and (puzzle := self.at(match, seat)) is not None:
                found += 1
                yield match, puzzle
            match.play(seat, self._move(match, seat, rng))

    def in_record(self, record: Record) -> Iterator[tuple[Match, Puzzle]]:
        """A finished match; who played it is not looked at."""
        if record.ending is None:
            raise Refused("refuse.review-open")
        match, found = Match(self.game, self.seats, record.options), 0
        for step in record.steps:
            seat = seat_of(step)
            if seat in match.actors and found < MOST_FROM_MATCH:
                puzzle = self.at(match, seat)
                if puzzle is not None:
                    found += 1
                    yield match, msgspec.structs.replace(puzzle, source="match")
            match.replay(step)

    def _move(self, match: Match, seat: int, rng: Random) -> str:
        state, seed = situation(match, seat).position(), rng.getrandbits(40)
        action = self._searcher.book(state, seat, seed)
        if action == NONE:
            self._searcher.forget()
            self._searcher.search(state, seat, seed=seed, simulations=self._simulations(PLAYED))
            action = self._searcher.choose(SLIP, seed)
        return self.game.text(action)

    def at(self, match: Match, seat: int) -> Puzzle | None:
        """The puzzle of this position, if it is one: from what the seat knows."""
        choices = [choice for choice in match.choices(seat) if not choice.also]
        if match.actors != [seat] or len(choices) < FEWEST_CHOICES:
            return None
        self.looked += 1
        state = situation(match, seat).position()
        scene, view = match.scene(seat), match.view(seat)
        known = msgspec.json.encode((self.game.name, self.game.rules_version, match.plan().hash(), scene, view))
        id = hashlib.blake2b(known, digest_size=6).hexdigest()
        seed = int(id, 16)
        if self._searcher.book(state, seat, seed) != NONE:  # openings are a matter of taste
            return None
        clear = self._clear_best(state, seat, seed)
        if clear is None:
            return None
        best, worth, other = clear
        solved = self._tried(state, seat, seed, best)
        return Puzzle(
            id, self.seats, seat, match.plan().hash(), scene, view, choices, self.game.text(best), round(worth, 3),
            round(other, 3), rating_of(solved), solved,
        )  # fmt: skip

    def _clear_best(self, state: State, seat: int, seed: int) -> tuple[int, float, float] | None:
        """The one best move, what it is worth and what the next is: by a look, then by searches of equal depth for each
        that could be best, then by a deep search of another seed that must come to the same."""
        searcher = self._searcher
        searcher.forget()
        look = searcher.search(state, seat, seed=seed, simulations=self._simulations(LOOK))
        first, *rest = look.candidates
        if not rest or first.values[seat] < LOST or first.values[seat] - rest[0].values[seat] < CLEAR / 2:
            return None
        self.close += 1
        worth = {}
        for candidate in look.candidates[:CLOSE]:
            searcher.forget()
            deep = searcher.search(
                state, seat, seed=seed, simulations=self._simulations(DEEP), only=candidate.action
            )  # fmt: skip
            worth[candidate.action] = deep.values[seat]
        best, second = sorted(worth, key=lambda action: -worth[action])[:2]
        if worth[best] < LOST or worth[best] - worth[second] < CLEAR:
            return None
        searcher.forget()
        again = searcher.search(state, seat, seed=seed + 1, simulations=self._simulations(DEEP))
        return (best, worth[best], worth[second]) if again.action == best else None

    def _tried(self, state: State, seat: int, seed: int, best: int) -> tuple[int, ...]:
        """How often each level finds it."""
        solved = []
        for level in LEVELS:
            right = 0
            for k in range(TRIES):
                self._searcher.forget()
                simulations = min(level.simulations(self.game), self._simulations(DEEP))
                self._searcher.search(state, seat, seed=seed + 2 + k, simulations=simulations)
                right += self._searcher.choose(level.slips, seed + 2 + k) == best
            solved.append(right)
        return tuple(solved)


def rating_of(solved: tuple[int, ...]) -> int:
    """As if the puzzle had played the levels: the rating at which it would be solved as often as it was. Half a point
    each way stands for what a few tries cannot tell."""
    target = 0.5 + sum(solved)
    low, high = 400.0, 2600.0
    for _ in range(40):
        middle = (low + high) / 2
        expected = sum(TRIES / (1 + math.pow(10, (middle - level) / 400)) for level in LEVEL_RATINGS)
        expected += 1 / (1 + math.pow(10, (middle - LEVEL_RATINGS[2]) / 400))
        low, high = (middle, high) if expected > target else (low, middle)
    return round(low)

"""Puzzles: positions in which one seat has one clear best move. They are data beside a game's rules, `puzzles.json.gz`.

What is kept is how the position comes about and which move is right; everything that is shown of it the rules draw,
from what that seat may know. `bots/puzzles.py` finds them.
"""

import gzip
import hashlib
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from parlour.core.game import CHANCE, Game, Value, copy_state
from parlour.core.history import ToldStep
from parlour.core.match import Match
from parlour.core.record import CHANCE_NAME
from parlour.core.rng import new_rng
from parlour.core.scene import Choice, Scene
from parlour.core.texts import Refused

FILE = "puzzles.json.gz"
FORMAT = 2
KEPT = 32  # positions that are kept, so that a look need not begin at the first step
MOST_STEPS = 2000
GUESSES = 6  # at what a seat does not know, before a step counts as one whose outcome it knows

# What a choice is worth to whoever makes it: the one, or it stays good, comes out even, goes badly; or merely less.
Verdict = Literal["right", "good", "even", "bad", "less"]
PuzzleSource = Literal["self-play", "match"]


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, whose move it is there, and which move is right."""

    id: str  # follows from what the seat was told until then
    seats: int
    seat: int
    steps: tuple[str, ...]  # each with who took it: `0 f6`, or `* 61` of chance
    answers: tuple[str, ...]
    rating: int
    options: dict[str, Value] = {}
    verdicts: dict[str, Verdict] = {}  # of wrong choices; one that is not named is merely less
    worth: float = 0.0  # what the seat may expect with the right move, from −1 to 1 …
    next: float = 0.0  # … and with the best of the others
    solved: tuple[int, ...] = ()  # by how many of five tries of each level
    source: PuzzleSource = "self-play"
    line: tuple[str, ...] = ()  # how play goes on after the answer, as far as the seat can foresee it


class PuzzleFile(msgspec.Struct):
    """All puzzles of a game, and how far the search for them has come."""

    game: str
    rules_version: int
    format: int = FORMAT
    puzzles: list[Puzzle] = []
    matches: int = 0  # of self-play that were searched: the next one begins there
    looked: int = 0  # positions that were looked at
    close: int = 0  # those with a first look that promised something
    deep: int = 0  # those that went on to the deep search
    trivial: int = 0  # those that it confirmed, and everybody finds


class AnswerStep(NamedTuple):
    """A step of the answer's line, as the puzzle's seat is told of it."""

    seat: int  # whose step it is
    told: ToldStep
    path: tuple[str, ...]  # what is touched for it
    scene: Scene | None  # as it stands then; none, if the seat could not know how it comes out


class ShownPuzzle(NamedTuple):
    """A puzzle as it stands on the board. The match is read, never played: it is kept for the next who asks."""

    puzzle: Puzzle
    match: Match
    choices: list[Choice]


def read_puzzles(game: Game, folder: Path | None = None) -> PuzzleFile:
    """Those of these rules: what was found under others is dropped. None, if the game has none."""
    path = (folder or game.home) / FILE
    fresh = PuzzleFile(game.name, game.rules_version)
    if not path.exists():
        return fresh
    try:
        found = msgspec.json.decode(gzip.decompress(path.read_bytes()), type=PuzzleFile)
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise Refused("refuse.file", path=str(path), why=str(error)) from None
    kept = (found.format, found.game, found.rules_version) == (FORMAT, game.name, game.rules_version)
    return found if kept else fresh


def write_puzzles(game: Game, file: PuzzleFile, folder: Path | None = None) -> Path:
    """Whole or not at all; the same puzzles are the same bytes."""
    path = (folder or game.home) / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".part")
    aside.write_bytes(gzip.compress(msgspec.json.encode(file), 9, mtime=0))
    os.replace(aside, path)
    return path


def add_puzzle(file: PuzzleFile, puzzle: Puzzle) -> bool:
    """Whether it is a new one."""
    if any(each.id == puzzle.id for each in file.puzzles):
        return False
    file.puzzles.append(puzzle)
    return True


def puzzle_id(match: Match, seat: int) -> str:
    """From what the seat was told and may do, and nothing else; not from its view, which may get another field."""
    known = (match.game.name, len(match.seats), match.options, seat, match.log(seat), match.legal(seat))
    return hashlib.blake2b(msgspec.json.encode(known), digest_size=6).hexdigest()


def steps_to(match: Match) -> tuple[str, ...]:
    """How the match came to where it stands, without what was taken back and without who played it."""
    text = match.game.text
    return tuple(f"{CHANCE_NAME if actor == CHANCE else actor} {text(action)}" for actor, action in match.actions())


def position_after(game: Game, seats: int, options: dict[str, Value], steps: Sequence[str]) -> Match:
    """The match after these steps, each checked by the rules."""
    if len(steps) > MOST_STEPS:
        raise Refused("refuse.record-long", most=MOST_STEPS)
    match = Match(game, seats, options)
    for step in steps:
        actor, _, text = step.partition(" ")
        match.play(CHANCE if actor == CHANCE_NAME else int(actor), text)
    return match


def shown(game: Game, puzzle: Puzzle) -> ShownPuzzle:
    """The position as its seat has it."""
    return _stands(game, puzzle.id, _Whole(puzzle))


def line_of(game: Game, puzzle: Puzzle) -> list[AnswerStep]:
    """The answer, and how play goes on after it, by the rules: as far as the seat can know what comes of it. What a
    step would have revealed in the match that the puzzle is from does not show why it is right."""
    return _played(game, puzzle, (f"{puzzle.seat} {puzzle.answers[0]}", *puzzle.line))


def came_of(game: Game, puzzle: Puzzle, choice: str) -> list[AnswerStep]:
    """What a choice does, by the rules: one step, as the seat can foresee it. None, if it is no move there."""
    return _played(game, puzzle, (f"{puzzle.seat} {choice}",))


def _played(game: Game, puzzle: Puzzle, steps: Sequence[str]) -> list[AnswerStep]:
    match, found = shown(game, puzzle).match.copy(), list[AnswerStep]()
    for step in steps:
        who, _, text = step.partition(" ")
        actor = int(who)
        path = next((choice.path for choice in match.choices(actor) if choice.text == text), None)
        if path is None:
            break
        if not _can_be_foreseen(match, puzzle.seat, actor, text):
            found.append(AnswerStep(actor, ToldStep(who, text), tuple(path), None))
            break
        before = match.step_count
        match.play(actor, text)
        told = match.told_then(puzzle.seat, False, before)[0] or ToldStep(who, text)
        found.append(AnswerStep(actor, told, tuple(path), match.scene(puzzle.seat)))
        if match.over or match.actor == CHANCE:
            break
    return found


def _can_be_foreseen(match: Match, seat: int, actor: int, text: str) -> bool:
    """Whether a step comes out the same, whatever it is that the seat does not know."""
    if match.game.determinize is None:
        return True
    outcomes = set()
    for number in range(GUESSES):
        twin, state = match.copy(), copy_state(match.state)
        match.game.determinize(state, seat, new_rng(number))
        twin.state = state
        twin.set_up()
        twin.play(actor, text)
        outcomes.add(msgspec.json.encode(twin.view(seat)))
    return len(outcomes) == 1


class _Whole:
    """A puzzle that the cache need not look into: its id says which it is."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def __hash__(self) -> int:
        return hash(self.puzzle.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Whole) and other.puzzle == self.puzzle


@lru_cache(KEPT)
def _stands(game: Game, id: str, whole: _Whole) -> ShownPuzzle:
    puzzle = whole.puzzle
    match = position_after(game, puzzle.seats, puzzle.options, puzzle.steps)
    return ShownPuzzle(puzzle, match, moves_of(match, puzzle.seat))


def moves_of(match: Match, seat: int) -> list[Choice]:
    """What can be tried: moves alone. Nobody resigns a puzzle."""
    return [choice for choice in match.choices(seat) if not choice.also]


def verdict_of(puzzle: Puzzle, choice: str) -> Verdict:
    return "right" if choice in puzzle.answers else puzzle.verdicts.get(choice, "less")

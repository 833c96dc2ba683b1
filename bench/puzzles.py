"""Puzzles: how many are shipped, how many another deep search confirms, and how hard they are for each level."""

import time

from parlour import bots, games
from parlour.bots.puzzles import DEEP, SURE, TRIES, PuzzleFinder
from parlour.core.puzzles import Puzzle, PuzzleFile, read_puzzles

SECONDS = 40.0  # of searching again, for each game; the puzzles take turns from all over the file
DEEPER = 2 * DEEP  # paces: twice as deep as what found them


def measure() -> list[str]:
    told = [
        "| game | puzzles | of positions searched deeply | confirmed, twice as deep | right tries of levels 1–5"
        " | first level that finds it: 1, 2, 3, 4, 5 | rating: least, middle, most |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in games.names():
        file = read_puzzles(games.load(name))
        if file.puzzles:
            told.append(_row(name, file))
    return told


def _row(name: str, file: PuzzleFile) -> str:
    good, tried = _confirmed(name, file.puzzles)
    ratings = sorted(puzzle.rating for puzzle in file.puzzles)
    shares = [sum(right) / (TRIES * len(file.puzzles)) for right in zip(*(p.solved for p in file.puzzles), strict=True)]
    first = [sum(first_level(puzzle) == level for puzzle in file.puzzles) for level in range(1, 6)]
    return (
        f"| {games.load(name).title} | {len(file.puzzles)} | {file.deep} | {good} of {tried} ({good / tried:.0%}) "
        f"| {', '.join(f'{share:.0%}' for share in shares)} | {', '.join(map(str, first))} "
        f"| {ratings[0]}, {ratings[len(ratings) // 2]}, {ratings[-1]} |"
    )


def first_level(puzzle: Puzzle) -> int:
    """The weakest that finds it in most tries; the strongest always does, or it would be none."""
    return next(level for level, right in enumerate(puzzle.solved, 1) if right >= SURE)


def _confirmed(name: str, puzzles: list[Puzzle]) -> tuple[int, int]:
    bots.prepare(name)
    finders: dict[int, PuzzleFinder] = {}
    good, tried, until = 0, 0, time.monotonic() + SECONDS
    for puzzle in sorted(puzzles, key=lambda one: one.id):  # ids are as good as chance
        if tried and time.monotonic() >= until:
            break
        finder = finders.setdefault(puzzle.seats, PuzzleFinder(games.load(name), puzzle.seats))
        good += finder.confirms(puzzle, seed=20_000 + tried, paces=DEEPER)
        tried += 1
    return good, tried

"""`parlour puzzles make`: find puzzles ahead, and keep them beside the game's rules. It goes on where it stopped.

Each match of self-play is the same for its number, whoever plays it: so several processes share the work, and what they
find is put together in the order of numbers, as if one had found it.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from parlour import bots, games
from parlour.bots.puzzles import FinderCounts, PuzzleFinder, seats_of
from parlour.core import record as records
from parlour.core.game import Game
from parlour.core.languages import FALLBACK
from parlour.core.puzzles import FILE, Puzzle, PuzzleFile, add_puzzle, read_puzzles, write_puzzles
from parlour.core.record import Record
from parlour.core.texts import Refused, Text, catalogue

TEXTS = Path(__file__).parent / "texts"
MOST = 10_000
MOST_JOBS = 256
ALL = "all"


class PuzzlesRefused(Refused):
    """In the terminal's own words."""

    texts = TEXTS


class FoundInMatch(NamedTuple):
    """What one match of self-play gave."""

    puzzles: list[Puzzle]
    counts: FinderCounts


def make_puzzles(
    name: str,
    folder: Path | None,
    *,
    count: int,
    seconds: float,
    seats: int | None = None,
    jobs: int = 1,
    first: int | None = None,
    taken: Path | None = None,
    public: Sequence[Record] = (),
    found: Path | None = None,
    language: str = FALLBACK,
) -> int:
    """Until there are `count`, or time is up: for one game, or for each of all. What was found is on disk after every
    match. Without a folder it goes beside the game's rules. `first`: the number of the first match of self-play;
    `taken`: a folder of finished matches to look through first, and `public`: some more; `found`: a folder with what
    another run has made."""
    if not 1 <= count <= MOST:
        raise PuzzlesRefused("puzzles.count", most=MOST)
    if not 1 <= jobs <= MOST_JOBS:
        raise PuzzlesRefused("puzzles.jobs", most=MOST_JOBS)
    if first is not None and first < 0:
        raise PuzzlesRefused("puzzles.first")
    chosen = [games.load(each) for each in (games.names() if name == ALL else [name])]
    for game in chosen:
        if seats is not None:
            game.options_for(seats, {})
        place = None if folder is None else folder / game.name
        file = read_puzzles(game, place)
        if found is not None and (found / game.name / FILE).exists():
            _join(file, read_puzzles(game, found / game.name))
            write_puzzles(game, file, place)
        if first is not None:
            file.matches = first
        _make(game, file, place, count, seconds, seats, jobs, chain(_records_in(taken), public))
        path = (place or game.home) / FILE
        facts: dict[str, str | int | Text] = {
            "game": game.title,
            "matches": file.matches,
            "looked": file.looked,
            "deep": file.deep,
            "trivial": file.trivial,
            "kilobytes": path.stat().st_size // 1024 if path.exists() else 0,
        }
        print(catalogue(TEXTS, language).render(Text("puzzles.made", {"count": len(file.puzzles), **facts})))
        print(catalogue(TEXTS, language).render(Text("puzzles.solved", {"shares": shares(file)})))
    return 0


def _join(file: PuzzleFile, other: PuzzleFile) -> None:
    """What another run has found, with what it counted if any of it was new."""
    before = len(file.puzzles)
    for puzzle in other.puzzles:
        add_puzzle(file, puzzle)
    if len(file.puzzles) == before:
        return
    file.matches = max(file.matches, other.matches)
    _count(file, FinderCounts(other.looked, other.close, other.deep, other.trivial))


def _records_in(folder: Path | None) -> Iterator[Record]:
    for path in sorted(folder.glob("*.json")) if folder else ():
        yield records.from_json(path.read_bytes())


def _make(
    game: Game,
    file: PuzzleFile,
    folder: Path | None,
    count: int,
    seconds: float,
    seats: int | None,
    jobs: int,
    taken: Iterable[Record],
) -> None:
    if not bots.is_ready(game.name):
        bots.prepare(game.name)
    until = time.monotonic() + seconds
    for record in taken:
        if len(file.puzzles) >= count or time.monotonic() >= until:
            break
        if record.game != game.name or record.rules_version != game.rules_version or record.ending is None:
            continue
        looking = PuzzleFinder(game, len(record.seats))
        found = FoundInMatch(list(looking.in_record(record)), looking.counts)
        _keep(game, file, found, folder)
    if len(file.puzzles) >= count or time.monotonic() >= until:
        return
    for match in _matches(game.name, seats, file.matches, jobs, until):
        file.matches += 1  # a match is looked through whole: otherwise it would be begun again and again
        _keep(game, file, match, folder)
        if len(file.puzzles) >= count:
            break


def _matches(name: str, seats: int | None, number: int, jobs: int, until: float) -> Iterator[FoundInMatch]:
    """One after the other, as many at a time as there are jobs; those that have begun when time is up are awaited."""
    if jobs == 1:
        while time.monotonic() < until:
            yield found_in_match(name, seats, number)
            number += 1
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        running: list[Future[FoundInMatch]] = []
        try:
            while running or time.monotonic() < until:
                while len(running) < 2 * jobs and time.monotonic() < until:  # the next one is there when one is done
                    running.append(pool.submit(found_in_match, name, seats, number))
                    number += 1
                if running:
                    yield running.pop(0).result()
        finally:
            pool.shutdown(cancel_futures=True)


def found_in_match(name: str, seats: int | None, number: int) -> FoundInMatch:
    """Always the same for the same number, in whichever process."""
    game = games.load(name)
    finder = finder_for(game, seats or seats_of(game, number))
    finder.counts = FinderCounts()
    return FoundInMatch(list(finder.in_self_play(number)), finder.counts)


@cache
def finder_for(game: Game, seats: int) -> PuzzleFinder:
    return PuzzleFinder(game, seats)


def _keep(game: Game, file: PuzzleFile, found: FoundInMatch, folder: Path | None) -> None:
    for puzzle in found.puzzles:
        add_puzzle(file, puzzle)
    _count(file, found.counts)
    write_puzzles(game, file, folder)


def _count(file: PuzzleFile, counts: FinderCounts) -> None:
    file.looked, file.close = file.looked + counts.looked, file.close + counts.close
    file.deep, file.trivial = file.deep + counts.deep, file.trivial + counts.trivial


def shares(file: PuzzleFile) -> str:
    """How many of a hundred tries of each level were right."""
    tries = 5 * max(1, len(file.puzzles))
    by_level = zip(*(puzzle.solved for puzzle in file.puzzles), strict=True)
    return ", ".join(f"{round(100 * sum(right) / tries)} %" for right in by_level)

"""`parlour puzzles make`: find puzzles ahead, and keep them in a file that is shipped. It goes on where it stopped."""

import time
from pathlib import Path

from parlour import bots, games
from parlour.bots.puzzles import PuzzleFile, PuzzleFinder, add, path_of, read_puzzles, write_puzzles
from parlour.core import record as records
from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused, Text, catalogue

TEXTS = Path(__file__).parent / "texts"
MOST = 10_000


class PuzzlesRefused(Refused):
    """In the terminal's own words."""

    texts = TEXTS


def make_puzzles(
    name: str,
    folder: Path,
    *,
    count: int,
    seconds: float,
    seats: int | None = None,
    taken: Path | None = None,
    language: str = FALLBACK,
) -> int:
    """Until there are `count`, or time is up. What was found is on disk after every match."""
    game = games.load(name)
    if not 1 <= count <= MOST:
        raise PuzzlesRefused("puzzles.count", most=MOST)
    game.options_for(seats or max(2, game.seats[0]), {})
    file = read_puzzles(folder, game)
    if not bots.is_ready(name):
        bots.prepare(name)
    finder = PuzzleFinder(game, seats or max(2, game.seats[0]))
    until = time.monotonic() + seconds
    for path in sorted(taken.glob("*.json")) if taken else ():
        record = records.from_json(path.read_bytes())
        if record.game != name or record.rules_version != game.rules_version or record.ending is None:
            continue
        for match, puzzle in PuzzleFinder(game, len(record.seats)).in_record(record):
            add(file, match, puzzle)
        _keep(folder, file, finder)
        if len(file.puzzles) >= count or time.monotonic() >= until:
            break
    while len(file.puzzles) < count and time.monotonic() < until:
        for match, puzzle in finder.in_self_play(file.matches):
            add(file, match, puzzle)
        file.matches += 1  # a match is looked through whole: otherwise it would be begun again and again
        _keep(folder, file, finder)
    size = path_of(folder, game).stat().st_size if path_of(folder, game).exists() else 0
    facts: dict[str, str | int | Text] = {"game": game.title, "matches": file.matches, "kilobytes": size // 1024}
    print(catalogue(TEXTS, language).render(Text("puzzles.made", {"count": len(file.puzzles), **facts})))
    return 0


def _keep(folder: Path, file: PuzzleFile, finder: PuzzleFinder) -> None:
    file.looked, file.close = file.looked + finder.looked, file.close + finder.close
    finder.looked = finder.close = 0
    write_puzzles(folder, file, finder.game)

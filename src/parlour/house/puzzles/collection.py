"""A game's puzzles in the order in which they come up: one a day, the same for everybody."""

import hashlib
from collections.abc import Container
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from parlour.core.game import Game
from parlour.core.puzzles import Puzzle, read_puzzles
from parlour.core.texts import Refused


class PuzzleCollection:
    """In an order that tells nothing of how hard they are, and that all processes have alike. Half of them come up day
    by day. The others are for whoever wants more, so that nobody spends the try at a coming day's puzzle."""

    def __init__(self, game: str, puzzles: list[Puzzle]) -> None:
        self.game = game
        self.ordered = sorted(puzzles, key=lambda puzzle: _lot(game, puzzle.id))
        self._place = {puzzle.id: place for place, puzzle in enumerate(self.ordered)}
        self.daily = [puzzle for puzzle in self.ordered if _is_daily(game, puzzle.id)] or self.ordered

    def todays(self, day: int) -> Puzzle | None:
        return self.daily[day % len(self.daily)] if self.daily else None

    def is_todays(self, puzzle: Puzzle, day: int) -> bool:
        todays = self.todays(day)
        return todays is not None and todays.id == puzzle.id

    def puzzle(self, id: str) -> Puzzle:
        if id not in self._place:
            raise Refused("puzzles.none", puzzle=id[:20])
        return self.ordered[self._place[id]]

    def next_after(self, id: str, tried: Container[str]) -> Puzzle | None:
        """The one that follows, is of no day and was not tried; none, if all were."""
        begin = self._place.get(id, -1) + 1
        around = [*self.ordered[begin:], *self.ordered[:begin]]
        of_days = {puzzle.id for puzzle in self.daily}
        free = (each for each in around if each.id not in of_days and each.id != id)
        return next((each for each in free if each.id not in tried), None)


class PuzzleCollections:
    """Of every game: the puzzles that came with it, and those that the house has made. Each is read once."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder  # with a folder for each game, as `parlour puzzles make --to` leaves them
        self._found: dict[str, PuzzleCollection] = {}

    def of(self, game: Game) -> PuzzleCollection:
        if game.name not in self._found:
            self._found[game.name] = self._read(game)
        return self._found[game.name]

    def _read(self, game: Game) -> PuzzleCollection:
        came = collection_of(game)
        made = _readable(game, self._folder / game.name) if self._folder else []
        every = {puzzle.id: puzzle for puzzle in (*made, *came.ordered)}
        return PuzzleCollection(game.name, list(every.values())) if made else came


@cache
def collection_of(game: Game) -> PuzzleCollection:
    """Those that came with the game."""
    return PuzzleCollection(game.name, _readable(game))


def _readable(game: Game, folder: Path | None = None) -> list[Puzzle]:
    """What cannot be read is as none: the law book says what is wrong with it, and the house goes on."""
    try:
        return read_puzzles(game, folder).puzzles
    except Refused:
        return []


def day_of(now: int) -> int:
    """The house's date, as a number: days are counted from the year 1."""
    return datetime.fromtimestamp(now / 1000, UTC).date().toordinal()


def date_text(day: int) -> str:
    return date.fromordinal(day).isoformat()


def _lot(game: str, id: str) -> bytes:
    return hashlib.blake2b(f"{game} {id}".encode(), digest_size=8).digest()


def _is_daily(game: str, id: str) -> bool:
    """By its id alone: puzzles that are added change it for none that were there."""
    return _lot(game, id)[-1] % 2 == 0

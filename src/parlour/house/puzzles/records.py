"""What the house keeps of puzzles: each person's one try at each, ratings, and for how many days in a row."""

from collections.abc import Sequence

import msgspec

from parlour.house.store import Index, Kind, Store

OF_PUZZLE = "puzzle:"  # and its id, as `who` of a standing; no person's id has a colon in it


class PuzzleTry(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The first try is the only one that is kept, until the puzzle comes round again as a day's and is tried then."""

    person: str
    game: str
    puzzle: str
    at: int
    day: int
    choice: str  # empty: they asked for the solution
    right: bool
    hinted: bool
    was: float  # mu of the person before it, and after
    mu: float  # as before, if it came round again
    sigma: float
    puzzle_was: float
    puzzle_mu: float


class PuzzleStanding(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How good somebody is at a game's puzzles, or how hard one of them is: numbers as in `ratings/model.py`."""

    who: str
    game: str
    mu: float
    sigma: float
    tries: int


class PuzzleStreak(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Days in a row with a puzzle of that day solved, up to `day`."""

    person: str
    day: int
    days: int
    best: int


PUZZLE_TRIES = Kind(
    "puzzle_tries",
    PuzzleTry,
    ("person", "game", "puzzle"),
    {
        "person": Index(by=("person",), order=("-at", "game", "puzzle")),
        "game": Index(by=("person", "game"), order=("puzzle",)),
    },
)
PUZZLE_STANDINGS = Kind(
    "puzzle_standings", PuzzleStanding, ("who", "game"), {"who": Index(by=("who",), order=("game",))}
)
PUZZLE_STREAKS = Kind("puzzle_streaks", PuzzleStreak, ("person",), {"person": Index(by=("person",), order=("day",))})


async def tries_of(
    store: Store, person: str, after: tuple[int, str, str] | None = None, most: int = 100
) -> list[PuzzleTry]:
    """The latest first, those after (at, game, puzzle)."""
    return await store.list_by(PUZZLE_TRIES, "person", person, after=after, most=most)


async def tried_in(store: Store, person: str, game: str) -> set[str]:
    """The puzzles of a game that somebody has tried."""
    return {one.puzzle for one in await store.list_by(PUZZLE_TRIES, "game", person, game, most=100_000)}


async def found_by(store: Store, people: Sequence[str], game: str, puzzle: str, day: int) -> list[PuzzleTry]:
    """Who of them found it on that day: the first comes first."""
    tries = await store.get_many(PUZZLE_TRIES, [(person, game, puzzle) for person in people])
    return sorted((one for one in tries if one.right and one.day == day), key=lambda one: (one.at, one.person))


async def puzzle_standings_of(store: Store, who: str) -> list[PuzzleStanding]:
    return await store.list_by(PUZZLE_STANDINGS, "who", who)

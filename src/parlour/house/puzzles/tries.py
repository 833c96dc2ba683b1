"""Trying a puzzle: once, durable, and rated like a match against it. As a day's puzzle it may come round again.

Whoever finds the move has won. With a hint that is worth half. A guest's try moves the guest's rating and not the
puzzle's: guests are free to be made.
"""

import asyncio
from collections.abc import Container
from typing import NamedTuple

import msgspec

from parlour.core.puzzles import Puzzle
from parlour.core.texts import Refused
from parlour.house.people.person import Person
from parlour.house.people.records import PEOPLE
from parlour.house.puzzles.collection import PuzzleCollection, day_of
from parlour.house.puzzles.records import (
    OF_PUZZLE,
    PUZZLE_STANDINGS,
    PUZZLE_STREAKS,
    PUZZLE_TRIES,
    PuzzleStanding,
    PuzzleStreak,
    PuzzleTry,
    tries_of,
)
from parlour.house.ratings import model
from parlour.house.store import ABSENT, Change, Need, Put, Store, persist

PUZZLE_SIGMA = 3.0  # a few tries of bots say how hard it is, and not exactly
HINTED = 0.5  # of what a right answer wins
WEEK = 7
LOOKED_BACK = 200  # tries among which those of the last week are


class StreakNow(NamedTuple):
    """As it stands today: what ended before yesterday is over."""

    days: int
    best: int
    today: bool  # one of today's is solved
    week: list[bool]  # of the last seven days, today last: whether a puzzle was solved


async def try_puzzle(
    store: Store,
    collection: PuzzleCollection,
    puzzle: Puzzle,
    person: Person,
    choice: str,
    hinted: bool,
    moves: Container[str],
    now: int,
) -> PuzzleTry:
    """What became of the first try: asking again, with the same or with another choice, changes nothing. An empty
    choice asks for the solution. One that comes round as the day's is tried anew, for the day and not for ratings."""
    if choice and choice not in moves:
        raise Refused("puzzles.no-move", choice=choice[:40])
    done: list[PuzzleTry] = []

    async def changes() -> list[Change] | None:
        earlier = await store.get(PUZZLE_TRIES, person.id, collection.game, puzzle.id)
        if earlier is not None and not comes_again(collection, puzzle, earlier, day_of(now)):
            done.append(earlier)
            return None
        if earlier is None:
            kept, wanted = await _first_try(store, collection, puzzle, person, choice, hinted, now)
        else:
            kept, wanted = await _try_anew(store, puzzle, person, earlier, choice, hinted, now)
        if kept.right and collection.is_todays(puzzle, kept.day):
            before = await store.get(PUZZLE_STREAKS, person.id)
            streak = _longer(before, person.id, kept.day)
            wanted.append(Put(PUZZLE_STREAKS, streak, ABSENT if before is None else before))
        done.append(kept)
        return wanted

    await persist(store, changes)
    return done[-1]


async def _first_try(
    store: Store, collection: PuzzleCollection, puzzle: Puzzle, person: Person, choice: str, hinted: bool, now: int
) -> tuple[PuzzleTry, list[Change]]:
    game, right = collection.game, choice in puzzle.answers
    mine = await store.get(PUZZLE_STANDINGS, person.id, game)
    its = await store.get(PUZZLE_STANDINGS, OF_PUZZLE + puzzle.id, game)
    me, it = mine or newcomer(person.id, game), its or standing_of(puzzle, game)
    me_then, it_then = await asyncio.to_thread(model.after_meeting, (me.mu, me.sigma), (it.mu, it.sigma), right)
    if right and hinted:
        me_then = (me.mu + HINTED * (me_then[0] - me.mu), me_then[1])
    if person.password is None:
        it_then = (it.mu, it.sigma)
    kept = PuzzleTry(
        person=person.id, game=game, puzzle=puzzle.id, at=now, day=day_of(now), choice=choice, right=right,
        hinted=hinted, was=me.mu, mu=me_then[0], sigma=me_then[1], puzzle_was=it.mu, puzzle_mu=it_then[0],
    )  # fmt: skip
    wanted: list[Change] = [
        Need(PEOPLE, (person.id,)),
        Put(PUZZLE_TRIES, kept, ABSENT),
        Put(PUZZLE_STANDINGS, _moved(me, me_then), ABSENT if mine is None else mine),
    ]
    if person.password is not None:
        wanted.append(Put(PUZZLE_STANDINGS, _moved(it, it_then), ABSENT if its is None else its))
    return kept, wanted


async def _try_anew(
    store: Store, puzzle: Puzzle, person: Person, earlier: PuzzleTry, choice: str, hinted: bool, now: int
) -> tuple[PuzzleTry, list[Change]]:
    """Ratings stay: whoever has seen the answer once has less to find."""
    mine = await store.get(PUZZLE_STANDINGS, person.id, earlier.game) or newcomer(person.id, earlier.game)
    its = await store.get(PUZZLE_STANDINGS, OF_PUZZLE + puzzle.id, earlier.game) or standing_of(puzzle, earlier.game)
    kept = PuzzleTry(
        person=person.id, game=earlier.game, puzzle=puzzle.id, at=now, day=day_of(now), choice=choice,
        right=choice in puzzle.answers, hinted=hinted, was=mine.mu, mu=mine.mu, sigma=mine.sigma,
        puzzle_was=its.mu, puzzle_mu=its.mu,
    )  # fmt: skip
    return kept, [Need(PEOPLE, (person.id,)), Put(PUZZLE_TRIES, kept, earlier)]


def comes_again(collection: PuzzleCollection, puzzle: Puzzle, earlier: PuzzleTry, day: int) -> bool:
    """Whether it is today's, and was tried on another day."""
    return earlier.day < day and collection.is_todays(puzzle, day)


async def try_that_counts(
    store: Store, collection: PuzzleCollection, puzzle: Puzzle, person: str, day: int
) -> PuzzleTry | None:
    """What somebody's try made of it; none, if it can be tried."""
    tried = await store.get(PUZZLE_TRIES, person, collection.game, puzzle.id)
    return None if tried is None or comes_again(collection, puzzle, tried, day) else tried


def newcomer(who: str, game: str) -> PuzzleStanding:
    return PuzzleStanding(who=who, game=game, mu=model.MU, sigma=model.SIGMA, tries=0)


def standing_of(puzzle: Puzzle, game: str) -> PuzzleStanding:
    """Of one that no account has tried yet: as bots found it."""
    mu = model.MU + (puzzle.rating - model.MIDDLE) / model.UNIT
    return PuzzleStanding(who=OF_PUZZLE + puzzle.id, game=game, mu=mu, sigma=PUZZLE_SIGMA, tries=0)


def _moved(one: PuzzleStanding, to: tuple[float, float]) -> PuzzleStanding:
    return msgspec.structs.replace(one, mu=to[0], sigma=to[1], tries=one.tries + 1)


def _longer(before: PuzzleStreak | None, person: str, day: int) -> PuzzleStreak:
    days = 1 if before is None or before.day < day - 1 else before.days + (before.day < day)
    return PuzzleStreak(person=person, day=day, days=days, best=max(days, before.best if before else 0))


async def streak_of(store: Store, person: str, day: int) -> StreakNow:
    kept = await store.get(PUZZLE_STREAKS, person)
    solved = {one.day for one in await tries_of(store, person, most=LOOKED_BACK) if one.right}
    week = [each in solved for each in range(day - WEEK + 1, day + 1)]
    if kept is None:
        return StreakNow(0, 0, False, week)
    return StreakNow(kept.days if kept.day >= day - 1 else 0, kept.best, kept.day == day, week)

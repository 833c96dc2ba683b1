"""What the house keeps of ratings: how rated matches came out, and what follows from that.

A finish is kept in the unit of the event that ends its match. It gets its number, and with it its place in the order,
when the rating worker folds it. What follows is kept in *generations*: ratings that are counted anew are written beside
those that people see, and shown from the moment on that they are whole.
"""

from collections.abc import AsyncIterator, Mapping, Sequence

import msgspec

from parlour.house.cursors import CURSORS, Cursor
from parlour.house.people.records import names_of
from parlour.house.store import (
    ABSENT,
    ANY,
    MOST_CHANGES,
    Change,
    Index,
    Kind,
    Put,
    Remove,
    Store,
    keep,
    keep_in_parts,
    pages,
)

BOT = "bot:"  # and its level; no person's id has a colon in it
SURE = 5.0  # sigma from which on a rating is certain: some 20 matches of two, 30 of four. Another one needs a rebuild
RATED_TO, GENERATION, CLAIMED = "rater", "ratings", "ratings-claimed"  # cursors


class Finish(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How a match that counts came out. Who sat there goes by a person's id, or `bot:` and a level."""

    table: str
    game: str
    at: int
    seats: Sequence[str]  # those with whom it began, but for who never came
    places: Sequence[int] = ()  # of each, 1 for the first; none where all play together
    worth: float | None = None  # of all, where they play together: the more the better
    score: int | None = None  # the same in the words of the game
    number: int | None = None  # when it is rated: finishes are counted from 1, without gaps
    # Of each, a number that those share who came from one place. None at all: it ended before that was looked at, and
    # few opponents counted like many.
    households: Sequence[int] = ()


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How good somebody is at a game, as far as the house can tell: see model.py."""

    who: str
    game: str
    mu: float
    sigma: float
    games: int
    ranked: bool = True  # an account or a bot, and not somebody who has left
    met: Sequence[str] = ()  # the first people whom they met: with enough of them, no more are noted
    recent: Sequence[str] = ()  # whom they met last, as often as they did
    generation: int = 0


class Point(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one finish made of a standing."""

    number: int  # the finish's
    who: str
    game: str
    table: str
    at: int
    place: int
    of: int  # how many there were
    was: float  # mu before it
    mu: float
    sigma: float
    shared: bool = False  # somebody else came to the same place
    generation: int = 0


class TeamScore(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What the same people have come to together, once: in a game that is played together, rated or not. A team is a
    hash of who sat there, which game it was and by which options: it names nobody, and ends with its people."""

    team: str
    table: str
    at: int
    worth: float  # the more the better
    score: int  # the same in the words of the game
    until: int


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a ranking. A bot has no name here: what it is called is a matter of language."""

    standing: Standing
    name: str | None


FINISHES = Kind(
    "finishes",
    Finish,
    ("table",),
    {
        "waiting": Index(by=("rated",), order=("at", "table")),
        "number": Index(order=("number",), present="number"),
        "best": Index(by=("game", "size"), order=("-worth", "at", "table"), present="worth"),
    },
    computed={"size": lambda one: len(one.seats), "rated": lambda one: one.number is not None},
)
STANDINGS = Kind(
    "standings",
    Standing,
    ("generation", "game", "who"),
    {
        "all": Index(by=("generation",), order=("game", "who")),
        "who": Index(by=("generation",), order=("who", "game")),
        "ranking": Index(by=("generation", "game", "ranked"), order=("-settled", "-mu", "who")),
        "ranking_part": Index(by=("generation", "game", "ranked", "settled"), order=("-mu", "who")),
    },
    computed={"settled": lambda one: one.sigma <= SURE},
)
POINTS = Kind(
    "points",
    Point,
    ("generation", "who", "game", "number"),
    {
        "game": Index(by=("generation", "who", "game"), order=("-number",)),
        "who": Index(by=("generation", "who"), order=("game", "number")),
        "number": Index(by=("generation",), order=("number", "who")),
        "table": Index(by=("generation", "table"), order=("number", "who")),
    },
)

TEAM_SCORES = Kind(
    "team_scores",
    TeamScore,
    ("team", "table"),
    {
        "best": Index(by=("team",), order=("-worth", "at", "table")),
        "until": Index(order=("until", "team", "table")),
    },
    expires="until",
)


# -- finishes -------------------------------------------------------------------------------------------------


async def finish_changes(store: Store, finish: Finish, recount: bool) -> list[Change]:
    """What the unit of a match that ends has to write; with `recount`, the outcome of one that is there is another now,
    and all ratings are to be counted anew."""
    if not recount:
        return [Put(FINISHES, finish, ABSENT)] if await store.get(FINISHES, finish.table) is None else []
    before = await store.get(FINISHES, finish.table)
    if before is None:
        return []
    now = msgspec.structs.replace(finish, number=before.number, households=before.households)
    changes: list[Change] = [Put(FINISHES, now, before)]
    if before.number is not None:
        cursor = await store.get(CURSORS, RATED_TO)
        value = -1 if cursor is None or cursor.value >= 0 else cursor.value - 1
        changes.append(Put(CURSORS, Cursor(RATED_TO, value), cursor or ABSENT))
    return changes


async def finishes(store: Store, after: int = 0, most: int = 1000) -> list[Finish]:
    """Those with a higher number, in order."""
    return await store.list_by(FINISHES, "number", after=(after,), most=most)


async def waiting_finishes(store: Store, most: int = 1000) -> list[Finish]:
    """Those that are still to be rated, in the order in which that is done."""
    return await store.list_by(FINISHES, "waiting", False, most=most)


async def best(
    store: Store, game: str, seats: int, skip: int = 0, most: int = 50, after: tuple[float, int, str] | None = None
) -> list[Finish]:
    """Of those who played together, so many of them: the worthiest first, then the earliest; those after (worth, at,
    table) of the last one of the page before."""
    return await store.list_by(FINISHES, "best", game, seats, after=after, skip=skip, most=most)


# -- what follows from them -----------------------------------------------------------------------------------


async def rated_to(store: Store) -> int:
    """The number of the last finish that is in the standings. Below 0: all of them are to be counted again."""
    cursor = await store.get(CURSORS, RATED_TO)
    return 0 if cursor is None else cursor.value


async def generation_of(store: Store) -> int:
    """Which of the ratings people see."""
    cursor = await store.get(CURSORS, GENERATION)
    return 0 if cursor is None else cursor.value


async def keep_ratings(
    store: Store,
    after: int,
    rated: Sequence[Finish],
    standings: Sequence[Standing],
    points: Sequence[Point],
    before: Mapping[tuple[str, str], Standing] | None = None,
) -> bool:
    """Finishes with their numbers, the first of which follows on `after`, the standings that changed and the points.
    False, and nothing is kept: the standings are not at `after`, or no longer; or a bot's, by game and who, are not
    what they were `before`: it was carried over meanwhile, which leaves all at `after`."""
    cursor, shown = await store.get(CURSORS, RATED_TO), await store.get(CURSORS, GENERATION)
    if (0 if cursor is None else cursor.value) != after:
        return False
    now = 0 if shown is None else shown.value
    waiting = {one.table: one for one in await store.get_many(FINISHES, [(one.table,) for one in rated])}
    if any(waiting.get(one.table) != msgspec.structs.replace(one, number=None) for one in rated):
        return False
    moved: list[Change] = [
        Put(CURSORS, Cursor(RATED_TO, after + len(rated)), cursor or ABSENT),
        Put(CURSORS, Cursor(GENERATION, now), shown or ABSENT),  # who counts anew may be done, and be at `after` too
    ]
    moved += [Put(FINISHES, one, waiting[one.table]) for one in rated]
    for one in await _placed(store, standings, now):
        was = ANY if before is None or not one.who.startswith(BOT) else before.get((one.game, one.who), ABSENT)
        moved.append(Put(STANDINGS, one, was))
    told: list[Change] = [Put(POINTS, msgspec.structs.replace(one, generation=now)) for one in points]
    while told and len(moved) + len(told) > MOST_CHANGES:  # of very many seats: written again if it fails below
        await keep(store, *told[:MOST_CHANGES])
        del told[:MOST_CHANGES]
    return await keep(store, *moved, *told)


async def replace_ratings(
    store: Store, after: int, to: int, standings: Sequence[Standing], points: Sequence[Point]
) -> bool:
    """All anew, from the first finish to the one with the number `to`. False, and people see what they saw: the
    standings are not at `after`, or no longer."""
    cursor, shown = await store.get(CURSORS, RATED_TO), await store.get(CURSORS, GENERATION)
    if (0 if cursor is None else cursor.value) != after:
        return False
    now = 0 if shown is None else shown.value
    own = await _claimed_generation(store, now)
    if own is None:
        return False
    placed = await _placed(store, standings, own)
    told = [msgspec.structs.replace(one, generation=own) for one in points]
    await keep_in_parts(store, [*(Put(STANDINGS, one) for one in placed), *(Put(POINTS, one) for one in told)])
    turned = await keep(
        store,
        Put(CURSORS, Cursor(RATED_TO, to), cursor or ABSENT),
        Put(CURSORS, Cursor(GENERATION, own), shown or ABSENT),
    )
    # With what was shown goes what others began and did not come to the end with: it is never shown any more.
    for generation in range(now, own) if turned else (own,):
        await forget_generation(store, generation)
    return turned


async def _claimed_generation(store: Store, shown: int) -> int | None:
    """A generation for one writer alone: of two who count at once, neither writes into the other's."""
    claimed = await store.get(CURSORS, CLAIMED)
    own = max(shown, 0 if claimed is None else claimed.value) + 1
    return own if await keep(store, Put(CURSORS, Cursor(CLAIMED, own), claimed or ABSENT)) else None


async def renumber_finishes(store: Store, wanted: Sequence[Finish]) -> bool:
    """Put finishes in place of those that are kept with a number, and of those in them that wait; others go on waiting.
    False: somebody was in between, and only a part is done."""
    kept = {one.table: one async for one in all_finishes(store)}
    will = {one.table: one for one in wanted}
    changes: list[Change] = [
        Remove(FINISHES, (table,), one) for table, one in kept.items() if table not in will and one.number is not None
    ]
    changes += [Put(FINISHES, one, kept.get(table, ABSENT)) for table, one in will.items() if kept.get(table) != one]
    return await keep_in_parts(store, changes)


async def forget_generation(store: Store, generation: int) -> None:
    async for standings in pages(store, STANDINGS, "all", generation, most=MOST_CHANGES):
        await keep(store, *(Remove(STANDINGS, STANDINGS.key_of(one)) for one in standings))
    async for points in pages(store, POINTS, "number", generation, most=MOST_CHANGES):
        await keep(store, *(Remove(POINTS, POINTS.key_of(one)) for one in points))


async def _placed(store: Store, standings: Sequence[Standing], generation: int) -> list[Standing]:
    """With whether each is ranked: who has no account any more is not."""
    people = [one.who for one in standings if not one.who.startswith(BOT)]
    there = await names_of(store, people)
    return [
        msgspec.structs.replace(one, generation=generation, ranked=one.who.startswith(BOT) or one.who in there)
        for one in standings
    ]


async def standings(store: Store, who: Sequence[str] | None = None, game: str | None = None) -> list[Standing]:
    """By game, then by who."""
    now = await generation_of(store)
    if who is None:
        everybody = pages(store, STANDINGS, "all", now)
        return [one async for some in everybody for one in some if game is None or one.game == game]
    if game is not None:
        return sorted(await store.get_many(STANDINGS, [(now, game, one) for one in who]), key=_by_who)
    return sorted([one for each in who for one in await _standings_of(store, each, now)], key=_by_who)


async def _standings_of(store: Store, who: str, generation: int) -> list[Standing]:
    """One player's in every game. Asked for as a range: by two equal values, SQLite goes through a whole generation in
    the order of the key instead."""
    return await store.list_by(STANDINGS, "who", generation, after=(who, ""), upto=(who,))


def _by_who(one: Standing) -> tuple[str, str]:
    return one.game, one.who


async def points(store: Store, who: str, game: str, most: int = 1000) -> list[Point]:
    """The latest of somebody's in a game, in order."""
    return (await store.list_by(POINTS, "game", await generation_of(store), who, game, most=most))[::-1]


async def points_of(store: Store, who: str, after: tuple[str, int] = ("", 0), most: int = 1000) -> list[Point]:
    """All of somebody's, by game and then by number, those after (game, number)."""
    return await store.list_by(POINTS, "who", await generation_of(store), who, after=after, most=most)


async def all_points(store: Store, after: tuple[int, str] = (0, ""), most: int = 1000) -> list[Point]:
    """Of everybody, by number and then by who, those after (number, who)."""
    return await store.list_by(POINTS, "number", await generation_of(store), after=after, most=most)


async def points_at(store: Store, table: str) -> list[Point]:
    """What a finish changed."""
    return await store.list_by(POINTS, "table", await generation_of(store), table)


async def ranking(
    store: Store, game: str, skip: int = 0, most: int = 50, after: tuple[bool, float, str] | None = None
) -> list[Ranked]:
    """Accounts and bots: first those who are certain, then the others; the best first. Those after (whether certain,
    mu, who) of the last one of the page before; or, without that, `skip` passed over."""
    now = await generation_of(store)
    if after is None:
        rows = await store.list_by(STANDINGS, "ranking", now, game, True, skip=skip, most=most)
    else:  # Part by part: through both at once, an SQL store goes from the beginning
        certain, place = after[0], after[1:]
        rows = await store.list_by(STANDINGS, "ranking_part", now, game, True, certain, after=place, most=most)
        if certain and len(rows) < most:
            rows += await store.list_by(STANDINGS, "ranking_part", now, game, True, False, most=most - len(rows))
    names = await names_of(store, [one.who for one in rows if not one.who.startswith(BOT)])
    # Who has left while a match of theirs was rated is still marked as ranked.
    there = [one for one in rows if one.who.startswith(BOT) or one.who in names]
    return [Ranked(standing=one, name=names.get(one.who)) for one in there]


async def ahead_of(store: Store, standing: Standing) -> int:
    """How many of those whom `ranking` names first come before this one, who is certain."""
    now = await generation_of(store)
    upto = (True, standing.mu, standing.who)
    before = await store.count(STANDINGS, "ranking", now, standing.game, True, upto=upto)
    own = await store.get(STANDINGS, now, standing.game, standing.who)
    return before - (own is not None and own.ranked and own.sigma <= SURE and own.mu == standing.mu)


async def unranked(store: Store, person: str) -> list[Change]:
    """What somebody who leaves changes in rankings: their standing stays, and is shown no more."""
    kept = await _standings_of(store, person, await generation_of(store))
    return [Put(STANDINGS, msgspec.structs.replace(one, ranked=False), one) for one in kept]


async def all_finishes(store: Store) -> AsyncIterator[Finish]:
    """In their order, and then those that wait."""
    async for some in pages(store, FINISHES, "number"):
        for finish in some:
            yield finish
    async for some in pages(store, FINISHES, "waiting", False):
        for finish in some:
            yield finish

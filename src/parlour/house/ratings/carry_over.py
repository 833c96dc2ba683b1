"""When the strongest bot becomes stronger, its rating is carried over to what it is now: once, by what was measured.

A game's knowledge says what it has scored against what it was before (`Knowledge.stronger`). A house notes after which
finish it met each of those first, in the unit that moves the rating, so that counting all anew comes to the same.
"""

import asyncio

from parlour import games
from parlour.house.cursors import CURSORS, Cursor
from parlour.house.ratings import model
from parlour.house.ratings.model import Jump
from parlour.house.ratings.records import BOT, GENERATION, RATED_TO, STANDINGS, Standing
from parlour.house.store import ABSENT, Change, Put, Store, keep
from parlour.house.tables.commands import LEVELS

STRONGEST = f"{BOT}{LEVELS[-1]}"


def marker(game: str, number: int) -> str:
    """The cursor that says after which finish a game's strongest bot became stronger for the so-manieth time."""
    return f"stronger {game} {number}"


async def gains() -> list[tuple[str, int, float]]:
    """Game, number from 1 and share of all that is known. Games are loaded, which may take a moment."""
    known = await asyncio.to_thread(games.all_games)
    return [(game.name, n, share) for game in known for n, share in enumerate(game.knowledge.stronger, 1)]


async def jumps(store: Store) -> list[Jump]:
    """Those that this house has made, in their order."""
    found = []
    for game, number, share in await gains():
        cursor = await store.get(CURSORS, marker(game, number))
        if cursor is not None:
            found.append(Jump(after=cursor.value, game=game, who=STRONGEST, share=share))
    return sorted(found, key=lambda one: one.after)


async def carry_over(store: Store) -> bool:
    """Make those that are still to be made, where all is rated that has been played. False: somebody was in between,
    and some are left."""
    for game, number, share in await gains():
        if await store.get(CURSORS, marker(game, number)) is None and not await _carried(store, game, number, share):
            return False
    return True


async def _carried(store: Store, game: str, number: int, share: float) -> bool:
    at, shown = await store.get(CURSORS, RATED_TO), await store.get(CURSORS, GENERATION)
    after = 0 if at is None else at.value
    if after < 0:
        return False  # all is to be counted anew first
    changes: list[Change] = [Put(CURSORS, Cursor(marker(game, number), after), ABSENT)]
    kept: Standing | None = await store.get(STANDINGS, 0 if shown is None else shown.value, game, STRONGEST)
    if kept is not None:
        if at is None:
            return False  # the first has been rated since the cursor was looked for
        # Nobody may have rated or counted anything in between: so both are written as they are.
        changes += [Put(CURSORS, one, one) for one in (at, shown) if one is not None]
        changes.append(Put(STANDINGS, model.stronger(kept, share), kept))
    return await keep(store, *changes)

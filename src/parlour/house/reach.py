"""Who may come near whom. This is the one place where it is asked: before somebody is challenged or invited, before two
are brought together by a quick match, and before somebody sits down at a private table."""

from collections.abc import Iterable
from typing import Protocol

from parlour.house.moderation.ports import Blocks
from parlour.house.ports import People


class Near(People, Blocks, Protocol):
    """What is needed of the store."""


async def may_reach(store: Near, asker: str, other: str) -> bool:
    """Whether `asker` may turn to `other`, who has not blocked them. Nobody is told why not: the answer is the same as
    if there were no such person, for whoever has left the house can be reached by nobody."""
    if asker == other:
        return True
    return await store.person(other) is not None and not await store.is_blocked(asker, [other])


async def may_reach_all(store: Near, asker: str, others: Iterable[str]) -> bool:
    return all([await may_reach(store, asker, other) for other in others])


async def get_along(store: Near, one: str, others: Iterable[str]) -> bool:
    """Whether nobody of them has blocked that one, nor the other way round: only then are they brought together."""
    others = list(others)
    blocked = {block.other for block in await store.blocks_of(one)}
    return blocked.isdisjoint(others) and await may_reach_all(store, one, others)

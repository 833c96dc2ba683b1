"""Who may come near whom. This is the one place where it is asked: before somebody is challenged or invited, before two
are brought together by a quick match, and before somebody sits down at a private table."""

from collections.abc import Iterable

from parlour.house.ports import People


async def may_reach(store: People, asker: str, other: str) -> bool:
    """Whether `asker` may turn to `other`. Nobody is told why not: the answer is the same as if there were no such
    person, for whoever has left the house can be reached by nobody."""
    return asker == other or await store.person(other) is not None


async def may_reach_all(store: People, asker: str, others: Iterable[str]) -> bool:
    return all([await may_reach(store, asker, other) for other in others])

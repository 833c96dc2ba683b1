"""Who may come near whom. This is the one place where it is asked: before somebody is challenged or invited, before two
are brought together by a quick match, and before somebody sits down at a private table."""

from collections.abc import Iterable

from parlour.house.moderation import records as moderation_records
from parlour.house.people import records as people_records
from parlour.house.store import Store


async def may_contact(store: Store, asker: str, other: str) -> bool:
    """Whether `asker` may turn to `other`, who has not blocked them. Nobody is told why not: the answer is the same as
    if there were no such person: somebody who has left the house cannot be reached either."""
    if asker == other:
        return True
    return await people_records.get_person(store, other) is not None and not await moderation_records.is_blocked(
        store, asker, [other]
    )


async def may_contact_all(store: Store, asker: str, others: Iterable[str]) -> bool:
    return all([await may_contact(store, asker, other) for other in others])


async def may_be_paired(store: Store, one: str, others: Iterable[str]) -> bool:
    """Whether nobody of them has blocked that one, nor the other way round: only then are they brought together."""
    others = list(others)
    blocked = {block.other for block in await moderation_records.blocks_of(store, one)}
    return blocked.isdisjoint(others) and await may_contact_all(store, one, others)

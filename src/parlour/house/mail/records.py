"""What the house keeps for mail: an outbox that loses nothing, people's addresses, links that work once."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from parlour.house.mail.notice import LetterEnd, Notice
from parlour.house.people.records import PEOPLE
from parlour.house.push import records as push_records
from parlour.house.store import ABSENT, Change, Index, Kind, Need, Put, Remove, Store, keep, pages, persist

AT_ONCE = 100
MOST_TOLD = 50  # of one event, each by a notice of its own
MANY = "many"  # the kind of a notice that stands for more
FOR_EVER = 2**53


class OutboxStatus(msgspec.Struct, frozen=True):
    """Of all notices that have not come to their end: how many, and when the oldest came about."""

    count: int
    oldest: int | None


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """Where a person can be written to, once it is confirmed that it is theirs."""

    person: str
    address: str | None = None  # confirmed
    wanted: str | None = None  # not yet


LinkKind = Literal["confirm", "reset", "let-in"]  # `let-in`: from the host, for who has lost every other way


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A way in that was sent by mail and works once. Only the hash of its secret is kept."""

    hash: str
    kind: LinkKind
    person: str
    address: str = ""  # that it confirms
    until: int


class Silenced(msgspec.Struct, frozen=True, gc=False):
    """`who` is a person, or stands for an address without one: this kind of mail is not wanted."""

    who: str
    kind: str


class HouseSecret(msgspec.Struct, frozen=True, gc=False):
    name: str
    secret: bytes


def folded(address: str | None) -> str | None:
    """Servers may tell apart the case of what stands before the @, and none does that people write to."""
    return None if address is None else address.casefold()


OUTBOX_INDEXES = {
    "due": Index(by=("state",), order=("due", "key")),
    "since": Index(by=("state",), order=("at", "key")),
    "thread": Index(by=("thread",), order=("key",)),
    "ended": Index(order=("ended", "key"), present="ended"),
    "person": Index(by=("person",), order=("at", "key")),
}
NOTICES = Kind("outbox", Notice, ("key",), OUTBOX_INDEXES, expires="ended")
# The same of devices that are told by push: apart, so that a push service that is slow holds up no letter.
PUSHES = Kind("pushes", Notice, ("key",), OUTBOX_INDEXES, expires="ended")
OUTBOXES = (NOTICES, PUSHES)
ADDRESSES = Kind(
    "addresses",
    Address,
    ("person",),
    {"address": Index(by=("folded",), order=("person",))},
    computed={"folded": lambda one: folded(one.address)},
)
LINKS = Kind(
    "links",
    Link,
    ("hash",),
    {"person": Index(by=("person",), order=("hash",)), "until": Index(order=("until", "hash"))},
    expires="until",
)
SILENCED = Kind("silenced", Silenced, ("who", "kind"), {"who": Index(by=("who",), order=("kind",))})
SECRETS = Kind("secrets", HouseSecret, ("name",))


# -- the outbox -----------------------------------------------------------------------------------------------


async def notice_changes(store: Store, notices: Iterable[Notice | None]) -> list[Change]:
    """What a unit has to write so that people are told: nothing of a notice that is there already, nor a letter to
    somebody without a confirmed address. Who has devices that are told by push has a notice for each of them, and the
    letter waits for what becomes of those. Very many, of a large tournament, are written as one that is spread
    later."""
    wanted: list[Notice] = []
    for notice in notices:
        if notice is None:
            continue
        pushes = [] if notice.person is None else await push_records.pushes_of(store, notice)
        wanted += [one for one in pushes if await store.get(PUSHES, one.key) is None]
        if await store.get(NOTICES, notice.key) is not None:
            continue
        if notice.person is not None:
            address = await store.get(ADDRESSES, notice.person)
            if address is None or address.address is None:
                continue
        wanted.append(push_records.after_pushes(notice) if pushes else notice)
    if len(wanted) <= MOST_TOLD:
        return [Put(outbox_of(notice), notice, ABSENT) for notice in wanted]
    many = Notice(
        key=f"{MANY}/{wanted[0].key}", kind=MANY, at=wanted[0].at, due=wanted[0].at, until=FOR_EVER,
        body=msgspec.json.encode(wanted),
    )  # fmt: skip
    return [] if await store.get(NOTICES, many.key) is not None else [Put(NOTICES, many, ABSENT)]


def outbox_of(notice: Notice) -> Kind[Notice]:
    return PUSHES if notice.kind == push_records.PUSH else NOTICES


async def spread(store: Store, many: Notice, now: int) -> None:
    """Put each of very many notices into the outbox, and be done with the one that stood for them. Interrupted, it can
    be done again: those that are there stay as they are."""
    wanted = msgspec.json.decode(many.body, type=list[Notice])
    for start in range(0, len(wanted), MOST_TOLD):

        async def some(start: int = start) -> list[Change]:
            new = [one for one in wanted[start : start + MOST_TOLD] if await store.get(outbox_of(one), one.key) is None]
            return [Put(outbox_of(one), one, ABSENT) for one in new]

        await persist(store, some)
    await end_notice(store, many.key, "sent", now)


async def put_notice(store: Store, notice: Notice) -> bool:
    """False, and nothing is written: there is one with this key, or the person has no confirmed address."""

    async def changes() -> list[Change] | None:
        return await notice_changes(store, [notice]) or None

    return await persist(store, changes)


async def due_notices(
    store: Store, now: int, mine: Callable[[str], bool] | None = None, outbox: Kind[Notice] = NOTICES, most: int = 1
) -> list[Notice]:
    """Those that have been due for longest; of several processes, of this one's."""
    if mine is None:
        return await store.list_by(outbox, "due", "waiting", upto=(now,), most=most)
    found: list[Notice] = []
    async for some in pages(store, outbox, "due", "waiting", upto=(now,), most=AT_ONCE):
        found += [one for one in some if mine(one.key)]
        if len(found) >= most:
            break
    return found[:most]


async def due_notice(store: Store, now: int, mine: Callable[[str], bool] | None = None) -> Notice | None:
    """The letter that has been due for longest."""
    return next(iter(await due_notices(store, now, mine)), None)


async def notices_to(
    store: Store, person: str, after: tuple[int, str] = (0, ""), most: int = 1000, outbox: Kind[Notice] = NOTICES
) -> list[Notice]:
    """Those for a person, by (at, key), after that one; what has ended is forgotten after a while."""
    return await store.list_by(outbox, "person", person, after=after, most=most)


async def next_notice(store: Store, outbox: Kind[Notice] = NOTICES) -> int | None:
    """When the first of all that wait is due."""
    return next((one.due for one in await store.list_by(outbox, "due", "waiting", most=1)), None)


async def begin_sending(
    store: Store, key: str, owner: int = 0, outbox: Kind[Notice] = NOTICES, until: int | None = None
) -> bool:
    """From here on it may have been sent; who has begun has done with it until then, if that is said. False: it does
    not wait, somebody else may have begun."""
    notice = await store.get(outbox, key)
    if notice is None or notice.state != "waiting":
        return False
    due = notice.due if until is None else until
    begun = msgspec.structs.replace(notice, state="sending", owner=owner, due=due)
    return await keep(store, Put(outbox, begun, notice))


async def put_off(store: Store, key: str, due: int, tries: int, doubts: int, outbox: Kind[Notice] = NOTICES) -> None:
    """It waits again."""
    await _change_notice(store, outbox, key, state="waiting", due=due, tries=tries, doubts=doubts)


async def end_notice(store: Store, key: str, end: LetterEnd, now: int, outbox: Kind[Notice] = NOTICES) -> None:
    """There is nothing more to do about it. What a letter was made from is of no use any more, and may be somebody's
    address."""
    await _change_notice(store, outbox, key, state=end, ended=now, body=b"")


async def _change_notice(store: Store, outbox: Kind[Notice], key: str, **new: object) -> None:
    async def changes() -> list[Change] | None:
        notice = await store.get(outbox, key)
        if notice is None or notice.ended is not None:
            return None
        return [Put(outbox, msgspec.structs.replace(notice, **new), notice)]

    await persist(store, changes)


async def left_sending(store: Store, outbox: Kind[Notice] = NOTICES) -> list[Notice]:
    """Those of which it is not known whether they were sent."""
    return await store.list_by(outbox, "since", "sending")


async def last_told(
    store: Store, thread: str, outbox: Kind[Notice] = NOTICES, of: Callable[[Notice], bool] = lambda one: True
) -> int | None:
    """When somebody was last told of this, if they have not been there since."""
    told = [one for one in await store.list_by(outbox, "thread", thread) if one.state in ("sent", "unsure") and of(one)]
    return max((one.ended for one in told if one.ended is not None), default=None)


async def was_pushed(store: Store, notice: Notice) -> bool:
    """Whether one of the person's devices was told the same: then it takes no letter."""
    if notice.person is None:
        return False
    devices = await push_records.devices_of(store, notice.person)
    told = await store.get_many(PUSHES, [(push_records.push_key(one.id, notice.key),) for one in devices])
    return any(one.state == "sent" for one in told)


async def been_there(store: Store, thread: str) -> None:
    """Who was told has come, and who was to be told need not be any more."""

    async def changes() -> list[Change]:
        found = [
            (outbox, one)
            for outbox in OUTBOXES
            for one in await store.list_by(outbox, "thread", thread, most=AT_ONCE // 2)
        ]
        return [Put(outbox, _after_a_visit(one), one) for outbox, one in found]

    await persist(store, changes)


def _after_a_visit(notice: Notice) -> Notice:
    if notice.state != "waiting":
        return msgspec.structs.replace(notice, thread=None)
    return msgspec.structs.replace(notice, thread=None, state="dropped", ended=notice.due)


async def outbox_status(store: Store) -> OutboxStatus:
    """How much there is to do."""
    count, oldest = 0, list[int]()
    for state in ("waiting", "sending"):
        count += await store.count(NOTICES, "since", state)
        oldest += [one.at for one in await store.list_by(NOTICES, "since", state, most=1)]
    return OutboxStatus(count, min(oldest, default=None))


# -- addresses ------------------------------------------------------------------------------------------------


async def address_of(store: Store, person: str) -> Address | None:
    return await store.get(ADDRESSES, person)


async def want_address(store: Store, person: str, address: str) -> bool:
    """To be confirmed; the confirmed one stays until then. False: there is no such person."""

    async def changes() -> list[Change] | None:
        if await store.get(PEOPLE, person) is None:
            return None
        before = await store.get(ADDRESSES, person)
        wanted = Address(person=person, address=None if before is None else before.address, wanted=address)
        put = Put(ADDRESSES, wanted, ABSENT if before is None else before)
        return [Need(PEOPLE, (person,)), *await _spent_links(store, person, "confirm"), put]

    return await persist(store, changes)


async def forget_address(store: Store, person: str, tell: Notice | None = None) -> None:
    """And all links that were sent to it. `tell` is put into the outbox in the same unit, here and below."""

    async def changes() -> list[Change]:
        told, spent = await notice_changes(store, [tell]), await _spent_links(store, person)
        return [*told, Remove(ADDRESSES, (person,)), *spent]

    await persist(store, changes)


async def _spent_links(store: Store, person: str, kind: str | None = None) -> list[Change]:
    links = await store.list_by(LINKS, "person", person, most=AT_ONCE - 10)
    return [Remove(LINKS, (one.hash,)) for one in links if kind is None or one.kind == kind]


async def people_at(store: Store, address: str, most: int = 10) -> list[str]:
    """Who has this as the confirmed address, whatever its case, the longest known first: a family may share one."""
    found = await store.list_by(ADDRESSES, "address", folded(address), most=AT_ONCE)
    people = await store.get_many(PEOPLE, [(one.person,) for one in found])
    return [one.id for one in sorted(people, key=lambda one: (one.since, one.id))][:most]


async def add_link(store: Store, link: Link) -> bool:
    """False: there is no such person."""
    return await keep(store, Need(PEOPLE, (link.person,)), Put(LINKS, link))


async def get_link(store: Store, hash: str) -> Link | None:
    return await store.get(LINKS, hash)


async def take_link(
    store: Store, hash: str, now: int, tell: Notice | None = None, also: Sequence[Change] = ()
) -> Link | None:
    """The link, if it still works; all of its person's of this kind work no more. To confirm makes the address theirs,
    in the same unit, which does what `also` says."""
    link = await store.get(LINKS, hash)
    if link is None:
        return None
    taken: list[Change] = [Remove(LINKS, (hash,), link)]
    if link.until <= now:
        await keep(store, *taken)
        return None
    taken += [one for one in await _spent_links(store, link.person, link.kind) if one != Remove(LINKS, (hash,))]
    if link.kind == "confirm":
        before = await store.get(ADDRESSES, link.person)
        if before is None or before.wanted != link.address:  # another address was wanted since
            await keep(store, *taken)
            return None
        taken.append(Put(ADDRESSES, Address(person=link.person, address=link.address), before))
    taken += [*await notice_changes(store, [tell]), *also]
    return link if await keep(store, *taken) else None


async def silence(store: Store, who: str, kind: str, off: bool) -> None:
    """This kind of mail is not wanted, or is again."""
    await keep(store, Put(SILENCED, Silenced(who, kind)) if off else Remove(SILENCED, (who, kind)))


async def silenced(store: Store, who: str) -> list[str]:
    """The kinds that are not wanted."""
    return [one.kind for one in await store.list_by(SILENCED, "who", who)]


async def keep_secret(store: Store, name: str, fresh: bytes) -> bytes:
    """The house's own secret of this name: the one that is kept, or this one from now on."""
    kept = await store.get(SECRETS, name)
    if kept is None and await keep(store, Put(SECRETS, HouseSecret(name, fresh), ABSENT)):
        return fresh
    kept = kept or await store.get(SECRETS, name)
    assert kept is not None, "somebody was quicker"
    return kept.secret

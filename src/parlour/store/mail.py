"""Scripts for the outbox, people's addresses, and links that work once."""

from parlour.house.mail_ports import Address, End, Link, Notice, Told, Waiting
from parlour.store.script import Row, Script

NOTICE = "key, kind, person, thread, body, at, due, until, tries, doubts"
CONFIRMED = "SELECT 1 FROM addresses WHERE person = ?1 AND address IS NOT NULL"
PUT_NOTICE = f"""INSERT INTO outbox ({NOTICE}, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 'waiting')
ON CONFLICT DO NOTHING RETURNING 1"""
DUE_NOTICE = f"SELECT {NOTICE} FROM outbox WHERE state = 'waiting' AND due <= ?1 ORDER BY due, key LIMIT 1"
SENT_TO = """SELECT key, kind, at, state, ended FROM outbox WHERE person = ?1 AND (at > ?2 OR (at = ?2 AND key > ?3))
ORDER BY at, key LIMIT ?4"""
NEXT_NOTICE = "SELECT min(due) FROM outbox WHERE state = 'waiting'"
BEGIN_SENDING = "UPDATE outbox SET state = 'sending', mark = ?2 WHERE key = ?1 AND state = 'waiting' RETURNING 1"
MARKED = "SELECT 1 FROM outbox WHERE key = ?1 AND state = 'sending' AND mark = ?2"
PUT_OFF = "UPDATE outbox SET state = 'waiting', due = ?2, tries = ?3, doubts = ?4 WHERE key = ?1 AND ended IS NULL"
# What a letter was made from is of no use any more, and may be somebody's address.
END_NOTICE = "UPDATE outbox SET state = ?2, ended = ?3, body = ?4 WHERE key = ?1 AND ended IS NULL"
OUTBOX = "SELECT count(*), min(at) FROM outbox WHERE ended IS NULL"
LEFT_SENDING = f"SELECT {NOTICE} FROM outbox WHERE state = 'sending' ORDER BY at, key"
TOLD = "SELECT max(ended) FROM outbox WHERE thread = ?1 AND state IN ('sent', 'unsure')"
COME = "UPDATE outbox SET thread = NULL WHERE thread = ?1 AND state <> 'waiting'"
NEEDLESS = "UPDATE outbox SET thread = NULL, state = 'dropped', ended = due WHERE thread = ?1 AND state = 'waiting'"

ADDRESS_OF = "SELECT address, wanted FROM addresses WHERE person = ?1"
PERSON = "SELECT 1 FROM people WHERE id = ?1"
WANT = """INSERT INTO addresses (person, wanted) VALUES (?1, ?2)
ON CONFLICT (person) DO UPDATE SET wanted = excluded.wanted"""
CONFIRM = "UPDATE addresses SET address = ?2, folded = ?3, wanted = NULL WHERE person = ?1 AND wanted = ?2 RETURNING 1"
PEOPLE_AT = """SELECT addresses.person FROM addresses JOIN people ON people.id = addresses.person
WHERE addresses.folded = ?1 ORDER BY people.since, people.id LIMIT ?2"""
LINK = "hash, kind, person, address, until"
ADD_LINK = f"INSERT INTO links ({LINK}) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING"
TAKE_LINK = f"DELETE FROM links WHERE hash = ?1 RETURNING {LINK}"
SPEND = "DELETE FROM links WHERE person = ?1 AND kind = ?2"
SILENCE = "INSERT INTO silenced (who, kind) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
SPEAK = "DELETE FROM silenced WHERE who = ?1 AND kind = ?2"
KEEP = "INSERT INTO secrets (name, secret) VALUES (?1, ?2) ON CONFLICT DO NOTHING"


# -- the outbox -----------------------------------------------------------------------------------------------


def put_notice(notice: Notice) -> Script[bool]:
    if notice.person is not None and not (yield CONFIRMED, (notice.person,)):
        return False
    about = (notice.key, notice.kind, notice.person, notice.thread, notice.body)
    return bool((yield PUT_NOTICE, (*about, notice.at, notice.due, notice.until, notice.tries, notice.doubts)))


def due_notice(now: int) -> Script[Notice | None]:
    rows = yield DUE_NOTICE, (now,)
    return _notice(rows[0]) if rows else None


def notices_to(person: str, after: tuple[int, str], most: int) -> Script[list[Told]]:
    rows = yield SENT_TO, (person, *after, most)
    return [Told(key=key, kind=kind, at=at, state=state, ended=ended) for key, kind, at, state, ended in rows]


def next_notice() -> Script[int | None]:
    [(due,)] = yield NEXT_NOTICE, ()
    return None if due is None else int(due)


def begin_sending(key: str, mark: bytes | None) -> Script[bool]:
    """The mark tells what this call wrote before its connection was cut from what others did."""
    if (yield BEGIN_SENDING, (key, mark)):
        return True
    return mark is not None and bool((yield MARKED, (key, mark)))


def put_off(key: str, due: int, tries: int, doubts: int) -> Script[None]:
    yield PUT_OFF, (key, due, tries, doubts)


def end_notice(key: str, end: End, now: int) -> Script[None]:
    yield END_NOTICE, (key, end, now, b"")


def left_sending() -> Script[list[Notice]]:
    return [_notice(row) for row in (yield LEFT_SENDING, ())]


def told(thread: str) -> Script[int | None]:
    [(last,)] = yield TOLD, (thread,)
    return None if last is None else int(last)


def been_there(thread: str) -> Script[None]:
    yield COME, (thread,)
    yield NEEDLESS, (thread,)


def outbox() -> Script[Waiting]:
    [(count, oldest)] = yield OUTBOX, ()
    return Waiting(int(count), None if oldest is None else int(oldest))


def forget_notices(before: int) -> Script[int]:
    return len((yield "DELETE FROM outbox WHERE ended IS NOT NULL AND ended < ?1 RETURNING 1", (before,)))


# -- addresses ------------------------------------------------------------------------------------------------


def folded(address: str) -> str:
    """Servers may tell apart the case of what stands before the @, and none does that people write to."""
    return address.casefold()


def address_of(person: str) -> Script[Address | None]:
    rows = yield ADDRESS_OF, (person,)
    return Address(person=person, address=rows[0][0], wanted=rows[0][1]) if rows else None


def want_address(person: str, address: str) -> Script[bool]:
    if not (yield PERSON, (person,)):
        return False
    yield SPEND, (person, "confirm")
    yield WANT, (person, address)
    return True


def forget_address(person: str, tell: Notice | None) -> Script[None]:
    if tell is not None:
        yield from put_notice(tell)
    yield "DELETE FROM addresses WHERE person = ?1", (person,)
    yield "DELETE FROM links WHERE person = ?1", (person,)


def people_at(address: str, most: int) -> Script[list[str]]:
    return [person for (person,) in (yield PEOPLE_AT, (folded(address), most))]


def add_link(link: Link) -> Script[bool]:
    if not (yield PERSON, (link.person,)):
        return False
    yield ADD_LINK, (link.hash, link.kind, link.person, link.address, link.until)
    return True


def link(hash: str) -> Script[Link | None]:
    rows = yield f"SELECT {LINK} FROM links WHERE hash = ?1", (hash,)
    return _link(rows[0]) if rows else None


def take_link(hash: str, now: int, tell: Notice | None) -> Script[Link | None]:
    """After a cut it may answer None for what it took itself; whoever hears that asks for another."""
    rows = yield TAKE_LINK, (hash,)
    if not rows or rows[0][4] <= now:
        return None
    taken = _link(rows[0])
    yield SPEND, (taken.person, taken.kind)
    if taken.kind == "confirm" and not (yield CONFIRM, (taken.person, taken.address, folded(taken.address))):
        return None  # another address was wanted since
    if tell is not None:
        yield from put_notice(tell)
    return taken


def forget_links(before: int) -> Script[int]:
    return len((yield "DELETE FROM links WHERE until < ?1 RETURNING 1", (before,)))


def silence(who: str, kind: str, off: bool) -> Script[None]:
    yield SILENCE if off else SPEAK, (who, kind)


def silenced(who: str) -> Script[list[str]]:
    return [kind for (kind,) in (yield "SELECT kind FROM silenced WHERE who = ?1 ORDER BY kind", (who,))]


def keep_secret(name: str, fresh: bytes) -> Script[bytes]:
    yield KEEP, (name, fresh)
    [(secret,)] = yield "SELECT secret FROM secrets WHERE name = ?1", (name,)
    return bytes(secret)


def _notice(row: Row) -> Notice:
    key, kind, person, thread, body, at, due, until, tries, doubts = row
    return Notice(
        key=key, kind=kind, person=person, thread=thread, body=body, at=at, due=due, until=until, tries=tries,
        doubts=doubts,
    )  # fmt: skip


def _link(row: Row) -> Link:
    hash, kind, person, address, until = row
    return Link(hash=hash, kind=kind, person=person, address=address, until=until)

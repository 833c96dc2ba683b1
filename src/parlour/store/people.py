"""Scripts for people and their sessions."""

from unicodedata import normalize

import msgspec

from parlour.house.mail_ports import Notice
from parlour.house.ports import Person, Session
from parlour.store.mail import put_notice
from parlour.store.script import Row, Script

PERSON = "id, name, since, password, body, version, role"
ADD_PERSON = """INSERT INTO people (id, name, folded, since, password, body, version, mark)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING RETURNING 1"""
MARKED = "SELECT 1 FROM people WHERE id = ?1 AND mark = ?2"
TAKEN = "SELECT 1 FROM people WHERE folded = ?1 AND password IS NOT NULL AND id <> ?2"
CHANGE_PERSON = """UPDATE people SET name = ?3, folded = ?4, since = ?5, password = ?6, body = ?7, version = ?2 + 1,
mark = ?8 WHERE id = ?1 AND version = ?2 RETURNING 1"""
LOST_GUESTS = """SELECT id FROM people WHERE password IS NULL AND since < ?1
AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id) ORDER BY since, id LIMIT ?2"""

SESSION = "hash, person, since, seen, until, label, scopes, agent"
ADD_SESSION = f"""INSERT INTO sessions ({SESSION}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT (hash) DO NOTHING"""
SESSIONS_OF = f"SELECT {SESSION} FROM sessions WHERE person = ?1 ORDER BY seen DESC, hash"
END_SESSIONS = "DELETE FROM sessions WHERE person = ?1 AND hash <> ?2"

_scopes_of = msgspec.json.Decoder(tuple[str, ...]).decode


def folded(name: str) -> str:
    """What two spellings of an account's name have in common: neither case nor the way an accent is typed counts."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


# -- people: the mark tells what this call wrote before its connection was cut from what others did ----------------


def add_person(person: Person, mark: bytes | None) -> Script[bool]:
    values = (person.id, person.name, folded(person.name), person.since, person.password, person.body, person.version)
    if (yield ADD_PERSON, (*values, mark)):
        return True
    return mark is not None and bool((yield MARKED, (person.id, mark)))


def person(id: str) -> Script[Person | None]:
    return _person((yield f"SELECT {PERSON} FROM people WHERE id = ?1", (id,)))


def account_named(name: str) -> Script[Person | None]:
    return _person((yield f"SELECT {PERSON} FROM people WHERE folded = ?1 AND password IS NOT NULL", (folded(name),)))


def change_person(person: Person, tell: Notice | None, mark: bytes | None) -> Script[bool]:
    key = folded(person.name)
    if person.password is not None and (yield TAKEN, (key, person.id)):
        return False
    values = (person.id, person.version, person.name, key, person.since, person.password, person.body, mark)
    if (yield CHANGE_PERSON, values):
        if tell is not None:
            yield from put_notice(tell)
        return True
    return mark is not None and bool((yield MARKED, (person.id, mark)))


def remove_person(id: str) -> Script[None]:
    for table in ("sessions", "addresses", "links", "outbox"):
        yield f"DELETE FROM {table} WHERE person = ?1", (id,)
    yield "DELETE FROM traces WHERE person = ?1", (id,)
    yield "DELETE FROM silenced WHERE who = ?1", (id,)
    yield "DELETE FROM blocks WHERE person = ?1 OR other = ?1", (id,)
    yield "DELETE FROM measures WHERE person = ?1", (id,)
    yield "DELETE FROM follows WHERE person = ?1 OR other = ?1", (id,)
    yield "DELETE FROM people WHERE id = ?1", (id,)


def lost_guests(before: int, most: int) -> Script[list[str]]:
    return [id for (id,) in (yield LOST_GUESTS, (before, most))]


# -- sessions -------------------------------------------------------------------------------------------------


def add_session(session: Session) -> Script[bool]:
    if not (yield "SELECT 1 FROM people WHERE id = ?1", (session.person,)):
        return False
    who = (session.hash, session.person, session.since, session.seen, session.until)
    scopes = msgspec.json.encode(list(session.scopes)).decode()
    yield ADD_SESSION, (*who, session.label, scopes, session.agent)
    return True


def session(hash: str) -> Script[Session | None]:
    rows = yield f"SELECT {SESSION} FROM sessions WHERE hash = ?1", (hash,)
    return _session(rows[0]) if rows else None


def sessions_of(person: str) -> Script[list[Session]]:
    return [_session(row) for row in (yield SESSIONS_OF, (person,))]


def touch_session(hash: str, seen: int, until: int) -> Script[None]:
    yield "UPDATE sessions SET seen = ?2, until = ?3 WHERE hash = ?1", (hash, seen, until)


def end_session(hash: str) -> Script[None]:
    yield "DELETE FROM sessions WHERE hash = ?1", (hash,)


def end_sessions(person: str, but: str | None, labelled: bool) -> Script[None]:
    yield END_SESSIONS + ("" if labelled else " AND label IS NULL"), (person, but or "")


def forget_sessions(before: int) -> Script[int]:
    return len((yield "DELETE FROM sessions WHERE until < ?1 RETURNING 1", (before,)))


def _person(rows: list[Row]) -> Person | None:
    return as_person(rows[0]) if rows else None


def as_person(row: Row) -> Person:
    id, name, since, password, body, version, role = row
    return Person(id=id, name=name, since=since, password=password, body=body, version=version, role=role)


def _session(row: Row) -> Session:
    hash, person, since, seen, until, label, scopes, agent = row
    return Session(
        hash=hash,
        person=person,
        since=since,
        seen=seen,
        until=until,
        label=label,
        scopes=_scopes_of(scopes),
        agent=agent,
    )

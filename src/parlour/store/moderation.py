"""Scripts for those who look after the house, for what they do, and for the log of it."""

from collections.abc import Sequence

import msgspec

from parlour.house.moderation.ports import Block, Entry, Measure, Report, Role, State, Word
from parlour.house.ports import Person
from parlour.store.people import PERSON, as_person, folded
from parlour.store.script import Row, Script, Value

SET_ROLE = "UPDATE people SET role = ?2 WHERE id = ?1 AND password IS NOT NULL RETURNING 1"
OFFICERS = f"SELECT {PERSON} FROM people WHERE role IS NOT NULL ORDER BY role, folded"  # “host” is before “moderator”
# `replace` is what both databases have to look for a text within another; `LIKE` would take signs for patterns.
FIND_PEOPLE = f"""SELECT {PERSON} FROM people WHERE id = ?1 OR replace(folded, ?2, '') <> folded
ORDER BY (password IS NULL), folded, id LIMIT ?3"""

ENTRY = "number, id, at, who, name, what, about, called, detail, why"
# Two who write at once want the same number, and only one gets it: the log has no gaps.
ADD_ENTRY = f"""INSERT INTO audit ({ENTRY})
VALUES ((SELECT coalesce(max(number), 0) + 1 FROM audit), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
ON CONFLICT (id) DO NOTHING"""

ADD_BLOCK = "INSERT INTO blocks (person, other, since) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
BLOCKS_OF = "SELECT person, other, since FROM blocks WHERE person = ?1 ORDER BY since DESC, other"

REPORT = "id, at, who, about, place, state, body"
ADD_REPORT = f"""INSERT INTO reports (topic, {REPORT}) VALUES (?8, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (topic) WHERE state = 'open' DO NOTHING"""
SAME_REPORT = "SELECT id FROM reports WHERE topic = ?1 AND state = 'open'"
SETTLE = "UPDATE reports SET state = ?2, body = ?3 WHERE id = ?1 AND state = 'open' RETURNING 1"
OLD_REPORTS = "SELECT body FROM reports WHERE state = 'settled' AND at < ?1"

MEASURE = "id, person, kind, since, until, why, who, name, lifted"
ADD_MEASURE = f"""INSERT INTO measures ({MEASURE}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, NULL)
ON CONFLICT (id) DO NOTHING"""
MEASURES_NOW = f"""SELECT {MEASURE} FROM measures WHERE lifted IS NULL AND (until IS NULL OR until > ?1)
ORDER BY since DESC, id LIMIT ?2"""
LIFT = "UPDATE measures SET lifted = ?2 WHERE id = ?1 AND lifted IS NULL RETURNING 1"


# -- officers -------------------------------------------------------------------------------------------------


def set_role(person: str, role: Role | None, entry: Entry) -> Script[bool]:
    if not (yield SET_ROLE, (person, role)):
        return False
    yield from add_entry(entry)
    return True


def officers() -> Script[list[Person]]:
    return [as_person(row) for row in (yield OFFICERS, ())]


def find_people(text: str, most: int) -> Script[list[Person]]:
    if not text:
        return []
    return [as_person(row) for row in (yield FIND_PEOPLE, (text, folded(text), most))]


# -- the log --------------------------------------------------------------------------------------------------


def add_entry(entry: Entry) -> Script[None]:
    who = (entry.id, entry.at, entry.by, entry.name)
    yield ADD_ENTRY, (*who, entry.what, entry.about, entry.of, entry.detail, entry.why)


def entries(before: int | None, about: str | None, most: int) -> Script[list[Entry]]:
    where, values = _where((("number < ?{}", before), ("about = ?{}", about)))
    values.append(max(0, most))
    rows = yield f"SELECT {ENTRY} FROM audit{where} ORDER BY number DESC LIMIT ?{len(values)}", tuple(values)
    return [_entry(row) for row in rows]


# -- blocks ---------------------------------------------------------------------------------------------------


def add_block(block: Block) -> Script[None]:
    yield ADD_BLOCK, (block.person, block.other, block.since)


def remove_block(person: str, other: str) -> Script[None]:
    yield "DELETE FROM blocks WHERE person = ?1 AND other = ?2", (person, other)


def blocks_of(person: str) -> Script[list[Block]]:
    rows = yield BLOCKS_OF, (person,)
    return [Block(person=person, other=other, since=since) for person, other, since in rows]


def is_blocked(person: str, by: Sequence[str]) -> Script[bool]:
    if not by:
        return False
    places = ", ".join(f"?{number}" for number in range(2, 2 + len(by)))
    return bool((yield f"SELECT 1 FROM blocks WHERE other = ?1 AND person IN ({places}) LIMIT 1", (person, *by)))


# -- reports --------------------------------------------------------------------------------------------------


def add_report(report: Report) -> Script[str]:
    topic = "\x1f".join((report.by, report.kind, report.person, report.table, *(str(q.at) for q in report.quotes[:1])))
    yield ADD_REPORT, (*_report_values(report), topic)
    [(id,)] = yield SAME_REPORT, (topic,)
    return str(id)


def report(id: str) -> Script[Report | None]:
    rows = yield "SELECT body FROM reports WHERE id = ?1", (id,)
    return _report(rows[0]) if rows else None


def reports(
    state: State | None, about: str | None, by: str | None, after: tuple[int, str] | None, most: int
) -> Script[list[Report]]:
    where, values = _where((("state = ?{}", state), ("about = ?{}", about), ("who = ?{}", by)))
    if after is not None:
        values += after
        at, id = len(values) - 1, len(values)
        where += f"{' AND' if where else ' WHERE'} (at < ?{at} OR (at = ?{at} AND id > ?{id}))"
    values.append(max(0, most))
    rows = yield f"SELECT body FROM reports{where} ORDER BY at DESC, id LIMIT ?{len(values)}", tuple(values)
    return [_report(row) for row in rows]


def count_reports(state: State, by: str | None) -> Script[int]:
    where, values = _where((("state = ?{}", state), ("who = ?{}", by)))
    [(count,)] = yield f"SELECT count(*) FROM reports{where}", tuple(values)
    return int(count)


def settle_report(report: Report, entry: Entry) -> Script[bool]:
    if not (yield SETTLE, (report.id, report.state, msgspec.json.encode(report))):
        return False
    yield from add_entry(entry)
    return True


def forget_reports(before: int) -> Script[int]:
    """When one was settled is in its body; it was made before that, which the index knows."""
    rows = yield OLD_REPORTS, (before,)
    gone = [one.id for one in map(_report, rows) if one.settled is None or one.settled < before]
    for id in gone:
        yield "DELETE FROM reports WHERE id = ?1", (id,)
    return len(gone)


# -- measures -------------------------------------------------------------------------------------------------


def add_measure(measure: Measure, entry: Entry) -> Script[bool]:
    if not (yield "SELECT 1 FROM people WHERE id = ?1", (measure.person,)):
        return False
    what = (measure.id, measure.person, measure.kind, measure.since, measure.until)
    yield ADD_MEASURE, (*what, measure.why, measure.by, measure.name)
    yield from add_entry(entry)
    return True


def measure(id: str) -> Script[Measure | None]:
    rows = yield f"SELECT {MEASURE} FROM measures WHERE id = ?1", (id,)
    return _measure(rows[0]) if rows else None


def measures_of(person: str) -> Script[list[Measure]]:
    rows = yield f"SELECT {MEASURE} FROM measures WHERE person = ?1 ORDER BY since DESC, id", (person,)
    return [_measure(row) for row in rows]


def measures_now(now: int, most: int) -> Script[list[Measure]]:
    return [_measure(row) for row in (yield MEASURES_NOW, (now, most))]


def lift_measure(id: str, at: int, entry: Entry) -> Script[bool]:
    if not (yield LIFT, (id, at)):
        return False
    yield from add_entry(entry)
    return True


# -- words ----------------------------------------------------------------------------------------------------


def words() -> Script[list[Word]]:
    return [Word(word, how) for word, how in (yield "SELECT word, how FROM words ORDER BY word", ())]


def put_words(words: Sequence[Word], entry: Entry) -> Script[None]:
    yield "DELETE FROM words", ()
    for each in words:
        yield "INSERT INTO words (word, how) VALUES (?1, ?2) ON CONFLICT DO NOTHING", (each.word, each.how)
    yield from add_entry(entry)


# -- rows -----------------------------------------------------------------------------------------------------


def _where(tests: Sequence[tuple[str, Value]]) -> tuple[str, list[Value]]:
    """Of those tests whose value is not None."""
    wheres: list[str] = []
    values: list[Value] = []
    for test, value in tests:
        if value is not None:
            values.append(value)
            wheres.append(test.format(len(values)))
    return f" WHERE {' AND '.join(wheres)}" if wheres else "", values


def _entry(row: Row) -> Entry:
    number, id, at, by, name, what, about, of, detail, why = row
    return Entry(
        number=number, id=id, at=at, by=by, name=name, what=what, about=about, of=of, detail=detail, why=why
    )  # fmt: skip


def _report_values(report: Report) -> tuple[Value, ...]:
    body = msgspec.json.encode(report)
    return report.id, report.at, report.by, report.person, report.table, report.state, body


def _report(row: Row) -> Report:
    return msgspec.json.decode(row[0], type=Report)


def _measure(row: Row) -> Measure:
    id, person, kind, since, until, why, by, name, lifted = row
    return Measure(
        id=id, person=person, kind=kind, since=since, until=until, why=why, by=by, name=name, lifted=lifted
    )  # fmt: skip

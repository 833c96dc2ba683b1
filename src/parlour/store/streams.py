"""Scripts for streams of events and the cards beside them."""

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from parlour.house.ports import Appended, Card, Conflict, Outcome, Repeated, Turned, Unit, Wanted
from parlour.house.tournaments.ports import TournamentCard
from parlour.store.friends import put_sought
from parlour.store.friends import sought as last_sought
from parlour.store.mail import put_notice
from parlour.store.moderation import add_entry
from parlour.store.ratings import add_finish, change_finish
from parlour.store.script import Raced, Row, Script, Value
from parlour.store.tournaments import put_tournament

EVENTS_AT_ONCE = 100  # in one statement; PostgreSQL takes 65,535 arguments, and long deals are a few hundred steps

KEY = """SELECT keys.first, keys.last, events.mark FROM keys
JOIN events ON events.stream = keys.stream AND events.position = keys.first
WHERE keys.stream = ?1 AND keys.key = ?2"""
# In one statement: whoever sees another's event must see its key too.
STANDS = """SELECT (SELECT coalesce(max(position), 0) FROM events WHERE stream = ?1),
(SELECT 1 FROM keys WHERE stream = ?1 AND key = ?2)"""
MARKED = "SELECT 1 FROM events WHERE stream = ?1 AND position = ?2 AND mark = ?3"
ADD_KEY = "INSERT INTO keys (stream, key, first, last) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING RETURNING 1"
KNOWN = "SELECT 1 FROM keys WHERE stream = ?1 AND key = ?2"
READ = "SELECT body FROM events WHERE stream = ?1 AND position > ?2 ORDER BY position"
STREAMS = "SELECT stream, body FROM events WHERE position = 1 AND stream > ?1 ORDER BY stream LIMIT ?2"

CARD = "id, game, phase, listed, room, pace, people, turn, updated, due, resume, body, rated, asked"
TURN_CARD = "UPDATE cards SET turn = ?2, updated = ?3, due = ?4, resume = ?5 WHERE id = ?1"
SITTING = "SELECT people, asked FROM cards WHERE id = ?1"
PUT_CARD = f"""INSERT INTO cards ({CARD}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
ON CONFLICT (id) DO UPDATE SET game = excluded.game, phase = excluded.phase, listed = excluded.listed,
room = excluded.room, pace = excluded.pace, people = excluded.people, turn = excluded.turn,
updated = excluded.updated, due = excluded.due, resume = excluded.resume, body = excluded.body,
rated = excluded.rated, asked = excluded.asked"""
CLEAR_SITTERS = "DELETE FROM sitters WHERE id = ?1"
ADD_SITTER = "INSERT INTO sitters (id, person) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
ADD_TRACE = "INSERT INTO traces (person, id) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
TRACES = "SELECT id FROM traces WHERE person = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
CLEAR_ASKED = "DELETE FROM asked WHERE id = ?1"
ADD_ASKED = "INSERT INTO asked (id, person) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
DUE_BY = """SELECT id FROM cards WHERE phase <> 'over' AND due IS NOT NULL AND due <= ?1
ORDER BY due, id LIMIT ?2"""
NEXT_DUE = "SELECT min(due) FROM cards WHERE phase <> 'over' AND due IS NOT NULL"
TO_RESUME = "SELECT id FROM cards WHERE resume = 1 ORDER BY id"

_names_of = msgspec.json.Decoder(tuple[str, ...]).decode


# -- streams --------------------------------------------------------------------------------------------------


def append(unit: Unit, mark: bytes | None) -> Script[Outcome]:
    """The mark is the unit's own, kept with its first event. Where the answer to a COMMIT can be lost, it tells what
    this unit wrote before from what others did."""
    stream, expected = unit.stream, unit.expected
    [(last, known)] = yield STANDS, (stream, unit.key)
    if known:
        [(first, until, theirs)] = yield KEY, (stream, unit.key)
        return Appended(until) if mark is not None and theirs == mark else Repeated(first, until)
    if last != expected:
        if mark is not None and last > expected and (yield MARKED, (stream, expected + 1, mark)):
            return Appended(expected + len(unit.events))
        return Conflict(last)
    if unit.sought is not None and (yield from last_sought(unit.sought.wish)) != unit.sought.before:
        return Conflict(last)
    for start in range(0, len(unit.events), EVENTS_AT_ONCE):
        some = unit.events[start : start + EVENTS_AT_ONCE]
        values = _event_values(stream, expected + start, some, None if start else mark)
        if len((yield add_events(len(some)), values)) < len(some):
            raise Raced
    last = expected + len(unit.events)
    if unit.key is not None and not (yield ADD_KEY, (stream, unit.key, expected + 1, last)):
        raise Raced
    if unit.sought is not None and not (yield put_sought(stream, unit.sought)):
        raise Raced
    if isinstance(unit.card, Turned):
        yield TURN_CARD, _turned_values(stream, unit.card)
    elif isinstance(unit.card, TournamentCard):
        yield from put_tournament(unit.card)
    elif unit.card is not None:
        yield from put_card(unit.card)
    for person in unit.traces:
        yield ADD_TRACE, (person, stream)
    if unit.finish is not None:
        if unit.recount:
            yield from change_finish(unit.finish)
        else:
            yield add_finish(unit.finish)
    for notice in unit.notices:
        yield from put_notice(notice)
    if unit.entry is not None:
        yield from add_entry(unit.entry)
    return Appended(last)


def read(stream: str, after: int) -> Script[list[bytes]]:
    return [body for (body,) in (yield READ, (stream, after))]


def streams(after: str, most: int) -> Script[list[tuple[str, bytes]]]:
    return [(stream, body) for stream, body in (yield STREAMS, (after, most))]


def traces(person: str, after: str, most: int) -> Script[list[str]]:
    return [stream for (stream,) in (yield TRACES, (person, after, most))]


def known(stream: str, key: str) -> Script[bool]:
    return bool((yield KNOWN, (stream, key)))


@cache
def add_events(count: int) -> str:
    """A row that is there already is left alone and not answered: that is how a race is noticed."""
    rows = ", ".join(f"(?1, ?{2 * n + 3}, ?{2 * n + 4}, {'?2' if n == 0 else 'NULL'})" for n in range(count))
    return f"INSERT INTO events (stream, position, body, mark) VALUES {rows} ON CONFLICT DO NOTHING RETURNING 1"


def _event_values(stream: str, after: int, events: Sequence[bytes], mark: bytes | None) -> tuple[Value, ...]:
    values: list[Value] = [stream, mark]
    for position, body in enumerate(events, after + 1):
        values += (position, body)
    return tuple(values)


# -- cards ----------------------------------------------------------------------------------------------------


def put_card(card: Card) -> Script[None]:
    people, turn, asked = _names(card.people), _names(card.turn), _names(card.asked)
    before = yield SITTING, (card.table,)
    yield (
        PUT_CARD,
        (
            card.table,
            card.game,
            card.phase,
            int(card.listed),
            int(card.room),
            card.pace,
            people,
            turn,
            card.updated,
            card.due,
            int(card.resume),
            card.body,
            int(card.rated),
            asked,
        ),
    )
    sat, called = before[0] if before else ("[]", "[]")
    if sat != people:
        yield CLEAR_SITTERS, (card.table,)
        for person in card.people:
            yield ADD_SITTER, (card.table, person)
    if called != asked:
        yield CLEAR_ASKED, (card.table,)
        for person in card.asked:
            yield ADD_ASKED, (card.table, person)


def _turned_values(table: str, card: Turned) -> tuple[Value, ...]:
    return (table, _names(card.turn), card.updated, card.due, int(card.resume))


def card(table: str) -> Script[Card | None]:
    rows = yield f"SELECT {CARD} FROM cards WHERE id = ?1", (table,)
    return _card(rows[0]) if rows else None


def cards(wanted: Wanted) -> Script[list[Card]]:
    wheres, values = _where(wanted)
    if wanted.after is not None:
        values += wanted.after
        updated, table = len(values) - 1, len(values)
        wheres.append(f"(updated < ?{updated} OR (updated = ?{updated} AND id > ?{table}))")
    values.append(max(0, wanted.most))
    rows = yield (
        f"SELECT {CARD} FROM cards{_and(wheres)} ORDER BY updated DESC, id LIMIT ?{len(values)}",
        tuple(values),
    )
    return [_card(row) for row in rows]


def count_cards(wanted: Wanted) -> Script[int]:
    wheres, values = _where(wanted)
    [(count,)] = yield f"SELECT count(*) FROM cards{_and(wheres)}", tuple(values)
    return int(count)


def due_by(time: int, most: int) -> Script[list[str]]:
    return [table for (table,) in (yield DUE_BY, (time, most))]


def next_due() -> Script[int | None]:
    [(due,)] = yield NEXT_DUE, ()
    return None if due is None else int(due)


def to_resume() -> Script[list[str]]:
    return [table for (table,) in (yield TO_RESUME, ())]


def _where(wanted: Wanted) -> tuple[list[str], list[Value]]:
    wheres: list[str] = []
    values: list[Value] = []
    for test, value in _tests(wanted):
        if value is not None:
            values.append(int(value) if isinstance(value, bool) else value)
            wheres.append(test.format(f"?{len(values)}"))
    return wheres, values


SITS = "id IN (SELECT id FROM sitters WHERE person = {})"
ASKED = "id IN (SELECT id FROM asked WHERE person = {})"
FOLLOWED = """id IN (SELECT sitters.id FROM sitters JOIN follows ON follows.other = sitters.person
WHERE follows.person = {})"""


def _tests(wanted: Wanted) -> Iterator[tuple[str, Value]]:
    yield "game = {}", wanted.game
    yield "phase = {}", wanted.phase
    yield "listed = {}", wanted.listed
    yield "room = {}", wanted.room
    yield "pace = {}", wanted.pace
    yield "rated = {}", wanted.rated
    yield SITS, wanted.person
    yield ASKED, wanted.asked
    yield FOLLOWED, wanted.followed_by
    # Whose turn it is changes with every step, and so it has no rows of its own.
    yield SITS, wanted.turn
    yield "replace(turn, {}, '') <> turn", None if wanted.turn is None else _names([wanted.turn])[1:-1]


def _and(wheres: Sequence[str]) -> str:
    return " WHERE " + " AND ".join(wheres) if wheres else ""


def _card(row: Row) -> Card:
    table, game, phase, listed, room, pace, people, turn, updated, due, resume, body, rated, asked = row
    return Card(
        table=table,
        game=game,
        phase=phase,
        listed=bool(listed),
        room=bool(room),
        pace=pace,
        people=_names_of(people),
        turn=_names_of(turn),
        asked=_names_of(asked),
        updated=updated,
        due=due,
        resume=bool(resume),
        body=body,
        rated=bool(rated),
    )


def _names(names: Sequence[str]) -> str:
    return msgspec.json.encode(list(names)).decode()

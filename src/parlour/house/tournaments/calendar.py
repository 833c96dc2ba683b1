"""Rounds of tournaments as a calendar (RFC 5545), for programs that show calendars.

A round keeps its UID from the day it is planned; each thing that becomes known of it is one more in SEQUENCE.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from parlour import games
from parlour.core.languages import FALLBACK
from parlour.house.tables.clocks import DAY, MINUTE, SECOND
from parlour.house.texts import say
from parlour.house.tournaments.repository import name_of
from parlour.house.tournaments.state import Round, Tournament, table_id

WIDEST = 75  # octets of one line, without its end
TURNS = 40  # that a match of one seat is taken to have, for how long it may last
PLANNED, BEGUN, DRAWN, OVER = range(4)  # SEQUENCE: what is known only grows


def calendar(
    tournaments: Iterable[Tournament], origin: str, person: str | None = None, *, language: str = FALLBACK
) -> str:
    """Of these tournaments; for a person, with their own matches alone."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//Parlour//Tournaments//{language.upper()}", "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(say('calendar.house', language=language))}",
    ]  # fmt: skip
    for t in tournaments:
        for number in _numbers(t):
            lines += _event(t, number, origin, person, language)
    return "".join(f"{line}\r\n" for long in [*lines, "END:VCALENDAR"] for line in folded(long))


def escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def folded(line: str) -> Iterator[str]:
    """Lines of at most so many octets, no character cut in half; all but the first begin with a space."""
    part, size = "", 0
    for sign in line:
        wide = len(sign.encode())
        if size + wide > WIDEST:
            yield part
            part, size = " ", 1
        part, size = part + sign, size + wide
    yield part


def _numbers(t: Tournament) -> range:
    """An arena is one; of planned rounds those whose time is known."""
    if t.rules.kind == "arena":
        return range(1, 2) if t.begun_at or t.rules.starts else range(0)
    drawn = len(t.rounds)
    if t.phase == "over":
        return range(1, drawn + 1)
    if t.begun_at is None and t.rules.starts is None:
        return range(0)
    planned = max(t.planned, 1) if t.rules.every else max(drawn, 1 if t.begun_at is None else drawn)
    return range(1, max(planned, drawn) + 1)


def _event(t: Tournament, number: int, origin: str, person: str | None, language: str) -> Iterator[str]:
    drawn = t.rounds[number - 1] if number <= len(t.rounds) and t.rules.kind != "arena" else None
    mine = _own_match(t, drawn, person) if drawn is not None and person is not None else None
    if drawn is not None and person is not None and mine is None:
        return
    summary, link = _words(t, number, language), f"{origin}/tournament/{t.id}"
    if mine is not None and person is not None:
        others = ", ".join(name_of(t, one, language) for one in t.games[mine].pairing.seats if one != person)
        summary = say("calendar.against", language=language, title=t.title, round=number, names=others)
        link = f"{origin}/table/{table_id(t, mine)}"
    yield "BEGIN:VEVENT"
    yield f"UID:{t.id}-{number}{'-mine' if person is not None else ''}@parlour"
    yield f"SEQUENCE:{_sequence(t, drawn)}"
    yield f"DTSTAMP:{stamp(t.updated)}"
    yield f"DTSTART:{stamp(_starts(t, number, drawn))}"
    yield f"DURATION:PT{max(1, _lasts(t) // MINUTE)}M"
    yield f"SUMMARY:{escaped(summary)}"
    about = say("calendar.about", language=language, what=games.load(t.rules.game).title, organiser=t.organiser_name)
    yield f"DESCRIPTION:{escaped(about)}"
    yield f"URL:{link}"
    yield f"STATUS:{'CANCELLED' if t.cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _words(t: Tournament, number: int, language: str) -> str:
    if t.rules.kind == "arena":
        return say("calendar.arena", language=language, title=t.title)
    return say("calendar.round", language=language, title=t.title, round=number)


def _own_match(t: Tournament, drawn: Round, person: str) -> str | None:
    return next((match for match in drawn.matches if person in t.games[match].pairing.seats), None)


def _sequence(t: Tournament, drawn: Round | None) -> int:
    if t.phase == "over":
        return OVER
    if drawn is not None:
        return DRAWN
    return PLANNED if t.begun_at is None else BEGUN


def _starts(t: Tournament, number: int, drawn: Round | None) -> int:
    if drawn is not None:
        return drawn.at
    begins = t.rules.starts if t.begun_at is None else t.begun_at
    assert begins is not None, "only those whose time is known"
    return begins + (number - 1) * t.rules.every * MINUTE


def _lasts(t: Tournament) -> int:
    """About; nobody knows."""
    clock = t.rules.clock
    if t.rules.kind == "arena":
        return t.rules.minutes * MINUTE
    if clock.pace == "days":
        return DAY
    return t.rules.seats * (round(clock.minutes * MINUTE) + TURNS * clock.increment * SECOND)


def stamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")

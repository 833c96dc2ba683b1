"""Of what in a tournament people are told by mail: kept in the unit of the event that it tells of."""

from collections.abc import Iterator

from parlour.house.mail.notice import Notice
from parlour.house.mail.notices import FRESH, MATCH_DELAY, CalledOff, CheckInOpen, MatchReady, turn_thread, written
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.commands import TournamentChange
from parlour.house.tournaments.state import Tournament, table_id


def notices_of(change: TournamentChange, now: int) -> list[Notice]:
    return [notice for event in change.events for notice in _of(change.tournament, event, now)]


def _of(t: Tournament, event: ev.AnyTournamentEvent, now: int) -> Iterator[Notice]:
    if isinstance(event, ev.Drawn):
        for pairing in event.pairings:
            for person in pairing.seats:
                if not t.entrants[person].is_bot:
                    yield _match_ready(t, pairing.id, person, now)
    elif isinstance(event, ev.CheckInOpened):
        for person in t.people:
            yield Notice(
                key=f"check-in/{t.id}/{person}", kind="tournament", person=person, at=now, due=now,
                until=t.rules.starts or now + FRESH, body=written(CheckInOpen(t.id)),
            )  # fmt: skip
    elif isinstance(event, ev.Cancelled):
        # Who calls it off knows that; with too few people, or by the house, nobody does.
        unasked = event.few or event.tables or event.deserted
        organiser = [t.organiser] if t.organiser else []  # else it is the house itself
        for person in dict.fromkeys([*t.people, *organiser] if unasked else t.people):
            if unasked or person != t.organiser:
                yield Notice(
                    key=f"cancelled/{t.id}/{person}", kind="tournament", person=person, at=now, due=now,
                    until=now + FRESH, body=written(CalledOff(t.id)),
                )  # fmt: skip


def _match_ready(t: Tournament, match: str, person: str, now: int) -> Notice:
    """Of an arena the first alone: the next one comes every few minutes, to who is there. It is in the thread of turns
    at that table, so that nobody is told twice of the same."""
    which = "first" if t.rules.kind == "arena" else match
    return Notice(
        key=f"match/{t.id}/{which}/{person}", kind="match", person=person, at=now, due=now + MATCH_DELAY,
        until=now + FRESH, thread=turn_thread(table_id(t, match), person), body=written(MatchReady(t.id, match)),
    )  # fmt: skip

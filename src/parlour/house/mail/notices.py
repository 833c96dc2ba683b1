"""Notices: of what people are told by mail, and when one comes about.

What a notice is about is kept as one of these structs in its body. A letter that could be written at once and a day
later alike has all it needs in there; what can change meanwhile, such as the address, is looked up when it is written.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from parlour.house.mail.notice import Notice
from parlour.house.tables.clocks import DAY, MINUTE, SECOND
from parlour.house.tables.state import Table

# A quick exchange of moves is no reason to write, and a person who looks up within this time has not been missed.
TURN_DELAY = 10 * MINUTE
LOOK_DELAY = MINUTE
LOOK_FRESH = 30 * MINUTE
LOOKS_APART = DAY  # of those who look for players nobody is told more often
MATCH_DELAY = 20 * SECOND  # who waits for a round is at the table by then
FRESH = 3 * DAY  # for so long it is tried to get a letter out
FORGOTTEN_FRESH = 2 * 60 * MINUTE  # nobody waits longer for this one
LINK_DAYS = 3  # for so long an address can be confirmed
RESET_MINUTES = 30  # for so long a password can be set anew, once the letter is written


CONFIRM = "confirm"  # the kind of a notice that has an address confirmed


class YourTurn(msgspec.Struct, frozen=True, tag="turn"):
    """It is somebody's turn in a game that takes days."""

    table: str


class MatchOver(msgspec.Struct, frozen=True, tag="over"):
    """A match that took days has come to its end."""

    table: str


class Invited(msgspec.Struct, frozen=True, tag="invitation", omit_defaults=True):
    """A player at a table would like somebody else to come: a person, or the reader of this address."""

    table: str
    by: str  # a person
    address: str = ""


class LooksForPlayers(msgspec.Struct, frozen=True, tag="looking"):
    """Somebody has opened a table of a game for which the reader likes to be asked, and waits for players."""

    table: str
    by: str  # a person


class ToConfirm(msgspec.Struct, frozen=True, tag="confirm"):
    """An account has given an address."""

    account: str
    address: str


class Forgotten(msgspec.Struct, frozen=True, tag="forgotten"):
    """Somebody has forgotten a password. Whose it is, if anybody's, is found out when the letter is written: the caller
    is answered before."""

    who: str  # the name of an account or an address, as it was typed


class MatchReady(msgspec.Struct, frozen=True, tag="match"):
    """A match of somebody's in a tournament has a table."""

    tournament: str
    match: str


class CheckInOpen(msgspec.Struct, frozen=True, tag="check-in"):
    """Checking in is open: those who have entered can say that they are there, and have to."""

    tournament: str


class CalledOff(msgspec.Struct, frozen=True, tag="cancelled"):
    """A tournament does not take place, or not to its end."""

    tournament: str


class AddressGone(msgspec.Struct, frozen=True, tag="address"):
    """An account is no longer written to at this address: the last letter that goes there."""

    account: str
    address: str


class PasswordChanged(msgspec.Struct, frozen=True, tag="password"):
    """To the address that the account had then, whatever became of it since."""

    account: str
    address: str


About = (
    YourTurn
    | MatchOver
    | Invited
    | LooksForPlayers
    | ToConfirm
    | Forgotten
    | MatchReady
    | CheckInOpen
    | CalledOff
    | AddressGone
    | PasswordChanged
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[About] = msgspec.json.Decoder(About)


def about(notice: Notice) -> About:
    return _decoder.decode(notice.body)


def written(about: About) -> bytes:
    return _encoder.encode(about)


def turn_thread(table: str, person: str) -> str:
    return f"turn/{table}/{person}"


def turn_notices(before: Table | None, after: Table, now: int, delay: int = TURN_DELAY) -> list[Notice]:
    """For everybody whose turn has come with what has just happened, where turns take days."""
    if after.rules.clock.pace != "days" or after.phase != "playing":
        return []
    waited = set() if before is None else people_to_act(before)
    come = [person for person in after.people if person in people_to_act(after) - waited]
    return [
        Notice(
            key=f"turn/{after.id}/{person}/{after.position}", kind="turn", person=person, at=now, due=now + delay,
            until=now + FRESH, thread=turn_thread(after.id, person), body=written(YourTurn(after.id)),
        )
        for person in come
    ]  # fmt: skip


def end_notices(before: Table | None, after: Table, now: int, delay: int = TURN_DELAY) -> list[Notice]:
    """For everybody at a match that has just ended, where turns take days; but for whoever ended it by their own step.
    It has the thread of turns: whoever comes to the table by then has seen it, and gets no letter."""
    if after.rules.clock.pace != "days" or not after.over or before is None or before.phase != "playing":
        return []
    told = [person for person in after.people if not has_acted_since(after, person, before.last_at)]
    return [
        Notice(
            key=f"over/{after.id}/{person}", kind="over", person=person, at=now, due=now + delay, until=now + FRESH,
            thread=turn_thread(after.id, person), body=written(MatchOver(after.id)),
        )
        for person in told
    ]  # fmt: skip


def challenge_notices(before: Table | None, after: Table, now: int, delay: int = TURN_DELAY) -> list[Notice]:
    """For everybody for whom a seat has just been kept, where there is time to read a letter. It is the letter of an
    invitation, and who answers at once gets none."""
    if after.rules.clock.pace == "live" or after.phase != "open":
        return []
    asked = {} if before is None else before.kept
    new = [whose.person for seat, whose in after.kept.items() if asked.get(seat) != whose]
    return [replace(invitation(after, after.host, one, now, address=False), due=now + delay) for one in new]


def looking_notices(table: Table, people: Sequence[str], now: int, delay: int = LOOK_DELAY) -> list[Notice]:
    """For members who like to be asked. A match that is found at once is nothing to write about; where nobody waits for
    days, a letter is soon too late."""
    fresh = DAY if table.rules.clock.pace == "days" else LOOK_FRESH
    return [
        Notice(
            key=f"looking/{table.id}/{person}", kind="looking", person=person, at=now, due=now + delay,
            until=now + fresh, thread=f"looking/{person}", body=written(LooksForPlayers(table.id, table.host)),
        )
        for person in people
    ]  # fmt: skip


def people_to_act(table: Table) -> set[str]:
    sitting = (table.sitters[seat].person for seat in table.to_act)
    return {person for person in sitting if person is not None}


def has_acted_since(table: Table, person: str, time: int) -> bool:
    """Whether this person has taken a step after that time."""
    seats = table.seats_of(person)
    return any(
        line.kind == "step" and line.at > time for seat in seats for line in table.told[seat] if line.seat == seat
    )


def invitation(table: Table, by: str, to: str, now: int, *, address: bool) -> Notice:
    """Once for every table and reader, whoever asks for it."""
    body = Invited(table.id, by, to) if address else Invited(table.id, by)
    return Notice(
        key=f"invitation/{table.id}/{to.casefold()}", kind="invitation", person=None if address else to, at=now,
        due=now, until=now + FRESH, body=written(body),
    )  # fmt: skip


def to_confirm(key: str, person: str, address: str, now: int) -> Notice:
    body = written(ToConfirm(person, address))
    return Notice(key=f"confirm/{key}", kind=CONFIRM, at=now, due=now, until=now + LINK_DAYS * DAY, body=body)


def forgotten(key: str, who: str, now: int) -> Notice:
    body = written(Forgotten(who))
    return Notice(key=f"forgotten/{key}", kind="forgotten", at=now, due=now, until=now + FORGOTTEN_FRESH, body=body)


def address_gone(key: str, person: str, address: str, now: int) -> Notice:
    body = written(AddressGone(person, address))
    return Notice(key=f"address/{key}", kind="address", at=now, due=now, until=now + FRESH, body=body)


def password_changed(key: str, person: str, address: str, now: int) -> Notice:
    body = written(PasswordChanged(person, address))
    return Notice(key=f"password/{key}", kind="password", at=now, due=now, until=now + FRESH, body=body)

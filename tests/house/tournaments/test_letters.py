"""Letters at a tournament's moments: to whom, when not, and what they say. The store and the tables are real."""

from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from parlour.house.mail import records as mail_records
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.letters import LetterWriter
from parlour.house.mail.notices import FRESH, MATCH_DELAY, TURN_DELAY
from parlour.house.mail.sender import Message
from parlour.house.store import Store, Unavailable
from parlour.house.tables import commands as at_table
from parlour.house.tables.clocks import MINUTE, Clock
from parlour.house.tables.state import Table
from parlour.house.tournaments import commands, progress
from parlour.house.tournaments.state import table_id
from tests.house.tournaments.tournament_club import TournamentClub, opened, with_address
from tests.serving import SeededEntropy, TurnedTime

pytestmark = pytest.mark.anyio


class Club(TournamentClub):
    """A club whose people have addresses."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, TurnedTime())
        self.looking: set[str] = set()
        self.off = Unsubscribing(b"s" * 32)
        self.writer = LetterWriter(
            store, self.tables, self.time, SeededEntropy(2), self.off, base="https://games.example.org",
            sender="house@example.org", looking=self._looks,
            tournaments=self.tournaments,
        )  # fmt: skip

    async def _looks(self, table: Table, person: str) -> bool:
        return person in self.looking

    async def post(self, after: int = MATCH_DELAY) -> dict[str, str]:
        """What is sent when that time has passed, by whom it goes to."""
        self.time.pass_by(after)
        sent: dict[str, str] = {}
        while (notice := await mail_records.due_notice(self.store, self.time.now())) is not None:
            message = await self.writer.compose(notice)
            await mail_records.end_notice(
                self.store, notice.key, "dropped" if message is None else "sent", self.time.now()
            )
            if message is not None:
                assert message.to not in sent, "one letter each"
                sent[message.to.partition("@")[0]] = text(message)
        return sent


def text(message: Message) -> str:
    mail = message_from_bytes(message.data, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    assert mail["List-Unsubscribe"]
    part = mail.get_body(("plain",))
    assert part is not None
    return f"{mail['Subject']}\n{part.get_content()}".replace("\r\n", "\n").replace("%3D", "=")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await opened(tmp_path)
    for name in ("ada", "ben", "cleo", "olga"):
        await with_address(store, name)
    yield Club(store)
    await store.close()


# -- a match is ready -------------------------------------------------------------------------------------------


async def test_a_round_that_begins_tells_those_who_play_where_and_with_whom(club: Club) -> None:
    id = (await club.announce("swiss")).id
    await club.enter(id, "ada", "ben", "cleo")
    t = await club.begin(id)
    [game] = t.undecided
    assert await club.post(MATCH_DELAY - 1) == {}
    sent = await club.post(1)
    assert sent.keys() == set(game.pairing.seats), "who has a bye is not told"
    one, other = game.pairing.seats
    assert sent[one].startswith("Your match in Cup is ready\n")
    assert f"{one.title()}, round 1 of Cup has begun" in sent[one]
    assert f"You play Connect Four with {other.title()}." in sent[one]
    assert "Clock: 5 min each, and 3 s more for every turn." in sent[one]
    assert f"https://games.example.org/table/{table_id(t, game.pairing.id)}\n" in sent[one]
    assert f"https://games.example.org/api/v1/tournaments/{id}/calendar.ics" in sent[one]
    assert await club.post(FRESH) == {}


async def test_nobody_is_told_of_a_match_that_they_see_have_begun_or_need_not_play(club: Club) -> None:
    id = (await club.announce("robin", cycles=2)).id
    await club.enter(id, "ada", "ben")
    t = await club.begin(id)
    [game] = t.undecided
    first, second = game.pairing.seats
    club.looking.add(second)
    table, up = await club.table(t, game), club.tables.uptimes
    await club.tables.change(table.id, lambda tb, now: at_table.act(tb, now, up, first, 0, ["a"]))
    assert await club.post() == {}
    club.looking.clear()
    await club.play(t, game)
    t = await club.look_after(id)
    assert len(t.rounds) == 2
    await club.play(t, t.undecided[0])
    assert await club.post() == {}, "it is over"


async def test_who_does_not_want_them_gets_none_and_may_still_be_told_of_the_rest(club: Club) -> None:
    id = (await club.announce("swiss", check_in=10, starts=club.time.now() + 60 * MINUTE)).id
    await club.enter(id, "ada", "ben")
    await mail_records.silence(club.store, "ada", "match", True)
    club.time.pass_by(50 * MINUTE)
    await club.look_after(id)
    assert (await club.post(0)).keys() == {"ada", "ben"}
    for name in ("ada", "ben"):
        await club.tournaments.change(id, lambda t, now, n=name: commands.check_in(t, now, n))
    club.time.pass_by(10 * MINUTE)
    await club.look_after(id)
    sent = await club.post()
    assert sent.keys() == {"ben"}
    link = next(line for line in sent["ben"].splitlines() if "unsubscribe" in line)
    assert club.off.read(link.partition("token=")[2]) == ("ben", "match")


async def test_an_arena_tells_of_the_first_match_alone(club: Club) -> None:
    id = (await club.announce("arena", minutes=60)).id
    await club.enter(id, "ada", "ben")
    t = await club.begin(id)
    assert "the arena Cup has begun" in (await club.post())["ada"]
    await club.play(t, t.undecided[0])
    club.time.pass_by(MINUTE)
    t = await club.look_after(id)
    assert len(t.games) == 2
    assert await club.post() == {}


async def test_where_turns_take_days_one_letter_says_both(club: Club) -> None:
    """A match is ready, and it is your turn there."""
    id = (await club.announce("swiss", clock=Clock("days", days=2))).id
    await club.enter(id, "ada", "ben")
    t = await club.begin(id)
    sent = await club.post()
    assert sent.keys() == {"ada", "ben"}
    assert "Clock: 2 days for every turn." in sent["ada"]
    assert await club.post(TURN_DELAY) == {}
    [game] = t.undecided
    first, second = game.pairing.seats
    table, up = await club.table(t, game), club.tables.uptimes
    await club.tables.change(table.id, lambda tb, now: at_table.act(tb, now, up, first, 0, ["a"]))
    # Who has not been there since is not written to again.
    assert await club.post(TURN_DELAY) == {}
    await mail_records.been_there(club.store, f"turn/{table.id}/{first}")
    await club.tables.change(table.id, lambda tb, now: at_table.act(tb, now, up, second, 1, ["a"]))
    assert (await club.post(TURN_DELAY)).keys() == {first}


async def test_a_letter_waits_for_a_table_that_is_not_open_yet(club: Club) -> None:
    id = (await club.announce("swiss")).id
    await club.enter(id, "ada", "ben")
    await club.tournaments.change(id, lambda t, now: commands.start(t, now, "olga", "5eed"))
    await club.tournaments.change(id, lambda t, now: progress.go_on(t, now, club.tables.uptimes))
    with pytest.raises(Unavailable):
        await club.post()
    await club.look_after(id)
    assert (await club.post()).keys() == {"ada", "ben"}


# -- before it begins, and instead of it --------------------------------------------------------------------------


async def test_who_has_entered_is_told_that_checking_in_is_open(club: Club) -> None:
    starts = club.time.now() + 60 * MINUTE
    id = (await club.announce("swiss", check_in=15, starts=starts)).id
    await club.enter(id, "ada", "ben", "cleo")
    await club.tournaments.change(id, lambda t, now: commands.withdraw(t, now, "cleo"))
    due = await club.worker.look_after(id)
    assert due == starts - 15 * MINUTE, "the organiser looks again just then"
    assert await club.post(45 * MINUTE - 1) == {}
    club.time.pass_by(1)
    await club.look_after(id)
    await club.tournaments.change(id, lambda t, now: commands.check_in(t, now, "ben"))
    sent = await club.post(0)
    assert sent.keys() == {"ada"}, "who is here already need not be told"
    assert sent["ada"].startswith("Check in for Cup\n")
    assert f"https://games.example.org/tournament/{id}" in sent["ada"]
    assert await club.worker.look_after(id) == starts
    assert len([event for event in await club.log(id) if type(event).__name__ == "CheckInOpened"]) == 1


async def test_who_has_entered_is_told_if_the_organiser_calls_it_off(club: Club) -> None:
    id = (await club.announce("swiss")).id
    await club.enter(id, "ada", "olga")
    await club.tournaments.change(id, lambda t, now: commands.cancel(t, now, "olga"))
    sent = await club.post(0)
    assert sent.keys() == {"ada"}
    assert "The organiser has called Cup off." in sent["ada"]


async def test_if_too_few_come_the_organiser_is_told_too(club: Club) -> None:
    id = (await club.announce("swiss", starts=club.time.now() + MINUTE)).id
    await club.enter(id, "ada")
    club.time.pass_by(MINUTE)
    await club.look_after(id)
    sent = await club.post(0)
    assert sent.keys() == {"ada", "olga"}
    assert "too few were there" in sent["olga"]

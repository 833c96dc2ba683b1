"""Letters: to whom, when not, and what they say. The store and the tables are real."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from parlour.core.texts import Refused
from parlour.house.friends.challenges import Challenges, NewChallenge
from parlour.house.mail import records as mail_records
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.letters import LetterWriter
from parlour.house.mail.notice import Notice
from parlour.house.mail.notices import FRESH, TURN_DELAY, forgotten, invitation, to_confirm
from parlour.house.mail.records import Link
from parlour.house.mail.sender import Message
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.people.secret_hashes import hash_of
from parlour.house.store import Store
from parlour.house.tables import commands
from parlour.house.tables.clocks import DAY, MINUTE, Clock
from parlour.house.tables.events import Sitter
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tournaments.repository import TournamentRepository
from parlour.store import open_store
from tests.house.mail.envelopes import read, text, to
from tests.serving import Library, SeededEntropy, TurnedTime
from tests.store.things import account

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

DAYS = Clock("days", days=3)
LINK = re.compile(r"https://games\.example\.org/\S+")


class Club:
    """Ada and Bo, who have addresses, and a house at which they play by mail."""

    def __init__(self, store: Store) -> None:
        self.store, self.time, entropy = store, TurnedTime(), SeededEntropy(1)
        self.tables = TableRepository(store, Library(), self.time, entropy)
        self.at_the_table: set[str] = set()
        self.off = Unsubscribing(b"s" * 32)
        self.writer = LetterWriter(
            store, self.tables, self.time, entropy, self.off, base="https://games.example.org",
            sender="house@example.org", looking=self._looks,
            tournaments=TournamentRepository(self.tables),
        )  # fmt: skip
        self.people: dict[str, Person] = {}

    async def _looks(self, table: Table, person: str) -> bool:
        return person in self.at_the_table

    async def join(self, id: str, address: str | None = None) -> None:
        self.people[id] = account(id, id.title())
        await people_records.add_person(self.store, self.people[id])
        if address:
            await mail_records.want_address(self.store, id, address)
            await mail_records.add_link(
                self.store, Link(hash=id, kind="confirm", person=id, address=address, until=self.time.now() + 1)
            )
            assert await mail_records.take_link(self.store, id, self.time.now())

    async def table(self, game: str = "connect4", clock: Clock = DAYS, **more: Any) -> Table:
        seats = [NewSeat("me"), NewSeat("open")]
        return await self.tables.open(self.people["ada"], NewTable(game=game, seats=seats, clock=clock, **more))

    async def playing(self, game: str = "connect4", clock: Clock = DAYS) -> Table:
        table = await self.table(game, clock)
        bo = Sitter("person", "Bo", "bo")
        return await self.tables.change(table.id, lambda t, now: commands.sit(t, now, bo, None))

    async def play(self, table: Table, seat: int, step: str) -> Table:
        up = self.tables.uptimes
        return await self.tables.change(table.id, lambda t, now: commands.step(t, now, up, seat, [step]))

    async def due(self, after: int = TURN_DELAY) -> Notice | None:
        self.time.pass_by(after)
        return await mail_records.due_notice(self.store, self.time.now())

    async def post(self, after: int = TURN_DELAY) -> list[Message]:
        """What is sent when that time has passed."""
        sent, notice = [], await self.due(after)
        while notice is not None:
            message = await self.writer.compose(notice)
            await mail_records.end_notice(
                self.store, notice.key, "dropped" if message is None else "sent", self.time.now()
            )
            sent += [] if message is None else [message]
            notice = await self.due(0)
        return sent


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await open_store(tmp_path / "house.db")
    club = Club(store)
    await club.join("ada", "ada@example.net")
    await club.join("bo", "bo@example.net")
    yield club
    await store.close()


# -- your turn ------------------------------------------------------------------------------------------------


async def test_whose_turn_it_is_gets_one_letter_after_a_while(club: Club) -> None:
    await club.playing()
    assert await club.due(TURN_DELAY - 1) is None
    assert to(await club.post(1)) == ["ada@example.net"]
    assert await club.post(FRESH) == []


async def test_only_games_that_take_days_write(club: Club) -> None:
    for clock in (Clock(), Clock("live", minutes=10)):
        await club.playing(clock=clock)
    assert await club.post() == []


async def test_a_quick_exchange_makes_no_letter_but_its_last_move(club: Club) -> None:
    table = await club.playing()
    for seat, step in ((0, "d"), (1, "d"), (0, "e")):
        club.time.pass_by(MINUTE)
        table = await club.play(table, seat, step)
    assert to(await club.post()) == ["bo@example.net"]


async def test_nobody_is_written_to_who_has_the_table_before_them(club: Club) -> None:
    await club.playing()
    club.at_the_table.add("ada")
    assert await club.post() == []


async def test_there_is_one_letter_a_table_until_the_reader_has_been_there(club: Club) -> None:
    table = await club.playing()
    assert len(await club.post()) == 1
    # A turn that ends and comes again without anything the reader did.
    again = Notice(
        key="again", kind="turn", person="ada", at=club.time.now(), due=club.time.now(), until=10**14,
        thread=f"turn/{table.id}/ada", body=b'{"type":"turn","table":"%s"}' % table.id.encode(),
    )  # fmt: skip
    await mail_records.put_notice(club.store, again)
    assert await club.post(0) == []
    await mail_records.been_there(club.store, f"turn/{table.id}/ada")
    await mail_records.put_notice(
        club.store, Notice(**{**{f: getattr(again, f) for f in again.__struct_fields__}, "key": "third"})
    )
    assert to(await club.post(0)) == ["ada@example.net"]


async def test_who_has_moved_since_is_written_to_again(club: Club) -> None:
    table = await club.playing()
    assert to(await club.post()) == ["ada@example.net"]
    club.time.pass_by(MINUTE)
    table = await club.play(table, 0, "d")
    assert to(await club.post()) == ["bo@example.net"]
    await club.play(table, 1, "d")
    assert to(await club.post()) == ["ada@example.net"]


async def test_who_wants_no_such_letter_gets_none(club: Club) -> None:
    await club.playing()
    await mail_records.silence(club.store, "ada", "turn", True)
    assert await club.post() == []


async def test_the_letter_tells_the_position_in_words_and_leads_to_the_table(club: Club) -> None:
    table = await club.play(await club.playing(), 0, "d")
    [message] = await club.post()
    mail = read(message)
    assert mail["To"] == "bo@example.net"
    assert mail["Subject"] == "Your turn in Connect Four"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_content_type() == "multipart/alternative"
    for kind in ("plain", "html"):
        said = text(message, kind)
        assert "It is your turn, Bo: Connect Four with Ada." in said
        assert f"https://games.example.org/table/{table.id}" in said
        assert "d1" in said
        assert "How it stands" in said


@pytest.mark.parametrize("game", ["yinsh", "command", "luckymoose", "regatta", "dance"])
async def test_every_game_can_be_told_in_words_and_a_hidden_hand_stays_hidden(club: Club, game: str) -> None:
    table = await club.playing(game)
    letters = await club.post()
    assert letters
    for message in letters:
        person = message.to.partition("@")[0]
        [seat] = table.seats_of(person)
        items = re.findall("<li>(.*)</li>", text(message, "html"))
        assert all(": " in item and "{" not in item for item in items)
        # As much as that seat is shown, from the same source as its board.
        scene = table.match.scene(seat)
        assert bool(items) == bool(scene.pieces or scene.counters)


async def test_the_same_notice_is_the_same_letter_to_a_mail_program(club: Club) -> None:
    await club.playing()
    notice = await club.due()
    assert notice is not None
    first, second = [await club.writer.compose(notice) for _ in range(2)]
    assert first is not None
    assert second is not None
    assert first.id == second.id
    assert read(first)["Message-ID"] == f"<{first.id}>"
    assert notice.key not in first.id


# -- invitations ----------------------------------------------------------------------------------------------


async def test_an_invitation_has_the_tables_own_link_if_it_is_private(club: Club) -> None:
    listed, private = await club.table(), await club.table(listed=False)
    for table in (listed, private):
        assert await mail_records.put_notice(
            club.store, invitation(table, "ada", "zoe@example.net", club.time.now(), address=True)
        )
        [message] = await club.post(0)
        assert message.to == "zoe@example.net"
        assert read(message)["Subject"] == "Ada invites you to Connect Four"
        assert (f"invite={table.invite}" in text(message)) == (table is private)


async def test_nobody_is_invited_twice_to_one_table(club: Club) -> None:
    table = await club.table()
    for address in ("zoe@example.net", "ZOE@example.net"):
        await mail_records.put_notice(club.store, invitation(table, "ada", address, club.time.now(), address=True))
    assert len(await club.post(0)) == 1


async def test_who_is_challenged_and_does_not_answer_gets_a_letter(club: Club) -> None:
    challenges = Challenges(club.tables)
    answered = await challenges.send(club.people["bo"], NewChallenge(to="ada", game="connect4", clock=DAYS))
    await challenges.answer(club.people["ada"], answered.id, False)
    live = NewChallenge(to="bo", game="connect4", clock=Clock("live", 5, 5))
    await challenges.answer(club.people["bo"], (await challenges.send(club.people["ada"], live)).id, False)
    table = await challenges.send(club.people["ada"], NewChallenge(to="bo", game="connect4", clock=DAYS))
    assert await club.post(TURN_DELAY - 1) == []
    [letter] = await club.post(1)
    assert letter.to == "bo@example.net"
    assert table.id in text(letter)
    assert read(letter)["Subject"] == "Ada challenges you to Connect Four"
    assert "accept or decline" in text(letter)


async def test_whoever_says_no_gets_no_letter_though_others_are_still_waited_for(club: Club) -> None:
    await club.join("cy", "cy@example.net")
    challenges = Challenges(club.tables)
    new = NewChallenge(to="bo", others=["cy"], game="luckymoose", seats=3, clock=DAYS)
    table = await challenges.send(club.people["ada"], new)
    await challenges.answer(club.people["bo"], table.id, False)
    assert to(await club.post()) == ["cy@example.net"]


async def test_there_is_no_invitation_to_a_table_that_is_full_or_whose_host_is_gone(club: Club) -> None:
    table = await club.table()
    await mail_records.put_notice(
        club.store, invitation(table, "ada", "zoe@example.net", club.time.now(), address=True)
    )
    await mail_records.put_notice(
        club.store, invitation(table, "gone", "yan@example.net", club.time.now(), address=True)
    )
    bo = Sitter("person", "Bo", "bo")
    await club.tables.change(table.id, lambda t, now: commands.sit(t, now, bo, None))
    assert await club.post(0) == []


async def test_a_player_is_invited_at_their_own_address_and_a_stranger_can_refuse_for_ever(club: Club) -> None:
    table = await club.table()
    await mail_records.put_notice(club.store, invitation(table, "ada", "bo", club.time.now(), address=False))
    [letter] = await club.post(0)
    assert letter.to == "bo@example.net"
    assert "without an account" not in text(letter), "Bo has one"
    await mail_records.silence(club.store, club.off.stranger("zoe@example.net"), "invitation", True)
    await mail_records.silence(club.store, "bo", "invitation", True)
    other = await club.table()
    for address in ("Zoe@example.net", "BO@example.net"):
        await mail_records.put_notice(club.store, invitation(other, "ada", address, club.time.now(), address=True))
    assert await club.post(0) == []


# -- accounts -------------------------------------------------------------------------------------------------


async def test_an_address_is_asked_whether_it_is_right(club: Club) -> None:
    await mail_records.want_address(club.store, "ada", "new@example.net")
    await mail_records.put_notice(club.store, to_confirm("k", "ada", "new@example.net", club.time.now()))
    [message] = await club.post(0)
    assert message.to == "new@example.net"
    [url] = set(LINK.findall(text(message)))
    secret = url.partition("token=")[2]
    link = await mail_records.get_link(club.store, hash_of(secret))
    assert link is not None
    assert (link.kind, link.person, link.address) == ("confirm", "ada", "new@example.net")
    assert link.until == club.time.now() + 3 * DAY


@pytest.mark.parametrize("kind", ["confirm", "reset"])
async def test_a_secret_is_in_no_part_of_a_link_that_a_server_is_told(club: Club, kind: str) -> None:
    """Of all links that any letter can have: whatever is kept as a hash stands behind the #."""
    now = club.time.now()
    if kind == "confirm":
        await mail_records.want_address(club.store, "ada", "new@example.net")
        await mail_records.put_notice(club.store, to_confirm("k", "ada", "new@example.net", now))
    else:
        await mail_records.put_notice(club.store, forgotten("k", "Ada", now))
    [message] = await club.post(0)
    kept = {one.hash for one in await club.store.list_by(mail_records.LINKS, "person", "ada")}
    found = [urlsplit(url) for url in LINK.findall(text(message))]
    secrets = [parse_qs(parts.fragment)["token"][0] for parts in found if parts.fragment]
    assert {hash_of(secret) for secret in secrets} == kept
    assert [parts for parts in found if any(secret in parts.path + parts.query for secret in secrets)] == []


async def test_an_address_that_is_no_longer_wanted_is_not_asked(club: Club) -> None:
    await mail_records.want_address(club.store, "ada", "new@example.net")
    await mail_records.put_notice(club.store, to_confirm("k", "ada", "new@example.net", club.time.now()))
    await mail_records.want_address(club.store, "ada", "newer@example.net")
    assert await club.post(0) == []


@pytest.mark.parametrize("who", ["Ada", "ADA", "ada@example.net", "Ada@Example.Net"])
async def test_a_forgotten_password_is_answered_by_name_and_by_address(club: Club, who: str) -> None:
    await mail_records.put_notice(club.store, forgotten("k", who, club.time.now()))
    [message] = await club.post(0)
    assert message.to == "ada@example.net"
    [url] = set(LINK.findall(text(message)))
    link = await mail_records.get_link(club.store, hash_of(url.partition("token=")[2]))
    assert link is not None
    assert (link.kind, link.person, link.until) == ("reset", "ada", club.time.now() + 30 * MINUTE)


async def test_a_family_with_one_address_gets_one_letter_with_a_link_for_each(club: Club) -> None:
    await club.join("cy", "ada@example.net")
    await mail_records.put_notice(club.store, forgotten("k", "ada@example.net", club.time.now()))
    [message] = await club.post(0)
    assert len(set(LINK.findall(text(message)))) == 2
    assert "for Ada" in text(message)
    assert "for Cy" in text(message)


@pytest.mark.parametrize("who", ["Nobody", "nobody@example.net", "no address@", "\x00", "dee"])
async def test_nobody_is_written_to_for_what_is_nobodys(club: Club, who: str) -> None:
    await club.join("dee")  # who has no address
    await mail_records.put_notice(club.store, forgotten("k", who, club.time.now()))
    assert await club.post(0) == []


async def test_no_letter_of_an_account_can_be_turned_off_and_each_other_can(club: Club) -> None:
    table = await club.playing()
    [turn] = await club.post()
    await mail_records.put_notice(club.store, forgotten("k", "Ada", club.time.now()))
    [reset] = await club.post(0)
    assert read(reset)["List-Unsubscribe"] is None
    assert read(turn)["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = read(turn)["List-Unsubscribe"].strip("<>")
    assert url.startswith("https://games.example.org/unsubscribe?token=")
    assert club.off.read(url.partition("token=")[2].replace("%40", "@")) == ("ada", "turn")
    assert table.id not in url


def test_a_token_that_was_changed_turns_nothing_off() -> None:
    off = Unsubscribing(b"s" * 32)
    token = off.token("ada", "turn")
    assert off.read(token) == ("ada", "turn")
    for wrong in (token[:-1] + "b", token.replace("turn", "invitation"), "", "..", "turn..ada", token + "\udcff"):
        with pytest.raises(Refused):
            off.read(wrong)
    with pytest.raises(Refused):
        Unsubscribing(b"t" * 32).read(token)


# -- languages ------------------------------------------------------------------------------------------------


async def test_everybody_is_written_to_in_their_own_language(club: Club) -> None:
    bo = await people_records.get_person(club.store, "bo")
    assert bo is not None
    assert await people_records.change_person(club.store, msgspec.structs.replace(bo, body=b'{"language":"de"}'))
    table = await club.playing()
    (to_ada,) = await club.post()
    await club.play(table, 0, "d")
    (to_bo,) = await club.post()
    assert read(to_ada)["Subject"] == "Your turn in Connect Four"
    assert read(to_bo)["Subject"] == "Du bist am Zug in Connect Four"
    words = text(to_bo)
    for said in ("Du bist am Zug, Bo: Connect Four mit Ada.", "Ada: wirft eine Scheibe in Spalte d", "So steht es:"):
        assert said in words
    assert "Rote Scheibe: d1" in words
    assert '<html lang="de">' in text(to_bo, "html")


async def test_a_stranger_is_invited_in_the_language_of_whoever_invites(club: Club) -> None:
    ada = await people_records.get_person(club.store, "ada")
    assert ada is not None
    assert await people_records.change_person(club.store, msgspec.structs.replace(ada, body=b'{"language":"de"}'))
    table = await club.table()
    await mail_records.put_notice(
        club.store, invitation(table, "ada", "new@example.net", club.time.now(), address=True)
    )
    (letter,) = await club.post(0)
    assert read(letter)["Subject"] == "Ada lädt dich zu Connect Four ein"

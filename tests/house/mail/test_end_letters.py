"""A letter tells of the end of a match that took days: once, to those who were not there, in words for each of them."""

import re
from html import unescape

import pytest

from parlour.house.mail import records as mail_records
from parlour.house.mail.notices import end_notices, turn_thread
from parlour.house.mail.position_text import position_of
from parlour.house.tables import commands
from parlour.house.tables.clocks import DAY, MINUTE, Clock
from parlour.house.tables.state import Table
from parlour.server.mail.smtp import SmtpSender, SmtpServer
from tests.house.mail.envelopes import read, text, to
from tests.house.mail.test_letters import Club, club  # noqa: F401
from tests.mail_server import MailServer
from tests.server.mail.test_smtp import BrinkCounter

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]


async def ended(club: Club, game: str = "connect4", step: str = "resign") -> Table:  # noqa: F811
    """Ada has moved, Bo takes the last step a while later. Nobody has been told of a turn."""
    table = await club.play(await club.playing(game), 0, "d" if game == "connect4" else "resign")
    club.time.pass_by(MINUTE)
    return table if table.over else await club.play(table, 1, step)


async def test_who_did_not_end_it_is_told_once_with_who_won_and_how(club: Club) -> None:  # noqa: F811
    table = await ended(club)
    [message] = await club.post()
    mail = read(message)
    assert (mail["To"], mail["Subject"]) == ("ada@example.net", "Your match of Connect Four is over")
    for kind in ("plain", "html"):
        said = text(message, kind)
        assert "Ada, your match of Connect Four with Bo is over." in said
        assert "You won by resignation." in said
        assert f"https://games.example.org/replay/{table.id}" in said
        assert f"https://games.example.org/table/{table.id}" in said
        assert "How it stood at the end" in said
    assert await club.post(DAY) == []


async def test_it_is_written_with_the_end_itself_and_never_twice(club: Club) -> None:  # noqa: F811
    table = await ended(club)
    kept = await mail_records.notices_to(club.store, "ada")
    assert [one.kind for one in kept if one.key.startswith("over/")] == ["over"]
    assert [one for one in await mail_records.notices_to(club.store, "bo") if one.kind == "over"] == []
    assert end_notices(table, table, club.time.now()) == []
    await club.tables.change(table.id, lambda t, now: commands.say(t, now, "bo", "Bo", "Thanks"))
    assert len(await mail_records.notices_to(club.store, "ada")) == len(kept)


async def test_where_time_ran_out_both_are_told_each_in_their_own_words(club: Club) -> None:  # noqa: F811
    table = await club.play(await club.playing(), 0, "d")
    await club.post(0)
    for notice in [*await mail_records.notices_to(club.store, "ada"), *await mail_records.notices_to(club.store, "bo")]:
        await mail_records.end_notice(club.store, notice.key, "dropped", club.time.now())
    club.time.pass_by(4 * DAY)
    assert await club.tables.run_out(club.time.now()) == 1
    letters = {message.to: text(message, "plain") for message in await club.post()}
    assert "You won on time." in letters["ada@example.net"]
    assert "Ada won on time." in letters["bo@example.net"]
    assert (await club.tables.table(table.id)).over


async def test_only_matches_that_take_days_are_told_of(club: Club) -> None:  # noqa: F811
    table = await club.playing(clock=Clock())
    await club.play(await club.play(table, 0, "d"), 1, "resign")
    assert await club.post() == []


async def test_who_has_been_there_since_or_is_there_gets_none(club: Club) -> None:  # noqa: F811
    table = await ended(club)
    await mail_records.been_there(club.store, turn_thread(table.id, "ada"))
    assert await club.post() == []
    await ended(club)
    club.at_the_table.add("ada")
    assert [message for message in await club.post() if message.to == "ada@example.net"] == []


async def test_who_wants_no_such_letter_gets_none_and_the_others_stay(club: Club) -> None:  # noqa: F811
    await mail_records.silence(club.store, "ada", "over", True)
    await ended(club)
    assert await club.post() == []
    await club.playing()
    assert to(await club.post()) == ["ada@example.net"]


async def test_it_can_be_turned_off_with_one_click(club: Club) -> None:  # noqa: F811
    await ended(club)
    [message] = await club.post()
    url = read(message)["List-Unsubscribe"].strip("<>")
    assert club.off.read(url.partition("token=")[2].replace("%40", "@")) == ("ada", "over")


@pytest.mark.parametrize("game", ["command", "luckymoose", "dance"])
async def test_of_a_game_with_secrets_it_tells_what_the_reader_is_shown(club: Club, game: str) -> None:  # noqa: F811
    table = await club.playing(game)
    while not table.over:
        club.time.pass_by(MINUTE)
        gone = "bo" if table.seats_of("bo") else "ada"
        table = await club.tables.change(
            table.id, lambda t, now, who=gone: commands.leave(t, now, club.tables.uptimes, who)
        )
    for message in await club.post():
        [seat] = table.seats_of(message.to.partition("@")[0])
        items = re.findall("<li>(.*)</li>", text(message, "html"))
        assert [unescape(item) for item in items] == position_of(table, seat)
        assert "{" not in text(message, "plain")


async def test_it_goes_out_through_a_mail_server(club: Club) -> None:  # noqa: F811
    await ended(club)
    [message] = await club.post()
    async with MailServer() as server:
        where = SmtpServer("127.0.0.1", server.port, tls="none")
        await SmtpSender(where, seconds=20).send(message, BrinkCounter())
    [letter] = server.taken
    assert letter.to == "ada@example.net"
    part = letter.mail.get_body(("plain",))
    assert part is not None
    assert "You won by resignation." in str(part.get_content())

"""A guided game: who may have a coach, to whom it speaks, and what it shows."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from parlour.core.match import Match
from parlour.house.ports import AskedFor, BotPlayers
from parlour.house.tables import commands
from parlour.house.tables.coach import Coach, HintShown
from parlour.house.tables.commands import act, check_hint, clear_seat, contribute, seat_bot
from parlour.house.tables.rematch import open_rematch, want_rematch
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.state import Table
from tests.house.tables.at_table import BOT, OPEN, START, TimedTable, evening, opened, refusal, replayed, table_of
from tests.serving import HereBotPlayers


@pytest.mark.parametrize(
    "sitters",
    [
        pytest.param(["ada", "bob"], id="two people"),
        pytest.param(["ada", OPEN], id="somebody may still come"),
        pytest.param(["ada", "ada"], id="two people at one device"),
        pytest.param(["ada", BOT, OPEN], id="one seat is left"),
        pytest.param(["ada", BOT, "bob"], id="two people among bots"),
    ],
)
def test_a_coach_is_there_for_one_person_among_bots_alone(sitters: list[object]) -> None:
    assert refusal(opened, "dance", sitters, guided=True) == "refuse.guided"


def test_the_coach_speaks_to_that_person_and_to_nobody_else() -> None:
    table = table_of("connect4", [BOT, "ada"], guided=True)
    e = TimedTable(commands.step(table, START, evening("connect4", ["ada", BOT]).uptimes, 0, ["d"]))
    hint = snapshot_for(e.table, 1).guide
    assert hint is not None
    assert hint.text.key == "guide.aim"
    assert snapshot_for(e.table, 0).guide is None  # the bot's seat
    assert snapshot_for(e.table, None).guide is None
    assert snapshot_for(table_of("connect4", ["ada", BOT]), 0).guide is None


def test_what_was_agreed_on_is_kept() -> None:
    change = opened("connect4", ["ada", BOT], guided=True)
    assert replayed(change.events).coached == 0
    assert b"guided" not in commands.ev.encode(opened("connect4", ["ada", BOT]).events[0])


def test_no_seat_becomes_free_for_another_person_while_it_has_not_begun() -> None:
    e = evening("dance", ["ada", BOT], guided=True, awaited=[0])
    assert e.table.phase == "open"
    assert refusal(clear_seat, e.table, e.now, "ada", 1) == "refuse.guided"
    e.do(seat_bot, "ada", 1, 2)  # another bot is all right
    e.do(contribute, "ada", 0, "violets")
    assert snapshot_for(e.table, 0).guide is not None


def test_the_next_match_of_a_guided_one_is_guided_too() -> None:
    e = evening("connect4", ["ada", BOT], guided=True)
    e.play(commands.leave, "ada").do(want_rematch, "ada")
    assert open_rematch(e.table, e.now, "t2", "invite", "5e" * 32).table.coached == 1


def test_a_move_is_shown_on_turn_to_whoever_has_a_coach() -> None:
    e = evening("connect4", ["ada", BOT], guided=True)
    assert isinstance(check_hint(e.table, "ada", 0), Match)
    assert refusal(check_hint, e.table, "bob", 0) == "refuse.not-your-seat"
    assert refusal(check_hint, e.table, "ada", 1) == "refuse.not-your-seat"
    assert refusal(check_hint, e.table, "ada", 2) == "refuse.no-such-seat"
    assert refusal(check_hint, table_of("connect4", ["ada", BOT]), "ada", 0) == "refuse.not-guided"
    assert refusal(check_hint, table_of("connect4", ["ada", "bob"]), "ada", 0) == "refuse.not-guided"
    e.play(act, "ada", 0, ["d"])
    assert refusal(check_hint, e.table, "ada", 0) == "refuse.not-your-turn"
    e.play(commands.leave, "ada")
    assert refusal(check_hint, e.table, "ada", 0) == "refuse.over"


# -- the coach at work --------------------------------------------------------------------------------------------


class OneTable:
    """All of a house that a coach asks for."""

    def __init__(self, table: Table) -> None:
        self.at = table

    async def table(self, id: str) -> Table:
        return self.at


def show(house: OneTable, bot_players: HereBotPlayers, seat: int = 0) -> HintShown:
    coach = Coach(cast(TableRepository, house), cast(BotPlayers, bot_players))
    return asyncio.run(coach.show(house.at.id, "ada", seat))


@pytest.mark.parametrize("game", ["connect4", "command", "dance"])
def test_what_the_coach_shows_can_be_played_and_has_not_been(game: str) -> None:
    table = table_of(game, ["ada", BOT], guided=True)
    before = table.position
    shown = show(OneTable(table), HereBotPlayers())
    assert table.match is not None
    choice = next(each for each in table.match.choices(0) if each.text == shown.step)
    assert (shown.path, table.position) == (choice.path, before)
    assert table.game.catalogue().has(shown.words.key)


class SlowThinkers(HereBotPlayers):
    """While they think, something happens."""

    def __init__(self, happens: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self.happens = happens

    async def step(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
        answer = await super().step(match, seat, level, key, asked_for)
        await self.happens()
        return answer


def test_a_move_that_comes_too_late_is_not_shown() -> None:
    e = evening("connect4", ["ada", BOT], guided=True)
    house = OneTable(e.table)

    async def she_plays() -> None:
        house.at = e.play(act, "ada", 0, ["d"]).table

    assert refusal(show, house, SlowThinkers(she_plays)) == "refuse.not-your-turn"


def test_what_the_other_side_does_in_secret_meanwhile_does_not_show() -> None:
    e = evening("command", ["ada", BOT], guided=True)
    house, match = OneTable(e.table), e.table.match
    assert match is not None

    async def the_bot_deploys() -> None:
        house.at = TimedTable(commands.step(house.at, START, e.uptimes, 1, [match.legal(1)[0]])).table

    assert show(house, SlowThinkers(the_bot_deploys)) == show(OneTable(e.table), HereBotPlayers())
    assert house.at.position == e.table.position + 1

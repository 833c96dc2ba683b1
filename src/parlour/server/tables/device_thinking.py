"""What a person's device needs to think for a bot or a coach: a situation, and how hard to think."""

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from parlour.bots.analysis import SearchStart, Viewpoint, lore_of, search_start
from parlour.bots.bot import net_of, seed_of
from parlour.bots.levels import level
from parlour.bots.situation import Situation, situation
from parlour.core.knowledge import NO_LORE
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.house.tables import coach, commands, device_bots
from parlour.house.tables.state import Table


class DeviceSearch(msgspec.Struct):
    """A search for a device to make, as a bot of the house would make it."""

    seat: int
    search: SearchStart
    seed: int
    simulations: int
    seconds: Annotated[float, Meta(description="It never thinks longer.")]
    slips: Annotated[float, Meta(description="How often it plays a step that it merely considered.")]
    net: Annotated[bool, Meta(description="It judges by the game's net.")]


class BotSearch(DeviceSearch):
    """For a bot, where nothing is hidden: a version counts hidden steps too."""

    version: Annotated[int, Meta(description="Of the match: what is found is for this moment alone.")]
    pause: Annotated[float, Meta(description="Seconds until it moves, so that people can follow.")]


def search_for_bot(table: Table, person: str, seat: int, pause: float) -> BotSearch:
    match, number = device_bots.to_think(table, person, seat), table.sitters[seat].level
    assert number is not None, "a bot has a level"
    assert match.dealer is not None, "a table has one, whether its game has chance or not"
    now = situation(match, seat)
    found = _search(table, match, now, number, seed_of(match.dealer.bot_seed(seat, table.id), now))
    return BotSearch(**asdict(found), version=match.version, pause=pause)


def search_for_coach(table: Table, person: str, seat: int) -> DeviceSearch:
    """From what the seat knows, as for any bot. Its lots follow from that alone: nothing of a match's secret goes out
    while others' hands are hidden."""
    match = commands.check_hint(table, person, seat)
    now = situation(match, seat)
    return _search(table, match, now, coach.LEVEL, seed_of(0, now))


def lore_for(table: Table, person: str | None, seat: int) -> bytes:
    """What the game's study gives here, for whoever has something to think about: all, once it is over."""
    match = table.match
    if match is None:
        raise Refused("refuse.table-waits")
    commands.check_seat(table, seat)
    study = table.game.knowledge.study
    if table.over and study is not None:  # one for the whole match, from wherever in it
        return study(match.state).tobytes()
    if table.over:
        return NO_LORE.tobytes()
    if person is None or (table.device_of != person and (table.coached != seat or seat not in table.seats_of(person))):
        raise Refused("refuse.device-not")
    return lore_of(match, seat).tobytes()


def _search(table: Table, match: Match, now: Situation, number: int, seed: int) -> DeviceSearch:
    chosen, game, seat = level(number), match.game, now.seat
    start = search_start(match, Viewpoint(seat, True), match.actors)
    assert start is not None, "the seat is to act"
    net = net_of(game, table.rules.seats, number)
    return DeviceSearch(seat, start, seed, chosen.simulations(game), chosen.seconds, chosen.slips, net is not None)

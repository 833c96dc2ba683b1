"""Bots that think in the browser of the person who plays them, at no cost to the house.

Which tables those are is `Table.device_of`. The house checks whether a move is legal and nothing else: whoever has a
bot play badly has cheated nobody. It waits for the device for a while and thinks itself then, so nothing depends on a
device; a device that wants something else than a legal move, or says that it cannot think, is not waited for.
"""

import asyncio

from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.house.tables import commands
from parlour.house.tables import events as ev
from parlour.house.tables.clocks import Uptimes
from parlour.house.tables.commands import TableChange
from parlour.house.tables.state import Table

PATIENCE = 4.0  # seconds beyond what a bot may think: for code to be loaded, and for the way


def move_bots(table: Table, now: int, person: str, on_device: bool) -> TableChange | None:
    """Have bots think here or there from now on."""
    commands.check_playing(table)
    _check_device(table, person)
    return None if table.on_device == on_device else commands.change(table, ev.BotsMoved(at=now, on_device=on_device))


def to_think(table: Table, person: str, seat: int) -> Match:
    """The match in which this person's device is to think for a bot; or a refusal."""
    commands.check_playing(table)
    commands.check_seat(table, seat)
    _check_device(table, person)
    match = table.match
    assert match is not None, "it is being played"
    if not table.on_device or table.sitters[seat].kind != "bot":
        raise Refused("refuse.device-not")
    if seat not in table.to_act or match.offer_by() is not None:
        raise Refused("refuse.device-late")
    return match


def device_step(
    table: Table, now: int, uptimes: Uptimes, person: str, seat: int, version: int, action: int
) -> TableChange:
    """A bot's move, as this person's device has found it. `version` is that of the match it has thought about."""
    match = to_think(table, person, seat)
    if match.version != version:
        raise Refused("refuse.device-late")
    # Nothing but what can be played is spelled: spellings are kept, and there are more numbers than actions.
    if action not in match.game.list_legal(match.state, seat):
        raise Refused("refuse.device-illegal")
    return commands.step(table, now, uptimes, seat, [match.game.text(action)])


def _check_device(table: Table, person: str) -> None:
    if table.device_of is None or table.device_of != person:
        raise Refused("refuse.device-not")


class DeviceWaits:
    """How long the house waits for devices, by table. Another process that waits for the same only waits longer."""

    def __init__(self) -> None:
        self._waits: dict[str, asyncio.Event] = {}

    async def wait(self, table: str, seconds: float) -> None:
        """Until nothing more is to be hoped for of the device."""
        given_up = self._waits.setdefault(table, asyncio.Event())
        try:
            await asyncio.wait_for(given_up.wait(), seconds)
        except TimeoutError:
            pass
        finally:
            self._waits.pop(table, None)

    def give_up(self, table: str) -> None:
        if table in self._waits:
            self._waits[table].set()

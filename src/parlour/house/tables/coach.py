"""The coach of a guided game: shows what a fair player would do in a person's place, by what that seat knows."""

import msgspec

from parlour.core.texts import Refused, Text
from parlour.house.ports import BotPlayers
from parlour.house.tables import commands
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.summary import asked_for

LEVEL = 3  # good enough to learn from, and soon there


class HintShown(msgspec.Struct, frozen=True):
    """A move to look at. Nothing has been played."""

    step: str
    words: Text  # the step, as the log would have it
    path: tuple[str, ...]  # what to touch for it


class Coach:
    def __init__(self, tables: TableRepository, bot_players: BotPlayers) -> None:
        self._tables, self._bot_players = tables, bot_players

    async def show(self, id: str, person: str, seat: int, found: int | None = None) -> HintShown:
        """What a bot that sees what this seat sees would do now; or what this person's own device has `found`."""
        table = await self._tables.table(id)
        match = commands.check_hint(table, person, seat)
        if found is None:
            # Under a name of its own: the table's bots keep their trees, and play as if nobody had asked.
            step = await self._bot_players.step(match, seat, LEVEL, f"{id} coach", asked_for(table))
        elif found in match.game.list_legal(match.state, seat):
            step = match.game.text(found)
        else:
            raise Refused("refuse.hint-late")
        after = commands.check_hint(await self._tables.table(id), person, seat)
        # Only the seat's own choices are compared: that others have acted in secret must not show.
        choice = next((each for each in after.choices(seat) if each.text == step), None)
        if choice is None:
            raise Refused("refuse.hint-late")
        words = match.game.describe(step) if match.game.describe else Text("log.step", {"step": step})
        return HintShown(step, words, choice.path)

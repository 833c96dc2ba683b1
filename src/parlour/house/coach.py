"""The coach of a guided game: shows what a fair player would do in a person's place, by what that seat knows."""

import msgspec

from parlour.core.texts import Refused, Text
from parlour.house import doors
from parlour.house.house import House
from parlour.house.ports import Thinkers

LEVEL = 3  # good enough to learn from, and soon there


class Shown(msgspec.Struct, frozen=True):
    """A move to look at. Nothing has been played."""

    step: str
    words: Text  # the step, as the log would have it
    path: tuple[str, ...]  # what to touch for it


class Coach:
    def __init__(self, house: House, thinkers: Thinkers) -> None:
        self._house, self._thinkers = house, thinkers

    async def show(self, id: str, person: str, seat: int) -> Shown:
        """What a bot that sees what this seat sees would do now."""
        match = doors.check_hint(await self._house.table(id), person, seat)
        # Under a name of its own: the table's bots keep their trees, and play as if nobody had asked.
        step = await self._thinkers.step(match, seat, LEVEL, f"{id} coach")
        after = doors.check_hint(await self._house.table(id), person, seat)
        # Only the seat's own choices are compared: that others have acted in secret must not show.
        choice = next((each for each in after.choices(seat) if each.text == step), None)
        if choice is None:
            raise Refused("refuse.hint-late")
        words = match.game.describe(step) if match.game.describe else Text("log.step", {"step": step})
        return Shown(step, words, choice.path)

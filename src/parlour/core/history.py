"""What has happened in a match, step by step: which steps stand, how far one may go back, who saw what."""

from collections.abc import Iterator

import msgspec

from parlour.core.game import CHANCE, Viewer
from parlour.core.record import Step

LogLine = tuple[str, str]  # who, and what a viewer may know of it


class Entry(msgspec.Struct):
    """A step with what is known of it: its action, if it was one of the game's, and what each viewer saw of it."""

    step: Step
    action: int | None = None
    firm: bool = False  # chance, or something was revealed: nothing goes back past it
    stands: bool = True
    seen: tuple[str | None, ...] | None = None  # by seat, spectator last; None: everybody saw the text
    undoes: int | None = None  # the entry that it took back


class History:
    """All entries of a match. Nothing is deleted; what was taken back no longer stands."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.own_steps = 0  # steps of the game's own that stand

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.own_steps += entry.action is not None

    def standing(self) -> Iterator[tuple[int, int]]:
        """The game's own steps that stand, as (actor, action)."""
        for entry in self.entries:
            if entry.stands and entry.action is not None:
                yield seat_of(entry.step), entry.action

    def last_move(self, seat: int, past_others: bool) -> int | None:
        """The entry of the seat's last step that may be taken back, or None: never past a firm step, nor, unless
        `past_others`, past anything that another seat has done or said."""
        for index in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[index]
            another = entry.step.actor != seat
            if entry.action is None or not entry.stands:
                if another and not past_others:
                    return None
            elif entry.firm:
                return None
            elif not another:
                return index
            elif not past_others:
                return None
        return None

    def take_back(self, index: int) -> None:
        """Neither this step nor those after it stand any more."""
        for entry in self.entries[index:]:
            self.own_steps -= entry.stands and entry.action is not None
            entry.stands = False

    def log(self, viewer: Viewer, reveal: bool) -> list[LogLine]:
        """The steps as this viewer may know them: with `?` for hidden words, without those sealed from it."""
        lines = []
        for entry in self.entries:
            text = entry.step.text if reveal else self._seen(entry, viewer)
            if text is not None:
                lines.append((str(entry.step.actor), text))
        return lines

    def _seen(self, entry: Entry, viewer: Viewer) -> str | None:
        place = -1 if viewer is None else viewer
        if entry.undoes is not None:
            # Who did not see a step does not see it taken back either.
            undone = self.entries[entry.undoes].seen
            return None if undone is not None and undone[place] is None else entry.step.text
        return entry.step.text if entry.seen is None else entry.seen[place]


def seat_of(step: Step) -> int:
    """Who took the step: a seat, or CHANCE."""
    return step.actor if isinstance(step.actor, int) else CHANCE

"""What has happened in a match, step by step: which steps stand, how far one may go back, who saw what."""

from collections import Counter
from collections.abc import Container, Iterator
from typing import NamedTuple

import msgspec

from parlour.core.game import Viewer
from parlour.core.offers import Offers
from parlour.core.record import Step, seat_of
from parlour.core.scene import Moment
from parlour.core.shared_list import SharedList
from parlour.core.texts import Text

StepLine = tuple[str, str]  # who, and what a viewer may know of it


class ToldStep(NamedTuple):
    """A line of the log with all that goes into its words."""

    by: str
    text: str
    effect: Text | None = None  # how it came out, if the game says so
    moment: Moment | None = None  # what it is remembered by, if it is


class HistoryEntry(msgspec.Struct, frozen=True, gc=False):
    """A step with what is known of it: its action, if it was one of the game's, and what each viewer saw of it."""

    step: Step
    offers: Offers  # as they stood before it
    turn: int = 0  # the turn of its own in which it was taken; 0: off turn, or chance
    action: int | None = None
    firm: bool = False  # chance, or something was revealed: nothing goes back past it
    seen: tuple[str | None, ...] | None = None  # by seat, spectator last; None: everybody saw the text
    effects: tuple[Text | None, ...] | None = None  # by seat, spectator last: how each saw it come out
    moments: tuple[Moment | None, ...] | None = None  # by seat, spectator last: what each remembers it by
    undoes: int | None = None  # the entry that it took back

    @property
    def open(self) -> bool:
        """Whether everybody knows that it was taken, if not what it was."""
        return self.seen is None or None not in self.seen


class History:
    """All entries of a match. Nothing is deleted; what was taken back no longer stands."""

    def __init__(self) -> None:
        self.entries: SharedList[HistoryEntry] = SharedList()
        self.standing: SharedList[int] = SharedList()  # the entries with steps of the game's own that stand
        self.open_standing = 0  # those of them that everybody knows of: a count that tells nobody of sealed steps
        self.said: list[int] = []  # the entries with a word: resign, draw, decline
        self._last_of: dict[int, int] = {}  # the last entry of every actor

    def __len__(self) -> int:
        return len(self.entries)

    def copy(self) -> "History":
        twin = History.__new__(History)
        twin.entries, twin.standing, twin.said = self.entries.copy(), self.standing.copy(), [*self.said]
        twin.open_standing, twin._last_of = self.open_standing, {**self._last_of}
        return twin

    def add(self, entry: HistoryEntry) -> None:
        index = len(self.entries)
        self.entries.append(entry)
        self._last_of[seat_of(entry.step)] = index
        if entry.action is not None:
            self.standing.append(index)
            self.open_standing += entry.open
        elif entry.undoes is None:
            self.said.append(index)

    def restate_last(self, step: Step) -> None:
        """As a record has it."""
        self.entries.append(msgspec.structs.replace(self.entries.pop(), step=step))

    def actions(self) -> Iterator[tuple[int, int]]:
        """The game's own steps that stand, as (actor, action)."""
        for index in self.standing:
            entry = self.entries[index]
            if entry.action is not None:
                yield seat_of(entry.step), entry.action

    def turns(self, start: int = 0) -> int:
        """How many turns whoever had most of them has taken, from the entry counted `start` on."""
        standing = (self.entries[index] for index in self.standing if index >= start)
        taken = {(seat_of(entry.step), entry.turn) for entry in standing if entry.turn}
        return max(Counter(seat for seat, _ in taken).values(), default=0)

    def way_to(self, steps: int, known: Container[int]) -> tuple[int, list[tuple[int, int, int]]]:
        """How the state after the first `steps` steps comes about: from the latest moment on the way to it that is
        `known`, or from the beginning, and by which of the game's own steps from there, as (number of steps, actor,
        action). A step that goes back leads to the state before what it takes back: all that stood then stands."""
        way: list[tuple[int, int, int]] = []
        while steps > 0 and steps not in known:
            entry = self.entries[steps - 1]
            if entry.undoes is not None:
                steps = entry.undoes
                continue
            if entry.action is not None:
                way.append((steps, seat_of(entry.step), entry.action))
            steps -= 1
        return steps, way[::-1]

    def any_open(self) -> bool:
        """Whether something has happened that everybody knows of."""
        return self.open_standing > 0 or any(entry.open for entry in self.entries)

    def last_move(self, seat: int, past_others: bool) -> int | None:
        """The entry of the seat's last step that may be taken back, or None: never past a firm step, nor, unless
        `past_others`, past anything that another seat has done or said."""
        last = self._last_of.get(seat)
        if last is None or (not past_others and last < len(self.entries) - 1):
            return None
        others = -1 if past_others else max((at for actor, at in self._last_of.items() if actor != seat), default=-1)
        for index in reversed(self.standing):
            entry = self.entries[index]
            if entry.firm or others > index:
                return None
            if entry.step.actor == seat:
                return index
        return None

    def take_back(self, index: int) -> None:
        """Neither this step nor those after it stand any more."""
        while self.standing and self.standing[-1] >= index:
            self.open_standing -= self.entries[self.standing.pop()].open

    def words_since(self, index: int) -> list[HistoryEntry]:
        return [self.entries[said] for said in self.said if said > index]

    def seen(self, viewer: Viewer, start: int = 0) -> list[str | None]:
        """What this viewer saw of every step: its text, its text with `?` for hidden words, or None."""
        return [self._seen(entry, viewer) for entry in self.entries[start:]]

    def log(self, viewer: Viewer, reveal: bool) -> list[StepLine]:
        """The steps as this viewer may know them, without those sealed from it."""
        return [(line.by, line.text) for line in self.told(viewer, reveal) if line is not None]

    def told(self, viewer: Viewer, reveal: bool, start: int = 0) -> list[ToldStep | None]:
        """A line for every step from the one counted `start` on, with how this viewer, or if all is revealed its actor,
        saw it come out; None for those sealed from it."""
        entries = self.entries[start:]
        texts = [entry.step.text for entry in entries] if reveal else self.seen(viewer, start)
        place = -1 if viewer is None else viewer
        lines: list[ToldStep | None] = []
        for entry, text in zip(entries, texts, strict=True):
            actor = seat_of(entry.step)  # nature's place is the spectator's
            whose = actor if reveal else place
            effect = None if entry.effects is None else entry.effects[whose]
            moment = None if entry.moments is None else entry.moments[whose]
            lines.append(None if text is None else ToldStep(str(entry.step.actor), text, effect, moment))
        return lines

    def told_all(self, start: int) -> list[ToldStep] | None:
        """`told`, where every viewer is told the same; else None."""
        entries = self.entries[start:]
        for entry in entries:
            if entry.seen is not None or entry.effects is not None:
                return None
            if entry.moments is not None or entry.undoes is not None:
                return None
        return [ToldStep(str(entry.step.actor), entry.step.text) for entry in entries]

    def _seen(self, entry: HistoryEntry, viewer: Viewer) -> str | None:
        place = -1 if viewer is None else viewer
        if entry.undoes is not None:
            # Who did not see a step does not see it taken back either.
            undone = self.entries[entry.undoes].seen
            return None if undone is not None and undone[place] is None else entry.step.text
        return entry.step.text if entry.seen is None else entry.seen[place]

"""Lines: what a viewer is told of a table, one after the other. A viewer's cursor is how many lines it has been told.

Everything that changes what a viewer can see has a line for that viewer, and nothing else has one: so a cursor tells
nobody of what is hidden, and two viewers of one table have cursors that differ.
"""

from collections.abc import Container, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from parlour.core.game import Viewer
from parlour.core.history import ToldStep
from parlour.core.match import Match
from parlour.core.position import in_words
from parlour.core.record import CHANCE_NAME
from parlour.core.scene import Moment
from parlour.core.texts import Text
from parlour.house.tables.events import Channel


class LogLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One line. A step's `text` is as its viewer may know it; `words` is the same as a sentence."""

    at: int
    kind: Literal["step", "said", "news"]
    seat: int | None = None  # who did it; of a step None: chance
    text: str = ""
    words: Text | None = None
    moment: Moment | None = None  # what a step is remembered by
    name: str = ""  # of who said something
    person: str = ""  # the same one's id
    hushed: bool = False  # its viewer has blocked whoever said it, and is not told what it was
    channel: Channel = "table"


def step_lines(match: Match, start: int, viewers: Sequence[Viewer], at: int) -> dict[Viewer, list[LogLine]]:
    """The lines of the steps from the one counted `start` on, for every viewer."""
    for_all = match.told_all(start)
    if for_all is not None:  # as most steps of most games are
        lines = [_line(match, one, at) for one in for_all]
        return dict.fromkeys(viewers, lines)
    told: dict[Viewer, list[LogLine]] = {}
    same: dict[tuple[str, str], LogLine] = {}  # most steps look the same to all
    for viewer in viewers:
        told[viewer] = []
        for one in match.told_then(viewer, everything=False, start=start):
            if one is None:
                continue
            plain = one.effect is None and one.moment is None
            line = same.get((one.by, one.text)) if plain else None
            if line is None:
                line = _line(match, one, at)
            if plain:
                same[one.by, one.text] = line
            told[viewer].append(line)
    return told


def _line(match: Match, one: ToldStep, at: int) -> LogLine:
    seat = None if one.by == CHANCE_NAME else int(one.by)
    return LogLine(at=at, kind="step", seat=seat, text=one.text, words=in_words(match.game, one), moment=one.moment)


def without_words_of(lines: Sequence[LogLine], unheard: Container[str]) -> Sequence[LogLine]:
    """The same lines, as many of them, without what those have said."""
    return [
        replace(line, text="", hushed=True) if line.kind == "said" and line.person in unheard else line
        for line in lines
    ]  # fmt: skip


def house_line(at: int, key: str, /, seat: int | None = None, **args: str | int | Text) -> LogLine:
    """Something that is not a step of the game, for everybody."""
    return LogLine(at=at, kind="news", seat=seat, words=Text(f"house.{key}", args))

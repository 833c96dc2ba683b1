"""How a table stands now, as one viewer may know it: all that a client needs to draw it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from parlour.core.game import Viewer
from parlour.core.languages import FALLBACK
from parlour.core.result import Result
from parlour.core.scene import Choice, Hint, Scene, TouchReason
from parlour.core.texts import Refused
from parlour.house.tables.clocks import ALWAYS_UP, Running, Uptimes
from parlour.house.tables.events import Invitee, Sitter
from parlour.house.tables.records import TablePhase
from parlour.house.tables.state import BotPlace, Table
from parlour.house.texts import say


class ClockReading(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One seat's. A running clock is told by when it runs out: how it was charged on the way would tell of steps that
    others may not know of."""

    left: int | None = None  # milliseconds, of one that stands
    due: int | None = None  # of one that runs


class Snapshot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What changes as a table goes on. What a viewer has been told of it so far is in its lines."""

    phase: TablePhase
    host: str
    seats: list[Sitter]
    commitment: str = ""  # the dealer's, in a game with chance; the house shows it before it takes contributions
    contributed: list[bool] = []
    ready: list[int] = []  # where all say that they are ready before it begins: who has
    ready_due: int | None = None  # until when the others can, once all have sat down
    kept: dict[int, Invitee] = {}  # open seats that are for somebody alone
    until: int | None = None  # if it has not begun by then, it is closed
    declined: list[str] = []  # names of those who were asked and will not come
    vacant: list[int] = []  # seats of those who left, which somebody may take over
    bots_on: BotPlace | None = None  # where bots think, at a table where that can be chosen
    to_act: list[int] = []
    scene: Scene | None = None
    view: Annotated[Any, Meta(description="The same in the game's own words, for clients that ask for it.")] = None
    choices: list[Choice] = []
    guide: Hint | None = None  # what the coach says to this seat, at a table that has one
    can_undo: bool = False
    can_take_back: bool = False
    offer: int | None = None  # whose draw offer stands
    takeback: tuple[int, list[int]] | None = None  # who asked, who has agreed
    clocks: list[ClockReading] = []
    result: Result | None = None
    rematch: list[int] = []
    rematch_table: str | None = None


@cache
def _bot(level: int, number: int, language: str) -> Sitter:
    name = say(f"level.{level}", language=language)
    return Sitter("bot", f"{name} {number}" if number else name, level=level)


def named_sitters(sitters: Iterable[Sitter], language: str = FALLBACK) -> list[Sitter]:
    """Those who sit somewhere, as they are shown; bots of one level are told apart by a number."""
    those = list(sitters)
    if all(sitter.level is None for sitter in those):
        return those
    several = {level for level, many in Counter(sitter.level for sitter in those).items() if many > 1}
    seen: Counter[int] = Counter()
    shown = []
    for sitter in those:
        if sitter.level is not None:
            seen[sitter.level] += 1
            sitter = _bot(sitter.level, seen[sitter.level] if sitter.level in several else 0, language)
        shown.append(sitter)
    return shown


def snapshot_for(
    table: Table, viewer: Viewer, uptimes: Uptimes = ALWAYS_UP, *, draw: bool = True, view: bool = False,
    language: str = FALLBACK,
) -> Snapshot:  # fmt: skip
    """The table as this viewer may know it, with what it can do if it is a seat. A program that does not draw can do
    without the scene, which is most of the work; one that knows the game may want the game's own view, too. Of all that
    is in it only bots' names depend on the language."""
    table = table.seen_by(viewer)
    match = table.match
    chancy = table.game.chancy
    commitment = table.dealer.commitment if chancy else ""
    contributed = [given is not None for given in table.dealer.contributions] if chancy else []
    if match is None:
        return Snapshot(
            phase=table.phase, host=table.host, seats=named_sitters(table.sitters, language), commitment=commitment,
            contributed=contributed, kept=table.kept, until=table.until, declined=list(table.declined),
            ready=sorted(table.ready), ready_due=table.ready_due,
        )  # fmt: skip
    return Snapshot(
        phase=table.phase,
        host=table.host,
        seats=named_sitters(table.sitters, language),
        commitment=commitment,
        contributed=contributed,
        vacant=table.vacant,
        bots_on=table.bots_on,
        to_act=table.to_act,
        scene=match.scene(viewer) if draw else None,
        view=match.view(viewer) if view else None,
        choices=[] if viewer is None else match.choices(viewer),
        guide=None if viewer is None or viewer != table.coached else match.hint(viewer),
        can_undo=viewer is not None and match.can_undo(viewer),
        can_take_back=viewer is not None and table.can_take_back(viewer),
        offer=match.offer_by(),
        takeback=None if table.takeback is None else (table.takeback[0], sorted(table.takeback[1])),
        clocks=_clocks(table.clocks, uptimes),
        result=match.result,
        rematch=sorted(table.rematch),
        rematch_table=table.rematch_table,
    )


def reason_for(table: Table, viewer: Viewer, touched: Sequence[str]) -> TouchReason | None:
    """Why touching the last of these does nothing at this table, as this viewer may know it."""
    match = table.seen_by(viewer).match
    if match is None:
        raise Refused("refuse.table-waits")
    return match.why_not_touch(viewer, touched)


def _clocks(clocks: Running, uptimes: Uptimes) -> list[ClockReading]:
    return [
        ClockReading(left=left) if (due := clocks.due_of(seat, uptimes)) is None else ClockReading(due=due)
        for seat, left in enumerate(clocks.left)
    ]

"""The record, format 1: the match as a file. Its steps are the match; everything else is derived from them.

Fields that this version does not know survive a round trip, at every level. Written again, a record is the same bytes.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from parlour.core.game import CHANCE, Value
from parlour.core.texts import Refused, printable

FORMAT = 1
MOST_STEPS = 200_000
CHANCE_NAME = "*"

SeatKind = Literal["person", "bot", "open"]
Actor = Annotated[int, msgspec.Meta(ge=0)] | Literal["*"]  # a seat, or chance: in files never CHANCE's own number


class Seat(msgspec.Struct, frozen=True):
    """Who sits there: a name and whether it is a person or a bot."""

    name: str
    kind: SeatKind = "person"
    extra: dict[str, Any] = {}


class Step(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One step: a seat's, or chance's (`*`). `time` is in milliseconds since 1970."""

    actor: Actor
    text: str
    time: int | None = None
    extra: dict[str, Any] = {}


class Dealing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is needed to check the dealer: see `dealer.py`. The secret is there once the match is over."""

    commitment: str
    contributions: list[str | None]
    secret: str | None = None
    extra: dict[str, Any] = {}


class Ending(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why it ended, in the rulebook's words or the house's; `seat` is who caused it (resigned, ran out of time)."""

    by: str
    seat: int | None = None
    extra: dict[str, Any] = {}


class Substitution(msgspec.Struct, frozen=True):
    """After so many steps somebody else took the seat."""

    step: Annotated[int, msgspec.Meta(ge=0)]
    seat: int
    name: str
    kind: SeatKind = "bot"
    extra: dict[str, Any] = {}


class Record(msgspec.Struct, omit_defaults=True):
    """A match, whole."""

    format: int
    game: str
    rules_version: int
    options: dict[str, Value]
    seats: list[Seat]
    steps: list[Step]
    dealing: Dealing | None = None
    substitutions: list[Substitution] = []
    ending: Ending | None = None
    given: Annotated[int, msgspec.Meta(ge=0)] = 0  # so many first steps were set up, chance's too, and not played
    extra: dict[str, Any] = {}


def step_of(actor: int, text: str, time: int | None) -> Step:
    """A step by a seat, or by CHANCE."""
    return Step("*" if actor == CHANCE else actor, text, time)


def seat_of(step: Step) -> int:
    """Who took the step: a seat, or CHANCE."""
    return step.actor if isinstance(step.actor, int) else CHANCE


def sitting(seats: Sequence[Seat], substitutions: Sequence[Substitution]) -> list[Seat]:
    """Who sits where after all substitutions. A record's own `seats` are those who began."""
    now = list(seats)
    for change in substitutions:
        now[change.seat] = Seat(change.name, change.kind, change.extra)
    return now


def to_json(record: Record) -> bytes:
    return msgspec.json.encode(to_builtins(record))


def from_json(data: bytes | str) -> Record:
    try:
        tree = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("refuse.record-json", why=str(error)) from None
    return from_builtins(tree)


def to_builtins(record: Record) -> dict[str, Any]:
    """The record as plain dictionaries and lists, unknown fields back in their places."""
    tree = msgspec.to_builtins(record)
    if not isinstance(tree, dict):
        raise TypeError("a record is a struct")
    return _spread(tree)


def from_builtins(tree: object) -> Record:
    if not isinstance(tree, dict):
        raise Refused("refuse.record-shape", why="it is not an object")
    if tree.get("format") != FORMAT or isinstance(tree.get("format"), bool):
        raise Refused("refuse.record-format", format=str(tree.get("format", "?"))[:20], known=FORMAT)
    try:
        record = msgspec.convert(_gather(tree, Record), Record)
    except msgspec.ValidationError as error:
        raise Refused("refuse.record-shape", why=str(error)) from None
    if len(record.steps) > MOST_STEPS:
        raise Refused("refuse.record-long", most=MOST_STEPS)
    for number in [record.given, *(sub.step for sub in record.substitutions)]:
        if number > len(record.steps):
            raise Refused("refuse.no-such-step", step=number, last=len(record.steps))
    words = [s.name for s in record.seats] + [s.name for s in record.substitutions] + [s.text for s in record.steps]
    if not all(map(printable, words)):
        raise Refused("refuse.record-control")
    return record


_PARTS: Mapping[str, type[msgspec.Struct]] = {
    "seats": Seat,
    "steps": Step,
    "dealing": Dealing,
    "substitutions": Substitution,
    "ending": Ending,
}


def _gather(tree: dict[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Move what `kind` does not know into `extra`; an unknown field may itself be called `extra`."""
    known = {name for name in kind.__struct_fields__ if name != "extra"}
    result: dict[str, Any] = {"extra": {name: value for name, value in tree.items() if name not in known}}
    for name in known & tree.keys():
        value, part = tree[name], _PARTS.get(name)
        if part is not None and isinstance(value, list):
            value = [_gather(each, part) if isinstance(each, dict) else each for each in value]
        elif part is not None and isinstance(value, dict):
            value = _gather(value, part)
        result[name] = value
    return result


def _spread(tree: dict[str, Any]) -> dict[str, Any]:
    extra = tree.pop("extra", {})
    for name in _PARTS.keys() & tree.keys():
        value = tree[name]
        tree[name] = [_spread(each) for each in value] if isinstance(value, list) else _spread(value)
    return {**tree, **extra}

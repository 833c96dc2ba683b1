"""A table as somebody asks for it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.house.tables.clocks import Clock
from parlour.house.tables.events import GivenStep


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`me` is whoever opens the table; more than one of these play on one device."""

    kind: Literal["me", "open", "bot"] = "open"
    name: Annotated[str, Meta(max_length=40)] = ""  # of another `me`
    level: Annotated[int, Meta(ge=1, le=5)] = 3  # of a bot


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody wants to play."""

    game: Annotated[str, Meta(max_length=64, examples=["yinsh"])]
    seats: Annotated[
        list[NewSeat], Meta(min_length=1, max_length=64, examples=[[{"kind": "me"}, {"kind": "bot", "level": 3}]])
    ]
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Value], Meta(max_length=64)] = {}
    clock: Clock = Clock()
    listed: bool = True
    start: Literal["full", "host"] = "full"
    delay: Annotated[int, Meta(ge=0, le=100)] = 0
    rated: Annotated[
        bool,
        Meta(description="It counts for ratings, or for the best scores. Only accounts and bots sit down."),
    ] = False
    guided: Annotated[bool, Meta(description="With a coach, for one person among bots.")] = False
    substitutes: Annotated[
        bool, Meta(description="Others may take over from a bot that sits in for whoever left. Not in a match for two.")
    ] = False
    ready: Annotated[
        bool,
        Meta(description="With a live clock: all people say that they are ready before it begins, or lose their seat."),
    ] = False
    on_device: Annotated[
        bool,
        Meta(
            description="Bots think on the device of the one person who plays them, where nothing is hidden and "
            "nothing counts. If it does not say in time what they play, the house thinks."
        ),
    ] = False
    begins: Annotated[
        list[GivenStep],
        Meta(max_length=1000, description="Begin from the position after these steps, chance's too. Nothing counts."),
    ] = []
    contribute: Annotated[
        bool, Meta(description="Do not begin before I have added my share to the chance, having seen the commitment.")
    ] = False

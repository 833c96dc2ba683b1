"""Messages about being told by push. What a device was given by its push service never goes out again."""

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.house.push.port import LONGEST_ENDPOINT

EncodedKey = Annotated[str, Meta(min_length=1, max_length=200, description="As browsers write it: base64url.")]


class DeviceKeysGiven(msgspec.Struct, forbid_unknown_fields=True):
    """What it takes to write to this device alone."""

    p256dh: EncodedKey
    auth: EncodedKey


class AddDevice(msgspec.Struct, forbid_unknown_fields=True):
    """A subscription as a browser has it from its push service."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=LONGEST_ENDPOINT, examples=["https://push.example.org/x"])]
    keys: DeviceKeysGiven


class WantPush(msgspec.Struct, forbid_unknown_fields=True):
    """What is left out stays."""

    turn: bool | None = None
    over: bool | None = None
    invitation: bool | None = None
    looking: bool | None = None
    match: bool | None = None
    tournament: bool | None = None


class PushDeviceCard(msgspec.Struct):
    """A device of yours that is told."""

    id: str
    since: int
    agent: str
    told: Annotated[int | None, Meta(description="When it last was.")]
    here: Annotated[bool, Meta(description="It was set up in the session that asks.")]


class MyPush(msgspec.Struct):
    """How you are told by push; instead of a letter, where a device could be told."""

    key: Annotated[
        str | None, Meta(description="The house's own, for browsers; null: this house tells nobody by push.")
    ]
    devices: list[PushDeviceCard]
    turn: Annotated[bool, Meta(description="Whether you want to be told of your turn in games that take days.")]
    over: Annotated[bool, Meta(description="Whether you want to be told that a match that took days is over.")]
    invitation: Annotated[bool, Meta(description="Whether you want to be told that others invite you.")]
    looking: Annotated[
        bool, Meta(description="Whether you want to be told that somebody looks for players in a game of your choice.")
    ]
    match: Annotated[bool, Meta(description="Whether you want to be told that a match of a tournament is ready.")]
    tournament: Annotated[
        bool, Meta(description="Whether you want to be told when to check in, and if a tournament is called off.")
    ]

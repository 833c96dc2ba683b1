"""The port to push services, which hand on to people's devices what the house has to say."""

from typing import Protocol

import msgspec

from parlour.house.push.records import PushDevice

LONGEST_ENDPOINT = 1000
LONGEST_TITLE = 160
LONGEST_PATH = 500


class PushMessage(msgspec.Struct, frozen=True, kw_only=True):
    """What a device shows: one line that may stand on a locked screen, and where it leads."""

    device: PushDevice
    title: str
    path: str
    tag: str  # of two that say the same, a device shows the latest
    language: str
    until: int  # it is of no use after


class Gone(Exception):
    """The push service knows this device no more."""


class PushServices(Protocol):
    """Who speaks to push services."""

    @property
    def public_key(self) -> str:
        """By which a device knows the house; as browsers take it."""

    def check(self, endpoint: str, key: str, auth: str) -> None:
        """Refuses what no push service of a browser gives, before anything is kept of it."""

    async def push(self, message: PushMessage) -> None:
        """Answers when it was taken. Raises Gone, NotNow or Never. To push the same twice does no harm."""

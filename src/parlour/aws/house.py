"""The house as one instance of a function has it: opened at the first event, kept for those that follow, and asleep
between them. What it holds may be old whenever it wakes, since other instances have been at work meanwhile.

An instance sees to one event at a time. It may be gone at any moment: nothing is put off until later that is not kept.
"""

import argparse
import asyncio
import logging
import logging.config
import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from functools import cache
from typing import Any, TypeVar

from parlour.aws.clients import AwsClients
from parlour.aws.exports import BucketFiles
from parlour.aws.kept_sockets import KeptSockets
from parlour.aws.readiness import LoadedWhenWanted
from parlour.aws.settings import FunctionSettings
from parlour.aws.settings import read as read_settings
from parlour.house import uptimes
from parlour.house.steady_time import SteadyTime
from parlour.server.app import Application, Parts
from parlour.server.guard import logs
from parlour.server.services import Services
from parlour.server.settings import Settings, settings_from

PLACE = "functions"  # of their uptime, which they have between them
LOOK_AT_UPTIMES = 60.0  # seconds between two looks whether the house was down or elsewhere
TO_END = 10.0  # seconds that what an event has begun is waited for

log = logging.getLogger("parlour.functions")
T = TypeVar("T")
EventWork = Callable[["FunctionHouse"], Awaitable[T]]


class FunctionHouse:
    def __init__(self, settings: Settings, own: FunctionSettings, parts: Parts | None = None) -> None:
        self.settings, self.own = settings, own
        self.clients = AwsClients(own)
        files = None if own.exports is None else BucketFiles(self.clients, own.exports)
        self.parts = parts or asleep(export_files=files)
        self.app = Application(settings, self.parts)
        self._loop = asyncio.new_event_loop()
        self._closing = AsyncExitStack()
        self._open, self._looked = False, 0.0

    @property
    def services(self) -> Services:
        services: Services = self.app.state["services"]
        return services

    def run(self, work: EventWork[T]) -> T:
        """See to one event, to its end."""
        return self._loop.run_until_complete(self._see_to(work))

    def close(self) -> None:
        """In tests: on AWS nobody says goodbye."""
        self._loop.run_until_complete(self._closing.aclose())
        self._loop.run_until_complete(self.clients.close())
        self._loop.close()

    async def _see_to(self, work: EventWork[T]) -> T:
        await self._wake()
        try:
            return await work(self)
        finally:
            await _end_what_was_begun()

    async def _wake(self) -> None:
        if not self._open:
            self.settings.make_folder()
            await self._closing.enter_async_context(self.app.lifespan())
            self.parts.limits.count_in(self.services.tables.store, self.parts.time.now)
            self._open = True
        tables, tournaments = self.services.tables, self.services.tournaments
        if isinstance(self.parts.time, SteadyTime):
            # Amazon keeps the clocks of its machines together: none goes its own way for long.
            self.parts.time.steer(self.parts.time.now() + self.parts.time.behind_wall)
        tables.doubt_all()
        tournaments.doubt_all()
        if time.monotonic() - self._looked >= LOOK_AT_UPTIMES or not self._looked:
            await tables.join(PLACE, self.parts.time.now())
            self._looked = time.monotonic()

    async def beat(self) -> None:
        """The functions are up."""
        now = self.parts.time.now()
        number = await self.services.tables.join(PLACE, now)
        await uptimes.beat(self.services.tables.store, number, now)


def asleep(**changed: Any) -> Parts:
    """What a house is made of that does nothing by itself."""
    return Parts(**{"readiness": LoadedWhenWanted(), "asleep": True, "sockets": KeptSockets, **changed})


async def _end_what_was_begun() -> None:
    """What is left running stops with the answer, and may never go on."""
    while begun := asyncio.all_tasks() - {asyncio.current_task()}:
        _, left = await asyncio.wait(begun, timeout=TO_END)
        if left:
            log.error("%d tasks go on after their event", len(left))
            return


@cache
def the_house() -> FunctionHouse:
    """Of this instance, by its environment."""
    settings = settings_from(argparse.Namespace(), os.environ)
    logging.config.dictConfig(logs.settings(json=settings.log == "json"))
    return FunctionHouse(settings, read_settings(os.environ))


def woken(work: Callable[[FunctionHouse, Mapping[str, Any]], Coroutine[Any, Any, T]]) -> Callable[[Any, Any], T]:
    """A handler as AWS calls one, made of what the house does about an event."""

    def handler(event: Any, context: Any) -> T:
        return the_house().run(lambda house: work(house, event))

    return handler

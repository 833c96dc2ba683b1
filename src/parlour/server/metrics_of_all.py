"""Numbers of several processes on one port: whichever of them is asked asks the others, each at a socket in a folder
that is theirs alone, and says of every number whose it is."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from prometheus_client import Metric, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector, CollectorRegistry

PATIENCE = 2.0  # seconds: one that is stopped has no numbers
PROCESS = "process"  # the label

log = logging.getLogger("parlour.processes")
OwnNumbers = Callable[[], Awaitable[str]]


class MetricsOfAll:
    """`folder` has a socket for each process, named after its number."""

    def __init__(self, folder: Path, number: int, own: OwnNumbers) -> None:
        self._folder, self._number, self._own = folder, number, own
        self._serving: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Answer others, for as long as this process runs."""
        self._serving = asyncio.create_task(self._serve())

    async def text(self) -> str:
        """Of all that answer."""
        others = {int(each.name) for each in self._folder.iterdir() if each.name.isdecimal()}
        numbers = sorted(others | {self._number})
        answers = await asyncio.gather(*(self._own() if each == self._number else self._ask(each) for each in numbers))
        return together({str(number + 1): text for number, text in zip(numbers, answers, strict=True) if text})

    async def _serve(self) -> None:
        place = self._folder / str(self._number)
        with suppress(FileNotFoundError):  # of the process before this one
            place.unlink()
        try:
            server = await asyncio.start_unix_server(self._answer, place)
        except OSError as why:
            log.warning("this process's numbers are left out of /metrics: %s", why)
            return
        os.chmod(place, 0o600)
        async with server:
            await server.serve_forever()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write((await self._own()).encode())
            await writer.drain()
        writer.close()

    async def _ask(self, number: int) -> str:
        """Nothing, if it does not answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_unix_connection(self._folder / str(number))
                try:
                    return (await reader.read()).decode()
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return ""


class _Together(Collector):
    def __init__(self, told: Mapping[str, str]) -> None:
        self._told = told

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        for process, text in self._told.items():
            for family in text_string_to_metric_families(text):
                known = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    known.samples.append(sample._replace(labels={PROCESS: process, **sample.labels}))
        yield from families.values()


def together(told: Mapping[str, str]) -> str:
    """By process, what it said, as one page on which every number says of which process it is."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Together(told))
    return generate_latest(registry).decode()

"""What the stores on SQL databases have in common: every verb of the port is a script to read or write with."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

from parlour.house.store import Conflict, Kind, Outcome, R, Scalar, Unit, check
from parlour.store import verbs
from parlour.store.script import Script
from parlour.store.texts import StoreRefused, StoreUnavailable

P = ParamSpec("P")
T = TypeVar("T")


class SqlStore(ABC):
    """The house's `Store`, but for how a script is run."""

    refusal_tells = 10.0  # seconds for which a write that was refused says that others will be
    _ill_until = 0.0  # by the clock that only goes forward

    @abstractmethod
    async def _write(self, script: Callable[P, Script[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a script as one unit: all of it is durable before this answers, or nothing of it is there. Raises Failed
        if a record is not what it was, or tables would be at odds."""

    @abstractmethod
    async def _read(self, script: Callable[P, Script[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a script that changes nothing."""

    @abstractmethod
    async def backup(self, path: Path) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    async def _commit(self, unit: Unit) -> Outcome:
        return await self._write(verbs.commit, unit)

    async def has_room(self) -> bool:
        """Whether there is room for what will be written soon, as far as can be seen from here."""
        return True

    async def healthy(self) -> bool:
        """The pulse alone would not tell: it changes one row in place, for which there is room on a disk that takes
        nothing else."""
        if time.monotonic() < self._ill_until:
            return False
        try:
            return await self.has_room() and await self._write(verbs.pulse)
        except StoreRefused:
            return False

    async def commit(self, unit: Unit) -> Outcome:
        check(unit)
        try:
            return await self._commit(unit)
        except verbs.Failed:
            return Conflict(unit.expected)  # that many there are: a wrong expectation is noticed first
        except StoreUnavailable:
            self._ill_until = time.monotonic() + self.refusal_tells
            raise

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        return await self._read(verbs.read, stream, after)

    async def known(self, stream: str, key: str) -> bool:
        return await self._read(verbs.known, stream, key)

    async def positions(self, streams: Sequence[str]) -> dict[str, int]:
        return await self._read(verbs.positions, streams) if streams else {}

    async def time(self) -> int | None:
        return None

    async def answers(self) -> bool:
        """A file is there, or its house is not."""
        return True

    def be_patient(self, patient: bool) -> None:
        """A file is never out of reach."""
        return

    async def streams(self, after: str = "", most: int = 1000) -> list[tuple[str, bytes]]:
        return await self._read(verbs.streams, after, most)

    async def get(self, kind: Kind[R], *key: Scalar) -> R | None:
        return await self._read(verbs.get, kind, key)

    async def get_many(self, kind: Kind[R], keys: Sequence[tuple[Scalar, ...]]) -> list[R]:
        return await self._read(verbs.get_many, kind, keys) if keys else []

    async def count(self, kind: Kind[R], index: str, *values: Scalar, upto: tuple[Scalar, ...] | None = None) -> int:
        return await self._read(verbs.count, kind, index, values, upto)

    async def list_by(
        self,
        kind: Kind[R],
        index: str,
        *values: Scalar,
        among: Sequence[str] | None = None,
        after: tuple[Scalar, ...] | None = None,
        upto: tuple[Scalar, ...] | None = None,
        where: Mapping[str, Scalar] | None = None,
        skip: int = 0,
        most: int = 1000,
    ) -> list[R]:
        return await self._read(verbs.listing, kind, index, values, among, after, upto, where or {}, skip, most)

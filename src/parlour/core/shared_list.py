"""A list that changes at its end alone, and whose copies share all but their last few items.

A table is copied for every step, and with it all that was ever played and told there. To copy plain lists would take
longer with every step. Pieces that are full never change, so any thread may read one copy while another grows.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, overload

T = TypeVar("T")
PIECE = 32  # items


class SharedList(Sequence[T]):
    __slots__ = ("_full", "_last")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._full: tuple[tuple[T, ...], ...] = ()
        self._last: list[T] = []  # fewer than a piece
        self.extend(items)

    def copy(self) -> "SharedList[T]":
        twin: SharedList[T] = SharedList.__new__(SharedList)
        twin._full, twin._last = self._full, self._last[:]
        return twin

    def append(self, item: T) -> None:
        self._last.append(item)
        if len(self._last) == PIECE:
            self._full, self._last = (*self._full, tuple(self._last)), []

    def extend(self, items: Iterable[T]) -> None:
        for item in items:
            self.append(item)

    def __iadd__(self, items: Iterable[T]) -> "SharedList[T]":
        self.extend(items)
        return self

    def pop(self) -> T:
        if not self._last and self._full:
            self._full, self._last = self._full[:-1], [*self._full[-1]]
        return self._last.pop()

    def __len__(self) -> int:
        return len(self._full) * PIECE + len(self._last)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return self._from(*at.indices(len(self))[:2]) if at.step in (None, 1) else [*self][at]
        full = self._full
        if at < 0:
            at += len(self)
            if at < 0:
                raise IndexError("before the first item")
        piece = at // PIECE
        return full[piece][at % PIECE] if piece < len(full) else self._last[at - len(full) * PIECE]

    def _from(self, start: int, stop: int) -> list[T]:
        """Mostly the last few are asked for, and are not looked for among all."""
        before = len(self._full) * PIECE
        if start >= before:
            return self._last[start - before : max(start, stop) - before]
        skipped = start // PIECE
        items = [*chain.from_iterable(self._full[skipped:]), *self._last]
        return items[start - skipped * PIECE : max(start, stop) - skipped * PIECE]

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self._full), self._last)

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._last)
        for piece in reversed(self._full):
            yield from reversed(piece)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SharedList):
            return self._full == other._full and self._last == other._last
        return isinstance(other, list) and [*self] == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SharedList({[*self]!r})"

"""What is asked of an SQL database, written once for all of them.

A script is a generator: it yields statements with their arguments, is sent the rows that each gives, and returns an
outcome. It does no I/O, so that a thread can drive it over SQLite and an event loop over PostgreSQL. Statements number
their arguments `?1, ?2 …` and are in the SQL that both understand.
"""

from collections.abc import Callable, Generator
from typing import Any, TypeVar

SqlValue = str | int | float | bytes | None
SqlRow = tuple[Any, ...]  # of SqlValues; which, the statement says
Ask = tuple[str, tuple[SqlValue, ...]]

T = TypeVar("T")
Script = Generator[Ask, list[SqlRow], T]


def drive(execute: Callable[[str, tuple[SqlValue, ...]], list[SqlRow]], script: Script[T]) -> T:
    """Run a script where statements are answered at once."""
    try:
        sql, args = next(script)
        while True:
            sql, args = script.send(execute(sql, args))
    except StopIteration as end:
        outcome: T = end.value
        return outcome

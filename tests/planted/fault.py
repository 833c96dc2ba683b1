"""A fault that is planted on purpose, and the whole list of them: a file of `FAULTS` for every area."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
AREAS = (
    "rules", "views", "durability", "authorisation", "guard", "store", "page", "clocks", "ratings", "mail", "offline",
    "tournaments", "bots", "terminal", "walls", "plans", "languages", "club", "processes", "functions", "analysis",
    "finding",
)  # fmt: skip


class Fault(NamedTuple):
    """A slip that somebody could make, as one small edit, and the tests that must turn red by it."""

    name: str  # what the product does wrong with it
    file: str
    old: str  # occurs once in the file
    new: str
    red: tuple[str, ...]  # file::test, or file::Class::test, of pytest; file::title of vitest
    compiled: bool = False  # whether its tests need the compiler; most say the same sooner without it


def all_faults() -> Mapping[str, list[Fault]]:
    """By area."""
    return {area: import_module(f"tests.planted.{area}").FAULTS for area in AREAS}


def is_of_page(test: str) -> bool:
    """Whether vitest runs it."""
    return test.partition("::")[0].endswith((".test.ts", ".test.tsx"))


def needs_build(fault: Fault) -> bool:
    """Whether a browser has to see the edit."""
    return fault.file.startswith("web/") and not all(map(is_of_page, fault.red))


def edited(fault: Fault, text: str) -> str:
    """The text with the fault in it. An edit that fits nowhere, or at several places, is a mistake of the list."""
    count = text.count(fault.old)
    if count != 1:
        raise ValueError(f"what is to be edited occurs {count} times in {fault.file}")
    return text.replace(fault.old, fault.new)

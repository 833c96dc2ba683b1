"""Pointers in pages: a file in backquotes, and after a colon the functions and classes in it that are meant.

    `house/tables/commands.py`: `act`, `run_out`

Files are named from `src/parlour/` or from the repository's root.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PLACES = (ROOT, ROOT / "src" / "parlour")
POINTER = re.compile(r"`([\w./-]+\.\w+|dev)`((?:[:,]\s+`[\w.]+`)*)")


class Pointer(NamedTuple):
    path: str
    names: tuple[str, ...]


def pointers(text: str) -> Iterator[Pointer]:
    for found in POINTER.finditer(text):
        if "/" in found[1] or found[1] == "dev":
            yield Pointer(found[1], tuple(re.findall(r"`([\w.]+)`", found[2])))


def missing(pointer: Pointer) -> list[str]:
    """What a pointer names and is not there."""
    path = next((place / pointer.path for place in PLACES if (place / pointer.path).is_file()), None)
    if path is None:
        return [pointer.path]
    there = _defined(path) if path.suffix == ".py" else None
    return [f"{pointer.path}: {name}" for name in pointer.names if not _has(path, there, name)]


def _has(path: Path, there: frozenset[str] | None, name: str) -> bool:
    if there is not None:
        return name in there
    return re.search(rf"\b{re.escape(name.rpartition('.')[2])}\b", path.read_text("utf-8")) is not None


@cache
def _defined(path: Path) -> frozenset[str]:
    """Functions, classes and constants of a module, and what its classes have, as Class.name."""
    return frozenset(_names(ast.parse(path.read_text("utf-8")), ""))


def _names(node: ast.Module | ast.ClassDef, within: str) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield within + each.name
        if isinstance(each, ast.ClassDef):
            yield from _names(each, f"{each.name}.")
        elif isinstance(each, ast.Assign | ast.AnnAssign):
            for target in each.targets if isinstance(each, ast.Assign) else [each.target]:
                yield from (within + name.id for name in ast.walk(target) if isinstance(name, ast.Name))

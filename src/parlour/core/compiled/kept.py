"""Modules for other machines: where they are kept, and how one is found or made.

A module comes along with its game (in the folder `modules` of it), or is in the cache. It is good as long as the
sources are those it was made from.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from parlour.core.compiled import jit
from parlour.core.compiled.frames import Description, beside, read_description

SUFFIXES = {"wasm": ".wasm", "gpu": ".ptx"}


class Module(NamedTuple):
    """A game's code for another machine, and what there is to know of it."""

    path: Path
    description: Description


def find(home: Path, user: Path, machine: str) -> Module | None:
    """The module of the game at `home` with what `user` specialises for it, if it has been made."""
    sources = jit.fingerprint(home, user, machine)
    for folder in (home / jit.BROUGHT, jit.cache_folder(home, user, machine)):
        path = folder / f"{home.name}{SUFFIXES[machine]}"
        try:
            description = read_description(beside(path))
        except (OSError, ValueError):
            continue
        if description.sources == sources and path.exists():
            return Module(path, description)
    return None


def find_or_make(home: Path, user: Path, machine: str, make: Callable[[Path], None]) -> Module:
    """`make` writes module and description into a folder. One process at a time makes the same."""
    with jit.alone(home, user, machine):
        if find(home, user, machine) is None:
            folder = jit.cache_folder(home, user, machine)
            make(folder)
        found = find(home, user, machine)
    assert found is not None, "what was made is there"
    return found


def write(folder: Path, name: str, machine: str, code: bytes, description: Description) -> None:
    """Module and description, each whole or not at all, the description last."""
    folder.mkdir(parents=True, exist_ok=True)
    module = folder / f"{name}{SUFFIXES[machine]}"
    for path, data in ((module, code), (beside(module), description.to_json().encode())):
        handle, begun = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(begun, 0o644)
        os.replace(begun, path)

"""Modules for other machines: where they are kept, and how one is found or made; and compiled games for an image.

A module comes along with its game (in the folder `modules` of it), or is in the cache. It is good as long as the
sources are those it was made from.
"""

import os
import shutil
import subprocess
import sys
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


def compile_for_image(games: list[str], folder: Path, processor: str | None) -> dict[str, str] | None:
    """Compile games with their searches into a folder that another process may read wherever it lies then; answers what
    has to stand in that process's environment, or None if a game could not be compiled (which has been said).

    Without a processor's name it is this machine's: then an image is good for its like alone."""
    pinned = {} if processor is None else {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""}
    folder.mkdir(parents=True, exist_ok=True)
    kept_out = ("PARLOUR_COMPILED", "PARLOUR_CACHE")
    own = {name: value for name, value in os.environ.items() if name not in kept_out}
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        command = [sys.executable, "-m", "parlour", "compile", "--for", "cpu", *games]
        if subprocess.run(command, env={**own, **pinned, "PARLOUR_CACHE": made}, check=False).returncode != 0:
            return None
        for one in Path(made).iterdir():
            if one.is_dir():  # the rest is about how long it took
                shutil.copytree(one, folder / one.name, ignore=shutil.ignore_patterns("lock"), dirs_exist_ok=True)
    return {"PARLOUR_COMPILED": str(folder), **pinned}


def find(home: Path, user: Path, machine: str) -> Module | None:
    """The module of the game at `home` with what `user` specialises for it, if it has been made."""
    sources = jit.fingerprint(home, user, machine)
    name = f"{home.name}{SUFFIXES[machine]}"
    # The cache is made where there is none: it is looked at last.
    return _good(home / jit.BROUGHT / name, sources) or _good(jit.cache_folder(home, user, machine) / name, sources)


def _good(path: Path, sources: str) -> Module | None:
    try:
        description = read_description(beside(path))
    except (OSError, ValueError):
        return None
    return Module(path, description) if description.sources == sources and path.exists() else None


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

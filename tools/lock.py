"""Write the lock files: every package that a host installs, with its version and the hashes of all its files.

    python tools/lock.py           write requirements.lock, requirements-aws.lock and requirements-build.lock again
    python tools/lock.py --check   say whether they have the packages and versions that they should; asks no index

Versions are those of constraints.txt, so that hosts get what was tested. Which packages a package needs is read from
the environment that ./dev has set up. Hashes come from the index that pip is configured for, through pip itself: for
every Linux and macOS, not for this machine alone. No address gets into the files.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
PROJECT = ROOT / "pyproject.toml"
EXTRAS = ("postgres",)  # what a host may want
ON_AWS = ("aws",)  # what one wants who runs it there, in an image of its own
RUNTIME, BUILD = ROOT / "requirements.lock", ROOT / "requirements-build.lock"
AWS = ROOT / "requirements-aws.lock"

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (
    {"sys_platform": "linux", "platform_system": "Linux"},
    {"sys_platform": "darwin", "platform_system": "Darwin"},
)
# Wheels for these Pythons, or for any; free-threaded ones, PyPy and Windows are left out. A source fits everywhere.
WHEEL = re.compile(
    r"-(cp3(?P<cp>\d+)|py3|py2\.py3)-(none|abi3|cp3(?P=cp)|cp3\d+)"
    r"-(any|(manylinux|musllinux)[\w.]*_(x86_64|aarch64)|macosx[\w.]*)\.whl$"
)
SOURCE = re.compile(r"\.(tar\.gz|zip)$")

HEAD = """\
# Written by tools/lock.py from pyproject.toml and constraints.txt. Do not edit.
#
#     pip install --require-hashes -r {name}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if they are out of date")
    check = parser.parse_args().check
    for path, wanted in wanted_locks().items():
        if not check:
            path.write_text(HEAD.format(name=path.name) + "".join(map(entry_text, sorted(wanted.items()))))
            print(f"wrote {path.name}: {len(wanted)} packages")
        elif (found := pinned(path)) != wanted:
            differs = sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))
            print(f"{path.name} is out of date ({', '.join(differs)}): run tools/lock.py", file=sys.stderr)
            return 1
    return 0


def wanted_locks() -> dict[Path, dict[str, str]]:
    """By lock file: versions by name."""
    project = tomllib.loads(PROJECT.read_text())
    optional = project["project"]["optional-dependencies"]
    needs = project["project"]["dependencies"]
    runtime, on_aws = ([*needs, *(need for extra in extras for need in optional[extra])] for extras in (EXTRAS, ON_AWS))
    build = project["build-system"]["requires"]
    return {RUNTIME: closure(runtime), AWS: closure(on_aws), BUILD: closure(build)}


def closure(needs: Iterable[str]) -> dict[str, str]:
    """All that these need, on any of the systems, in the versions of constraints.txt."""
    versions, found = pinned(CONSTRAINTS), dict[str, str]()
    todo = [Requirement(need) for need in needs]
    while todo:
        need = todo.pop()
        name = canonicalize_name(need.name)
        if not applies(need):
            continue
        if name not in versions:
            raise SystemExit(f"{name} is not in constraints.txt")
        if versions[name] not in need.specifier:
            raise SystemExit(f"constraints.txt has {name} {versions[name]}, and {need} is asked for")
        if name not in found:
            found[name] = versions[name]
            todo += [Requirement(line) for line in distribution(name).requires or ()]
    return found


def applies(need: Requirement) -> bool:
    """Whether some host needs it. What only an extra of a package asks for, none does: ours ask for no extras."""
    if need.marker is None:
        return True
    here = {name: str(value) for name, value in default_environment().items()}
    pythons = ({"python_version": python, "python_full_version": f"{python}.0"} for python in PYTHONS)
    return any(
        need.marker.evaluate({**here, "extra": "", **system, **python}) for python in pythons for system in SYSTEMS
    )


def pinned(path: Path) -> dict[str, str]:
    lines = path.read_text().splitlines() if path.exists() else []
    pins = (re.match(r"([A-Za-z0-9._-]+)==([^\s\\]+)", line) for line in lines)
    return {canonicalize_name(pin[1]): pin[2] for pin in pins if pin}


def entry_text(package: tuple[str, str]) -> str:
    name, version = package
    hashes = sorted({digest for file, digest in files_of(name, version) if fits(file)})
    if not hashes:
        raise SystemExit(f"the index has no file of {name} {version} with a hash")
    return f"{name}=={version} \\\n" + " \\\n".join(f"    --hash=sha256:{digest}" for digest in hashes) + "\n"


def fits(file: str) -> bool:
    wheel = WHEEL.search(file)
    if wheel is None:
        return SOURCE.search(file) is not None
    # Wheels for the stable interface of an older Python serve the newer ones.
    return wheel["cp"] is None or f"3.{wheel['cp']}" in PYTHONS or "-abi3-" in file


def files_of(name: str, version: str) -> Iterator[tuple[str, str]]:
    """Every file of this release that the index lists, with its SHA-256."""
    # pip has no command for this, and alone knows how its index is reached.
    from pip._internal.index.collector import parse_links
    from pip._internal.models.link import Link

    collector = link_collector()
    for address in collector.search_scope.get_index_urls_locations(name):
        page = None if address.startswith("file:") else collector.fetch_response(Link(address))
        for link in () if page is None else parse_links(page):
            if link.hash_name == "sha256" and link.hash and release_of(link.filename) == (name, version):
                yield link.filename, link.hash


@cache
def link_collector() -> Any:
    from pip._internal.commands.index import IndexCommand
    from pip._internal.index.collector import LinkCollector

    command = IndexCommand("index", "")
    options, _ = command.parse_args([])  # with what pip's own settings and environment say
    return LinkCollector.create(command._build_session(options), options=options)


def release_of(file: str) -> tuple[str, str] | None:
    try:
        name, version = (parse_wheel_filename if file.endswith(".whl") else parse_sdist_filename)(file)[:2]
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None  # of an older kind
    return str(name), str(version)


if __name__ == "__main__":
    sys.exit(main())

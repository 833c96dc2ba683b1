"""The folder that an image for AWS is made of. It has all that a function needs, so that one that starts has nothing to
make: packages, the house with its page, games compiled for a processor that is named, byte code of it all. It is read
wherever it lies, and never written.

Compiled games know the Python that compiled them, to the last digit: the image has the same one.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

import parlour
from parlour.aws.texts import AwsRefused, say
from parlour.core.compiled.retarget import linker
from parlour.games import names

APP, COMPILED, DESCRIPTION = "app", "compiled", "image.json"
PROCESSOR = "x86-64-v3"  # Lambda's have no less; and no image may ask for more than all of them have
SETTINGS = re.compile(r"([A-Z_]+)=(.*)")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", ".parlour-stamp")
PACKAGE = Path(parlour.__file__).parent


class ImageDescription(msgspec.Struct, frozen=True, kw_only=True):
    """What is in such a folder, for whoever makes an image of it or looks after one."""

    parlour: str
    python: str
    machine: str
    processor: str
    games: list[str]


def lay_out(folder: Path, requirements: Path, processor: str = PROCESSOR, games: Sequence[str] = ()) -> int:
    """`games`: without any, all of them."""
    wanted = list(games) or names()
    _check(folder, requirements)
    folder.mkdir(parents=True, exist_ok=True)
    app = folder / APP
    print(say("image.packages", path=str(requirements)), flush=True)
    _run("packages", [
        sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile",
        "--require-hashes", "--target", str(app), "-r", str(requirements),
    ])  # fmt: skip
    shutil.copytree(PACKAGE, app / PACKAGE.name, ignore=LEFT_OUT)
    make_modules(app, wanted)
    print(say("image.games", count=len(wanted), processor=processor), flush=True)
    compile_into(folder / COMPILED, app, processor, wanted)
    print(say("image.byte-code"), flush=True)
    write_byte_code(app)
    about = ImageDescription(
        parlour=parlour.__version__, python=platform.python_version(), machine=platform.machine(),
        processor=processor, games=wanted,
    )  # fmt: skip
    (folder / DESCRIPTION).write_bytes(msgspec.json.format(msgspec.json.encode(about), indent=2) + b"\n")
    print(say("image.done", path=str(folder), python=about.python))
    return 0


def compile_into(folder: Path, app: Path, processor: str, games: Sequence[str]) -> Mapping[str, str]:
    """By what lies in `app` and nothing else of the kind; answers what has to be in the environment of who reads it."""
    command = [
        sys.executable, "-m", "parlour", "compile", "--for", "cpu", "--to", str(folder), "--processor", processor,
        *games,
    ]  # fmt: skip
    said = _run("games", command, PYTHONPATH=str(app), PYTHONDONTWRITEBYTECODE="1")
    return {found[1]: found[2] for line in said.splitlines() if (found := SETTINGS.fullmatch(line))}


def make_modules(app: Path, games: Sequence[str]) -> None:
    """For browsers, in which bots think and matches are looked at for nothing. They lie in the games' own folders."""
    if linker() is None:
        print(say("image.no-linker"), flush=True)
        return
    print(say("image.modules", count=len(games)), flush=True)
    command = [sys.executable, "-m", "parlour", "compile", "--for", "wasm", "--beside", *games]
    _run("modules", command, PYTHONPATH=str(app), PYTHONDONTWRITEBYTECODE="1")


def has_module(folder: Path, game: str) -> bool:
    return any((folder / APP).glob(f"*/games/{game}/modules/{game}.wasm"))


def write_byte_code(app: Path) -> None:
    """Nobody can write it where the folder is read only; and it is not compared with the times of sources, which are
    others wherever the folder is copied to."""
    compiled = [sys.executable, "-m", "compileall", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash", str(app)]
    # Packages bring along files that are no Python of this version: what cannot be compiled is never imported.
    subprocess.run(compiled, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def describe(folder: Path) -> ImageDescription:
    try:
        return msgspec.json.decode((folder / DESCRIPTION).read_bytes(), type=ImageDescription)
    except (OSError, msgspec.MsgspecError) as error:
        raise AwsRefused("image.none", path=str(folder), why=str(error)) from None


def _check(folder: Path, requirements: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AwsRefused("image.not-empty", path=str(folder))
    if not requirements.is_file():
        raise AwsRefused("image.no-requirements", path=str(requirements))
    if not (PACKAGE / "server" / "page" / "index.html").is_file():
        raise AwsRefused("image.no-page")
    if not sys.platform.startswith("linux"):
        raise AwsRefused("image.not-linux", system=sys.platform)


def _run(what: str, command: list[str], **environ: str) -> str:
    kept_out = {name for name in os.environ if name.startswith(("NUMBA_", "PYTHON", "PARLOUR_"))} if environ else set()
    env = {name: value for name, value in os.environ.items() if name not in kept_out} | environ
    done = subprocess.run(command, env=env, text=True, capture_output=True, check=False)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-3:]
        raise AwsRefused(f"image.no-{what}", why=" ".join(last))
    return done.stdout

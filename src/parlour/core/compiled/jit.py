"""The only file that knows Numba: `@rule`, `@entry`, where compiled code is kept, and one source made anew per game.

Numba's own cache is unsafe on its own: it returns stale code when an imported rule changes, it takes no notice of
NUMBA_* flags, and it fails where the package folder is read-only. So every game gets a cache folder whose name is a
hash of all that its compiled code depends on; another source, version, processor or flag is another folder. Where the
sources lie and when they were written does not matter: two checkouts of one version share what is compiled.

An image brings compiled games along in a folder that PARLOUR_COMPILED names: what is in there is read, wherever it
lies, and never written. It is made for one processor, which NUMBA_CPU_NAME and NUMBA_CPU_FEATURES name there and here.
"""

import atexit
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import event as numba_event
from numba.core.caching import IndexDataCacheFile
from numba.core.registry import cpu_target

F = TypeVar("F", bound=Callable[..., object])

HERE = Path(__file__).parent
CORE = HERE.parent
PACKAGE = CORE.parent
GAMES = PACKAGE / "games"
COMPILED = re.compile(r"^@(rule|entry)", re.MULTILINE)
IMPORTED = re.compile(r"^from parlour\.((?:core|bots)\.[\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)
SOURCES = (".py", ".json")  # what compiled code can take its constants from
KEEP_SECONDS = 30 * 24 * 3600  # cache folders of sources that are gone are kept this long
BROUGHT = "modules"  # in a game's folder: what was made for other machines and came along with it
AIMING = ("retarget.py", "frames.py", "machines.py")  # in core/compiled/ and of users: how it is made
CACHE_IN = "__cache_in__"  # in a specialised module: the folder for its entries
VOUCHED = "by the folder's name"  # in place of a source's time and size, by which Numba would judge it
KNOWLEDGE = "knowledge"  # files of a game that only searches use: a change in them leaves the compiled rules good

# Numba's stubs know neither `no_cfunc_wrapper` nor the attributes of its types and its configuration.
_njit: Any = numba.njit
_types: Any = numba.types
_config: Any = numba_config
_setting_folder = threading.Lock()
_entries: dict[Path, list[Any]] = {}  # by the folder that they are kept in


def rule(function: F) -> F:
    """A function of the rules, called by other compiled functions. Called from Python it compiles on the spot."""
    compiled: F = _njit(no_cfunc_wrapper=True)(function)
    if not disabled():
        _compile_once(compiled)
    return compiled


def entry(function: F) -> F:
    """A compiled function that Python calls: kept on disk, and free of the interpreter's lock while it runs."""
    path = Path(function.__code__.co_filename)
    if path.stem.startswith(KNOWLEDGE):
        raise TypeError(f"{path.name}: knowledge is compiled with the search, and has rules but no entries")
    folder = function.__globals__.get(CACHE_IN) or cache_folder(path.parent)
    with _numba_cache_in(_scratch() if came_along(folder) else folder):
        compiled: F = _njit(cache=True, nogil=True)(function)
    if not disabled():
        _keep(compiled, folder / path.parent.name, written=not came_along(folder))
        _compile_once(compiled)
    _entries.setdefault(folder, []).append(compiled)
    return compiled


def plain(function: F) -> F:
    """The function as it was written, for where a call of Python's is not worth a compiler."""
    written: F = getattr(function, "py_func", function)
    return written


def _compile_once(compiled: Any) -> None:
    """Called with a constant, or with a number that is smaller than others, it is the same function.

    Numba makes another for each: where a loop's variable begins with a constant, everything that is called with it is
    compiled once for the constant, while the loop's types are being found out, and once in earnest. That was a third of
    all compiling."""
    template = compiled.get_call_template

    def with_wide_types(args: tuple[Any, ...], kws: Mapping[str, Any]) -> Any:
        return template(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})

    compiled.get_call_template = with_wide_types


def _wide(kind: Any) -> Any:
    kind = _types.unliteral(kind)
    return _types.int64 if isinstance(kind, _types.Integer) and kind.bitwidth < 64 else kind


def _keep(compiled: Any, folder: Path, written: bool) -> None:
    """In this folder, whose parent's name says what it was made from. Numba would take one that is called after the
    place of the source, and would compile again what has another time."""
    cache = compiled._cache
    if not written:
        # What is compiled besides, because nobody had foreseen it, lives as long as the process.
        cache.save_overload = lambda *_: None
    cache._cache_path = cache._impl.locator._cache_path = str(folder)
    cache._cache_file = IndexDataCacheFile(str(folder), cache._impl.filename_base, VOUCHED)  # type: ignore[no-untyped-call]


def specialise(source: str, names: Mapping[str, object], home: Path) -> ModuleType:
    """A fresh copy of the module `source` in which `names` are bound, its entries cached for the game at `home`.

    Rules passed to cached code as arguments or closures never hit the cache; rules found as globals do.
    """
    spec = importlib.util.find_spec(source)
    if spec is None or spec.origin is None:
        raise ImportError(f"no module {source}")
    module = ModuleType(f"{source}@{home.name}")
    module.__file__ = spec.origin
    folder = Path(spec.origin).parent
    vars(module).update(names, **{CACHE_IN: cache_folder(home) if folder == HERE else cache_folder(home, folder)})
    # Numba looks a function's module up by name when it types it.
    sys.modules[module.__name__] = module
    exec(compile(Path(spec.origin).read_text("utf-8"), spec.origin, "exec"), vars(module))
    return module


def is_ready(home: Path, user: Path | None = None) -> bool:
    """Whether the game at `home`, or what is specialised for it from `user`, has been compiled on this machine."""
    return disabled() or (cache_folder(home, user) / "ready").exists()


def mark_ready(home: Path, user: Path | None = None) -> None:
    if not disabled() and not came_along(folder := cache_folder(home, user)):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # whoever deletes the cache may do it at any moment
        (folder / "ready").touch()


@contextmanager
def alone(home: Path, user: Path | None = None, machine: str | None = None) -> Iterator[None]:
    """Only one process at a time compiles the same thing; another that wants it waits, and finds it there."""
    folder = cache_folder(home, user, machine)
    if came_along(folder):
        yield
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        with suppress(ImportError):  # where there are no such locks, the same work is done twice and does no harm
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def load_all(home: Path) -> None:
    """Load what the cache has of the entries that have been made for the game at `home`, for whatever types: what is
    loaded when a match first needs it holds up everybody."""
    if disabled():
        return
    for each in _entries.get(cache_folder(home), ()):
        for key in list(each._cache._cache_file._load_index()):
            each.compile(key[0])


# Of what the compiler is asked for and no cache has.
_compiled = numba_event.RecordingListener()  # type: ignore[no-untyped-call]
numba_event.register("numba:compile", _compiled)  # type: ignore[no-untyped-call]


def compilations() -> int:
    """How many functions this process has compiled. One that serves people compiles none."""
    return sum(event.is_start for _, event in _compiled.buffer)


def wake_up() -> None:
    """Load the parts of Numba that loading the first compiled function would: a quarter of a second in which no other
    thread gets a turn."""
    if not disabled():
        cpu_target.target_context.refresh()


def disabled() -> bool:
    return bool(_config.DISABLE_JIT)


@cache
def cache_folder(home: Path, user: Path | None = None, machine: str | None = None) -> Path:
    """The folder for what is compiled from the sources at `home`; made if it is missing, private to this user.

    What a folder of `user`s specialises for the game (the search) is kept apart, and knows the game's knowledge; and so
    is what is made of it for another machine."""
    kind = home.name if user is None else f"{home.name}.{user.name}"
    kind = kind if machine is None else f"{kind}.{machine}"
    name = f"{kind}-{fingerprint(home, user, machine)}"
    brought = os.environ.get("PARLOUR_COMPILED")
    if brought and (Path(brought) / name).is_dir():
        return Path(brought) / name
    for root in _cache_roots():
        try:
            root.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder = root / name
            folder.mkdir(mode=0o700, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        os.utime(folder)
        _forget_old(root, kind, keep=name)
        return folder
    raise OSError("no folder to keep compiled games in: set PARLOUR_CACHE to one that can be written")


def came_along(folder: Path) -> bool:
    """Whether it is one of an image's, which may be read only."""
    brought = os.environ.get("PARLOUR_COMPILED")
    return bool(brought) and folder.parent == Path(brought or "")


def fingerprint(home: Path, user: Path | None = None, machine: str | None = None) -> str:
    """A hash of everything that compiled code at `home`, or of `user` for it, depends on.

    Code for another `machine` depends on its sources alone: whatever compiled them, it does the same to the bit."""
    seen = hashlib.sha256()
    for fact in _environment() if machine is None else [machine]:
        seen.update(f"{fact}\n".encode())
    for path in _sources(home, user, machine):
        within = PACKAGE if path.is_relative_to(PACKAGE) else home.parent
        text = path.read_bytes()
        seen.update(f"{path.relative_to(within).as_posix()} {len(text)}\n".encode())
        seen.update(text)
    return seen.hexdigest()[:20]


def _environment() -> list[str]:
    flags = sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_") and k != "NUMBA_CACHE_DIR")
    # Where a processor is named, Numba aims at that one, whatever this machine's is.
    name, features = _config.CPU_NAME, _config.CPU_FEATURES
    return [
        platform.python_version(),
        numba.__version__,
        np.__version__,
        llvmlite.binding.get_host_cpu_name() if name is None else name,
        llvmlite.binding.get_host_cpu_features().flatten() if features is None else features,
        *flags,
    ]


def _sources(home: Path, user: Path | None, machine: str | None) -> list[Path]:
    """The files of the game's own folder, of any built-in game they speak of, and those of `core` that are compiled;
    for a `user` also its compiled files, and the game's knowledge; for another `machine` also what aims at it."""
    folders = {home}
    for path in home.rglob("*.py"):
        names = re.findall(r"parlour\.games\.(\w+)", path.read_text("utf-8"))
        folders |= {GAMES / name for name in names if (GAMES / name).is_dir()}
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix in SOURCES}
    files = {path for path in files if path.parent.name != BROUGHT}
    if user is None:
        files = {path for path in files if not path.stem.startswith(KNOWLEDGE)}
    # A file without a decorated function has nothing that compiled code could hold.
    shared = [*CORE.rglob("*.py"), *(user.glob("*.py") if user else ())]
    files |= {path for path in shared if COMPILED.search(path.read_text("utf-8"))}
    files |= {path for file in files for path in _sources_of_constants(file)}
    if machine is not None:
        files |= {path for path in shared if path.name in AIMING}
    return sorted(files)


def _sources_of_constants(file: Path) -> Iterator[Path]:
    """Other files of the package that a compiled one takes constants from: compiled code holds their values."""
    text = file.read_text("utf-8")
    for module, names in IMPORTED.findall(text) if COMPILED.search(text) else ():
        if any(name.isupper() for name in re.findall(r"\w+", names)):
            path = PACKAGE.joinpath(*module.split(".")).with_suffix(".py")
            if path.exists():
                yield path


def _cache_roots() -> Iterator[Path]:
    chosen = os.environ.get("PARLOUR_CACHE")
    if chosen:
        yield Path(chosen)
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    with suppress(RuntimeError):  # no home folder
        yield (Path(base) if base else Path.home() / ".cache") / "parlour"
    # Compiled code is loaded by pickle: in a shared temporary folder only a folder of one's own can be trusted.
    user = os.getuid() if hasattr(os, "getuid") else 0
    shared = Path(tempfile.gettempdir()) / f"parlour-{user}"
    try:
        shared.mkdir(mode=0o700, exist_ok=True)
        if not hasattr(os, "getuid") or (shared.stat().st_uid == user and not shared.is_symlink()):
            yield shared
    except OSError:
        pass
    yield Path(tempfile.mkdtemp(prefix="parlour-"))


def _forget_old(root: Path, game: str, keep: str) -> None:
    for folder in root.glob(f"{game}-*"):
        try:
            if folder.name != keep and time.time() - folder.stat().st_mtime > KEEP_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


@cache
def _scratch() -> str:
    """Numba wants a folder that it can write to from every function that it is to look up."""
    folder = tempfile.mkdtemp(prefix="parlour-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def _numba_cache_in(folder: Path | str) -> Iterator[None]:
    """Numba reads its cache folder when a function is decorated: set it for just that moment."""
    with _setting_folder:
        before = _config.CACHE_DIR
        _config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            _config.CACHE_DIR = before

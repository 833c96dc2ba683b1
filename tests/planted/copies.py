"""Copies of the sources in which faults are planted, each with what is needed to run its tests."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from parlour.core.compiled import jit
from tests.places import new_postgres
from tests.planted.fault import ROOT, Fault, edited, is_of_page, needs_build
from tests.planted.warm import is_of

PAGE = Path("src/parlour/server/page")
WARM = Path(__file__).parent / "warm.py"
LONGEST = 300  # seconds for one fault; a test that hangs has found nothing
PASSED, FAILED = "passed", "failed"


class Ended(NamedTuple):
    """What became of tests."""

    outcomes: Mapping[str, str]  # by the names that were asked for: passed, failed, or something else
    said: str  # the end of what was printed
    code: int


class Stopped(Exception):
    """The person who started the run has ended it."""


class Running(Protocol):
    """A process in a session of its own."""

    pid: int

    def wait(self, timeout: float | None = None) -> int: ...


class Forked:
    """A process of a warm one's, which says how it has ended."""

    def __init__(self, pid: int, warm: "subprocess.Popen[bytes]") -> None:
        self.pid = pid
        self._warm = warm

    def wait(self, timeout: float | None = None) -> int:
        return heard(self._warm, timeout)


def heard(warm: "subprocess.Popen[bytes]", timeout: float | None) -> int:
    """The next number that it answers."""
    assert warm.stdout
    if not select.select([warm.stdout], [], [], timeout)[0]:
        raise subprocess.TimeoutExpired(warm.args, timeout or 0)
    if line := warm.stdout.readline():
        return int(line)
    raise RuntimeError("what runs the tests is gone")


class Processes:
    """What is running now, so that it can be ended."""

    def __init__(self) -> None:
        self._running: set[Running] = set()
        self._lock = threading.Lock()
        self.stopped = False

    def begin(self, process: Running) -> None:
        with self._lock:
            self._running.add(process)
        if self.stopped:
            signalled(process, signal.SIGINT)

    def result(self, process: Running, longest: float) -> int | None:
        """What it ends with; none if it took too long, and was ended."""
        try:
            code = process.wait(longest)
        except subprocess.TimeoutExpired:
            # Tests that are interrupted stop the servers that they have started.
            for how, patience in ((signal.SIGINT, 20), (signal.SIGKILL, 5)):
                signalled(process, how)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(patience)
                    break
            return None
        finally:
            with self._lock:
                self._running.discard(process)
        if self.stopped:
            raise Stopped
        return code

    def stop(self) -> None:
        """Those who wait for their results get them."""
        with self._lock:
            self.stopped = True
        for how, patience in ((signal.SIGINT, 20), (signal.SIGKILL, 5)):
            with self._lock:
                running = list(self._running)
            for process in running:
                signalled(process, how)
            until = time.monotonic() + patience
            while self._running and time.monotonic() < until:
                time.sleep(0.1)


def signalled(process: Running, how: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, how)


class Copy:
    """A copy of the sources, processes that have imported what tests need, and a PostgreSQL server."""

    def __init__(self, folder: Path, processes: Processes) -> None:
        self.root = folder / "parlour"
        self.processes = processes
        self._page_kept = folder / "page"
        self._temporary = folder / "tmp"
        self._temporary.mkdir(parents=True)
        self._copy_sources()
        (self.root / ".venv").symlink_to((ROOT / ".venv").resolve())
        # A folder of links: what build tools keep among the packages stays in the copy.
        modules = self.root / "web" / "node_modules"
        modules.mkdir()
        for each in (ROOT / "web" / "node_modules").iterdir():
            if not each.name.startswith(".vite"):
                (modules / each.name).symlink_to(each.resolve())
        shutil.copytree(ROOT / PAGE, self.root / PAGE)
        shutil.copytree(ROOT / PAGE, self._page_kept)
        # What is compiled is known by its sources: here as there, but for what a fault changes.
        kept = jit.cache_folder(jit.GAMES / "connect4").parent
        shutil.copytree(kept, folder / "compiled", copy_function=os.link if same_device(kept, folder) else shutil.copy2)
        self._open = ExitStack()
        self._env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "PYTEST_"))},
            "PYTHONPATH": str(self.root / "src"),
            "PARLOUR_CACHE": str(folder / "compiled"),
            "PARLOUR_POSTGRES": self._open.enter_context(new_postgres()),
            "TMPDIR": str(self._temporary),
            "PATH": os.pathsep.join((os.environ.get("PATH", ""), str(ROOT / ".venv" / "bin"))),
            "COLUMNS": "200",
        }
        self._check_place()
        self._warm: dict[bool, subprocess.Popen[bytes]] = {}  # with the compiler, and without

    def close(self) -> None:
        for warm in self._warm.values():
            warm.kill()
            warm.wait()
        self._open.close()

    def _copy_sources(self) -> None:
        listed = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
        for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0"):
            source, target = ROOT / name, self.root / name
            if name and source.is_file() and not source.is_symlink():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)

    def _check_place(self) -> None:
        """The environment knows the working tree too; its sources must not be the ones that are tested."""
        where = [PYTHON, "-c", "import parlour; print(parlour.__file__)"]
        said = subprocess.run(where, cwd=self.root, env=self._env, capture_output=True, text=True, check=True).stdout
        if Path(said.strip()) != self.root / "src" / "parlour" / "__init__.py":
            raise RuntimeError(f"the copy's sources are not the ones that are imported: {said}")

    # -- faults -----------------------------------------------------------------------------------------------

    def try_out(self, fault: Fault, number: int) -> str:
        """Empty if the fault is found as it should be; else what is wrong."""
        path = self.root / fault.file
        before, times = path.read_text("utf-8"), path.stat()
        try:
            planted = edited(fault, before)
        except ValueError as error:
            return f"does not apply: {error}"
        path.write_text(planted, "utf-8")
        # No two faults in a file have one time: Python takes bytecode for fresh by second and size.
        os.utime(path, (times.st_atime, times.st_mtime + 10 + number))
        try:
            if needs_build(fault):
                code, said = self._call(["vite", "build"], LONGEST)
                if code != 0:
                    return f"the page cannot be built\n{said[-800:]}"
            return judged(self.run(fault.red, fault.compiled, LONGEST))
        finally:
            path.write_text(before, "utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            if needs_build(fault):
                shutil.rmtree(self.root / PAGE, ignore_errors=True)
                shutil.copytree(self._page_kept, self.root / PAGE)

    # -- tests ------------------------------------------------------------------------------------------------

    def run(self, tests: Sequence[str], compiled: bool, longest: float) -> Ended:
        """Those of the page and all others."""
        parts = [[test for test in tests if is_of_page(test)], [test for test in tests if not is_of_page(test)]]
        ended = []
        if parts[0]:
            ended.append(self._vitest(parts[0], longest))
        if parts[1]:
            ended.append(self._pytest(parts[1], compiled, longest))
        outcomes = {test: outcome for one in ended for test, outcome in one.outcomes.items()}
        return Ended(outcomes, "\n".join(one.said for one in ended), max(one.code for one in ended))

    def _pytest(self, tests: Sequence[str], compiled: bool, longest: float) -> Ended:
        said, told = self._temporary / "said.txt", self._temporary / "told.json"
        for file in (said, told):
            file.unlink(missing_ok=True)
        if self.processes.stopped:
            raise Stopped
        warm = self._warmed(compiled)
        assert warm.stdin
        warm.stdin.write(json.dumps({"tests": list(tests), "said": str(said), "told": str(told)}).encode() + b"\n")
        process = Forked(heard(warm, LONGEST), warm)
        self.processes.begin(process)
        code = self.processes.result(process, longest)
        end = said.read_text("utf-8", "replace")[-1500:] if said.exists() else ""
        if code is None:
            return Ended(dict.fromkeys(tests, f"took more than {longest} seconds"), end, -1)
        outcomes = json.loads(told.read_text("utf-8")) if told.exists() else []
        return Ended({test: outcome_of(test, outcomes) for test in tests}, end, code)

    def _warmed(self, compiled: bool) -> "subprocess.Popen[bytes]":
        if compiled not in self._warm:
            env = self._env if compiled else {**self._env, "NUMBA_DISABLE_JIT": "1"}
            self._warm[compiled] = subprocess.Popen(
                [PYTHON, "-P", WARM], cwd=self.root, env=env, bufsize=0, start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        return self._warm[compiled]

    def _vitest(self, tests: Sequence[str], longest: float) -> Ended:
        files = sorted({test.partition("::")[0].removeprefix("web/") for test in tests})
        titles = [test.partition("::")[2] for test in tests]
        report = self._temporary / "vitest.json"
        report.unlink(missing_ok=True)
        command = ["vitest", "run", *files, "-t", "|".join(map(re.escape, titles))]
        code, said = self._call([*command, "--reporter=json", f"--outputFile={report}"], longest)
        told = [
            (one["status"].upper(), f"{Path(file['name']).relative_to(self.root)}::{one['title']}")
            for file in (json.loads(report.read_text("utf-8"))["testResults"] if report.exists() else [])
            for one in file["assertionResults"]
        ]
        return Ended({test: outcome_of(test, told) for test in tests}, said[-1500:], code)

    def _call(self, command: Sequence[str], longest: float) -> tuple[int, str]:
        """A program of the page's packages, and what it says."""
        web, out = self.root / "web", self._temporary / "called.txt"
        with out.open("wb") as file:
            process = subprocess.Popen(
                [web / "node_modules" / ".bin" / command[0], *command[1:]], cwd=web, env=self._env,
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            self.processes.begin(process)
            code = self.processes.result(process, longest)
        said = out.read_text("utf-8", "replace")
        return (-1, f"took more than {longest} seconds") if code is None else (code, said)


PYTHON = str(ROOT / ".venv" / "bin" / "python")


def same_device(one: Path, other: Path) -> bool:
    return one.stat().st_dev == other.stat().st_dev


def outcome_of(test: str, told: Iterable[Sequence[str]]) -> str:
    """One of its cases that fails is enough; an error before it began is no finding."""
    mine = {word for word, case in told if is_of(case, test)}
    for word, outcome in (("FAILED", FAILED), ("ERROR", "error"), ("PASSED", PASSED), ("SKIPPED", "skipped")):
        if word in mine:
            return outcome
    return "not run"


def judged(ended: Ended) -> str:
    wrong = {test: outcome for test, outcome in ended.outcomes.items() if outcome != FAILED}
    if not wrong:
        return "" if ended.code == 1 else f"ended with {ended.code}\n{ended.said}"
    green = all(outcome == PASSED for outcome in wrong.values())
    what = "\n".join(f"    {outcome}: {test}" for test, outcome in wrong.items())
    return f"GREEN\n{what}" if green else f"not red\n{what}\n{ended.said}"

"""Measure what the tests find: plant one fault after the other in a copy of the sources, and see its tests turn red.

    ./dev test --planted                 all of them
    ./dev test --planted clocks mail     those of two areas
    ./dev test --planted submarine       those with such a name

Nothing is changed in the working tree, and the compiled rules of the copies are kept apart from the user's.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from parlour.core.compiled import jit
from tests.planted.fault import AREAS, ROOT, Fault, all_faults, edited, is_of_page, needs_build

PAGE = Path("src/parlour/server/page")
LONGEST = 300  # seconds for one fault; a test that hangs has found nothing
LONGEST_AT_FIRST = 1800  # for all tests without a fault
PASSED, FAILED = "passed", "failed"


class Ended(NamedTuple):
    """What became of tests."""

    outcomes: Mapping[str, str]  # by the names that were asked for: passed, failed, or something else
    said: str  # the end of what was printed
    code: int


class Stopped(Exception):
    """The person who started the run has ended it."""


class Processes:
    """What is running now, so that it can be ended."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self.stopped = False

    def run(self, command: Sequence[str | Path], cwd: Path, env: Mapping[str, str], longest: float) -> tuple[int, str]:
        with self._lock:
            if self.stopped:
                raise Stopped
            process = subprocess.Popen(
                command, cwd=cwd, env=env, text=True, errors="replace", stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            self._running.add(process)
        try:
            said = process.communicate(timeout=longest)[0]
        except subprocess.TimeoutExpired:
            self._end(process)
            return -1, f"took more than {longest} seconds"
        finally:
            with self._lock:
                self._running.discard(process)
        if self.stopped:
            raise Stopped
        return process.returncode, said

    def stop(self) -> None:
        with self._lock:
            self.stopped = True
            running = list(self._running)
        for process in running:
            self._end(process)

    def _end(self, process: subprocess.Popen[str]) -> None:
        """Tests that are interrupted stop the servers that they have started."""
        for how, patience in ((signal.SIGINT, 20), (signal.SIGKILL, 5)):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, how)
            with suppress(subprocess.TimeoutExpired):
                process.wait(patience)
                return


def same_device(one: Path, other: Path) -> bool:
    return one.stat().st_dev == other.stat().st_dev


class Copy:
    """A copy of the sources, with all that is needed to run its tests."""

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
        self._env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "PYTEST_"))},
            "PYTHONPATH": str(self.root / "src"),
            "PARLOUR_CACHE": str(folder / "compiled"),
            "TMPDIR": str(self._temporary),
            "PATH": os.pathsep.join((os.environ.get("PATH", ""), str(ROOT / ".venv" / "bin"))),
            "COLUMNS": "200",
        }
        self._check_place()

    def _copy_sources(self) -> None:
        listed = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
        for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0"):
            source, target = ROOT / name, self.root / name
            if name and source.is_file() and not source.is_symlink():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)

    def _check_place(self) -> None:
        """The environment knows the working tree too; its sources must not be the ones that are tested."""
        where = [self._python, "-c", "import parlour; print(parlour.__file__)"]
        _, said = self.processes.run(where, self.root, self._env, 60)
        if Path(said.strip()) != self.root / "src" / "parlour" / "__init__.py":
            raise RuntimeError(f"the copy's sources are not the ones that are imported: {said}")

    @property
    def _python(self) -> str:
        return str(ROOT / ".venv" / "bin" / "python")

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
                code, said = self._build()
                if code != 0:
                    return f"the page cannot be built\n{said[-800:]}"
            return judged(self.run(fault.red, fault.compiled, LONGEST))
        finally:
            path.write_text(before, "utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            if needs_build(fault):
                shutil.rmtree(self.root / PAGE, ignore_errors=True)
                shutil.copytree(self._page_kept, self.root / PAGE)

    def _build(self) -> tuple[int, str]:
        web = self.root / "web"
        return self.processes.run([web / "node_modules" / ".bin" / "vite", "build"], web, self._env, LONGEST)

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
        quiet = ["-q", "-rA", "--tb=line", "--no-header", "-p", "no:cacheprovider", "-m", "not slow"]
        command = [self._python, "-m", "pytest", *quiet, *tests]
        env = self._env if compiled else {**self._env, "NUMBA_DISABLE_JIT": "1"}
        code, said = self.processes.run(command, self.root, env, longest)
        lines = [line.partition(" ") for line in said.splitlines()]
        told = [(word, rest) for word, _, rest in lines if word in ("PASSED", "FAILED", "ERROR", "SKIPPED")]
        return Ended({test: outcome_of(test, told) for test in tests}, said[-1500:], code)

    def _vitest(self, tests: Sequence[str], longest: float) -> Ended:
        files = sorted({test.partition("::")[0].removeprefix("web/") for test in tests})
        titles = [test.partition("::")[2] for test in tests]
        web, report = self.root / "web", self._temporary / "vitest.json"
        report.unlink(missing_ok=True)
        command = [web / "node_modules" / ".bin" / "vitest", "run", *files, "-t", "|".join(map(re.escape, titles))]
        code, said = self.processes.run(
            [*command, "--reporter=json", f"--outputFile={report}"], web, self._env, longest
        )
        told = [
            (one["status"].upper(), f"{Path(file['name']).relative_to(self.root)}::{one['title']}")
            for file in (json.loads(report.read_text("utf-8"))["testResults"] if report.exists() else [])
            for one in file["assertionResults"]
        ]
        return Ended({test: outcome_of(test, told) for test in tests}, said[-1500:], code)


def outcome_of(test: str, told: Iterable[tuple[str, str]]) -> str:
    """One of its cases that fails is enough; an error before it began is no finding."""
    mine = {word for word, name in told if name == test or name.startswith((f"{test}[", f"{test} - "))}
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


# -- the whole run --------------------------------------------------------------------------------------------


def chosen(patterns: Sequence[str]) -> list[tuple[str, Fault]]:
    """Of whole areas, or whose names have such a word. What takes longest comes first, so that no worker waits long."""

    def is_meant(area: str, fault: Fault) -> bool:
        words = [pattern.lower() for pattern in patterns if pattern not in AREAS]
        return not patterns or area in patterns or any(word in fault.name.lower() for word in words)

    found = [(area, fault) for area, faults in all_faults().items() for fault in faults if is_meant(area, fault)]
    return sorted(found, key=lambda one: not needs_build(one[1]))


def green_first(copies: Sequence[Copy], faults: Sequence[Fault]) -> list[str]:
    """Run every test that is named once, without a fault; answers those that do not pass."""
    named = {(test, fault.compiled and not is_of_page(test)) for fault in faults for test in fault.red}
    runs = [
        sorted(test for test, needs in named if needs == compiled and is_of_page(test) == of_page)
        for compiled, of_page in ((True, False), (False, False), (False, True))
    ]
    wrong: list[str] = []

    def work(copy: Copy, tests: Sequence[str], compiled: bool) -> None:
        try:
            ended = copy.run(tests, compiled, LONGEST_AT_FIRST)
        except Stopped:
            return
        except Exception as error:
            wrong.append(f"cannot be run: {error!r}")
            return
        bad = [f"{outcome}: {test}" for test, outcome in ended.outcomes.items() if outcome != PASSED]
        if bad:  # where none has passed, nothing was run, and what was said tells why
            wrong.extend([*([] if len(bad) == len(tests) else bad), ended.said])

    # One beside the other: what needs the compiler and the page, and all the rest.
    first = threading.Thread(target=lambda: [work(copies[0], runs[n], n == 0) for n in (0, 2) if runs[n]])
    second = threading.Thread(target=lambda: [work(copies[-1], runs[1], False)] if runs[1] else None)
    for together in [[first, second]] if len(copies) > 1 else [[first], [second]]:
        for thread in together:
            thread.start()
        wait_for(together, copies[0].processes)
    return wrong


def wait_for(threads: Sequence[threading.Thread], processes: Processes) -> None:
    """Until all are done; after an interrupt they are soon."""
    try:
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.2)
    except BaseException:
        processes.stop()
        for thread in threads:
            thread.join()
        raise


def plant_all(copies: Sequence[Copy], faults: Sequence[tuple[str, Fault]]) -> list[str]:
    """Try every fault, and say what became of it; answers the names of those that are not found."""
    # What needs the compiler is tried in the copy for which it has been at work already.
    waiting, compiled = (
        deque((number, area, fault) for number, (area, fault) in enumerate(faults) if fault.compiled == needs)
        for needs in (False, True)
    )
    missed = {f"{area}: {fault.name}" for area, fault in faults}

    def work(copy: Copy) -> None:
        while mine := compiled if copy is copies[0] and compiled else waiting:
            try:
                number, area, fault = mine.popleft()
            except IndexError:  # another was faster
                return
            begun, name = time.monotonic(), f"{area}: {fault.name}"
            try:
                wrong = copy.try_out(fault, number)
            except Stopped:
                return
            except Exception as error:
                wrong = f"cannot be tried: {error!r}"
            if not wrong:
                missed.remove(name)
            first, _, rest = (wrong or "red").partition("\n")
            say(f"{first:<6}{time.monotonic() - begun:6.1f} s  {name}" + (rest and f"\n{rest}"))

    threads = [threading.Thread(target=work, args=(copy,)) for copy in copies]
    for thread in threads:
        thread.start()
    wait_for(threads, copies[0].processes)
    return sorted(missed)


def say(what: str) -> None:
    print(what, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev test --planted", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pattern", nargs="*", help="an area, or a part of a fault's name")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at once, each in a copy of its own")
    args = parser.parse_args()
    faults = chosen(args.pattern)
    if not faults:
        parser.error(f"no fault is called that; there are the areas {', '.join(all_faults())}")
    begun, processes = time.monotonic(), Processes()
    folder = Path(tempfile.mkdtemp(prefix="parlour-planted-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user where the tests are root's
    for ends in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ends, lambda number, _: sys.exit(128 + number))
    try:
        copies = [Copy(folder / str(number), processes) for number in range(max(1, min(args.jobs, len(faults))))]
        say(f"{len(faults)} faults; first their tests without any")
        wrong = green_first(copies, [fault for _, fault in faults])
        if wrong:
            say("\n".join(wrong))
            say("these tests must pass before a fault is planted")
            return 1
        say(f"all are green after {time.monotonic() - begun:.0f} s")
        missed = plant_all(copies, faults)
    except KeyboardInterrupt:
        return 130
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        processes.stop()
        shutil.rmtree(folder, ignore_errors=True)
    say(f"{len(faults) - len(missed)} of {len(faults)} faults were found in {time.monotonic() - begun:.0f} s")
    for name in missed:
        say(f"not found: {name}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Measure what the tests find: plant one fault after the other in a copy of the sources, and see its tests turn red.

    ./dev test --planted                 all of them
    ./dev test --planted clocks mail     those of two areas
    ./dev test --planted submarine       those with such a name
    ./dev test --planted --go-on         without those that were found before, and have not changed since

Nothing is changed in the working tree, and the compiled rules of the copies are kept apart from the user's.
"""

import argparse
import hashlib
import json
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from parlour.core.compiled import jit
from tests.planted.copies import PASSED, Copy, Processes, Stopped
from tests.planted.fault import AREAS, ROOT, Fault, all_faults, is_of_page, needs_build

Work = TypeVar("Work")
LONGEST_AT_FIRST = 600  # seconds for all tests of an area without a fault
FOUND = "planted-found.jsonl"  # beside what is compiled: a line for every fault that was found


class Test(NamedTuple):
    """One that has to be green without a fault."""

    name: str
    compiled: bool


def tests_of(fault: Fault) -> list[Test]:
    return [Test(name, fault.compiled and not is_of_page(name)) for name in fault.red]


def chosen(patterns: Sequence[str]) -> list[tuple[str, Fault]]:
    """Of whole areas, or whose names have such a word. What takes longest comes first, so that no copy waits long:
    what is built or compiled anew."""

    def is_meant(area: str, fault: Fault) -> bool:
        words = [pattern.lower() for pattern in patterns if pattern not in AREAS]
        return not patterns or area in patterns or any(word in fault.name.lower() for word in words)

    found = [(area, fault) for area, faults in all_faults().items() for fault in faults if is_meant(area, fault)]
    return sorted(found, key=lambda one: (not needs_build(one[1]), not one[1].compiled))


class Memory:
    """Which faults were found before: by what they are, the file that they are in, and their tests' files."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self._known = {json.loads(line)["stamp"] for line in lines}
        self._lock = threading.Lock()

    def knows(self, fault: Fault) -> bool:
        return self._stamp(fault) in self._known

    def keep(self, fault: Fault) -> None:
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"fault": fault.name, "stamp": self._stamp(fault)}) + "\n")

    def _stamp(self, fault: Fault) -> str:
        seen = hashlib.sha256(repr(tuple(fault)).encode())
        for file in sorted({fault.file, *(test.partition("::")[0] for test in fault.red)}):
            seen.update((ROOT / file).read_bytes())
        return seen.hexdigest()[:20]


def shared_out(
    copies: Sequence[Copy], all_work: Iterable[Work], compiled: Callable[[Work], bool], do: Callable[[Copy, Work], None]
) -> None:
    """Each copy takes the next of what is to be done. What needs the compiler is done in the first, for which it has
    been at work already; others take of it when there is nothing else, and it does when that is done."""
    lanes: dict[bool, deque[Work]] = {True: deque(), False: deque()}
    for one in all_work:
        lanes[compiled(one)].append(one)

    def work(copy: Copy) -> None:
        mine = copy is copies[0]
        while any(lanes.values()):
            try:
                one = (lanes[mine] or lanes[not mine]).popleft()
            except IndexError:  # another was faster
                continue
            try:
                do(copy, one)
            except Stopped:
                return

    threads = [threading.Thread(target=work, args=(copy,)) for copy in copies]
    for thread in threads:
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.2)
    except BaseException:
        copies[0].processes.stop()
        for thread in threads:
            thread.join()
        raise


def green_first(copies: Sequence[Copy], faults: Sequence[tuple[str, Fault]]) -> dict[Test, str]:
    """Run every test that is named once, without a fault; answers what became of those that do not pass."""
    named: dict[tuple[str, bool, bool], list[Test]] = {}
    seen = set[Test]()
    for area, fault in faults:
        for test in tests_of(fault):
            if test not in seen:
                seen.add(test)
                named.setdefault((area, test.compiled, is_of_page(test.name)), []).append(test)
    wrong: dict[Test, str] = {}

    def run(copy: Copy, tests: list[Test]) -> None:
        compiled = tests[0].compiled
        try:
            ended = copy.run([test.name for test in tests], compiled, LONGEST_AT_FIRST)
        except (OSError, RuntimeError, ValueError) as error:
            wrong.update(dict.fromkeys(tests, f"cannot be run: {error!r}"))
            return
        bad = {Test(name, compiled): outcome for name, outcome in ended.outcomes.items() if outcome != PASSED}
        if bad:
            say("\n".join([*(f"{outcome}: {test.name}" for test, outcome in bad.items()), ended.said]))
        wrong.update(bad)

    shared_out(copies, named.values(), lambda tests: tests[0].compiled, run)
    return wrong


def plant_all(copies: Sequence[Copy], faults: Sequence[tuple[str, Fault]], memory: Memory) -> list[str]:
    """Try every fault, and say what became of it; answers the names of those that are not found."""
    missed = {f"{area}: {fault.name}" for area, fault in faults}

    def plant(copy: Copy, one: tuple[int, tuple[str, Fault]]) -> None:
        number, (area, fault) = one
        begun, name = time.monotonic(), f"{area}: {fault.name}"
        try:
            wrong = copy.try_out(fault, number)
        except (OSError, RuntimeError, ValueError) as error:
            wrong = f"cannot be tried: {error!r}"
        if not wrong:
            missed.remove(name)
            memory.keep(fault)
        first, _, rest = (wrong or "red").partition("\n")
        say(f"{first:<6}{time.monotonic() - begun:6.1f} s  {name}" + (rest and f"\n{rest}"))

    shared_out(copies, enumerate(faults), lambda one: one[1][1].compiled, plant)
    return sorted(missed)


def say(what: str) -> None:
    print(what, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev test --planted", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pattern", nargs="*", help="an area, or a part of a fault's name")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at once, each in a copy of its own")
    parser.add_argument(
        "--go-on",
        action="store_true",
        help="leave out what was found before: the same edit, in the same file and tests",
    )
    args = parser.parse_args()
    memory = Memory(jit.cache_folder(jit.GAMES / "connect4").parent / FOUND)
    faults = chosen(args.pattern)
    if not faults:
        parser.error(f"no fault is called that; there are the areas {', '.join(all_faults())}")
    if args.go_on:
        before = len(faults)
        faults = [(area, fault) for area, fault in faults if not memory.knows(fault)]
        say(f"{before - len(faults)} of {before} faults were found before")
        if not faults:
            return 0
    begun, processes, copies = time.monotonic(), Processes(), list[Copy]()
    folder = Path(tempfile.mkdtemp(prefix="parlour-planted-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user where the tests are root's
    for ends in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ends, lambda number, _: sys.exit(128 + number))
    try:
        for number in range(max(1, min(args.jobs, len(faults)))):
            copies.append(Copy(folder / str(number), processes))
        say(f"{len(faults)} faults; first their tests without any")
        bad = green_first(copies, faults)
        left_out = [(area, fault) for area, fault in faults if bad.keys() & set(tests_of(fault))]
        say(f"{len(bad)} tests are not green after {time.monotonic() - begun:.0f} s")
        missed = plant_all(copies, [one for one in faults if one not in left_out], memory)
    except KeyboardInterrupt:
        return 130
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        processes.stop()
        for copy in copies:
            copy.close()
        shutil.rmtree(folder, ignore_errors=True)
    found = len(faults) - len(missed) - len(left_out)
    say(f"{found} of {len(faults)} faults were found in {time.monotonic() - begun:.0f} s")
    for test, outcome in bad.items():
        say(f"{outcome} without a fault: {test.name}{'' if test.compiled else ' (without the compiler)'}")
    for area, fault in left_out:
        say(f"left out: {area}: {fault.name}")
    for name in missed:
        say(f"not found: {name}")
    return 1 if missed or left_out else 0


if __name__ == "__main__":
    sys.exit(main())

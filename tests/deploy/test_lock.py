"""The lock files: current, whole, and free of addresses."""

import re
from pathlib import Path

import pytest

from tools import lock

HASHED = re.compile(r"[a-z0-9-]+==[0-9a-z.]+ \\\n(    --hash=sha256:[0-9a-f]{64}( \\\n|\n))+")


@pytest.mark.parametrize("path", [lock.RUNTIME, lock.BUILD], ids=lambda path: path.name)
def test_a_lock_has_just_what_is_needed_in_the_versions_that_are_tested(path: Path) -> None:
    assert lock.pinned(path) == lock.wanted_locks()[path], "run tools/lock.py"


@pytest.mark.parametrize("path", [lock.RUNTIME, lock.BUILD], ids=lambda path: path.name)
def test_every_package_has_hashes_and_nothing_else(path: Path) -> None:
    text = "".join(line for line in path.read_text().splitlines(keepends=True) if not line.startswith("#"))
    assert HASHED.sub("", text) == ""
    assert len(HASHED.findall(text)) == len(lock.pinned(path))
    assert "://" not in path.read_text()


def test_compiled_packages_have_the_files_of_more_than_one_machine() -> None:
    """Two processors, four Pythons: a lock made from what one machine downloads would have one."""
    text = lock.RUNTIME.read_text()
    for name in ("numpy", "numba", "apsw", "asyncpg", "uvloop", "msgspec"):
        entry = text.split(f"\n{name}==", 1)[1].split("==", 1)[0]
        assert entry.count("--hash") >= 8, name


def test_a_version_that_was_not_pinned_again_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    newer = tmp_path / "constraints.txt"
    newer.write_text(re.sub(r"^segno==.*$", "segno==99.0", lock.CONSTRAINTS.read_text(), flags=re.MULTILINE))
    monkeypatch.setattr(lock, "CONSTRAINTS", newer)
    assert lock.pinned(lock.RUNTIME) != lock.wanted_locks()[lock.RUNTIME]


@pytest.mark.parametrize(
    ("file", "kept"),
    [
        ("numpy-2.4.6-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl", True),
        ("numpy-2.4.6-cp314-cp314-musllinux_1_2_aarch64.whl", True),
        ("numpy-2.4.6-cp312-cp312-macosx_14_0_arm64.whl", True),
        ("numpy-2.4.6.tar.gz", True),
        ("rich-15.0.0-py3-none-any.whl", True),
        ("thing-1.0-cp39-abi3-manylinux_2_17_x86_64.whl", True),
        ("numpy-2.4.6-cp310-cp310-manylinux_2_27_x86_64.whl", False),
        ("numpy-2.4.6-cp313-cp313t-manylinux_2_27_x86_64.whl", False),
        ("numpy-2.4.6-cp312-cp312-win_amd64.whl", False),
        ("numpy-2.4.6-pp311-pypy311_pp73-manylinux_2_27_x86_64.whl", False),
        ("numpy-2.4.6-cp312-cp312-manylinux_2_27_ppc64le.whl", False),
    ],
)
def test_files_are_those_of_systems_that_hosts_have(file: str, kept: bool) -> None:
    assert lock.fits(file) is kept

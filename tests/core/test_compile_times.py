"""How long compiling takes is said from what it took before, in processor time; how far it is, from what was used."""

import json
import os
import time
from pathlib import Path

import pytest

from parlour.core.compiled import compile_times, jit
from parlour.core.compiled.compile_times import SHIPPED, USUAL, expected, measured, processor_seconds, progress
from parlour.games import BUILT_IN, load

YINSH = load("yinsh")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(jit, "cache_folder", lambda home, user=None: tmp_path / home.name)
    return tmp_path


def test_every_game_of_the_house_has_a_number_from_the_beginning() -> None:
    assert {*SHIPPED} == {*BUILT_IN}
    assert expected(YINSH) == SHIPPED["yinsh"]


def test_what_it_took_here_counts_for_more_than_what_is_usual(cache: Path) -> None:
    before = time.process_time()
    with measured(YINSH, "rules"):
        while time.process_time() - before < 0.2:
            pass
    assert 0.1 <= expected(YINSH).rules <= 5
    assert expected(YINSH).bots == SHIPPED["yinsh"][1]
    assert [path.name for path in cache.iterdir()] == [compile_times.FILE]


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"yinsh": 3}', '{"yinsh": {"rules": "x"}}', '{"yinsh": {"rules": -4}}']
)
def test_a_file_that_says_nothing_sensible_is_as_good_as_none(cache: Path, text: str) -> None:
    (cache / compile_times.FILE).write_text(text)
    assert expected(YINSH) == SHIPPED["yinsh"]


def test_a_game_that_nobody_has_compiled_takes_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_times, "SHIPPED", {})
    assert expected(YINSH) == USUAL


def test_progress_follows_the_processor_time_that_was_used(cache: Path) -> None:
    (cache / compile_times.FILE).write_text(json.dumps({"yinsh": {"rules": 10, "bots": 30}}))
    assert progress(YINSH, False, 4.0, 4.0) == ("rules", 0.1, 36)
    assert progress(YINSH, True, 20.0, 20.0) == ("bots", 0.5, 20)
    # With half a core it takes twice as long, and that is said.
    assert progress(YINSH, True, 20.0, 40.0) == ("bots", 0.5, 40)
    # Where the processor's time is not told, the clock's has to do.
    assert progress(YINSH, True, None, 20.0) == ("bots", 0.5, 20)


def test_nothing_is_said_to_be_done_before_it_is(cache: Path) -> None:
    (cache / compile_times.FILE).write_text(json.dumps({"yinsh": {"rules": 10, "bots": 30}}))
    assert progress(YINSH, False, 300.0, 300.0)[:2] == ("rules", 0.242)
    stage, share, seconds = progress(YINSH, True, 300.0, 300.0)
    assert (stage, seconds) == ("bots", 1)
    assert share < 1


def test_what_a_process_has_used_is_known_or_is_not() -> None:
    before = processor_seconds(os.getpid())
    deadline = time.process_time() + 0.1
    while time.process_time() < deadline:
        pass
    after = processor_seconds(os.getpid())
    if before is not None and after is not None:
        assert 0.05 <= after - before <= 5
    assert processor_seconds(2**22 + 5) is None

"""The list of planted faults is kept up: every edit applies, and every test that it names is there."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.planted.copies import Ended, judged, outcome_of
from tests.planted.fault import AREAS, ROOT, Fault, all_faults, edited, is_of_page

FAULTS = [fault for faults in all_faults().values() for fault in faults]
GAMES = ("command", "dance", "luckymoose", "regatta", "yinsh")


@cache
def text_of(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def test_there_are_many_and_no_area_is_left_out() -> None:
    assert len(FAULTS) >= 66
    assert {area for area, faults in all_faults().items() if len(faults) < 3} == set()
    files = {path.stem for path in Path(__file__).parent.glob("*.py")}
    assert files - {"__init__", "copies", "fault", "run", "test_list", "warm"} == set(AREAS)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_faults_in_its_rules(game: str) -> None:
    assert sum(f"/games/{game}/" in fault.file for fault in all_faults()["rules"]) >= 3


def test_no_two_have_one_name() -> None:
    assert [name for name, count in Counter(fault.name for fault in FAULTS).items() if count > 1] == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_an_edit_fits_one_place_of_the_product_and_changes_it(fault: Fault) -> None:
    assert fault.file.startswith(("src/", "web/src/", "deploy/", "requirements"))  # what hosts and players get
    planted = edited(fault, text_of(fault.file))
    assert planted != text_of(fault.file)
    if fault.file.endswith(".py"):
        ast.parse(planted)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_test_that_is_named_is_there(fault: Fault) -> None:
    assert fault.red
    for test in fault.red:
        file, _, name = test.partition("::")
        if is_of_page(test):
            assert f'("{name}", ' in text_of(file), test
        else:
            function = name.rpartition("::")[2].partition("[")[0]
            assert any(f"def {function}(" in text_of(each) for each in (file, *taken_from(file))), test


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_test_that_is_named_is_of_the_ordinary_run(fault: Fault) -> None:
    """By what stands above it and for its whole file; a case that is slow is seen when the faults are planted."""
    for test in fault.red:
        file, _, name = test.partition("::")
        if not is_of_page(test):
            function = name.rpartition("::")[2].partition("[")[0]
            assert function not in marked(file, "slow"), test
            assert fault.compiled or function not in marked(file, "compiled"), f"{test} needs the compiler"


@cache
def marked(file: str, mark: str) -> set[str]:
    """Which functions of a file only `--all` runs, or are left out without the compiler."""
    tree = ast.parse(text_of(file))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    marks = [node.value for node in tree.body if isinstance(node, ast.Assign) and "pytestmark" in ast.unparse(node)]
    whole = any(f"mark.{mark}" in ast.unparse(each) for each in marks)
    return {
        node.name
        for node in functions
        if whole or any(ast.unparse(each) == f"pytest.mark.{mark}" for each in node.decorator_list)
    }


def test_a_slow_test_is_known_as_one() -> None:
    slow = marked("tests/attacks/test_stranger.py", "slow")
    assert "test_with_24_sign_ins_elsewhere_signing_in_takes_less_than_twice_as_long" in slow
    assert "test_a_flood_over_one_socket_is_read_slowly" not in slow


def taken_from(file: str) -> list[str]:
    """The modules of tests that a file's classes come from."""
    found = []
    for node in ast.walk(ast.parse(text_of(file))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
            places = [ROOT / (node.module or "").replace(".", "/") / f"{alias.name}.py" for alias in node.names]
            found += [str(place.relative_to(ROOT)) for place in places if place.exists()]
    return found


TOLD = [("PASSED", "t.py::test_a[1]"), ("FAILED", "t.py::test_a[2]"), ("ERROR", "t.py::test_b")]


@pytest.mark.parametrize(
    ("test", "outcome"),
    [("t.py::test_a", "failed"), ("t.py::test_a[1]", "passed"), ("t.py::test_b", "error"), ("t.py::test", "not run")],
)
def test_one_case_that_fails_is_enough_and_an_error_is_not(test: str, outcome: str) -> None:
    assert outcome_of(test, TOLD) == outcome


@pytest.mark.parametrize(
    ("outcomes", "code", "said"),
    [
        (["failed", "failed"], 1, ""),
        (["failed", "passed"], 1, "GREEN"),
        (["error"], 1, "not red"),
        (["not run"], 4, "not red"),
        (["failed"], 2, "ended with 2"),
    ],
)
def test_a_fault_is_found_if_all_its_tests_fail_and_nothing_else_goes_wrong(
    outcomes: list[str], code: int, said: str
) -> None:
    ended = Ended({f"t.py::test_{number}": outcome for number, outcome in enumerate(outcomes)}, "", code)
    assert judged(ended).partition("\n")[0] == said

"""What CONTRIBUTING.md points at is there: the map, the way of one move, and where things are decided."""

import re

import pytest

from tests.docs.pointers import PLACES, ROOT, missing, pointers

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PARTS = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:]}


@pytest.mark.parametrize("part", PARTS)
def test_every_file_and_function_that_is_named_is_there(part: str) -> None:
    assert [what for pointer in pointers(PARTS[part]) for what in missing(pointer)] == []


def test_every_answer_points_at_something() -> None:
    rows = re.findall(r"^\| (.+) \| (.*) \|$", PARTS["Where is it decided …"], re.MULTILINE)
    answers = [(question, list(pointers(answer))) for question, answer in rows if answer.strip()]
    assert len(answers) == 20
    assert all(found and all(pointer.names for pointer in found) for _, found in answers)


def test_every_file_on_the_map_is_there() -> None:
    """By its name: a map says what lies in which room, and the test that no file on it has gone."""
    drawn = re.findall(r"(?<![\w/])([a-z_]+\.py)\b", PARTS["The map"])
    there = {path.name for place in (*PLACES[1:], ROOT / "tools") for path in place.rglob("*.py")}
    assert set(drawn) - there == set()
    assert len(drawn) > 50


def test_every_room_is_on_the_map() -> None:
    rooms = {path.parent.name for path in (ROOT / "src" / "parlour" / "house").glob("*/records.py")}
    assert {room for room in rooms if f" {room}/ " not in PARTS["The map"]} == set()

"""Every decision says since when it holds and where in the code it is, and the index has them all."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.pointers import ROOT, Pointer, missing, pointers

FOLDER = ROOT / "docs" / "decisions"
ROOMS = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")


class Decision(NamedTuple):
    room: Path
    title: str
    facts: str  # the line below the title
    why: str


def decisions(room: Path) -> Iterator[Decision]:
    for part in room.read_text("utf-8").split("\n## ")[1:]:
        title, facts, *rest = part.split("\n")
        yield Decision(room, title, facts, "\n".join(rest).strip())


ALL = [each for room in ROOMS for each in decisions(room)]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.stem)
def test_every_decision_has_a_date_a_pointer_and_a_reason(room: Path) -> None:
    for each in decisions(room):
        when, _, where = each.facts.partition(" · ")
        assert date.fromisoformat(when) >= date(2026, 11, 1), each.title
        assert list(pointers(where)), f"{each.title}: no pointer"
        assert each.why, f"{each.title}: no reason"


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.stem)
def test_every_pointer_leads_to_something(room: Path) -> None:
    gone = [what for each in decisions(room) for pointer in pointers(each.facts) for what in missing(pointer)]
    assert gone == []


def test_the_index_has_every_decision_once_under_its_room() -> None:
    links = re.findall(r"^\* \[(.+)\]\((\w[\w-]*\.md)#(.+)\)$", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    expected = [(each.title, each.room.name, anchor(each.title)) for each in ALL]
    assert sorted(links) == sorted(expected)


def anchor(title: str) -> str:
    """As GitHub names a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def test_a_pointer_to_nothing_is_found() -> None:
    assert missing(Pointer("house/tables/doors.py", ())) == ["house/tables/doors.py"]
    assert missing(Pointer("house/tables/commands.py", ("act", "knock"))) == ["house/tables/commands.py: knock"]
    assert missing(Pointer("core/match.py", ("Match.play", "Match.cheat"))) == ["core/match.py: Match.cheat"]

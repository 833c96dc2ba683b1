"""Golden playthroughs: whole games kept as text. `PARLOUR_GOLDEN=write` makes those that are missing."""

import os
import re
from pathlib import Path

import msgspec
import pytest

from parlour.core.conformance import playthrough, random_match
from parlour.core.game import CHANCE
from parlour.core.match import Match
from parlour.games import BUILT_IN, load

FOLDER = Path(__file__).parent / "golden"
GOLDEN = [(name, seats, {}) for name in BUILT_IN for seats in load(name).seats]
GOLDEN += [("yinsh", 2, {"blitz": True}), ("dance", 3, {"hand": 9, "minimum": 3})]
GOLDEN += [("luckymoose", 3, {"sets": 1, "size": 9})]
GOLDEN += [("command", 2, {"declared": True})]
GOLDEN += [("regatta", 2, {"course": 7})]


def path_of(name: str, seats: int, options: dict[str, object]) -> Path:
    chosen = "".join(f"-{option}-{value}" for option, value in options.items()).lower()
    return FOLDER / f"{name}-{seats}{chosen}.txt"


def replayed(name: str, text: str) -> Match:
    """The match of a golden file, from its first line and its steps."""
    head = re.fullmatch(rf"{name}, rules \d+, (\d+) seats, (.*)", text.splitlines()[0])
    assert head is not None
    match = Match(load(name), int(head[1]), msgspec.json.decode(head[2]))
    for actor, step in re.findall(r"^ *\d+  (\S+)  (.+)$", text, re.MULTILINE):
        match.play(CHANCE if actor == "*" else int(actor), step)
    return match


@pytest.mark.parametrize(("name", "seats", "options"), GOLDEN)
def test_a_golden_game_is_still_the_same_game(name: str, seats: int, options: dict[str, object]) -> None:
    path = path_of(name, seats, options)
    if os.environ.get("PARLOUR_GOLDEN") == "write" and not path.exists():
        FOLDER.mkdir(exist_ok=True)
        path.write_text(playthrough(random_match(load(name), seats, options, seed=2026)))
    golden = path.read_text()
    assert playthrough(replayed(name, golden)) == golden

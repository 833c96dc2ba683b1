"""Golden playthroughs: whole games kept as text. `PARLOUR_GOLDEN=write` makes those that are missing."""

import os
import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from parlour.core.game import CHANCE
from parlour.core.laws.suite import playthrough, random_match
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games import BUILT_IN, load
from parlour.games.regatta.racer import racer

FOLDER = Path(__file__).parent / "golden"
SEED = 2026
GOLDEN = [(name, seats, {}) for name in BUILT_IN for seats in load(name).seats]
GOLDEN += [("yinsh", 2, {"blitz": True}), ("dance", 3, {"hand": 9, "minimum": 3})]
GOLDEN += [("luckymoose", 3, {"sets": 1, "size": 9})]
GOLDEN += [("command", 2, {"declared": True})]
GOLDEN += [("regatta", 2, {"course": 7})]


def path_of(name: str, seats: int, options: dict[str, object]) -> Path:
    chosen = "".join(f"-{option}-{value}" for option, value in options.items()).lower()
    return FOLDER / f"{name}-{seats}{chosen}.txt"


def played(name: str, seats: int, options: dict[str, object]) -> Match:
    """A match to keep: random play, but in Regatta, where that never comes home, races of simple racers."""
    if name != "regatta" or options:
        return random_match(load(name), seats, options, SEED)
    match, luck, rng = Match(load(name), seats, options), Random(SEED), new_rng(SEED)
    while not match.over:
        if match.actor == CHANCE:
            outcomes = match.outcomes()
            match.play(CHANCE, luck.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            match.play(match.actor, match.game.text(racer(match.state, match.actor, rng)))
    return match


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
        path.write_text(playthrough(played(name, seats, options)))
    golden = path.read_text()
    assert playthrough(replayed(name, golden)) == golden

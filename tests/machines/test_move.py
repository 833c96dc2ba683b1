"""A bot that thinks on a player's device moves as the same bot of the house: by the book, by search, with its slips,
and by the net where it judges by one."""

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.bots import machines, prepare
from parlour.bots.bot import SearchBot, net_of, seed_of
from parlour.bots.levels import level
from parlour.bots.searcher import MOST_NODES, packed_for
from parlour.bots.situation import Situation, situation
from parlour.core.compiled import retarget
from parlour.core.knowledge import NO_LORE, NONE
from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.core.net import WEIGHTS
from parlour.games import BUILT_IN, load
from tests.machines.test_engine import pytestmark as engine_marks
from tests.machines.test_engine import slow_but
from tests.machines.test_review import bundled

pytestmark = engine_marks
SECRET = 4711
SIMULATIONS, ROOM = 300, 60_000
# Bots of open games think on players' devices, and a coach does in all.
GAMES = [
    pytest.param(name, marks=[pytest.mark.xdist_group(f"wasm {name}"), *slow_but("connect4", name)])
    for name in BUILT_IN
]


def situations(name: str, count: int) -> list[Situation]:
    """Of one match at random, from its beginning on, where a bot would have to choose."""
    game, rng = load(name), Random(3)
    match, found = Match(game, max(2, game.seats[0])), []
    while not match.over and len(found) < count:
        if match.actor >= 0 and len(match.legal(match.actor)) > 1:
            found.append(situation(match, match.actor))
        random_step(match, rng, extras=False)
    return found


def moved_by_page(number: int, found: list[Situation], effort: dict[str, float], folder: Path) -> list[dict[str, Any]]:
    game, seats = load(found[0].game), found[0].seats
    study = game.knowledge.study
    lore = NO_LORE if study is None else study(found[0].position())
    job: dict[str, Any] = {
        "module": str(machines.make(game, retarget.WASM).path), "seats": seats, "room": ROOM,
        "lore": b64encode(lore.tobytes()).decode(),
        "moves": [
            {
                "start": {
                    "seat": now.seat, "state": b64encode(now.state).decode(), "revealed": False,
                    "seed": seed_of(SECRET, now),
                },
                "effort": effort,
            }
            for now in found
        ],
    }  # fmt: skip
    net = net_of(game, seats, number)
    if net is not None:
        packed = packed_for(game, net)
        parts = {f"net.{part}": b64encode(getattr(packed, part).tobytes()).decode() for part in WEIGHTS}
        job |= {"cutoff": net.cutoff, "sizes": machines.net_sizes(game, net), "net": parts}
    (folder / "job.json").write_text(json.dumps(job))
    node = shutil.which("node")
    assert node is not None
    files = [bundled("move", folder), bundled("search", folder), folder / "job.json"]
    order = [node, str(Path(__file__).with_name("move.mjs")), *map(str, files)]
    done = subprocess.run(order, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    made: list[dict[str, Any]] = json.loads(done.stdout)
    return made


def moved_by_house(number: int, now: Situation, slips: float) -> int:
    """By a bot that has just sat down: the page begins every search from an empty tree."""
    game = load(now.game)
    net = net_of(game, now.seats, number)
    bot = SearchBot(game, now.seats, SECRET, simulations=SIMULATIONS, slips=slips, net=net)
    bot._searcher = type(bot._searcher)(game, now.seats, room=ROOM, net=net)
    return bot.step(now)


@pytest.mark.parametrize("number", [1, 4, 5])
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_moves_on_a_device_as_in_the_house(name: str, number: int, tmp_path: Path) -> None:
    prepare(name)
    found, slips = situations(name, 24), level(number).slips
    effort = {"simulations": SIMULATIONS, "seconds": 3600, "slips": slips}
    made = moved_by_page(number, found, effort, tmp_path)
    assert [int(each["action"]) for each in made] == [moved_by_house(number, now, slips) for now in found]


def test_the_cases_are_not_all_one() -> None:
    """Some moves are in the book, and some slip: the comparison above reaches both."""
    prepare("connect4")
    found, slips = situations("connect4", 24), level(1).slips
    steady = [moved_by_house(1, now, 0.0) for now in found]
    assert steady != [moved_by_house(1, now, slips) for now in found], "some slip"
    prepare("command")
    searcher = SearchBot(load("command"), 2, SECRET, simulations=8)._searcher
    booked = [searcher.book(now.position(), now.seat, seed_of(SECRET, now)) for now in situations("command", 6)]
    assert any(known != NONE for known in booked), "some are in the book"


def test_it_never_thinks_longer_than_it_may(tmp_path: Path) -> None:
    prepare("connect4")
    found = situations("connect4", 3)
    made = moved_by_page(4, found, {"simulations": 2_000_000, "seconds": 0, "slips": 0}, tmp_path)
    assert all(0 < each["simulations"] < MOST_NODES / 100 for each in made)
    assert all(int(each["action"]) in load("connect4").list_legal(now.position(), now.seat)
               for each, now in zip(made, found, strict=True))  # fmt: skip

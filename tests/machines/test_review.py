"""A review that a browser has thought about is the one to which the house comes, byte for byte."""

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from random import Random

import msgspec
import pytest

from parlour.bots import machines, prepare
from parlour.bots.review import ROOM, Looked, choices_of, conclude, concluded, judge_of, questions, review_step
from parlour.bots.searcher import packed_for
from parlour.core import record as records
from parlour.core.compiled import retarget
from parlour.core.knowledge import NO_LORE
from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.core.net import WEIGHTS
from parlour.core.record import Ending, Record
from parlour.games import BUILT_IN, load
from tests.machines.test_engine import BUNDLER, WEB, slow_but
from tests.machines.test_engine import pytestmark as engine_marks

SIMULATIONS = 80
pytestmark = engine_marks
TABLES = [
    pytest.param(name, marks=[pytest.mark.xdist_group(f"wasm {name}"), *slow_but("connect4", name)])
    for name in BUILT_IN
]


def bundled(source: str, folder: Path) -> Path:
    made = folder / f"{source}.mjs"
    order = [str(BUNDLER), f"src/engine/{source}.ts", "--format", "esm", "--file", str(made)]
    subprocess.run(order, cwd=WEB, check=True, capture_output=True)
    return made


def looked_into_by_page(record: Record, chosen: list[int], folder: Path) -> list[Looked]:
    game = load(record.game)
    asked = list(questions(record, chosen))
    study = game.knowledge.study
    lore = NO_LORE if study is None else study(Match.from_record(record, game).state)
    job = {
        "module": str(machines.make(game, retarget.WASM).path), "seats": len(record.seats), "room": ROOM,
        "simulations": SIMULATIONS, "lore": b64encode(lore.tobytes()).decode(),
        "questions": msgspec.to_builtins(asked),
    }  # fmt: skip
    judge = judge_of(game, len(record.seats))
    if judge is not None:
        packed = packed_for(game, judge)
        parts = {f"net.{part}": b64encode(getattr(packed, part).tobytes()).decode() for part in WEIGHTS}
        job |= {"cutoff": judge.cutoff, "sizes": machines.net_sizes(game, judge), "net": parts}
    (folder / "job.json").write_text(json.dumps(job))
    node = shutil.which("node")
    assert node is not None
    files = [bundled("review", folder), bundled("search", folder), folder / "job.json"]
    order = [node, str(Path(__file__).with_name("review.mjs")), *map(str, files)]
    done = subprocess.run(order, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return msgspec.json.decode(done.stdout, type=list[Looked])


def some_record(name: str, steps: int) -> Record:
    """A match of moves at random, broken off after so many."""
    game, rng = load(name), Random(5)
    match = Match(game, max(2, game.seats[0]))
    while not match.over and match.step_count < steps:
        random_step(match, rng, extras=False)
    record = match.record()
    return record if match.over else msgspec.structs.replace(record, ending=Ending("void"))


@pytest.mark.parametrize("name", TABLES)
def test_the_same_seed_and_simulations_give_the_same_review(name: str, tmp_path: Path) -> None:
    prepare(name)
    record = some_record(name, 90)
    chosen = choices_of(record)
    assert len(chosen) > 5
    here = conclude(record, [review_step(records.to_json(record), number, SIMULATIONS) for number in chosen])
    there = concluded(record, looked_into_by_page(record, chosen, tmp_path))
    assert msgspec.json.encode(there) == msgspec.json.encode(here)
    assert len({tuple(values) for values in here.leaned}) > 3, "it leaned one way and the other"
    assert name != "connect4" or any(step.line for step in here.steps), "a match at random has its mistakes"

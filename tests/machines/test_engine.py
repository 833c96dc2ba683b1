"""The page's engine, under Node, finds what the server's search finds: the same steps, values and lines."""

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from parlour.bots import machines, prepare
from parlour.bots.compare import lore_of, positions
from parlour.bots.searcher import Searcher, shipped_net
from parlour.core.compiled import retarget
from parlour.core.game import as_array
from parlour.core.rng import new_rng
from parlour.games import BUILT_IN, load
from tests.machines.test_wasm import pytestmark as wasm_marks

WEB = Path(__file__).parents[2] / "web"
BUNDLER = WEB / "node_modules" / ".bin" / "rolldown"
SIMULATIONS, POSITIONS, ROOM = 700, 6, 60_000


def slow_but(ordinary: str, name: str) -> list[pytest.MarkDecorator]:
    return [] if name == ordinary else [pytest.mark.slow]


TABLES = [
    pytest.param(name, seats, marks=[pytest.mark.xdist_group(f"wasm {name}"), *slow_but("connect4", name)])
    for name in BUILT_IN
    for seats in {load(name).seats[0], load(name).seats[-1]}
]

pytestmark = [*wasm_marks, pytest.mark.skipif(not BUNDLER.exists(), reason="the page's packages are not installed")]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's search in one file, as its bundler makes it."""
    made = tmp_path_factory.mktemp("engine") / "search.mjs"
    order = [str(BUNDLER), "src/engine/search.ts", "--format", "esm", "--file", str(made)]
    subprocess.run(order, cwd=WEB, check=True, capture_output=True)
    return made


def found_by_page(bundle: Path, jobs: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    (folder / "jobs.json").write_text(json.dumps(jobs))
    node = shutil.which("node")
    assert node is not None
    order = [node, str(Path(__file__).with_name("engine.mjs")), str(bundle), str(folder / "jobs.json")]
    done = subprocess.run(order, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_position_that_was_left_is_thought_about_as_if_it_had_not_been(
    name: str, seats: int, bundle: Path, tmp_path: Path
) -> None:
    prepare(name)
    game = load(name)
    roots = positions(game, seats, POSITIONS)
    searches = [
        {
            "seat": game.seats_to_act(s)[0], "seed": seed, "state": b64encode(as_array(s).tobytes()).decode(),
            "lore": b64encode(lore_of(game, roots).tobytes()).decode(), "simulations": 2 * 384, "revealed": True,
        }
        for seed, s in enumerate(roots, 200)
    ]  # fmt: skip
    job = {"module": str(machines.make(game, retarget.WASM).path), "seats": seats, "room": ROOM, "searches": searches}
    there = found_by_page(bundle, [job, {**job, "left": True}], tmp_path)
    assert there[: len(roots)] == there[len(roots) :]
    assert len({json.dumps(found) for found in there}) > 1, "they did not all come to the same"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_analysis_takes_at_most_100_megabytes(name: str, seats: int, bundle: Path, tmp_path: Path) -> None:
    game = load(name)
    net = shipped_net(game, seats)
    sizes = {} if net is None else machines.net_sizes(game, net)
    job = {"module": str(machines.make(game, retarget.WASM).path), "seats": seats, "sizes": sizes}
    (tmp_path / "jobs.json").write_text(json.dumps([job]))
    bounds = tmp_path / "memory.mjs"
    order = [str(BUNDLER), "src/engine/memory.ts", "--format", "esm", "--file", str(bounds)]
    subprocess.run(order, cwd=WEB, check=True, capture_output=True)
    node = shutil.which("node")
    assert node is not None
    files = [str(each) for each in (Path(__file__).with_name("memory.mjs"), bundle, bounds, tmp_path / "jobs.json")]
    (taken,) = json.loads(subprocess.run([node, *files], capture_output=True, text=True, check=True).stdout)
    assert [each for each in taken if each > 100 << 20] == []
    assert min(taken) > 10 << 20, "there is room to think"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_page_finds_what_the_server_finds(name: str, seats: int, bundle: Path, tmp_path: Path) -> None:
    prepare(name)
    game = load(name)
    module, searcher = machines.make(game, retarget.WASM), Searcher(game, seats, room=ROOM)
    roots = positions(game, seats, POSITIONS)
    lore = b64encode(lore_of(game, roots).tobytes()).decode()
    searches, here = [], []
    for seed, s in enumerate(roots, 100):
        seat = game.seats_to_act(s)[0]
        searcher.forget()
        here.append(searcher.search(s, seat, seed=seed, simulations=SIMULATIONS))
        root = as_array(s)
        if game.determinize is not None:
            game.determinize(root[0], seat, new_rng(seed))
        state = b64encode(root.tobytes()).decode()
        searches.append(
            {"seat": seat, "seed": seed, "state": state, "lore": lore, "simulations": SIMULATIONS, "revealed": False}
        )
    there = found_by_page(
        bundle, [{"module": str(module.path), "seats": seats, "room": ROOM, "searches": searches}], tmp_path
    )
    for mine, theirs in zip(here, there, strict=True):
        assert theirs["values"] == mine.values
        shown = [(int(c["action"]), c["visits"], c["values"]) for c in theirs["candidates"]]
        assert shown == [(c.action, c.visits, c.values) for c in mine.candidates]
        line = [(step["seat"], int(step["action"])) for step in theirs["candidates"][0]["line"]]
        assert line == mine.line
    assert len({tuple(found.values) for found in here}) > 1, "they did not all come to the same"

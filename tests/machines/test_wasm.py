"""WebAssembly does what the CPU does, to the bit: random games, searches and rules, of every game and seat count."""

import gzip
import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from parlour.bots import machines, prepare, webassembly
from parlour.bots.compare import MachineWork, any_net, differences, playout_job, run_here, search_job
from parlour.bots.webassembly import check_webassembly, run_in_node
from parlour.core.compiled import jit, retarget
from parlour.core.compiled.frames import Bytes
from parlour.games import BUILT_IN, load
from tests.machines import checked

ALL = bool(os.environ.get("PARLOUR_ALL"))
PLAYOUTS, SEARCHES = (2000, 500) if ALL else (200, 50)
SIMULATIONS = 24


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    """To compile a game once more takes half a minute. So the ordinary run compares one, and those that have changed
    since they passed; each game in a worker of its own."""
    group = pytest.mark.xdist_group(f"wasm {name}")
    return [group] if checked.is_due(name) else [group, pytest.mark.slow]


GAMES = [pytest.param(name, marks=marks_of(name)) for name in BUILT_IN]
TABLES = [pytest.param(name, seats, marks=marks_of(name)) for name in BUILT_IN for seats in load(name).seats]

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(jit.disabled(), reason="without the compiler there is nothing to compare"),
    pytest.mark.skipif(bool(os.environ.get("NUMBA_BOUNDSCHECK")), reason="modules check no index"),
    pytest.mark.usefixtures("linker_and_node"),
]
of_connect4 = pytest.mark.xdist_group(f"wasm {checked.ALWAYS}")


def jobs_of(name: str, seats: int) -> dict[str, MachineWork]:
    game = load(name)
    module = machines.make(game, retarget.WASM).description
    jobs = {
        "playouts": playout_job(game, module, seats, PLAYOUTS, base=module.heap),
        "searches": search_job(game, module, seats, SEARCHES, SIMULATIONS, base=module.heap),
    }
    if game.knowledge.net is not None:
        net = any_net(game, 5 * seats)
        jobs["judged by a net"] = search_job(game, module, seats, SEARCHES, SIMULATIONS, base=module.heap, net=net)
        net = any_net(game, 5 * seats, seats=seats, priors=True)
        jobs["led by a net"] = search_job(game, module, seats, SEARCHES, SIMULATIONS, base=module.heap, net=net)
    return jobs


Outcomes = dict[tuple[int, str], tuple[MachineWork, Bytes]]  # by seats and kind: the work, and the memory after it


@pytest.fixture(scope="module")
def outcomes_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Outcomes]:
    """All work of a game, done in one run."""

    @cache
    def outcomes(name: str) -> Outcomes:
        prepare(name)
        jobs = {(seats, kind): job for seats in load(name).seats for kind, job in jobs_of(name, seats).items()}
        after = run_in_node(list(jobs.values()), tmp_path_factory.mktemp("jobs"))
        return {key: (job, memory) for (key, job), memory in zip(jobs.items(), after, strict=True)}

    return outcomes


@pytest.mark.parametrize("kind", ["playouts", "searches"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_webassembly_does_what_the_cpu_does(
    name: str, seats: int, kind: str, outcomes_of: Callable[[str], Outcomes]
) -> None:
    job, there = outcomes_of(name)[seats, kind]
    assert not np.array_equal(there, job.image), "something was done"
    assert differences(job, run_here(job), there) == []


@pytest.mark.parametrize(
    ("name", "seats"), [table for table in TABLES if load(table.values[0]).knowledge.net is not None]
)
def test_webassembly_judges_by_a_net_as_the_cpu_does(
    name: str, seats: int, outcomes_of: Callable[[str], Outcomes]
) -> None:
    """And with priors for moves as well, which are another search."""
    visits = []
    for kind in ("searches", "judged by a net", "led by a net"):
        job, there = outcomes_of(name)[seats, kind]
        assert differences(job, run_here(job), there) == []
        visits.append([job.memory.view(there, "tree.visits", lane).tolist() for lane in range(SEARCHES)])
    assert visits[0] != visits[1], "the net made a difference"
    assert visits[1] != visits[2], "its priors did"


@of_connect4
def test_a_difference_of_one_bit_is_found(outcomes_of: Callable[[str], Outcomes]) -> None:
    job, there = outcomes_of("connect4")[2, "searches"]
    changed = there.copy()
    job.memory.view(changed, "tree.value", 7).view(np.uint32)[0, 1] ^= 1
    assert differences(job, there, changed) == ["tree.value of lane 7"]


@of_connect4
def test_another_seed_is_another_outcome(outcomes_of: Callable[[str], Outcomes]) -> None:
    """The comparison would be worth nothing if all searches came to the same."""
    job, there = outcomes_of("connect4")[2, "searches"]
    trees = {job.memory.view(there, "tree.visits", lane).tobytes() for lane in range(SEARCHES)}
    assert len(trees) > SEARCHES / 2


@pytest.mark.parametrize("name", GAMES)
def test_a_module_is_small_and_wants_nothing_from_the_page(name: str) -> None:
    module = machines.make(load(name), retarget.WASM)
    code = module.path.read_bytes()
    assert len(gzip.compress(code, 9)) <= 20 * 1024
    assert 2 not in dict(retarget.sections(code)), "it imports nothing"


@of_connect4
def test_a_module_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    machines.make(load("connect4"), retarget.WASM)

    def again(*_: object) -> None:
        raise AssertionError("it was there")

    monkeypatch.setattr(machines, "make_in", again)
    module = machines.make(load("connect4"), retarget.WASM)
    assert module.description.functions["simulate"].arguments[0] == ("root", "state", (1,))


@of_connect4
def test_an_author_is_told_where_a_machine_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    check_webassembly(load("connect4"), 20, 10)

    def one_bit_off(job: MachineWork) -> Bytes:
        after = run_here(job)
        if "tree.value" in job.memory.places:
            job.memory.view(after, "tree.value", 3).view(np.uint32)[0, 1] ^= 1
        return after

    monkeypatch.setattr(webassembly, "run_here", one_bit_off)
    with pytest.raises(AssertionError, match=r"searches with 2 seats differ from the CPU's in tree\.value of lane 3"):
        check_webassembly(load("connect4"), 20, 10)


def test_a_game_that_has_changed_is_compared_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    now = {name: checked.sources_of(name) for name in BUILT_IN}
    monkeypatch.setattr(checked, "CHECKED", tmp_path / "checked.json")
    assert all(checked.is_due(name) for name in BUILT_IN), "none has passed"
    checked.CHECKED.write_text(json.dumps(now | {"yinsh": "as it was before"}))
    assert [name for name in BUILT_IN if checked.is_due(name)] == ["yinsh", checked.ALWAYS]

"""How kernels are loaded and called, with a GPU that is this machine. What they do on one, bench/gpu.py compares."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from parlour.bots import machines, prepare
from parlour.bots.compare import differences, playout_job, run_here
from parlour.core.compiled import gpu, jit, kept
from parlour.core.compiled.frames import Description
from parlour.core.rng import new_rng
from parlour.games import load
from tests.machines.fake_cupy import FakeArray, FakeCupy

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(jit.disabled(), reason="there is nothing to call")]
GAME = load("connect4")


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> gpu.Kernels:
    prepare("connect4")
    entries = machines.entries_of(GAME, "gpu")
    description: Description = machines.describe(GAME, "gpu", 0, entries)
    kept.write(tmp_path, "connect4", "gpu", b"", description)
    monkeypatch.setattr(gpu, "cupy", lambda: FakeCupy(GAME, description))
    return gpu.Kernels(tmp_path / "connect4.ptx")


def test_without_cupy_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(gpu.NoGpu, match="pip install cupy"):
        gpu.cupy()


def test_the_loader_needs_no_compiler() -> None:
    code = "import sys; import parlour.core.compiled.gpu; print([m for m in sys.modules if m in ('numba', 'llvmlite')])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


def test_an_image_is_run_where_it_lies(kernels: gpu.Kernels) -> None:
    job = playout_job(GAME, kernels.description, 2, games=40, lanes=4)
    calls = [(call.function.name, call.frame, call.lanes) for call in job.calls]
    after, failed = gpu.run_image(kernels, job.image, calls)
    assert failed == [0]
    assert differences(job, run_here(job), after) == []


def test_lanes_are_filled_run_and_read(kernels: gpu.Kernels) -> None:
    lanes = gpu.Lanes(kernels, ["clear", "simulate"], 5, {"seats": 2, "room": 500}, by_lane=["simulations"])
    start = GAME.new(2, {})
    lanes.fill("root", np.frombuffer(start.tobytes(), np.uint8))
    lanes.fill("rng", np.stack([new_rng(lane) for lane in range(5)]))
    lanes.fill("simulations", [10, 20, 30, 40, 50])
    know = kernels.description.search
    for name, value in (("viewer", 0), ("only", -1), ("cutoff", know["cutoff"]), ("plain", False), ("priors", 1.0)):
        lanes.fill(name, value)
    lanes.fill("explore", know["explore"])
    lanes.fill("urgency", know["urgency"])
    lanes.run("clear")
    lanes.run("simulate", lanes=4)
    assert lanes.array("tree.visits")[:, 0].tolist() == [10, 20, 30, 40, 0]


def test_lanes_that_stopped_at_an_error_are_told_of(kernels: gpu.Kernels) -> None:
    lanes = gpu.Lanes(kernels, ["clear"], 3, {"seats": 2, "room": 10})

    def stop(name: str, frame: int, count: int, status: FakeArray, threads: int) -> None:
        status[1] = 1

    lanes.kernels.launch = stop  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="in 1 of 3 lanes"):
        lanes.run("clear")

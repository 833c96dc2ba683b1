"""Matches on a GPU are those of the CPU. Most of it with a GPU that is this machine; what one does, bench/gpu.py
compares."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from parlour.core.compiled import gpu, jit, kept
from parlour.env import vec_modules
from parlour.env.vec import VecEnv, loops_of_matches
from parlour.env.vec_gpu import GpuVecEnv
from parlour.games import BUILT_IN, load
from tests.machines.fake_cupy import FakeCupy

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(jit.disabled(), reason="there is nothing to call")]
MATCHES, STEPS = 6, 60


def on_a_gpu(name: str, seats: int, folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> GpuVecEnv:
    game = load(name)
    description = vec_modules.describe(game, vec_modules.entries_of(game))
    kept.write(folder, f"{name}.vec", "gpu", b"", description)
    (folder / f"{name}.vec.json").write_text(json.dumps(vec_modules.facts_of(game, seats)))
    loops = loops_of_matches(game)
    functions = {each: getattr(loops, each) for each in ("advance", "any_number")}
    monkeypatch.setattr(gpu, "cupy", lambda: FakeCupy(game, description, functions))
    return GpuVecEnv(folder, name, MATCHES, seed)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("connect4", 2),
        *(pytest.param(name, load(name).seats[-1], marks=pytest.mark.slow) for name in BUILT_IN if name != "connect4"),
    ],
)
def test_the_same_seed_gives_the_same_matches(
    name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = on_a_gpu(name, seats, tmp_path, monkeypatch, 5), VecEnv(name, MATCHES, seats, seed=5)
    there.reset()
    here.reset()
    ended = 0
    for _ in range(STEPS):
        for part in ("planes", "scalars", "masks", "rewards", "turn", "terminated", "lengths"):
            assert np.array_equal(getattr(there, part), getattr(here, part)), part
        numbers = here.any_numbers().copy()
        assert np.array_equal(there.any_numbers(), numbers)
        _, _, terminated, _, _ = here.step(numbers)
        there.step(numbers)
        ended += int(terminated.sum())
    assert ended > 0 or name != "connect4"


def test_a_number_that_is_not_legal_is_refused_and_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = on_a_gpu("connect4", 2, tmp_path, monkeypatch, 1)
    with pytest.raises(ValueError, match="call reset first"):
        env.step([0] * MATCHES)
    env.reset()
    before = env.planes.copy()
    for wrong in (7, -1):
        with pytest.raises(ValueError, match=f"match 3: {wrong} is not the number"):
            env.step([0, 0, 0, wrong, 0, 0])
    with pytest.raises(ValueError, match="one for each match"):
        env.step([0, 0])
    assert np.array_equal(env.planes, before)


def test_any_number_is_each_of_the_legal_ones_about_equally_often() -> None:
    env = VecEnv("yinsh", 64, seed=2)
    env.reset()
    for _ in range(25):
        env.step(env.any_numbers())
    match = 0
    legal = set(np.nonzero(env.masks[match])[0].tolist())
    found = [int(env.any_numbers()[match]) for _ in range(40 * len(legal))]
    assert set(found) == legal
    assert max(found.count(each) for each in legal) < 100


def test_the_environment_needs_no_compiler() -> None:
    code = "import sys; import parlour.env.vec_gpu; print([m for m in sys.modules if m in ('numba', 'llvmlite')])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["connect4", "yinsh"])
def test_what_is_packed_is_code_for_a_gpu(name: str, tmp_path: Path) -> None:
    """NVIDIA's own assembler takes it, where there is one."""
    path = vec_modules.pack(load(name), 2, tmp_path)
    assert ".visible .entry advance(" in path.read_text()
    assert json.loads((tmp_path / f"{name}.vec.json").read_text())["numbers"] > 0
    if (assembler := shutil.which("ptxas")) is not None:
        command = [assembler, "-arch=sm_90", "-O1", "-o", str(tmp_path / "code"), str(path)]
        assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""

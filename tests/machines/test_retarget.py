"""What is refused for other machines, and how functions are called there."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from parlour.cli import main
from parlour.core.compiled import jit, kept, retarget
from parlour.core.compiled.frames import Argument, Description, Function, Memory, beside, read_description

NOT_PORTABLE = """
import math
import numpy as np
from parlour.core.compiled import retarget
from parlour.core.compiled.frames import Argument
from parlour.core.jit import rule

@rule
def wave(angle, values):
    values[0] = math.{function}(angle)

known = {{"angle": Argument("angle", "float64", ()), "values": Argument("values", "float64", ("seats",))}}
entry = retarget.entry_of(wave, "wave", known, np.dtype([("at", "i1")]))
try:
    print(len(retarget.to_ptx([entry])) > 0)
except retarget.NotPortable as why:
    print(why)
"""


@pytest.mark.compiled
@pytest.mark.skipif(jit.disabled(), reason="there is nothing to aim")
@pytest.mark.parametrize(("function", "said"), [("sin", "not on every machine: sin"), ("sqrt", "True")])
def test_what_only_this_machine_has_is_refused_by_name(function: str, said: str, tmp_path: Path) -> None:
    program = tmp_path / "wave.py"
    program.write_text(NOT_PORTABLE.format(function=function))
    env = {**os.environ, "NUMBA_OPT": "0", "PARLOUR_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, str(program)], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(said)


LOOK_ALIKE = """
import numpy as np
from parlour.core.compiled import retarget
from parlour.core.compiled.frames import Argument
from parlour.core.jit import rule

@rule
def first_empty(board):
    at = 0
    while board[at] != 0:
        at += 1
    return at

entry = retarget.entry_of(
    first_empty, "first_empty", {"board": Argument("board", "int8", ("size",))}, np.dtype([("at", "i1")]), ("int64",)
)
module, _ = retarget.aim([entry], retarget.WASM)
print([each.name for each in module.functions if each.is_declaration and not each.name.startswith("llvm.")])
"""


@pytest.mark.compiled
@pytest.mark.skipif(jit.disabled(), reason="there is nothing to aim")
def test_a_loop_that_looks_like_one_of_the_librarys_stays_a_loop(tmp_path: Path) -> None:
    """LLVM would call `strlen`, which no browser has."""
    program = tmp_path / "first_empty.py"
    program.write_text(LOOK_ALIKE)
    env = {**os.environ, "NUMBA_OPT": "0", "PARLOUR_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, str(program)], env=env, capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n", done.stderr


def test_code_that_is_optimised_already_is_not_taken() -> None:
    if os.environ.get("NUMBA_OPT") == "0":
        pytest.skip("it is not")
    with pytest.raises(retarget.NotPortable, match="NUMBA_OPT=0"):
        retarget.aim([], retarget.WASM)


@pytest.mark.parametrize("fused", ["fma.rn.f64 %fd1", "mul.f64 %fd1", "add.f32 %f1", "div.approx.f32", "add.ftz.f32"])
def test_what_a_gpu_would_round_otherwise_is_noticed(fused: str) -> None:
    assert retarget.FUSED.search(fused) or retarget.UNROUNDED.search(fused)


@pytest.mark.parametrize("rounded", ["mul.rn.f64 %fd1", "add.rn.f32 %f1", "div.rn.f64", "add.s64", "sqrt.rn.f64"])
def test_what_is_rounded_as_the_cpu_does_passes(rounded: str) -> None:
    assert not retarget.FUSED.search(rounded)
    assert not retarget.UNROUNDED.search(rounded)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("compile connect4 --for gpu", "Say where the modules for GPUs are to be written"),
        ("compile connect4 --to somewhere", "Say what --to is for"),
        ("compile connect4 --for wasm", "no linker for WebAssembly"),
    ],
)
def test_what_cannot_be_compiled_is_refused_in_a_sentence(
    line: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(retarget, "linker", lambda: None)
    assert main(line.split()) == 2
    assert sentence in capsys.readouterr().err


def test_a_frame_holds_addresses_steps_and_lengths() -> None:
    function = Function("add", (Argument("a", "int16", ("n", 2)), Argument("k", "int64", ())), ("int64",))
    memory = Memory(base=100)
    memory.reserve("a", np.int16, (3, 2), lanes=4)
    memory.reserve("k", np.int64, (), shared=True)
    memory.reserve("results", np.int64, (1,), lanes=4)
    at = memory.frame(function)
    image = memory.image()
    words = image[at - memory.base : at - memory.base + 64].view(np.int64).tolist()
    assert words == [112, 16, 3, 2, 176, 0, 192, 16]
    memory.view(image, "a", lane=3)[2, 1] = 7
    assert image[160 - 112 + 10] == 7
    assert memory.view(image, "a", lane=2).tolist() == [[0, 0]] * 3


def test_a_description_is_read_as_it_was_written_and_nothing_else_is(tmp_path: Path) -> None:
    function = Function("add", (Argument("a", "int16", ("n", 2)),), ("int64",))
    written = Description(1, "toy", "wasm", "abc", 1024, {"size": 8}, {"n": 3}, {}, {"add": function})
    path = beside(tmp_path / "toy.wasm")
    path.write_text(written.to_json())
    assert read_description(path) == written
    for wrong in ('{"format": 2}', '{"format": 1}', "[]", "{"):
        path.write_text(wrong)
        with pytest.raises(ValueError):  # noqa: PT011
            read_description(path)


def test_a_module_that_came_along_is_used_as_long_as_its_sources_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, written = tmp_path / "toy", Description(1, "toy", "wasm", "these sources", 1024, {}, {}, {}, {})
    monkeypatch.setattr(jit, "fingerprint", lambda *_: "these sources")
    monkeypatch.setattr(jit, "cache_folder", lambda *_: tmp_path / "empty")
    assert kept.find(home, tmp_path, "wasm") is None
    kept.write(home / jit.BROUGHT, "toy", "wasm", b"code", written)
    assert kept.find(home, tmp_path, "wasm") == (home / "modules" / "toy.wasm", written)
    monkeypatch.setattr(jit, "fingerprint", lambda *_: "other sources")
    assert kept.find(home, tmp_path, "wasm") is None


def test_what_came_along_with_a_game_is_not_what_it_is_made_from(tmp_path: Path) -> None:
    home = tmp_path / "toy"
    home.mkdir()
    (home / "rules.py").write_text("BOARD = 7\n")
    before = jit.fingerprint(home, tmp_path, "wasm")
    (home / jit.BROUGHT).mkdir()
    (home / jit.BROUGHT / "toy.wasm.json").write_text("{}")
    assert jit.fingerprint(home, tmp_path, "wasm") == before
    (home / "rules.py").write_text("BOARD = 8\n")
    assert jit.fingerprint(home, tmp_path, "wasm") != before

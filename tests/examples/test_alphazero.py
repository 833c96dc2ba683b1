"""The example of self-play, learning, and again: small, on this machine's cores."""

import importlib.util
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.core.net import read_net_file
from tests.docs.pointers import ROOT

ALPHAZERO = ROOT / "examples" / "alphazero.py"


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: pip install parlour[train]")
def test_two_small_rounds_leave_a_net_that_was_played_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("example_alphazero", ALPHAZERO)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    small = ["--on", "cpu", "--rounds", "2", "--matches", "40", "--simulations", "12"]
    met = example.main([*small, "--folder", str(tmp_path)])
    assert met.games == 40
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == ["round 1", "round 2"]
    assert all("against the same search without a net" in line for line in said)
    net = read_net_file(tmp_path / "alphazero.net")
    assert (net.game, net.seats) == ("connect4", 2)

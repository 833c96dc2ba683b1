"""Settings, and a whole training that is small: it plays, learns, plays against the best, and goes on where it was."""

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from parlour.core.net import BadNet, read_net_file
from parlour.games import BUILT_IN, load
from parlour.train.loop import PROGRESS, Training, points_of, read_progress, score_text, sides_of, start_from
from parlour.train.play import Matches, PlayJob, TellMatches
from parlour.train.plot import progress_svg
from parlour.train.settings import BadSettings, TrainSettings, read_settings, settings_from

TINY = """
game = "connect4"
rounds = 2
units = 16
seconds = 4
matches = 24
simulations = 12
opening = 6
keep = 1.0
skip = 1
room = 2000
epochs = 2
batch = 128
gate_matches = 16
gate_simulations = 12
low = 0.05
high = 0.2
"""
needs_torch = pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not installed: pip install parlour[train]"
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("games = 3", "there is no setting games"),
        ('matches = "many"', "not of the kind"),
        ("matches = true", "not of the kind"),
        ("rounds = 0", "at least 1"),
        ("keep = 1.5", "from 0 to 1"),
        ("low = 0.6", "low must be below high"),
        ("units = 10", "come in fours"),
        ("=", "Invalid"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_a_sentence(line: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(f'game = "yinsh"\n{line}\n')
    with pytest.raises(BadSettings, match=said):
        read_settings(tmp_path / "settings.toml")


def test_a_game_must_be_named(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("rounds = 3\n")
    with pytest.raises(BadSettings, match="which game"):
        read_settings(tmp_path / "settings.toml")


@pytest.mark.parametrize("name", [name for name in BUILT_IN if (load(name).home / "train.toml").exists()])
def test_settings_that_come_with_a_game_can_be_read(name: str) -> None:
    assert read_settings(load(name).home / "train.toml").game == name


def test_sides_are_turned() -> None:
    assert sides_of(2) == (0b01, 0b10)
    assert set(sides_of(3)) == {0b101, 0b011, 0b110}
    assert set(sides_of(4)) == {0b0101, 0b1010}


def matches_of(returns: list[list[float]], rivals: list[int], over: list[bool] | None = None) -> Matches:
    count, none = len(returns), np.zeros(0)
    return Matches(
        np.array(returns), np.array(rivals), np.ones(count, int), np.array(over or [True] * count),
        none, none, none, none, none, 0.0,
    )  # fmt: skip


def test_points_are_those_of_the_net() -> None:
    assert points_of(matches_of([[1, -1], [1, -1], [0, 0]], [0b10, 0b01, 0b01])) == 1.5
    assert points_of(matches_of([[1, -1], [1, -1]], [0b10, 0b10], [True, False])) == 1.0, "given up: not counted"
    assert score_text(75, 100).startswith("75.0% ± 8.5% of 100")


def test_a_line_that_was_cut_short_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / PROGRESS
    path.write_text('{"what": "play", "round": 1}\n{"what": "le')
    assert [each["what"] for each in read_progress(path)] == ["play"]
    assert path.read_text().endswith("}\n")


def test_a_training_does_not_begin_from_what_is_no_net(tmp_path: Path) -> None:
    (tmp_path / "some.net").write_bytes(b"nothing")
    with pytest.raises(BadNet):
        start_from(tmp_path / "training", tmp_path / "some.net")


def test_a_picture_shows_what_was_taken_and_what_was_not() -> None:
    events = [
        {"what": "play", "round": 1, "positions": 1000, "seconds": 30},
        {"what": "learn", "round": 1, "loss": 0.6, "hand_loss": 0.64, "seconds": 5},
        {"what": "gate", "round": 1, "points": 70, "games": 100, "passed": True, "own_points": 70, "own_games": 100},
        {"what": "gate", "round": 2, "points": 50, "games": 100, "passed": False},
    ]
    picture = progress_svg("yinsh", events)
    assert picture.count('class="dot"') == 1
    assert picture.count('class="open"') == 1
    assert "1,000 positions" in picture
    assert progress_svg("yinsh", []).startswith("<svg")


@pytest.mark.slow
@pytest.mark.compiled
@needs_torch
def test_a_training_is_stopped_at_any_moment_and_goes_on(tmp_path: Path) -> None:
    from parlour.train.play import CpuPlayer
    from parlour.train.prepare import kit_of

    settings_file = tmp_path / "tiny.toml"
    settings_file.write_text(TINY)
    settings: TrainSettings = read_settings(settings_file)
    folder = tmp_path / "training"
    kit = kit_of(settings, folder, kernels=False)
    player = CpuPlayer(kit, settings, threads=2)
    played: list[PlayJob] = []

    class Stopped(Exception):
        pass

    class StopsOnce:
        """A player that is stopped in the middle of its second job."""

        def play(self, job: PlayJob, tell: TellMatches) -> Matches:
            played.append(job)
            if len(played) == 2:
                raise Stopped
            return player.play(job, tell)

    with pytest.raises(Stopped):
        Training(kit, settings, StopsOnce(), folder, at_once=8).run()
    assert [each["what"] for each in read_progress(folder / PROGRESS)] == ["play", "learn"]
    said: list[str] = []
    training = Training(kit, settings, StopsOnce(), folder, said.append, at_once=8)
    training.run()
    kinds = [(each["what"], each["round"]) for each in training.events]
    assert kinds == [(what, number) for number in (1, 2) for what in ("play", "learn", "gate")]
    assert played[1].rival is None
    assert played[1].rivals == (0b01, 0b10)
    best = training.best
    assert best is not None
    assert best.game == "connect4"
    assert any("the new best" in line for line in said)
    learned = read_net_file(folder / "nets" / "round-002.net")
    assert learned.trained["positions"] > 500
    before = (folder / PROGRESS).read_bytes()
    Training(kit, settings, StopsOnce(), folder, at_once=8).run()
    assert (folder / PROGRESS).read_bytes() == before, "there is nothing left to do"
    assert json.loads(before.splitlines()[1])["loss"] < 1


@pytest.mark.slow
@pytest.mark.compiled
@needs_torch
def test_whole_numbers_come_to_what_fractions_came_to(tmp_path: Path) -> None:
    """What is shipped is rounded: it foretells as well as what was trained."""
    from parlour.bots.searcher import compiled, packed_for
    from parlour.core.knowledge import NO_LORE
    from parlour.train.fit import model_of, rounded, torch
    from parlour.train.prepare import kit_of

    settings = settings_from({"game": "connect4", "units": 16, "seconds": 4}, "here")
    kit, game, lib = kit_of(settings, tmp_path, kernels=False), load("connect4"), torch()
    lib.manual_seed(1)
    model = model_of(kit, settings)
    lib.nn.init.normal_(model.output.weight, std=1.0)
    packed, inputs = packed_for(game, rounded(kit, settings, model)), game.knowledge.net
    assert inputs is not None
    s, values, listed = game.new(2, {}), np.zeros(2), np.zeros(inputs.most, np.int64)
    for column in (3, 3, 2, 4, 1):
        game.apply(s, int(game.actor(s)), column)
        seat = int(game.actor(s))
        compiled(game).evaluate(s, values, NO_LORE, packed)
        n = int(inputs.list(s, seat, listed))
        wanted = model(lib.from_numpy(listed[None, :n]), lib.zeros(1))
        assert values[seat] == pytest.approx(float(lib.tanh(wanted.detach())), abs=0.02)

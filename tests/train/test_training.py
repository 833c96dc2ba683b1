"""Settings, and a whole training that is small: it plays, learns, plays against the best, and goes on where it was."""

import dataclasses
import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from parlour.core.net import BadNet, TrainedNet, read_net_file
from parlour.games import BUILT_IN, load
from parlour.train import __main__ as elsewhere
from parlour.train.kit import Kit
from parlour.train.loop import (
    MASTER,
    PROGRESS,
    Met,
    Training,
    read_progress,
    score_text,
    sides_of,
    start_from,
    write_whole,
)
from parlour.train.play import Matches, PlayJob, TellMatches, generators, rivals_of
from parlour.train.plot import progress_svg, strengths
from parlour.train.settings import BadSettings, TrainSettings, read_settings, settings_from, write_settings

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
WITH_PRIORS = f"{TINY}priors = 0.3\n"
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
        ("priors = -0.5", "priors must be from 0"),
        ("priors = 11", "priors must be from 0"),
        ("priors = true", "not of the kind"),
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


def kit_for(seats: int, cooperative: bool = False, starts: int = 1, folder: Path = Path()) -> Kit:
    """A kit of no game."""
    states, lores, same = np.zeros((starts, 8), np.uint8), np.zeros((starts, 1), np.int16), np.arange(5)[None]
    return Kit("none", 1, 1, 5, 3, seats, 40, cooperative, states, lores, same, {"cutoff": 0}, 1.25, folder)


def test_sides_are_turned() -> None:
    assert sides_of(kit_for(2)) == (0b01, 0b10)
    assert set(sides_of(kit_for(3))) == {0b101, 0b011, 0b110}
    assert set(sides_of(kit_for(4))) == {0b0101, 0b1010}


def test_where_all_play_together_nobody_is_anybodys_rival() -> None:
    assert sides_of(kit_for(1, cooperative=True)) == (0, 0b1)
    assert sides_of(kit_for(4, cooperative=True)) == (0, 0b1111)


def matches_of(returns: list[list[float]], rivals: list[int], over: list[bool] | None = None) -> Matches:
    count, none = len(returns), np.zeros(0)
    return Matches(
        np.array(returns), np.array(rivals), np.ones(count, int), np.array(over or [True] * count),
        none, none, none, none, none, 0.5,
    )  # fmt: skip


def met(played: Matches, together: bool = False) -> Met:
    found = Met(settings_from({"game": "yinsh"}, "here"))
    found.add(played, together)
    return found


def test_points_are_those_of_the_net() -> None:
    whole = met(matches_of([[1, -1], [1, -1], [0, 0]], [0b10, 0b01, 0b01]))
    assert (whole.points, whole.games, whole.seconds) == (1.5, 3, 0.5)
    part = met(matches_of([[1, -1], [1, -1]], [0b10, 0b10], [True, False]))
    assert (part.points, part.games) == (1.0, 1), "given up: not counted"
    four = met(matches_of([[1, -0.5, 0.5, -1]], [0b1010]))
    assert four.points == 1, "by all its seats together"
    assert score_text(75, 100).startswith("75.0% ± 8.5% of 100")


def test_where_all_play_together_the_better_of_two_results_counts() -> None:
    """The net's matches and the rival's are compared in pairs, and what both came to on average is told."""
    played = matches_of([[0.9], [0.8], [0.7], [0.7], [1.0], [0.2]], [0, 1, 0, 1, 0, 1], [True] * 5 + [False])
    found = met(played, together=True)
    assert (found.points, found.games) == (1.5, 2)
    assert found.means("", "best_") == {"mean": 0.8, "best_mean": 0.75}
    assert "results of 0.8000" in found.text


class Scripted:
    """A player whose matches the net wins by a share that depends on the rival, and that remembers what it was
    asked."""

    def __init__(self, best: float, master: float) -> None:
        self.jobs: list[PlayJob] = []
        self._best, self._master = best, master

    def play(self, job: PlayJob, tell: TellMatches) -> Matches:
        self.jobs.append(job)
        share = self._best if job.rival_simulations == job.simulations else self._master
        rivals = rivals_of(job)
        won = np.arange(job.matches) < share * job.matches
        ours = np.where(won, 1.0, -1.0)
        first = np.where(rivals == 0b10, ours, -ours)
        return matches_of(np.stack([first, -first], axis=1).tolist(), rivals.tolist())


def a_net(output: int = 1) -> TrainedNet:
    first, second = np.ones((6, 4), np.int16), np.ones((5, 2), np.int16)
    return TrainedNet("none", 1, 1, first, second, np.full(2, output, np.int16), 0, 1.0, 0)


def gated(folder: Path, best: float, master: float, anew: bool = False) -> tuple[Training, Scripted]:
    """A round's gate: the net wins these shares of matches; where it began anew, there is no best so far."""
    net = a_net()
    settings = settings_from({"game": "none", "gate_matches": 800, "gate_simulations": 100, "starts": 3}, "here")
    player = Scripted(best, master)
    training = Training(kit_for(2, starts=5, folder=folder), settings, player, folder, lambda line: None)
    write_whole(folder / "nets" / "round-002.net", net.to_bytes())
    if not anew:
        other = dataclasses.replace(net, output=2 * net.output)
        write_whole(folder / "best.net", other.to_bytes())
    training._gate(2)
    return training, player


@pytest.mark.parametrize(
    ("best", "master", "passed"),
    [(0.7, 0.7, True), (0.7, 0.4, True), (0.45, 0.9, False)],
)
@pytest.mark.parametrize("anew", [False, True])
def test_what_beats_the_best_so_far_is_the_best_and_may_be_shipped_if_it_beats_master_too(
    best: float, master: float, passed: bool, anew: bool, tmp_path: Path
) -> None:
    """What begins anew goes on from its own nets, long before one of them beats what is shipped."""
    training, _ = gated(tmp_path, best, master, anew)
    assert training.events[-1]["passed"] is passed
    taken = training.best
    assert (taken is not None and int(taken.output[0]) == 1) is passed
    ships = passed and master > 0.5
    assert training.events[-1]["ships"] is ships
    assert (tmp_path / "ship.net").exists() is ships


def test_what_a_gate_decided_is_done_even_if_a_stop_came_between(tmp_path: Path) -> None:
    training, _ = gated(tmp_path, 0.7, 0.7)
    (tmp_path / "best.net").unlink()
    (tmp_path / "ship.net").write_bytes(b"an older one")
    again = Training(training.kit, training.settings, training.player, tmp_path, lambda line: None)
    assert again.best is not None
    assert (tmp_path / "ship.net").read_bytes() == (tmp_path / "best.net").read_bytes()


def test_against_master_both_have_the_same_time_and_every_match_counts(tmp_path: Path) -> None:
    """A simulation with this net takes 1.25 of one without: so who has none gets 125 for 100."""
    _, player = gated(tmp_path, 0.7, 0.7)
    told = {(job.simulations, job.rival_simulations, job.rival is None, job.whole) for job in player.jobs}
    assert len(player.jobs) == 6, "from three starts each"
    assert told == {(100, 100, False, True), (100, 125, True, True)}


def test_every_round_has_the_next_starts_evenly_and_all_sides_of_each(tmp_path: Path) -> None:
    """Of five courses the second round of three has the fourth, the fifth and the first."""
    _, player = gated(tmp_path, 0.7, 0.7)
    first = [job for job in player.jobs if job.rival is not None]
    assert [job.start for job in first] == [3, 4, 0]
    assert sum(job.matches for job in first) == 800
    assert all(job.matches % 2 == 0 for job in first)
    assert len({job.seed for job in first}) == 3


def test_where_master_has_a_net_it_is_met_with_that(tmp_path: Path) -> None:
    net = gated(tmp_path / "one", 0.9, 0.9)[0].best
    assert net is not None
    folder = tmp_path / "two"
    folder.mkdir()
    write_whole(folder / MASTER, net.to_bytes())
    training, player = gated(folder, 0.7, 0.7)
    assert training.master is not None
    assert all(job.rival is not None for job in player.jobs)


def test_settings_are_written_as_they_are_read(tmp_path: Path) -> None:
    settings = settings_from({"game": "dance", "seats": 3, "keep": 0.25, "enough": 0.5}, "here")
    write_settings(tmp_path / "one.toml", settings)
    assert read_settings(tmp_path / "one.toml") == settings


def test_a_line_that_was_cut_short_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / PROGRESS
    path.write_text('{"what": "play", "round": 1}\n{"what": "le')
    assert [each["what"] for each in read_progress(path)] == ["play"]
    assert path.read_text().endswith("}\n")


def test_a_training_does_not_begin_from_what_is_no_net(tmp_path: Path) -> None:
    (tmp_path / "some.net").write_bytes(b"nothing")
    with pytest.raises(BadNet):
        start_from(tmp_path / "training", tmp_path / "some.net")


@pytest.mark.parametrize("given", [None, "other"])
def test_a_training_elsewhere_begins_from_the_net_that_was_packed(
    given: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m parlour.train F --to T`: T begins with the best of F, or with the one that is given."""
    packed, there = tmp_path / "packed", tmp_path / "there"
    nets = {"packed": a_net(1), "other": a_net(2)}
    packed.mkdir()
    write_whole(packed / "best.net", nets["packed"].to_bytes())
    write_whole(tmp_path / "other.net", nets["other"].to_bytes())
    monkeypatch.setattr(elsewhere, "read_kit", lambda folder: kit_for(2, folder=folder))
    monkeypatch.setattr(elsewhere, "read_settings", lambda path: settings_from({"game": "none"}, "here"))
    monkeypatch.setattr(elsewhere, "GpuPlayer", lambda kit, settings: None)
    begun: list[TrainedNet | None] = []
    monkeypatch.setattr(Training, "run", lambda self, until: begun.append(self.best))
    start = [] if given is None else ["--start", str(tmp_path / f"{given}.net")]
    assert elsewhere.main([str(packed), "--to", str(there), *start]) == 0
    [best] = begun
    assert best is not None
    assert best.digest == nets[given or "packed"].digest
    assert sorted(path.name for path in packed.iterdir()) == ["best.net"], "the packed folder stays as it is"


def test_a_picture_shows_what_was_taken_and_what_was_not() -> None:
    events = [
        {"what": "play", "round": 1, "positions": 1000, "seconds": 30},
        {"what": "learn", "round": 1, "loss": 0.6, "hand_loss": 0.64, "seconds": 5},
        {"what": "gate", "round": 1, "passed": True, "master_points": 70, "master_games": 100},
        {"what": "gate", "round": 2, "points": 50, "games": 100, "passed": False},
    ]
    picture = progress_svg("yinsh", events)
    assert picture.count('class="own"') == 1
    assert picture.count('class="open"') == 2, "at the gate, and in strength"
    assert "1,000 positions" in picture
    assert "0.583 min" in picture, "strength is drawn against the time that it took"
    assert progress_svg("yinsh", []).startswith("<svg")


def test_strength_adds_up_over_the_nets_that_were_taken() -> None:
    """Ten to one is 400 Elo. What was not taken is drawn beside the best before it and changes nothing."""
    events = [
        {"what": "gate", "round": 1, "points": 1000, "games": 1100, "passed": True},
        {"what": "gate", "round": 2, "points": 100, "games": 1100, "passed": False},
        {"what": "gate", "round": 3, "points": 1000, "games": 1100, "passed": True},
    ]
    found = strengths(events)
    assert [round(one.elo / 400, 2) for one in found] == [1.0, 0.0, 2.0]
    assert [one.taken for one in found] == [True, False, True]
    assert found[0].give == pytest.approx(36, abs=1)
    assert found[2].give == pytest.approx(36 * 2**0.5, abs=2), "the steps' errors add up, too"


def test_the_first_of_many_generators_are_those_of_few() -> None:
    """So that part of a job comes to what it would have come to in the whole of it."""
    assert np.array_equal(generators(7, 100)[:30], generators(7, 30))


def test_a_part_of_a_job_has_the_sides_of_its_matches() -> None:
    whole = PlayJob(9, 1, 1, 1, None, rivals=(1, 2, 4))
    part = whole._replace(first=4, matches=3)
    assert rivals_of(part).tolist() == rivals_of(whole)[4:7].tolist() == [2, 4, 1]


class StoppedInThree:
    """Self-play that leaves a position a match, and is stopped at the third part that it is asked for."""

    def __init__(self) -> None:
        self.asked: list[PlayJob] = []

    def play(self, job: PlayJob, tell: TellMatches) -> Matches:
        self.asked.append(job)
        if len(self.asked) == 3:
            raise KeyboardInterrupt
        n = job.matches
        numbers = np.arange(job.first, job.first + n)
        return Matches(
            np.tile([1.0, -1.0], (n, 1)), rivals_of(job), np.full(n, 5), np.ones(n, bool), np.zeros((n, 3), np.int16),
            np.zeros(n, np.float32), np.zeros(n, np.float32), np.ones(n, np.float32), numbers, 2.0,
        )  # fmt: skip


@pytest.mark.parametrize("starts", [1, 2])
def test_a_stop_loses_a_part_of_a_rounds_matches_and_no_more(starts: int, tmp_path: Path) -> None:
    settings = settings_from({"game": "none", "matches": 100, "starts": starts}, "here")
    moved = tmp_path / "moved"
    moved.mkdir()
    kit, player = kit_for(2, starts=starts, folder=tmp_path), StoppedInThree()
    with pytest.raises(KeyboardInterrupt):
        Training(kit, settings, player, tmp_path, lambda line: None, part=25)._play(1)
    training = Training(kit, settings, player, tmp_path, lambda line: None, part=25)
    training._play(1)
    asked = [(job.start, job.first, job.matches) for job in player.asked]
    assert len(asked) == 5, "the third twice, the others once"
    assert asked[2] == asked[3]
    event = training.events[-1]
    assert (event["matches"], event["positions"], event["seconds"]) == (100, 100, 8.0)
    again = Training(kit, settings, player, tmp_path, lambda line: None, part=25)
    parts = again._positions(1)
    assert parts is not None
    assert sorted(n for part in parts for n in part.match.tolist()) == sorted(list(range(100 // starts)) * starts)
    for path in (tmp_path / "positions").glob("*.npz"):
        path.rename(moved / path.name)
    there = Training(kit, settings, player, tmp_path, lambda line: None, positions=moved)
    assert there._positions(1) is not None
    changed = Training(kit._replace(inputs_version=2), settings, player, tmp_path, lambda line: None, positions=moved)
    assert changed._positions(1) is None, "inputs that mean something else are not learned from"


def test_a_gate_that_was_stopped_goes_on_from_what_it_had_come_to(tmp_path: Path) -> None:
    training, player = gated(tmp_path, 0.51, 0.5)
    training.at_once, net = 200, training.best
    assert net is not None
    player.jobs.clear()
    plays = player.play

    def stopped(job: PlayJob, tell: TellMatches) -> Matches:
        if len(player.jobs) == 2:
            raise KeyboardInterrupt
        return plays(job, tell)

    player.play = stopped  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        training._duel("a duel", net, net, 5, 1)
    player.play = plays  # type: ignore[method-assign]
    met = training._duel("a duel", net, net, 5, 1)
    assert (met.games, met.points) == (800, 408)
    assert len(player.jobs) == 4, "two before the stop, two after it"


@pytest.mark.parametrize("priors", [0.0, 0.5])
def test_positions_without_choices_teach_no_priors(priors: float, tmp_path: Path) -> None:
    """And the other way round: what was kept for the one training is not mixed with what is kept for the other. Without
    priors, positions are kept as they have always been."""
    settings = settings_from({"game": "none", "priors": priors}, "here")
    other = dataclasses.replace(settings, priors=0.5 - priors)
    kit, played = kit_for(2)._replace(choices=3), matches_of([[1, -1]], [1])
    numbers = np.array([[2, 0, -1]], np.int16)
    played = played._replace(numbers=numbers, likely=numbers)
    path = tmp_path / "some.npz"

    def training(settings: TrainSettings, kit: Kit = kit) -> Training:
        return Training(kit, settings, StoppedInThree(), tmp_path, lambda line: None, part=1)

    training(settings)._store(path, played)
    back = training(settings)._stored(path)
    assert back is not None
    assert (back.numbers.tolist() == numbers.tolist()) is (priors > 0)
    assert training(other)._stored(path) is None
    assert (training(settings, kit._replace(choices=4))._stored(path) is None) is (priors > 0)
    with np.load(path) as arrays:
        before = {"returns", "rivals", "lengths", "over", "inputs", "hand", "expected", "result", "match"}
        assert set(arrays) == before | {"versions", "took"} | ({"numbers", "likely"} if priors else set())
        assert arrays["versions"].tolist()[:2] == [kit.rules_version, kit.inputs_version]


def lessons(count: int, choices: int = 3) -> Matches:
    """Of a game that is none, where the first input wants the first action, and the second one the second."""
    which = np.arange(count) // 2 % 2
    inputs, numbers = np.full((count, 3), -1, np.int16), np.full((count, choices), -1, np.int16)
    inputs[:, 0], numbers[:, 0], numbers[:, 1] = which, which, 1 - which
    won = np.where(np.arange(count) % 2, 1.0, -1.0).astype(np.float32)
    none, evenly = np.zeros(count, np.float32), np.zeros((count, choices), np.int16)
    return Matches(
        np.zeros((count, 2)), none, np.ones(count), np.ones(count, bool), inputs, none, won, won, np.arange(count), 1.0,
        numbers, evenly,
    )  # fmt: skip


@needs_torch
@pytest.mark.parametrize("said", [True, False])
def test_a_net_learns_which_move_was_chosen(said: bool) -> None:
    """On a board that is turned over the other action is meant. If a game does not say so, what is turned teaches
    nothing about moves: else both would seem as good."""
    from parlour.train.fit import fit

    facts = {"game": "none", "units": 8, "seconds": 4, "epochs": 12, "batch": 64, "rate": 0.02, "priors": 1.0}
    turned = np.array([[0, 1, 2, 3, 4], [1, 0, 2, 3, 4]])
    kit = kit_for(2)._replace(symmetries=turned, numbers=2, choices=3)
    kit = kit._replace(turned_numbers=turned[:, :2] if said else None)
    found = fit(kit, settings_from(facts, "here"), [lessons(2000)], 1, lambda epoch, loss: None)
    assert found.moves is not None
    assert found.moves.hand_move_loss == pytest.approx(np.log(2), abs=1e-3)
    assert found.moves.move_loss < 0.1
    assert found.moves.move_share == 1.0
    assert found.net.moves is not None
    assert found.net.moves.shape == (2, 5)
    plain = fit(kit, settings_from({**facts, "priors": 0.0}, "here"), [lessons(2000)], 1, lambda epoch, loss: None)
    assert plain.moves is None
    assert plain.net.moves is None


@pytest.mark.compiled
def test_a_gpu_keeps_the_choices_that_cores_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same matches, all of them kept; with a net that has priors against one that has none."""
    from parlour.bots import machines, prepare
    from parlour.bots.compare import any_net, cutoff_of
    from parlour.core.compiled import gpu, jit, kept
    from parlour.core.knowledge import NO_LORE
    from parlour.train.kit import read_kit, write_kit
    from parlour.train.play import CpuPlayer, GpuPlayer
    from tests.machines.fake_cupy import FakeCupy

    if jit.disabled():
        pytest.skip("there is nothing to call")
    prepare("connect4")
    game = load("connect4")
    settings = settings_from({"game": "connect4", "units": 16, "seconds": 4, "room": 500, "priors": 0.5}, "here")
    description = machines.describe(game, "gpu", 0, machines.entries_of(game, "gpu"))
    kept.write(tmp_path, "connect4", "gpu", b"", description)
    monkeypatch.setattr(gpu, "cupy", lambda: FakeCupy(game, description))
    start = [(game.new(2, {}), NO_LORE)]
    facts = {**machines.search_facts(game), "cutoff": cutoff_of(game, None)}
    write_kit(tmp_path, game, 2, start, facts, 1.0, choices=machines.choices_of(game))
    kit = read_kit(tmp_path)
    assert (kit.numbers, kit.choices) == (7, 7)
    net = any_net(game, 1, units=16, seconds=4, priors=True)
    for rival in (dataclasses.replace(net, moves=None), dataclasses.replace(net, first=-net.first)):
        for keep in (1.0, 0.0):
            job = PlayJob(6, 12, 4, 5, net, rival, (0b10, 0b01), keep=keep, whole=True)
            here, there = (
                player.play(job, lambda done, of: None)
                for player in (CpuPlayer(kit, settings, 1), GpuPlayer(kit, settings))
            )
            assert here.returns.tolist() == there.returns.tolist()
            assert here.numbers.tolist() == there.numbers.tolist() if keep else True
            assert here.likely.tolist() == there.likely.tolist() if keep else True
            assert (len(here.numbers) > 60) is (keep == 1)


@pytest.mark.slow
@pytest.mark.compiled
@needs_torch
@pytest.mark.parametrize("wanted", [TINY, WITH_PRIORS])
def test_a_training_is_stopped_at_any_moment_and_goes_on(wanted: str, tmp_path: Path) -> None:
    from parlour.train.play import CpuPlayer
    from parlour.train.prepare import kit_of

    settings_file = tmp_path / "tiny.toml"
    settings_file.write_text(wanted)
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
    assert learned.numbers == (7 if settings.priors else 0)
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

"""Self-play on a cluster: Ray on this machine, with two workers."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.core.compiled import jit
from parlour.train import cluster as cluster_module
from parlour.train.cluster import HERE, ClusterPlayer, NoCluster, library, lost_with
from parlour.train.kit import Kit
from parlour.train.play import CpuPlayer, Matches, OneMatch, PlayJob
from parlour.train.settings import settings_from

SETTINGS = settings_from({"game": "connect4", "units": 16, "seconds": 4, "room": 2000}, "here")
JOB = PlayJob(matches=40, simulations=40, opening=6, seed=3, net=None, rivals=(0b01, 0b10), keep=1.0, skip=1)
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install parlour[cluster]")


def test_without_ray_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match="pip install 'parlour"):
        library()


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    from parlour.train.prepare import kit_of

    return kit_of(SETTINGS, tmp_path_factory.mktemp("kit"), kernels=False)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.fixture(scope="module")
def alone(kit: Kit) -> Matches:
    """The same job on this machine's cores."""
    return CpuPlayer(kit, SETTINGS, threads=1).play(JOB, lambda done, of: None)


@pytest.mark.slow
@pytest.mark.compiled
@needs_ray
@pytest.mark.skipif(jit.disabled(), reason="a search by hand takes long")
def test_a_cluster_plays_what_one_machine_plays(kit: Kit, cluster: Any, alone: Matches) -> None:
    told: list[tuple[int, int]] = []
    found = ClusterPlayer(kit, SETTINGS, HERE).play(JOB, lambda done, of: told.append((done, of)))
    for name in ("returns", "rivals", "lengths", "over", "inputs", "hand", "expected", "result", "match"):
        assert np.array_equal(getattr(found, name), getattr(alone, name)), name
    assert told[-1] == (40, 40)


@pytest.mark.slow
@pytest.mark.compiled
@needs_ray
@pytest.mark.skipif(jit.disabled(), reason="a search by hand takes long")
def test_a_worker_that_is_killed_takes_its_own_matches_along_and_nothing_else(
    kit: Kit, cluster: Any, alone: Matches
) -> None:
    """In the middle of a job one of two workers dies: at most what it was playing is missing, and all else is as it
    would have been."""
    player, killed = ClusterPlayer(kit, SETTINGS, HERE, at_once=2), []

    def tell(done: int, of: int) -> None:
        if done >= 4 and not killed:
            killed.append(kill_a_worker())

    found = player.play(JOB, tell)
    assert killed
    lost = JOB.matches - len(found.lengths)
    assert 0 < lost <= 4, "the worker's task, and one that waited for it"
    kept = found_numbers(found)
    assert np.array_equal(found.lengths, alone.lengths[kept])
    assert np.array_equal(found.returns, alone.returns[kept])
    again = player.play(JOB, lambda done, of: None)
    assert len(again.lengths) == JOB.matches, "the next job has all workers again"


class SmallRay:
    """As much of Ray as a player asks for; tasks come to one match for each number, or to nothing."""

    class exceptions:  # noqa: N801 (as Ray calls them)
        WorkerCrashedError = type("WorkerCrashedError", (Exception,), {})
        NodeDiedError = type("NodeDiedError", (Exception,), {})
        OwnerDiedError = type("OwnerDiedError", (Exception,), {})
        ObjectLostError = type("ObjectLostError", (Exception,), {})
        OutOfMemoryError = type("OutOfMemoryError", (Exception,), {})

    def __init__(self, fails: dict[int, type[Exception]]) -> None:
        self._fails = fails

    def is_initialized(self) -> bool:
        return True

    def put(self, value: Any) -> Any:
        return value

    def remote(self, *given: Any, **options: Any) -> Any:
        return tuple(given[2]) if given else lambda function: self

    def wait(self, left: list[Any], **how: Any) -> tuple[list[Any], list[Any]]:
        return left[:1], left[1:]

    def get(self, task: tuple[int, ...]) -> list[OneMatch]:
        if task[0] in self._fails:
            raise self._fails[task[0]]
        none = np.zeros(0, np.float32)
        return [OneMatch(np.array([1.0, -1.0]), n, True, np.zeros((0, 3)), none, none, none, none, none) for n in task]


LOSSES = [each for name, each in vars(SmallRay.exceptions).items() if name.endswith("Error")]


def job_of(matches: int) -> tuple[Kit, PlayJob]:
    same = np.arange(5)[None]
    kit = Kit("none", 1, 1, 5, 3, 2, 40, False, np.zeros((1, 8)), np.zeros((1, 1)), same, {}, 1.0, Path())
    return kit, JOB._replace(matches=matches)


@pytest.mark.parametrize("loss", LOSSES)
def test_whatever_a_task_is_lost_by_its_matches_alone_are_missing(
    loss: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker's end, its node's, a result that is gone, memory that ran out."""
    monkeypatch.setattr(cluster_module, "library", lambda: SmallRay({4: loss}))
    kit, job = job_of(10)
    found = ClusterPlayer(kit, SETTINGS, HERE, at_once=2).play(job, lambda done, of: None)
    assert found.lengths.tolist() == [0, 1, 2, 3, 6, 7, 8, 9]


def test_a_fault_of_ours_is_told_and_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "library", lambda: SmallRay({4: ZeroDivisionError}))
    kit, job = job_of(10)
    with pytest.raises(ZeroDivisionError):
        ClusterPlayer(kit, SETTINGS, HERE, at_once=2).play(job, lambda done, of: None)


@pytest.mark.slow
@needs_ray
def test_ray_has_all_that_a_task_can_be_lost_by() -> None:
    ray = library()
    kinds = lost_with(ray)
    assert {kind.__name__ for kind in kinds} == {loss.__name__ for loss in LOSSES}
    assert not any(issubclass(ray.exceptions.RayTaskError, kind) for kind in kinds), "a fault of ours is told"


def found_numbers(found: Matches) -> list[int]:
    """Every match of this job leaves positions, which say whose they are."""
    return sorted(set(found.match.tolist()))


def kill_a_worker() -> int:
    """One that is playing just now, of those that Ray began for this test."""
    for _ in range(200):
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and is_ours(entry):
                os.kill(int(entry.name), signal.SIGKILL)
                return int(entry.name)
        time.sleep(0.01)
    raise AssertionError("there is no worker that plays")


def is_ours(entry: Path) -> bool:
    try:
        return (entry / "cmdline").read_bytes().startswith(b"ray::play_some") and descends(entry)
    except OSError:
        return False


def descends(entry: Path) -> bool:
    """From this process, however far down."""
    number = int(entry.name)
    while number > 1:
        if number == os.getpid():
            return True
        number = int((Path("/proc") / str(number) / "stat").read_text().rpartition(")")[2].split()[1])
    return False

"""Self-play and the arena on a cluster, by Ray: each task plays a few of a job's matches. What comes of a match depends
on the job and its number alone, so it makes no difference where it is played.

A worker that is lost takes the matches along that it was playing: they count as not finished, and nothing else is lost.
"""

import importlib
import os
import time
from functools import cache
from typing import Any

import numpy as np

from parlour.train.kit import Kit
from parlour.train.play import CpuPlayer, Matches, OneMatch, PlayJob, TellMatches, matches_of, numbers_of
from parlour.train.settings import TrainSettings

AT_ONCE = 8  # matches of a task: what is lost with a worker
HERE = "here"  # in place of an address: a cluster of this machine alone
PATIENCE = 1.0  # seconds between two looks, if nothing happens


class NoCluster(Exception):
    """Why there is none to play on, in a sentence."""


def library() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise NoCluster(
            "a cluster is driven by Ray, which is not installed here: pip install 'parlour[cluster]'"
        ) from None


class ClusterPlayer:
    """On all cores of a cluster: `address` as Ray has it, or HERE; else the cluster that Ray finds by itself."""

    def __init__(self, kit: Kit, settings: TrainSettings, address: str | None = None, at_once: int = AT_ONCE) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # what is played here is told to nobody
        self._ray, self._at_once = library(), at_once
        if not self._ray.is_initialized():
            try:
                self._ray.init(address=None if address == HERE else address or "auto", log_to_driver=False)
            except ConnectionError as error:
                raise NoCluster(f"there is no cluster at {address or 'any address that Ray knows'}: {error}") from None
        # A worker that is lost is not replaced by another that plays the same: so nothing waits for it.
        self._task = self._ray.remote(num_cpus=1, max_retries=0)(play_some)
        self._game = self._ray.put((kit, settings))

    def play(self, job: PlayJob, tell: TellMatches) -> Matches:
        began, ray = time.perf_counter(), self._ray
        every = numbers_of(job)
        numbers = [list(every[k : k + self._at_once]) for k in range(0, job.matches, self._at_once)]
        shared = ray.put(job)
        asked = {self._task.remote(self._game, shared, part): part for part in numbers}
        played: dict[int, OneMatch] = {}
        lost = 0
        left = list(asked)
        while left:
            done, left = ray.wait(left, num_returns=1, timeout=PATIENCE)
            for task in done:
                part = asked[task]
                try:
                    played.update(zip(part, ray.get(task), strict=True))
                except lost_with(ray):
                    lost += len(part)
                tell(len(played) + lost, job.matches)
        if not played:
            raise NoCluster("all workers were lost, and all matches with them")
        kept = sorted(played)
        return matches_of(job, kept, [played[number] for number in kept], time.perf_counter() - began)


def lost_with(ray: Any) -> tuple[type[Exception], ...]:
    """What a task ends with whose worker, node or result is gone, or had no memory left."""
    kinds = ray.exceptions
    return (
        kinds.WorkerCrashedError, kinds.NodeDiedError, kinds.OwnerDiedError, kinds.ObjectLostError,
        kinds.OutOfMemoryError,
    )  # fmt: skip


def play_some(game: tuple[Kit, TrainSettings], job: PlayJob, numbers: list[int]) -> list[OneMatch]:
    """By a worker: these matches of the job, one after the other."""
    player = _player(*(_ByContent(each) for each in game))
    return [player.one(job, number) for number in numbers]


class _ByContent:
    """A thing by what it says, so that a worker makes its player once."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return hash(type(self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByContent) and _same(self.value, other.value)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


@cache
def _player(kit: _ByContent, settings: _ByContent) -> CpuPlayer:
    from parlour import bots

    bots.prepare(kit.value.game)
    return CpuPlayer(kit.value, settings.value, threads=1)

"""Nets as files and as numbers: what is written comes back, what is damaged is refused, and sums keep apart."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from parlour.core.net import (
    FOUR,
    HAND,
    LARGEST_FILE,
    MAGIC,
    MAGIC_OF_PRIORS,
    MOST_SUM,
    ON,
    ONE,
    OUTPUT_ONE,
    BadNet,
    TrainedNet,
    read_net,
    together,
)
from parlour.games import BUILT_IN, load


def small(units: int = 8, seconds: int = 4, inputs: int = 10, size: int = 50) -> TrainedNet:
    rng = np.random.default_rng(3)
    first = rng.integers(-size, size + 1, (inputs + 1, units)).astype(np.int16)
    second = rng.integers(-300, 300, (units + 1, seconds)).astype(np.int16)
    output = rng.integers(-300, 300, seconds).astype(np.int16)
    return TrainedNet("chess", 3, 1, first, second, output, -17, 0.75, 2, trained={"round": 4})


def with_priors(numbers: int = 7) -> TrainedNet:
    net = small()
    moves = np.random.default_rng(4).integers(-300, 300, (numbers, net.seconds + 1)).astype(np.int16)
    return dataclasses.replace(net, moves=moves, hand_prior=0.6)


@pytest.mark.parametrize(("net", "numbers"), [(small(), 0), (with_priors(), 7)])
def test_a_net_comes_back_as_it_was_written(net: TrainedNet, numbers: int) -> None:
    back = read_net(net.to_bytes())
    for one, other in zip(dataclasses.astuple(net), dataclasses.astuple(back), strict=True):
        assert np.array_equal(one, other)
    assert back.digest == net.digest
    assert (back.inputs, back.units, back.seconds, back.numbers) == (10, 8, 4, numbers)


@pytest.mark.parametrize("path", sorted(path for name in BUILT_IN for path in load(name).home.glob("master*.net")))
def test_files_without_priors_are_what_they_have_always_been(path: Path) -> None:
    """Whoever has the version before this one reads them, and knows them by the same digest."""
    data = path.read_bytes()
    net = read_net(data)
    if net.numbers == 0:
        (before, weights), (now, written) = (one[len(MAGIC) :].split(b"\n", 1) for one in (data, net.to_bytes()))
        assert net.to_bytes().startswith(MAGIC)
        assert written == weights
        assert {"seats": 2, **json.loads(before)} == json.loads(now)
        assert json.loads(before)["sha256"] == net.digest


def test_priors_lie_in_memory_by_number_and_after_them_how_much_the_own_one_counts() -> None:
    net = with_priors()
    assert net.moves is not None
    packed = net.packed(5).moves
    assert packed[:-1, :-1].tolist() == net.moves[:, :-1].tolist()
    assert packed[:-1, -1].tolist() == (ONE * net.moves[:, -1].astype(int)).tolist()
    assert (packed[-1, ON], packed[-1, HAND]) == (1, round(0.6 * OUTPUT_ONE))
    assert small().packed(5).moves.tolist() == [[0]]


def test_a_net_without_priors_is_sent_as_it_always_was() -> None:
    """Browsers have kept it."""
    assert small().parts == ("rows", "second", "output")
    assert with_priors().parts == ("rows", "second", "output", "moves")


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-2],
        lambda data: data[:-2] + bytes([data[-2] ^ 1, data[-1]]),
        lambda data: data.replace(MAGIC_OF_PRIORS, MAGIC),
        lambda data: data.replace(b'"numbers": 7', b'"numbers": 6'),
        lambda data: data.replace(b'"numbers": 7', b'"numbers": 0'),
        lambda data: data.replace(b'"numbers": 7', b'"number": 7'),
        lambda data: data.replace(b'"hand_prior": 0.6', b'"hand_prior": "much"'),
        lambda data: data.replace(b'"hand_prior"', b'"moves"'),
    ],
)
def test_a_damaged_net_with_priors_is_refused_with_a_sentence(damage) -> None:
    with pytest.raises(BadNet):
        read_net(damage(with_priors().to_bytes()))


@pytest.mark.parametrize("hand_prior", [-0.1, 9.0, float("nan"), float("inf")])
def test_the_own_prior_cannot_count_for_anything(hand_prior: float) -> None:
    with pytest.raises(BadNet, match="own prior counts from 0 to 8"):
        dataclasses.replace(with_priors(), hand_prior=hand_prior).check(most=5)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-2],
        lambda data: data[:-2] + bytes([data[-2] ^ 1, data[-1]]),
        lambda data: data.replace(MAGIC, b"parlour net 9\n"),
        lambda data: data.replace(b'"units": 8', b'"units": 9'),
        lambda data: data.replace(b'"bias"', b'"bios"'),
        lambda data: MAGIC + b"{\n",
        lambda data: b"",
    ],
)
def test_a_damaged_net_is_refused_with_a_sentence(damage) -> None:
    with pytest.raises(BadNet):
        read_net(damage(small().to_bytes()))


def test_a_net_that_could_overflow_is_refused() -> None:
    small(size=90).check(most=5)
    large = small(size=20_000)
    with pytest.raises(BadNet, match=f"more than {MOST_SUM}"):
        large.check(most=5)


def test_a_net_that_is_too_large_is_not_written() -> None:
    with pytest.raises(BadNet, match=str(LARGEST_FILE)):
        small(units=256, inputs=1000).to_bytes()


def test_numbers_that_share_one_are_added_up_each_by_itself() -> None:
    rng = np.random.default_rng(1)
    rows = rng.integers(-900, 900, (30, 12))
    total = together(rows, FOUR).sum(axis=0)
    found = []
    for whole in total.tolist():
        for _ in range(FOUR):
            low = ((whole & 0xFFFF) ^ 0x8000) - 0x8000
            whole = (whole - low) >> 16
            found.append(low)
    assert found == rows.sum(axis=0).tolist()

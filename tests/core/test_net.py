"""Nets as files and as numbers: what is written comes back, what is damaged is refused, and sums keep apart."""

import dataclasses

import numpy as np
import pytest

from parlour.core.net import FOUR, LARGEST_FILE, MAGIC, MOST_SUM, BadNet, TrainedNet, read_net, together


def small(units: int = 8, seconds: int = 4, inputs: int = 10, size: int = 50) -> TrainedNet:
    rng = np.random.default_rng(3)
    first = rng.integers(-size, size + 1, (inputs + 1, units)).astype(np.int16)
    second = rng.integers(-300, 300, (units + 1, seconds)).astype(np.int16)
    output = rng.integers(-300, 300, seconds).astype(np.int16)
    return TrainedNet("chess", 3, 1, first, second, output, -17, 0.75, 2, trained={"round": 4})


def test_a_net_comes_back_as_it_was_written() -> None:
    net = small()
    back = read_net(net.to_bytes())
    for one, other in zip(dataclasses.astuple(net), dataclasses.astuple(back), strict=True):
        assert np.array_equal(one, other)
    assert back.digest == net.digest
    assert (back.inputs, back.units, back.seconds) == (10, 8, 4)


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

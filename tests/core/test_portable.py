"""exp, log and tanh that are the same on every machine: how near they are to the true values, and at the edges."""

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from random import Random

import numpy as np
import pytest

from parlour.core import portable
from parlour.core.compiled.jit import plain
from parlour.core.rng import new_rng, seed_words

Function = Callable[[float], float]


def true_tanh(x: Decimal) -> Decimal:
    if abs(x) < Decimal("1e-9"):
        return x - x**3 / 3
    e = (2 * x).exp()
    return (e - 1) / (e + 1)


def spread(rng: Random, low: float, high: float) -> list[float]:
    """Anywhere in a range, near its middle, and near zero."""
    return [
        *(rng.uniform(low, high) for _ in range(600)),
        *(rng.uniform(-1, 1) for _ in range(600)),
        *(rng.gauss(0, 1) * 10 ** rng.uniform(-20, 0) for _ in range(300)),
    ]


def units(found: float, exact: Decimal) -> float:
    """How far off, in units of the last place."""
    return float(abs(Decimal(found) - exact) / Decimal(math.ulp(float(exact))))


def numbers_for_log(rng: Random) -> list[float]:
    near_one = [1 + rng.uniform(-1, 1) * 10 ** rng.uniform(-15, -1) for _ in range(300)]
    return [*(10 ** rng.uniform(-320, 308) for _ in range(600)), *(rng.uniform(0.5, 2) for _ in range(600)), *near_one]


CASES: list[tuple[Function, Callable[[Decimal], Decimal], Callable[[Random], list[float]], float]] = [
    (portable.exp, Decimal.exp, lambda rng: spread(rng, -745.1, 709.7), 0.7),
    (portable.log, Decimal.ln, numbers_for_log, 0.9),
    (portable.tanh, true_tanh, lambda rng: spread(rng, -22.5, 22.5), 1.5),
]


@pytest.mark.parametrize(("function", "exact", "numbers", "most"), CASES, ids=["exp", "log", "tanh"])
def test_they_err_by_about_one_unit_in_the_last_place(
    function: Function,
    exact: Callable[[Decimal], Decimal],
    numbers: Callable[[Random], list[float]],
    most: float,
) -> None:
    with localcontext() as context:
        context.prec = 45
        # Tiny results have few digits, and a unit of the last place is all that they can be off by.
        assert max(units(function(x), exact(Decimal(x))) for x in numbers(Random(5))) < most


@pytest.mark.parametrize(
    "x", [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, -5e-324, 1e-300, 22.0, 709.78, -745.13]
)
@pytest.mark.parametrize("name", ["exp", "tanh"])
def test_at_the_edges_they_are_those_of_math(name: str, x: float) -> None:
    mine, theirs = getattr(portable, name)(x), getattr(math, name)(x)
    assert np.isnan(mine) == np.isnan(theirs)
    assert np.isnan(mine) or (
        mine == pytest.approx(theirs, rel=1e-15, abs=0) and np.signbit(mine) == np.signbit(theirs)
    )


def test_beyond_the_edges() -> None:
    assert portable.exp(709.79) == math.inf
    assert portable.exp(-745.2) == 0.0
    assert portable.log(0.0) == -math.inf
    assert portable.log(math.inf) == math.inf
    assert np.isnan(portable.log(-1.0))
    assert np.isnan(portable.log(math.nan))
    assert portable.log(1.0) == 0.0
    assert portable.log(5e-324) == pytest.approx(math.log(5e-324), rel=1e-15)


def test_what_python_runs_and_what_is_compiled_is_the_same_to_the_bit() -> None:
    rng = Random(7)
    for x in spread(rng, -30, 30)[:200]:
        for function in (portable.exp, portable.tanh):
            with_python = {"exp": _plain_exp, "tanh": _plain_tanh}[plain(function).__name__]
            assert function(x) == with_python(x)


def _plain_exp(x: float) -> float:
    """exp once more, on Python's own numbers."""
    parts = int(x * portable.PARTS_PER_E + (0.5 if x >= 0 else -0.5))
    left = (x - parts * portable.PART_HIGH) - parts * portable.PART_LOW
    part = parts % portable.PARTS
    power, rest = float(portable.POWER[part]), float(portable.POWER_REST[part])
    return math.ldexp(power + (rest + power * _near_zero(left)), (parts - part) // portable.PARTS)


def _plain_tanh(x: float) -> float:
    size = abs(x)
    if size >= portable.TANH_IS_ONE:
        return math.copysign(1.0, x)
    if size < portable.SMALL:
        square, series = x * x, 0.0
        for term in portable.TANH_SERIES[::-1].tolist():
            series = term + square * series
        return x + x * square * series
    parts = int(2 * size * portable.PARTS_PER_E + 0.5)
    left = (2 * size - parts * portable.PART_HIGH) - parts * portable.PART_LOW
    scale = 2.0 ** (parts // portable.PARTS)
    power = float(portable.POWER[parts % portable.PARTS]) * scale
    t = (power - 1) + (float(portable.POWER_REST[parts % portable.PARTS]) * scale + power * _near_zero(left))
    return math.copysign(t / (t + 2) if size < 1 else 1 - 2 / (t + 2), x)


def _near_zero(x: float) -> float:
    rest = 1 / 720 + x * (1 / 5040)
    for term in (1 / 120, 1 / 24, 1 / 6):
        rest = term + x * rest
    return x + x * x * (0.5 + x * rest)


def test_seeds_give_the_words_that_numpy_gives() -> None:
    rng = Random(3)
    for seed in [0, 1, -1, 2**32, 2**61, -(2**61), 2**64, 2**130, *(rng.getrandbits(48) for _ in range(100))]:
        words = np.random.SeedSequence(abs(seed) * 2 + (seed < 0)).generate_state(2)
        assert new_rng(seed).tolist() == [int(words[0]) | 1, int(words[1])]
        if abs(seed) < 2**62:
            compiled = np.zeros(2, np.int64)
            seed_words(compiled, np.zeros(4, np.int64), seed)
            assert compiled.tolist() == new_rng(seed).tolist()

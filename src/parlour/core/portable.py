"""`exp`, `log` and `tanh` from nothing but additions, multiplications and divisions of doubles, in a fixed order.

Every machine's own library rounds them in its own way, and a search that is off in the last bit plays another move
sooner or later. These give the same bits on a CPU, in WebAssembly and on a GPU, and err by about one unit in the last
place. (`math.sqrt` rounds the same everywhere.) Rules and knowledge use these and not those of `math`.
"""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np

from parlour.core.compiled.jit import rule

PARTS = 16  # of a doubling, in the table
BIAS, FRACTION = 1023, 52  # of a double: its exponent's, and how many bits it has behind the point
ONE_BITS = BIAS << FRACTION
SUBNORMAL = 2.2250738585072014e-308  # below this doubles lose digits
LARGEST_EXP, SMALLEST_EXP = 709.782712893384, -745.1332191019412  # beyond these exp is infinite, or nothing
TANH_IS_ONE = 22.0  # from here on, to the last bit
SMALL, SMALL_TERMS = 0.25, 12  # up to here tanh is a series, of so many terms after the first


def _split(exact: Decimal, bits: int) -> tuple[float, float]:
    """A double of so many bits, and what is missing from it."""
    scale = 2 ** (bits - 1 - np.frexp(float(exact))[1].item())
    high = float(round(exact * scale)) / scale
    return high, float(exact - Decimal(high))


def _tanh_series() -> list[float]:
    """Of x³, x⁵ and so on: tanh' = 1 − tanh²."""
    terms = [Fraction(1)]
    for n in range(1, SMALL_TERMS + 1):
        terms.append(-sum((terms[i] * terms[n - 1 - i] for i in range(n)), Fraction(0)) / (2 * n + 1))
    return [float(term) for term in terms[1:]]


with localcontext() as context:
    context.prec = 60
    _LN2 = Decimal(2).ln()
    _POWERS = [(_LN2 * part / PARTS).exp() for part in range(PARTS)]
    PARTS_PER_E = float(PARTS / _LN2)
    # A multiple of PART_HIGH by up to 2**15 is exact, and so is what it leaves of a number near it.
    PART_HIGH, PART_LOW = _split(_LN2 / PARTS, 36)
    LN2_HIGH, LN2_LOW = _split(_LN2, 40)
    POWER = np.array([float(power) for power in _POWERS])  # 2 ** (part / PARTS)
    POWER_REST = np.array([float(power - Decimal(float(power))) for power in _POWERS])

TANH_SERIES = np.array(_tanh_series())
SQRT_HALF_BITS = int(np.float64(0.5**0.5).view(np.int64))


@rule
def power_of_two(exponent: int) -> float:
    """2 ** exponent, from −1022 to 1023."""
    return float(np.int64((exponent + BIAS) << FRACTION).view(np.float64))


@rule
def exp_less_one_near_zero(x: float) -> float:
    """exp(x) − 1, where |x| is at most half a part: the series, as far as it counts."""
    rest = 1.0 / 720.0 + x * (1.0 / 5040.0)
    rest = 1.0 / 120.0 + x * rest
    rest = 1.0 / 24.0 + x * rest
    rest = 1.0 / 6.0 + x * rest
    return x + x * x * (0.5 + x * rest)


@rule
def nearest_part(x: float) -> int:
    """How many parts of a doubling exp(x) is, about."""
    scaled = x * PARTS_PER_E
    return int(scaled + 0.5) if scaled >= 0.0 else int(scaled - 0.5)


@rule
def exp(x: float) -> float:
    if x != x:
        return x
    if x > LARGEST_EXP:
        return np.inf
    if x < SMALLEST_EXP:
        return 0.0
    parts = nearest_part(x)
    left = (x - parts * PART_HIGH) - parts * PART_LOW
    part = parts & (PARTS - 1)
    doublings = (parts - part) // PARTS
    near = POWER[part] + (POWER_REST[part] + POWER[part] * exp_less_one_near_zero(left))
    # In two steps: the power by itself may be too large for a double, or too small.
    half = doublings >> 1
    return float(near * power_of_two(half) * power_of_two(doublings - half))


@rule
def log(x: float) -> float:
    """The natural logarithm; of 0, −infinity; of less, not a number."""
    if x != x or x == np.inf:
        return x
    if x <= 0.0:
        return -np.inf if x == 0.0 else np.nan
    doublings = 0
    if x < SUBNORMAL:
        x *= 18014398509481984.0  # 2 ** 54
        doublings = -54
    # To between √½ and √2, where the series converges quickly.
    bits = int(np.float64(x).view(np.int64))
    shift = (bits - SQRT_HALF_BITS) >> FRACTION
    doublings += shift
    above = float(np.int64(bits - (shift << FRACTION)).view(np.float64)) - 1.0
    # log(1 + f) = 2 atanh(s), s = f / (2 + f): f is exact, so what is small is added to it last.
    s = above / (2.0 + above)
    square = s * s
    series = 2.0 / 21.0 + square * (2.0 / 23.0)
    series = 2.0 / 19.0 + square * series
    series = 2.0 / 17.0 + square * series
    series = 2.0 / 15.0 + square * series
    series = 2.0 / 13.0 + square * series
    series = 2.0 / 11.0 + square * series
    series = 2.0 / 9.0 + square * series
    series = 2.0 / 7.0 + square * series
    series = 2.0 / 5.0 + square * series
    series = square * (2.0 / 3.0 + square * series)
    halved = 0.5 * above * above
    correction = s * (halved + series) + doublings * LN2_LOW
    return doublings * LN2_HIGH + (above - (halved - correction))


@rule
def tanh(x: float) -> float:
    if x == 0.0 or x != x:
        return x
    size = abs(x)
    if size >= TANH_IS_ONE:
        return 1.0 if x > 0.0 else -1.0
    if size < SMALL:
        square = x * x
        series = TANH_SERIES[SMALL_TERMS - 1]
        for i in range(2, SMALL_TERMS + 1):
            series = TANH_SERIES[SMALL_TERMS - i] + square * series
        return float(x + x * square * series)
    # 1 − 2 / (t + 2) or t / (t + 2), with t = exp(2|x|) − 1.
    parts = nearest_part(2.0 * size)
    left = (2.0 * size - parts * PART_HIGH) - parts * PART_LOW
    scale = power_of_two(parts // PARTS)
    power = POWER[parts & (PARTS - 1)] * scale
    t = (power - 1.0) + (POWER_REST[parts & (PARTS - 1)] * scale + power * exp_less_one_near_zero(left))
    result = t / (t + 2.0) if size < 1.0 else 1.0 - 2.0 / (t + 2.0)
    return float(result if x > 0.0 else -result)

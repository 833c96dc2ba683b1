"""The timetable of a round robin of two seats, by the circle method: one stays, all others move on."""

from functools import lru_cache

from parlour.house.tournaments.state import Tournament

Pair = tuple[str, str]


@lru_cache(maxsize=64)
def timetable(order: tuple[str, ...], cycles: int) -> tuple[tuple[Pair, ...], ...]:
    """All rounds; with an odd number one sits out in each, paired with "". In every second cycle seats are changed."""
    circle = [*order] if len(order) % 2 == 0 else ["", *order]
    half = len(circle) // 2
    rounds: list[tuple[Pair, ...]] = []
    for turn in range(len(circle) - 1):
        pairs = [(circle[n], circle[-1 - n]) for n in range(half)]
        # Who stays would always sit first; and all others begin on the same side as often as on the other.
        turned = [(b, a) if (turn % 2 if n == 0 else n % 2) else (a, b) for n, (a, b) in enumerate(pairs)]
        rounds.append(tuple(turned))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    back = tuple(tuple((b, a) for a, b in pairs) for pairs in rounds)
    return tuple(one for cycle in range(cycles) for one in (back if cycle % 2 else rounds))


def of(t: Tournament) -> tuple[tuple[Pair, ...], ...]:
    return timetable(t.order, t.rules.cycles)


def is_fixed(t: Tournament) -> bool:
    return t.rules.kind == "robin" and t.rules.seats == 2


def annulled(t: Tournament) -> set[str]:
    """Who withdrew from a round robin before half of their matches were played: none of these counts, since else it
    would be luck who had met them."""
    if not is_fixed(t):
        return set()
    return {one for one in t.gone if 2 * _played(t, one) < t.rules.cycles * (len(t.order) - 1)}


def awarded(t: Tournament, number: int, one: str) -> bool:
    """Whether somebody who sat out wins by that: the other one had played half of their matches, and withdrew."""
    if not is_fixed(t):
        return False
    other = next((b if a == one else a for a, b in of(t)[number - 1] if one in (a, b)), "")
    return other in t.gone and other not in annulled(t)


def _played(t: Tournament, one: str) -> int:
    return sum(one in game.pairing.seats for game in t.games.values() if game.result is not None)

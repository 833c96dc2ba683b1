"""Arena: a player who is free is paired again, until the time is up."""

from collections.abc import Sequence
from itertools import combinations

from parlour.house.tables.clocks import MINUTE, SECOND, Uptimes
from parlour.house.tournaments.events import Drawn, Pairing
from parlour.house.tournaments.pairing.history import PairingHistory
from parlour.house.tournaments.pairing.matching import largest, pairs
from parlour.house.tournaments.pairing.seating import seated
from parlour.house.tournaments.standings import standings
from parlour.house.tournaments.state import Tournament

LONGEST_WAIT = 30 * SECOND  # for somebody else than the last opponent, while others still play


def time_is_up(t: Tournament, now: int, uptimes: Uptimes) -> bool:
    """While the house is down no clock runs, and this is one."""
    return t.begun_at is not None and uptimes.between(t.begun_at, now) >= t.rules.minutes * MINUTE


def ends(t: Tournament, uptimes: Uptimes) -> int:
    assert t.begun_at is not None, "it has begun"
    return t.begun_at + t.rules.minutes * MINUTE + uptimes.down_since(t.begun_at)


def draw(t: Tournament, now: int) -> Drawn | None:
    """All who can be, out of those who are free; None: nobody can."""
    points = {row.entrant: row.points for row in standings(t)}
    free = sorted(t.free_since, key=lambda one: (-points[one], t.free_since[one], t.lot(one)))
    if len(free) < t.rules.seats:
        return None
    past = PairingHistory(t)
    made = _pairs(t, free, past, now) if t.rules.seats == 2 else _groups(t, free, past, now)
    if not made:
        return None
    number = len(t.rounds) + 1
    pairings = tuple(Pairing(f"{number}-{n}", seated(t, past, group, number)) for n, group in enumerate(made, 1))
    return Drawn(at=now, round=number, pairings=pairings)


def next_look(t: Tournament) -> int | None:
    """When somebody has waited long enough to meet their last opponent again."""
    waiting = sorted(t.free_since.values())
    return waiting[t.rules.seats - 1] + LONGEST_WAIT if len(waiting) >= t.rules.seats else None


def _stuck(t: Tournament, group: Sequence[str], now: int) -> bool:
    """Whether waiting for somebody else has gone on for long enough, or nobody else is coming."""
    return not t.undecided or all(now - t.free_since[one] >= LONGEST_WAIT for one in group)


def _pairs(t: Tournament, free: list[str], past: PairingHistory, now: int) -> list[list[str]]:
    graph = [[n for n, other in enumerate(free) if other != one and not past.just_met(one, other)] for one in free]
    mates = largest(graph, [True] * len(free))
    fresh = [n for n, mate in enumerate(mates) if mate >= 0]
    left = [free[n] for n, mate in enumerate(mates) if mate < 0]
    place = {n: at for at, n in enumerate(fresh)}
    among = [[place[m] for m in graph[n] if m in place] for n in fresh]
    nearest = pairs(among, lambda one, others: sorted(others, key=lambda other: abs(other - one)))
    made = [[free[fresh[a]], free[fresh[b]]] for a, b in nearest]
    while len(left) >= 2 and _stuck(t, left[:2], now):
        made.append(left[:2])
        left = left[2:]
    return made


def _groups(t: Tournament, free: list[str], past: PairingHistory, now: int) -> list[list[str]]:
    """The nearest in the standings, those aside who have just sat together as far as others can be had."""
    made: list[list[str]] = []
    while len(free) >= t.rules.seats:
        group = free[:1]
        while len(group) < t.rules.seats:
            others = [one for one in free if one not in group]
            group.append(min(others, key=lambda one: sum(past.just_met(one, other) for other in group)))
        same = all(past.just_met(a, b) for a, b in combinations(group, 2))
        if same and not _stuck(t, group, now):
            break
        made.append(group)
        free = [one for one in free if one not in group]
    return made

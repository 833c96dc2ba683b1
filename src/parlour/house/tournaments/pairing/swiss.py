"""Swiss: everybody meets somebody with about as many points, and nobody twice as long as that can be avoided."""

import random
from collections.abc import Mapping, Sequence
from itertools import groupby
from math import ceil, log2

from parlour.house.tournaments.events import Drawn, Pairing
from parlour.house.tournaments.pairing.groups import groups
from parlour.house.tournaments.pairing.history import PairingHistory
from parlour.house.tournaments.pairing.matching import pairs, unpaired
from parlour.house.tournaments.pairing.seating import seated
from parlour.house.tournaments.pairing.sitting_out import candidates, who_sits_out
from parlour.house.tournaments.standings import standings
from parlour.house.tournaments.state import Tournament


def rounds(entrants: int, seats: int, asked: int) -> int:
    """As many as it takes to tell who is best; with two seats never more than there are others to meet."""
    enough = max(1, ceil(log2(entrants)))
    return min(asked or enough, entrants - 1 + entrants % 2) if seats == 2 else asked or enough


def draw(t: Tournament, now: int) -> Drawn:
    number, past = len(t.rounds) + 1, PairingHistory(t)
    points = {row.entrant: row.points for row in standings(t)}
    place = {one: n for n, one in enumerate(t.order)}
    # Within a number of points by the seeding, which is the same in every round: tie-breaks are for the end.
    players = sorted(t.active, key=lambda one: (-points[one], place[one]))
    if t.rules.seats == 2:
        out = _bye(t, past, players)
        made = _pairs([one for one in players if one not in out], past, points)
    else:
        out = who_sits_out(t, past, players, len(players) % t.rules.seats)
        rng = random.Random(f"{t.seed} {number}")
        here = [one for one in players if one not in out]
        made = groups(here, t.rules.seats, past, rng, lambda a, b: abs(points[a] - points[b]))
    pairings = tuple(Pairing(f"{number}-{n}", seated(t, past, group, number)) for n, group in enumerate(made, 1))
    return Drawn(at=now, round=number, pairings=pairings, byes=tuple(out))


def _graph(players: Sequence[str], past: PairingHistory) -> list[list[int]]:
    return [
        [n for n, other in enumerate(players) if other != one and not past.times(one, other)]
        for one in players
    ]  # fmt: skip


def _bye(t: Tournament, past: PairingHistory, players: Sequence[str]) -> list[str]:
    """The lowest who has had the fewest; of those, one without whom the others repeat the fewest pairings."""
    if len(players) % 2 == 0:
        return []
    graph = _graph(players, past)
    order = candidates(past, players)
    fair = [one for one in order if past.byes[one] == past.byes[order[0]]]

    def repeats(one: str) -> int:
        return unpaired(graph, [other != one for other in players])

    best, least = fair[0], repeats(fair[0])
    for one in fair[1:]:
        if least == 0:
            break
        if (now := repeats(one)) < least:
            best, least = one, now
    return [best]


def _pairs(players: Sequence[str], past: PairingHistory, points: Mapping[str, int]) -> list[list[str]]:
    """The upper half of a score group meets the lower half, in order."""
    middle: dict[str, tuple[int, int]] = {}  # by player: its place in its score group, and half of the group's size
    for _, level in groupby(players, key=lambda one: points[one]):
        group = list(level)
        for n, one in enumerate(group):
            middle[one] = (n, len(group) // 2)

    def wishes(one: int, others: list[int]) -> list[int]:
        me = players[one]
        here, half = middle[me]

        def liking(n: int) -> tuple[int, bool, int, int]:
            other = players[n]
            clash = past.lean(me) * past.lean(other) > 0
            ideal = abs(middle[other][0] - (here + half)) if points[other] == points[me] else n
            return abs(points[other] - points[me]), clash, ideal, n

        return sorted(others, key=liking)

    return [[players[a], players[b]] for a, b in pairs(_graph(players, past), wishes)]

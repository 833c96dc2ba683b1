"""What pairings look back at: who met whom, who sat where, who sat out."""

from collections import Counter
from itertools import combinations

from parlour.house.tournaments.state import Tournament


class PairingHistory:
    def __init__(self, t: Tournament) -> None:
        self.met: Counter[frozenset[str]] = Counter()
        self.sat: Counter[tuple[str, int]] = Counter()
        self.byes: Counter[str] = Counter(one for past in t.rounds for one in past.byes)
        self.last: dict[str, frozenset[str]] = {}  # whom somebody met last
        self.last_seat: dict[str, int] = {}
        for game in t.games.values():
            seats = game.pairing.seats
            self.met.update(frozenset(pair) for pair in combinations(seats, 2))
            for seat, one in enumerate(seats):
                self.sat[one, seat] += 1
                self.last[one] = frozenset(seats) - {one}
                self.last_seat[one] = seat

    def times(self, one: str, other: str) -> int:
        return self.met[frozenset((one, other))]

    def lean(self, one: str) -> int:
        """How much more often somebody had the first of two seats."""
        return self.sat[one, 0] - self.sat[one, 1]

    def just_met(self, one: str, other: str) -> bool:
        """Whether either was the other's last opponent."""
        return other in self.last.get(one, ()) or one in self.last.get(other, ())

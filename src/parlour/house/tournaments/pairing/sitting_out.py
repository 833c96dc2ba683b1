"""Who sits out when the tables do not come out even: nobody a second time before everybody has once."""

from collections.abc import Sequence

from parlour.house.tournaments.pairing.history import PairingHistory
from parlour.house.tournaments.state import Tournament


def who_sits_out(t: Tournament, past: PairingHistory, players: Sequence[str], count: int) -> list[str]:
    """Of players as they stand, the last of those who did so least often."""
    return candidates(past, players)[:count]


def candidates(past: PairingHistory, players: Sequence[str]) -> list[str]:
    lowest = {one: place for place, one in enumerate(reversed(players))}
    return sorted(players, key=lambda one: (past.byes[one], lowest[one]))

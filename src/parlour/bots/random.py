"""The random bot: any legal move, each equally likely."""

from random import Random

from parlour.core.match import Match


def random_step(match: Match, seat: int, rng: Random) -> str:
    """A move for this seat, which must be to act."""
    return rng.choice(match.legal(seat))

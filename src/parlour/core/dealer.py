"""The dealer: chance outcomes that nobody could know beforehand and everybody can check afterwards.

Each match has a secret of 32 bytes. Its SHA-256, the *commitment*, is shown first; then every seat may contribute a
text; contributions close with the first draw. Draw k (0, 1, 2 …; every draw ever made counts) takes

    HMAC-SHA256(secret, "parlour deal 1" ‖ contributions ‖ k ‖ try)

with k and try as 8 and 4 bytes, big-endian, and each contribution as 4 bytes of length and its UTF-8 bytes (a seat
that gave none has length 2³² − 1 and no bytes). The first 8 bytes are a number r. With W the sum of the weights, r is
thrown away, and `try` goes up by one, if r ≥ 2⁶⁴ − (2⁶⁴ mod W); else r mod W, counted through the weights in the
order in which the game lists its outcomes, gives the outcome.

What a bot does by lot comes from the same secret, under a label of its own: nobody knows it beforehand either, and
neither do bots tell anything of cards nor cards of bots.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

from parlour.core.record import Dealing
from parlour.core.texts import Refused, printable

SECRET_BYTES = 32
LONGEST_CONTRIBUTION = 200
SEED_BYTES = 16  # too many to be tried, even by somebody who can play a bot's moves over as fast as a GPU
_DOMAIN, _BOT_DOMAIN = b"parlour deal 1", b"parlour bot 1"
_NOTHING = (2**32 - 1).to_bytes(4, "big")


class Dealer:
    """Draws for one match."""

    def __init__(self, seats: int, secret: bytes | None = None, contributions: Sequence[str | None] = ()) -> None:
        self.secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
        self.contributions: list[str | None] = list(contributions) or [None] * seats
        self.drawn = 0

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    def contribute(self, seat: int, text: str) -> None:
        """A seat's own share of the chance; each seat once, before the first draw."""
        if self.drawn:
            raise Refused("refuse.contribution-late")
        if not 0 <= seat < len(self.contributions):
            raise Refused("refuse.no-such-seat", seat=seat)
        if self.contributions[seat] is not None:
            raise Refused("refuse.contribution-twice")
        if not is_contribution(text):
            raise Refused("refuse.contribution-length", most=LONGEST_CONTRIBUTION)
        self.contributions[seat] = text

    def draw(self, weights: Sequence[int]) -> int:
        """Which of the weighted outcomes comes next."""
        index = outcome(self.secret, self.contributions, self.drawn, weights)
        self.drawn += 1
        return index

    def bot_seed(self, seat: int, purpose: str) -> int:
        """What a bot in this seat draws its lots from; another one for each purpose."""
        message = _BOT_DOMAIN + seat.to_bytes(2, "big") + purpose.encode()
        return int.from_bytes(hmac.digest(self.secret, message, "sha256")[:SEED_BYTES], "big")

    def copy(self) -> "Dealer":
        twin = Dealer(len(self.contributions), self.secret, self.contributions)
        twin.drawn = self.drawn
        return twin

    def dealing(self, reveal: bool) -> Dealing:
        return Dealing(self.commitment, list(self.contributions), self.secret.hex() if reveal else None)


def outcome(secret: bytes, contributions: Sequence[str | None], k: int, weights: Sequence[int]) -> int:
    """The outcome of draw `k`, as written above."""
    total = sum(weights)
    shares = b"".join(_NOTHING if c is None else len(c.encode()).to_bytes(4, "big") + c.encode() for c in contributions)
    attempt = 0
    while True:
        message = _DOMAIN + shares + k.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        number = int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")
        if number < 2**64 - 2**64 % total:
            break
        attempt += 1
    left = number % total
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise ValueError("no outcome has a weight")


def dealer_of(dealing: Dealing, seats: int) -> Dealer | None:
    """The dealer of a record, if its secret is there; refuses a dealing that contradicts itself."""
    if len(dealing.contributions) != seats:
        raise Refused("refuse.dealing-seats")
    if any(c is not None and not is_contribution(c) for c in dealing.contributions):
        raise Refused("refuse.contribution-length", most=LONGEST_CONTRIBUTION)
    if dealing.secret is None:
        return None
    if not re.fullmatch("([0-9a-f]{2})+", dealing.secret):
        raise Refused("refuse.dealing-secret")
    secret = bytes.fromhex(dealing.secret)
    if hashlib.sha256(secret).hexdigest() != dealing.commitment:
        raise Refused("refuse.dealing-commitment")
    return Dealer(seats, secret, dealing.contributions)


def is_contribution(text: str) -> bool:
    """Lone surrogates, which JSON can carry and UTF-8 cannot, are among what is not printable."""
    return 0 < len(text) <= LONGEST_CONTRIBUTION and printable(text)

"""Passwords: which ones will do, and how they are kept.

Kept is `scrypt$15$8$3$salt$key`: the way, log2 of its cost, its block size, its parallelism, then salt and key in
base64. So parameters can change, and a password is hashed anew with them at the next signing in.

One hashing takes 32 MiB and some tenths of a second of a core. That is the point of it, and the danger: so they are
done one at a time, in a thread of their own (OpenSSL lets go of the interpreter meanwhile). Households take turns, and
when too many wait the next one is refused instead of queued.
"""

import asyncio
import hashlib
import hmac
import secrets
import unicodedata
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from zxcvbn_rs_py import Warning as Weakness
from zxcvbn_rs_py import zxcvbn

from parlour.core.texts import Refused
from parlour.house.people.hashing_queue import MOST_OF_ONE, MOST_WAITING, HashingQueue

SHORTEST, LONGEST = 8, 200
SALT_BYTES, KEY_BYTES = 16, 32
WAY = "scrypt"


class Cost(NamedTuple):
    """How hard a hashing is made."""

    log_n: int = 15
    r: int = 8
    p: int = 3

    def memory(self) -> int:
        """OpenSSL counts p more blocks than the 128·r·N of the formula, and refuses without a word on what it needs."""
        return 128 * self.r * ((1 << self.log_n) + self.p + 2)


COST = Cost()
HARDEST = Cost(20, 16, 16)  # whatever a kept text says, no more than this is done for it


class PasswordCheck(NamedTuple):
    """Whether a password was right; if so, and if it is kept in an outdated way, how to keep it from now on."""

    right: bool
    renewed: str | None = None


class Passwords:
    """Hashes and compares them, beside the event loop and one at a time."""

    def __init__(self, cost: Cost = COST, most_waiting: int = MOST_WAITING, most_of_one: int = MOST_OF_ONE) -> None:
        self.cost = cost
        self.hashed = 0  # how many hashings were done
        self._queue = HashingQueue(most_waiting, most_of_one)
        self._thread = ThreadPoolExecutor(1, "passwords")
        # Compared with where there is no account: wrong for every password, and it takes as long to find out.
        self._nobody = text_of(cost, secrets.token_bytes(SALT_BYTES), secrets.token_bytes(KEY_BYTES))

    async def keep(self, password: str, household: str = "") -> str:
        """The text by which to know this password again. `household`: for whom it is done, by any name; each waits
        behind its own."""
        salt = secrets.token_bytes(SALT_BYTES)
        return text_of(self.cost, salt, await self._hash(password, self.cost, salt, household))

    async def verify(self, password: str, kept: str | None, household: str = "") -> PasswordCheck:
        """Compare with what is kept. Nothing kept is as much work as a wrong password, and comes to the same."""
        cost, salt, key = parts_of(kept or self._nobody)
        right = hmac.compare_digest(await self._hash(password, cost, salt, household), key) and kept is not None
        if not right or cost == self.cost:
            return PasswordCheck(right)
        return PasswordCheck(True, await self.keep(password, household))

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _hash(self, password: str, cost: Cost, salt: bytes, household: str) -> bytes:
        await self._queue.wait(household)
        work = self._thread.submit(scrypt, normal(password), cost, salt)
        loop = asyncio.get_running_loop()

        def done(_: object) -> None:  # in that thread; counted back here, so that nobody else touches the count
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._done, household)

        work.add_done_callback(done)
        return await asyncio.wrap_future(work)

    def _done(self, household: str) -> None:
        self.hashed += 1
        self._queue.done(household)


def scrypt(password: str, cost: Cost, salt: bytes) -> bytes:
    return hashlib.scrypt(
        password.encode(),
        salt=salt,
        n=1 << cost.log_n,
        r=cost.r,
        p=cost.p,
        maxmem=cost.memory() + 1024,
        dklen=KEY_BYTES,
    )


def normal(password: str) -> str:
    """The same password whichever keyboard wrote it: an é in one piece and an é in two are one."""
    return unicodedata.normalize("NFKC", password)


def text_of(cost: Cost, salt: bytes, key: bytes) -> str:
    return "$".join((WAY, *map(str, cost), b64encode(salt).decode(), b64encode(key).decode()))


def parts_of(kept: str) -> tuple[Cost, bytes, bytes]:
    try:
        way, log_n, r, p, salt, key = kept.split("$")
        cost = Cost(int(log_n), int(r), int(p))
        parts = cost, b64decode(salt, validate=True), b64decode(key, validate=True)
    except (ValueError, NotBase64):
        raise ValueError("a kept password cannot be read") from None  # and is not shown
    if way != WAY or not all(1 <= mine <= most for mine, most in zip(cost, HARDEST, strict=True)):
        raise ValueError("a password is kept in a way that is not known here")
    return parts


# -- which will do --------------------------------------------------------------------------------------------


def check(password: str, name: str = "") -> None:
    """Refuse what would be among the first guesses. Rules about capitals and signs are not among them: they make
    passwords hard to remember and easy to guess."""
    plain = normal(password)
    if len(plain) < SHORTEST:
        raise Refused("people.password-short", least=SHORTEST)
    if len(plain) > LONGEST:
        raise Refused("people.password-long", most=LONGEST)
    try:
        plain.encode()
    except UnicodeEncodeError:  # half a character
        raise Refused("people.password-unreadable") from None
    own = normal(name).casefold()
    if is_own_name(plain.casefold(), own):
        raise Refused("people.password-name")
    judged = zxcvbn(plain[:MOST_JUDGED], [*HOUSE_WORDS, own, *own.split()])
    if judged.guesses <= TOO_FEW_GUESSES:
        warning = judged.feedback and judged.feedback.warning
        raise Refused(next((reason for one, reason in REASONS if one == warning), "people.password-common"))


def is_own_name(password: str, name: str) -> bool:
    """The name with nothing but digits and signs around it, forwards or backwards."""
    letters, own = only_letters(password), only_letters(name)
    return len(own) > 1 and letters in (own, own[::-1], own * 2)


def only_letters(text: str) -> str:
    return "".join(c for c in text if c.isalpha())


# Strangers together have some 2,500 guesses a day at an account. With a stolen database a core has about ten a second.
TOO_FEW_GUESSES = 10**7
MOST_JUDGED = 24  # characters: signs that stand for letters make the judging of longer ones slow, up to a second
HOUSE_WORDS = ("parlour", "boardgame", "boardgames", "yinsh", "regatta", "luckymoose", "moose", "command", "dance")
REASONS: Sequence[tuple[Weakness, str]] = (
    (Weakness.StraightRowsOfKeysAreEasyToGuess, "people.password-sequence"),
    (Weakness.ShortKeyboardPatternsAreEasyToGuess, "people.password-sequence"),
    (Weakness.SequencesLikeAbcAreEasyToGuess, "people.password-sequence"),
    (Weakness.RepeatsLikeAaaAreEasyToGuess, "people.password-repeats"),
    (Weakness.RepeatsLikeAbcAbcAreOnlySlightlyHarderToGuess, "people.password-repeats"),
    (Weakness.RecentYearsAreEasyToGuess, "people.password-date"),
    (Weakness.DatesAreOftenEasyToGuess, "people.password-date"),
)

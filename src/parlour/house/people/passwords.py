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
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

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
    for guess, reason in GUESSES:
        if guess(plain.casefold(), normal(name).casefold()):
            raise Refused(reason)


def is_repeated(password: str, name: str) -> bool:
    """A piece of up to three characters again and again, or no more than two different ones."""
    size = len(password)
    return len(set(password)) < 3 or any((password[:piece] * size)[:size] == password for piece in (1, 2, 3))


def is_sequence(password: str, name: str) -> bool:
    """At most two runs, one after the other (12345678, abcd4321, qwertyui) or one between the other (1q2w3e4r)."""
    return runs(password) <= 2 or (runs(password[::2]) == 1 and runs(password[1::2]) == 1)


def runs(text: str) -> int:
    """How many pieces it has that each go up, down or along a keyboard's row, or stand still."""
    count, step = 1, None
    for a, b in pairwise(text):
        follows = steps_between(a, b)
        if step is None and follows:
            step = follows[0]
        elif step not in follows:
            count, step = count + 1, None
    return count


def steps_between(a: str, b: str) -> list[tuple[str, int]]:
    """In which sequences b is the neighbour of a, or a again, and on which side."""
    found = [("code", ord(b) - ord(a))] if abs(ord(b) - ord(a)) <= 1 else []
    for row in KEYBOARD:
        at = row.find(a)
        if at >= 0 and b in row[max(0, at - 1) : at + 2]:
            found.append((row, row.find(b) - at))
    return found


def is_own_name(password: str, name: str) -> bool:
    """The name with nothing but digits and signs around it, forwards or backwards."""
    letters, own = only_letters(password), only_letters(name)
    return len(own) > 1 and letters in (own, own[::-1], own * 2)


def is_common(password: str, name: str) -> bool:
    """A word that everybody thinks of, even dressed up: P@ssw0rd1."""
    undressed = password.strip(SIGNS)
    spelt = (password, undressed.translate(DRESS), undressed.translate(DRESS_I))
    return any(only_letters(word) in COMMON for word in spelt)


def only_letters(text: str) -> str:
    return "".join(c for c in text if c.isalpha())


KEYBOARD = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm")
SIGNS = "0123456789 .,;:!?*#+-_"
DRESS = str.maketrans("01345789@$!", "oleastbgasl")
DRESS_I = str.maketrans("01345789@$!", "oieastbgasi")
WORDS = """
    password passwort passwords passphrase secret geheim letmein welcome willkommen admin administrator login user guest
    changeme default master football baseball basketball soccer hockey iloveyou loveyou sunshine princess dragon monkey
    shadow superman batman starwars pokemon summer winter spring autumn flower freedom whatever trustno trustnoone test
    testing computer internet hello hallo michael jordan charlie qwerty qwertz azerty asdf parlour boardgame boardgames
"""
COMMON = frozenset(word * times for word in WORDS.split() for times in (1, 2))
Guess = Callable[[str, str], bool]
GUESSES: tuple[tuple[Guess, str], ...] = (
    (is_repeated, "people.password-repeats"),
    (is_sequence, "people.password-sequence"),
    (is_own_name, "people.password-name"),
    (is_common, "people.password-common"),
)

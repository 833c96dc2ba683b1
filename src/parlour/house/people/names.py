"""Names of people: which will do, which are the same to the eye, and made-up ones for guests.

A name is kept as it is shown: NFKC, without invisible characters, with single spaces. Two of those that differ only in
case are the same name. Names of one alphabet that look like another's as a whole (Cyrillic “сор”, Latin “cop”) are let
through: people who really write so must be able to sign up. Mixing such alphabets is what only an imitator needs.
"""

import unicodedata
from collections.abc import Sequence

from parlour.core.texts import Refused

SHORTEST, LONGEST = 2, 24
SIGNS = " ._-"
MOST_MARKS = 2  # accents on one letter; more of them climb out of the line

# Alphabets that share the looks of their letters.
LOOKALIKES = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE"))
# Letters and marks that show nothing, beside the whole category of format characters.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))  # which of a character's shapes to show
TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # of writing direction

# What the house and its bots are called.
RESERVED = frozenset(
    {"admin", "administrator", "bot", "everybody", "guest", "host", "house", "learner", "master", "moderator", "nobody",
     "neighbour", "old hand", "parlour", "regular", "root", "server", "somebody", "system", "the house", "you"}
)  # fmt: skip


def check(name: str) -> str:
    """The name as it is kept and shown, or a reason against it."""
    if any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") or c in TURNS for c in name):
        raise Refused("people.name-control")
    clean = tidy(name)
    if not SHORTEST <= len(clean) <= LONGEST:
        raise Refused("people.name-length", least=SHORTEST, most=LONGEST)
    for c in clean:
        if not (is_letter(c) or is_mark(c) or is_digit(c) or c in SIGNS):
            raise Refused("people.name-character", character=c)
    if not all(is_letter(c) or is_digit(c) or is_mark(c) for c in (clean[0], clean[-1])) or is_mark(clean[0]):
        raise Refused("people.name-ends")
    if any(all(map(is_mark, clean[at : at + MOST_MARKS + 1])) for at in range(len(clean) - MOST_MARKS)):
        raise Refused("people.name-marks")
    if len(alphabets(clean) & LOOKALIKES) > 1 or len(zeros(clean)) > 1:
        raise Refused("people.name-mixed")
    if fold(clean) in RESERVED:
        raise Refused("people.name-reserved", name=clean)
    return clean


def tidy(name: str) -> str:
    """Composed, without what cannot be seen, with single spaces."""
    # Twice: what was taken out may have stood between a letter and its accent.
    composed = unicodedata.normalize("NFKC", name)
    seen = "".join(c for c in composed if not is_unseen(c))
    return " ".join(unicodedata.normalize("NFKC", seen).split())


def one_line(text: str) -> str:
    """What somebody wrote or their browser says, without what would act up in a list or a terminal."""
    return tidy("".join(c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text))


def fold(name: str) -> str:
    """The same for names that are the same."""
    return unicodedata.normalize("NFKC", tidy(name).casefold())


def is_unseen(c: str) -> bool:
    return unicodedata.category(c) == "Cf" or c in UNSEEN or any(ord(c) in block for block in SELECTORS)


def is_letter(c: str) -> bool:
    return unicodedata.category(c).startswith("L")


def is_mark(c: str) -> bool:
    return unicodedata.category(c) in ("Mn", "Mc")


def is_digit(c: str) -> bool:
    return unicodedata.category(c) == "Nd"


def alphabets(name: str) -> set[str]:
    """The first word of a letter's name in Unicode is its alphabet."""
    return {unicodedata.name(c, "").split(" ")[0] for c in name if is_letter(c)}


def zeros(name: str) -> set[int]:
    """Which sets of digits are used, each by where its zero is."""
    return {ord(c) - unicodedata.digit(c) for c in name if is_digit(c)}


# -- made up --------------------------------------------------------------------------------------------------


def made_up(chance: Sequence[int]) -> str:
    """A pleasant name out of four random bytes: some 400,000 of them."""
    first, second, high, low = chance[:4]
    number = 2 + (high * 256 + low) % 98
    return f"{MANNERS[first % len(MANNERS)]} {ANIMALS[second % len(ANIMALS)]} {number}"


# 64 of each, so that bytes choose evenly. Short, kind, and together no longer than a name may be.
MANNER_WORDS = """
    Able Amber Azure Brave Breezy Bright Brisk Calm Candid Cheery Clever Copper Coral Cosy Daring Dapper Deft Eager
    Early Fair Fleet Fond Gentle Glad Golden Hardy Hazel Honest Humble Ivory Jade Jolly Keen Kind Lively Loyal Lucky
    Lunar Maple Mellow Merry Mild Misty Nimble Noble Patient Plucky Polite Proud Quick Quiet Rosy Rustic Sage Silver
    Snug Steady Sunny Swift Tidy Velvet Warm Wise Witty
"""
ANIMAL_WORDS = """
    Alpaca Badger Beaver Bison Bittern Camel Condor Crane Curlew Dolphin Dormouse Eagle Egret Falcon Ferret Finch Fox
    Gannet Gazelle Gecko Goose Grebe Hare Hedgehog Heron Hoopoe Ibex Ibis Jackdaw Kestrel Kiwi Lark Lemur Linnet Lynx
    Magpie Marmot Marten Moose Newt Okapi Oriole Osprey Otter Owl Panda Pelican Penguin Petrel Plover Puffin Quail Raven
    Robin Salmon Seal Sparrow Stoat Stork Swan Tapir Tern Toad Wren
"""
MANNERS, ANIMALS = tuple(MANNER_WORDS.split()), tuple(ANIMAL_WORDS.split())

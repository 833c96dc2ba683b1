"""Talk: players speak about piles, never about numbers. What says a number, and how it may be disguised.

Another language is another `Numbers`; nothing else here knows English.
"""

import re
from functools import cached_property
from itertools import pairwise
from unicodedata import category, normalize

from parlour.core.texts import Text

NUMBER_CLASSES = ("Nd", "Nl", "No")
KEYCAPS = "\u20e3\U0001f51f"  # the frame that makes a key of the sign before it, and the key with a ten on it
UNSEEN = ("Cf", "Mn", "Me")  # what hides between letters or adorns them: joiners, accents, frames
# Letters of other alphabets, or with a stroke, that are read as a Latin one.
LOOKS_LIKE = str.maketrans("ıłøđŧħаеорсухіјѕһԁԛԝοαενιυτρχκ", "ilodthaeopcyxijshdqwoaeviutpxk")
# As letters, 2 to 99 as cards have them; `i` alone is who speaks, and one other letter alone is a letter.
ROMAN = re.compile(r"(?=..)(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")


class Numbers:
    """The number words of a language, in every form that is written as one word."""

    def __init__(self, words: set[str], alone: set[str], ordering: set[str], pile: str) -> None:
        self.words = words
        self.alone = alone  # these pass by themselves, as in “good one”, but not beside each other
        self.ordering = ordering  # these may stand directly before the word for a pile
        self.pile = pile

    @cached_property
    def run_together(self) -> re.Pattern[str]:
        """Several of them as one word: `twentyseven` has nothing else in it, `often` has."""
        return re.compile(f"(?:{_any_of(self.words | self.alone | self.ordering)}){{2,}}")

    @cached_property
    def spelled_out(self) -> re.Pattern[str]:
        return re.compile(_any_of(self.words))

    @cached_property
    def piles(self) -> re.Pattern[str]:
        """“second pile”: a word for a pile with its place before it."""
        return re.compile(rf"\b(?:{_any_of(self.ordering)})[\s‐-]+{self.pile}\b")


def _any_of(words: set[str]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


def _words(text: str) -> list[str]:
    """Runs of letters. A hyphen parts words, so that each of twenty-seven is looked at."""
    return re.findall(r"[^\W\d_]+", text)


def _english() -> Numbers:
    plain = _words(
        "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred dozen"
    )
    odd = {"two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth"}
    ordinals = [odd.get(word, re.sub("y$", "ie", word) + "th") for word in plain]
    plurals = [re.sub("(x|o)$", r"\1e", re.sub("y$", "ie", word)) + "s" for word in [*plain, *ordinals]]
    ordering = {"first", "second", "third", "fourth"}
    return Numbers({*plain, *ordinals, *plurals, "zeros", "twos"}, {"one", "ones"}, ordering, "pile")


ENGLISH = _english()


def may_not_say(text: str, numbers: Numbers = ENGLISH) -> Text | None:
    """Why players may not say this to each other during a game, or None if they may."""
    plain = normalize("NFKC", text).lower()
    # NFKC makes letters of Ⅷ and digits of ½: what was written counts, and what it comes to.
    if any(category(sign) in NUMBER_CLASSES or sign in KEYCAPS for sign in text + plain):
        return Text("why.number-sign")
    seen = "".join(sign for sign in normalize("NFD", plain) if category(sign) not in UNSEEN).translate(LOOKS_LIKE)
    number = _number_in(_words(numbers.piles.sub(numbers.pile, seen)), numbers)
    return None if number is None else Text("why.number-word", {"word": number})


def _number_in(words: list[str], numbers: Numbers) -> str | None:
    for word in words:
        if word in numbers.words or numbers.run_together.fullmatch(word) or ROMAN.fullmatch(word):
            return word
    for run in _single_letters(words):
        if found := numbers.spelled_out.search(run):
            return found[0]
        if ROMAN.fullmatch(run) and set(run) != {"i"}:  # “I, I mean that pile”
            return run
    beside = _alone_put_together(words, numbers)
    return next((f"{a} {b}" for a, b in pairwise(beside) if {a, b} <= numbers.alone), None)


def _single_letters(words: list[str]) -> list[str]:
    """Letters that stand by themselves one after the other, each such row as one text."""
    return "".join(word if len(word) == 1 else " " for word in words).split()


def _alone_put_together(words: list[str], numbers: Numbers) -> list[str]:
    """The words, where those that pass alone are one word even if they are written letter by letter."""
    result, at = [], 0
    while at < len(words):
        spelled = [word for word in numbers.alone if words[at : at + len(word)] == list(word)]
        result.append(max(spelled, key=len, default=words[at]))
        at += len(result[-1]) if spelled else 1
    return result

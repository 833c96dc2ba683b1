"""The word filter: what the host does not want to read here, found in spite of case, accents and simple disguises.

A word is found as a whole word, so that nobody from Scunthorpe is kept out; with `*` at an end anything may go on.
Letters may be repeated (`fooool`), written as signs that look alike (`f00l`, Cyrillic letters), and parted by signs
(`f.o.o.l`) or all by spaces (`f o o l`). More than that is not tried: who wants to be rude finds a way, and others can
report them.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from parlour.core.texts import Refused
from parlour.house.moderation.records import Word
from parlour.house.people.names import is_mark, is_unseen, one_line

MOST_WORDS, SHORTEST, LONGEST = 500, 2, 40
MASK = "•"
ANY = "*"  # at an end of a word: whatever comes there

# Written for a letter, beside itself.
SIGNS = {
    "a": "4@", "b": "8", "c": "(", "e": "3€", "g": "9", "i": "1!|", "l": "1|", "o": "0", "s": "5$", "t": "7+", "z": "2",
}  # fmt: skip
ALIKE = str.maketrans("авеікмнорстухѕј", "abeikmhopctyxsj")  # Cyrillic letters that look like Latin ones
PARTED = r"(?:[^\w\s]|_){0,2}"  # signs between two letters
SPACED = r"[\W_]{1,3}"  # between any two of a word that is s p a c e d
IN_WORD = re.compile(r"\w")
EDGE_BEFORE, EDGE_AFTER = r"(?<![^\W_])", r"(?![^\W_])"
# Of one letter, so that a word made of signs which stand for several (| and 1 are i or l) is soon given up. Longer runs
# of the same character are looked at as if they were as long as this.
LONGEST_RUN = 6


class WordFound(NamedTuple):
    start: int
    end: int
    refused: bool


def check(words: Sequence[Word]) -> list[Word]:
    """The list as it is kept: tidy, each word once; or a reason against it."""
    if len(words) > MOST_WORDS:
        raise Refused("words.many", most=MOST_WORDS)
    kept: dict[str, Word] = {}
    for each in words:
        word = one_line(each.word).casefold()
        inside = word.strip(ANY)
        if len(_folded(inside)[0].replace(" ", "")) < SHORTEST or len(word) > LONGEST:
            raise Refused("words.length", word=word[:LONGEST], least=SHORTEST, most=LONGEST)
        if ANY in inside or not any(c.isalpha() for c in inside):
            raise Refused("words.form", word=word)
        kept[word] = Word(word, each.how)
    return [kept[word] for word in sorted(kept)]


def masked(text: str, words: Sequence[Word]) -> str:
    """The text with dots for what is not wanted; refused, if it has what is to be refused."""
    found = find(text, words)
    if any(one.refused for one in found):
        raise Refused("words.refused")
    signs = list(text)
    for one in found:
        for at in range(one.start, one.end):
            signs[at] = signs[at] if signs[at].isspace() else MASK
    return "".join(signs)


def find(text: str, words: Sequence[Word]) -> list[WordFound]:
    """Where in a text the words are."""
    if not words:
        return []
    folded, starts, ends = _shortened(*_folded(text))
    found = []
    for each, pattern in zip(words, _patterns(tuple(words)), strict=True):
        for match in pattern.finditer(folded):
            start, end = match.span()
            while each.word.startswith(ANY) and start > 0 and IN_WORD.match(folded[start - 1]):
                start -= 1
            if any(c.isalpha() for c in folded[start:end]):  # a number is not a word in disguise
                found.append(WordFound(starts[start], ends[end - 1], each.how == "refuse"))
    return found


def _folded(text: str) -> tuple[str, list[int]]:
    """Without case, accents and what cannot be seen; and where each character of that stood."""
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", sign).casefold()).translate(ALIKE)
        for c in plain:
            if not (is_mark(c) or is_unseen(c)):
                signs.append(c)
                places.append(place)
    return "".join(signs), places


def _shortened(folded: str, places: list[int]) -> tuple[str, list[int], list[int]]:
    """Without what is too long of one character; where each that is left began, and where it ended."""
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for sign, place in zip(folded, places, strict=True):
        if len(signs) >= LONGEST_RUN and all(each == sign for each in signs[-LONGEST_RUN:]):
            ends[-1] = place + 1
        else:
            signs.append(sign)
            starts.append(place)
            ends.append(place + 1)
    return "".join(signs), starts, ends


@lru_cache(maxsize=4)
def _patterns(words: tuple[Word, ...]) -> list[re.Pattern[str]]:
    return [re.compile(_pattern(each.word)) for each in words]


def _pattern(word: str) -> str:
    """Anyone can send a text that is all but a word, and everybody waits until it is found to be none. So a word begins
    where its first letter does, not within a run of it, and what may come before it is looked at when it is found."""
    folded = _folded(word.strip(ANY))[0]
    before = f"(?<!{_sign(folded[0])})" + ("" if word.startswith(ANY) else EDGE_BEFORE)
    after = r"\w*" if word.endswith(ANY) else EDGE_AFTER
    runs = [(run.group()[0], len(run.group())) for run in re.finditer(r"(.)\1*", folded)]
    close = PARTED.join(_run(letter, count) for letter, count in runs)
    ways = [close]
    if " " not in folded and len(folded) > 2:
        ways.append(SPACED.join(_sign(letter) for letter in folded))
    return f"{before}(?:{'|'.join(ways)}){after}"


def _run(letter: str, count: int) -> str:
    """At least as often as in the word: “as” is no “ass”."""
    least = min(count, LONGEST_RUN)
    return rf"\s{{1,{LONGEST_RUN}}}" if letter == " " else f"{_sign(letter)}{{{least},{LONGEST_RUN}}}"


def _sign(letter: str) -> str:
    return f"[{re.escape(letter + SIGNS.get(letter, ''))}]"

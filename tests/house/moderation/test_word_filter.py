"""The word filter finds what it is meant to find, and leaves the rest alone."""

import pytest

from parlour.core.texts import Refused
from parlour.house.moderation.records import Word
from parlour.house.moderation.word_filter import MASK, MOST_WORDS, check, find, masked

NITWIT = [Word("nitwit")]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("you nitwit", "you ••••••"),
        ("NitWit!", "••••••!"),
        ("nítwìt", "••••••"),
        ("ｎｉｔｗｉｔ", "••••••"),
        ("n1tw!t", "••••••"),
        ("niiitwiiit, really", "••••••••••, really"),
        ("n.i.t.w.i.t", "•••••••••••"),
        ("nit-wit", "•••••••"),
        ("n i t w i t", "• • • • • •"),
        ("ni\u200btwit", "•••••••"),
        ("nіtwіt with Cyrillic i", "•••••• with Cyrillic i"),
        ("nitwit nitwit", "•••••• ••••••"),
        ("a fine move", "a fine move"),
        ("nitwits and unnitwitty", "nitwits and unnitwitty"),
        ("knit wit", "knit wit"),
        ("", ""),
    ],
)
def test_a_word_is_found_in_simple_disguises_and_not_within_others(said: str, shown: str) -> None:
    assert masked(said, NITWIT) == shown


def test_what_is_as_long_as_in_the_word_counts() -> None:
    assert masked("as an ass", [Word("ass")]) == "as an •••"
    assert masked("455 points", [Word("ass")]) == "455 points", "a number is not a word in disguise"


@pytest.mark.parametrize(
    ("word", "said", "shown"),
    [
        ("nitwit*", "nitwits", "•••••••"),
        ("*wit", "nitwit, wits", "••••••, wits"),
        ("*itwi*", "a nitwit here", "a •••••• here"),
        ("go home", "just go  home now", "just ••  •••• now"),
        ("дурак", "ты Дурак", "ты •••••"),
        ("straße", "STRASSE", "•••••••"),
    ],
)
def test_stars_spaces_and_other_alphabets(word: str, said: str, shown: str) -> None:
    [kept] = check([Word(word)])
    assert masked(said, [kept]) == shown


def test_a_message_with_a_word_that_is_to_be_refused_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        masked("you nitwit", [Word("nitwit", "refuse")])
    assert refusal.value.text.key == "words.refused"
    assert find("you nitwit", [Word("nitwit", "refuse")])


def test_the_list_is_tidied_and_has_each_word_once() -> None:
    kept = check([Word(" Nitwit ", "mask"), Word("oaf"), Word("NITWIT", "refuse")])
    assert kept == [Word("nitwit", "refuse"), Word("oaf")]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ([Word("x")], "words.length"),
        ([Word("")], "words.length"),
        ([Word("*")], "words.length"),
        ([Word("x" * 41)], "words.length"),
        ([Word("a*b")], "words.form"),
        ([Word("12")], "words.form"),
        ([Word(f"word{'a' * (n % 30)}b{n}") for n in range(MOST_WORDS + 1)], "words.many"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(words: list[Word], key: str) -> None:
    with pytest.raises(Refused) as refusal:
        check(words)
    assert refusal.value.text.key == key


def test_signs_in_a_word_are_signs() -> None:
    [kept] = check([Word("a.b(c")])
    assert masked("a.b(c axb(c", [kept]) == "••••• axb(c"


def test_a_text_that_is_all_but_a_word_is_soon_given_up() -> None:
    """Each of these once took minutes in which the whole house stood still; that the test ends is what it says."""
    awkward = [Word("illiterate"), Word("*illiterate*"), Word("assassin"), Word("lily pad")]
    for text in ("|" * 1000, "1" * 1000, "|1" * 500, "!|_" * 333, "||||||. " * 125, "@$$" * 333):
        assert find(text, awkward) == []


def test_however_often_a_letter_is_repeated_all_of_it_is_masked() -> None:
    assert masked("a f" + "o" * 100 + "l!", [Word("fool")]) == f"a {MASK * 102}!"
    assert masked("afoooooooool", [Word("*fool")]) == MASK * 12
    assert masked("ffffffffffool", [Word("fool")]) == MASK * 13

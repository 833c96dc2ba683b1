"""Talk: about piles, never about numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.dance import GAME
from parlour.games.dance.talk import ENGLISH, Numbers, may_not_say

PASS = """
    keep off the rising piles, please
    mine is close to the left one
    no one touches this pile
    good one
    One more and we are done
    the first one was better, that one first
    I have something for you to do
    that weighs on me: weight, freight, height, often, tent, tension, attend, someone, stone, none, alone
    you ate it, we won, too bad, for me
    first pile, second pile, third pile, fourth pile
    the Second-Pile is mine
    the second pile's mine
    a big jump on the fourth  pile
    I go first
    o n e
    twofold joy, and a foursome
    a pair, a couple, a score
    ABC a b c
    I, a fool
    I, I, I do not know
    mix, mild, civil, vivid, exit, ill, like, livid, excel, ccc
    plan x, or c, or v
    привет
    💯
    ?!
"""

REFUSED = """
    I have a 57
    ٣
    七 is fine but 〇 is not
    x² is near
    half of it: ½
    ① ⑩ ⒌
    Ⅷ
    ↀ
    7️⃣
    #️⃣
    🔟
    zero
    I have two
    TWENTY
    twenty-seven
    twenty‑seven
    twenty seven
    two's company
    sixes and sevens
    nineties
    zeros, zeroes
    twos
    dozens of them
    a hundred
    hundredth
    the twelfth
    the thirtieth
    wait a second
    a third of it
    the second and third pile
    second. pile
    fifth pile
    seconds
    dozenth
    zeroth
    s i x
    s.i.x
    S-I-X
    s_i_x
    is it s  i  x or not
    I s i x
    a t-e-n
    f.o.r.t.y
    one hundred
    one one
    One, one
    ones-one
    o n e   o.n.e
    o n e one
    twentyseven
    sixtysix
    oneone
    ｓｉｘ
    𝐬𝐢𝐱
    ⓢⓘⓧ
    s​i​x
    s­ix
    s̲i̲x̲
    síx
    sıx
    ѕіх
    twø
    LVII
    mine: xc, yours: xi
    L V I I
    l.v.i.i
    iii
"""


def sentences(block: str) -> list[str]:
    return [line.strip() for line in block.strip().splitlines()]


@pytest.mark.parametrize("text", sentences(PASS))
def test_what_says_no_number_passes(text: str) -> None:
    assert may_not_say(text) is None


@pytest.mark.parametrize("text", sentences(REFUSED))
def test_what_says_a_number_is_refused_with_a_reason(text: str) -> None:
    why = may_not_say(text)
    assert why is not None
    assert "number" in GAME.catalogue().render(why)


UNITS = """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen"""
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ORDINALS = """
    second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth
    ninetieth hundredth zeroth dozenth"""


def test_every_number_from_two_to_ninety_nine_is_known_in_words() -> None:
    units, tens, ordinals = UNITS.split(), TENS.split(), ORDINALS.split()
    assert {*units, *tens, *ordinals, "zero", "hundred", "dozen"} <= ENGLISH.words
    for word in [*tens, *(f"{ten}-{unit}" for ten in tens for unit in [*units[:8], "one", "first"])]:
        assert may_not_say(f"mine is {word}, you know") is not None


def roman(number: int) -> str:
    """By taking away what is largest, over and over: not as the rule finds them."""
    text = ""
    for value, sign in ((90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        text, number = text + sign * (number // value), number % value
    return text


def test_every_card_is_known_in_roman_numerals() -> None:
    for number in range(2, 100):
        if len(roman(number)) > 1:  # V, X and L by themselves are letters
            assert may_not_say(f"mine is {roman(number)}, you know") is not None, roman(number)


NUMBERS = st.sampled_from(sorted(ENGLISH.words))
AROUND = st.sampled_from(["", "I think ", "pile — ", "so…", "(", "the  "])
SEPARATORS = st.text(" .-_*/·,’|", min_size=1, max_size=3)


@given(NUMBERS, AROUND, AROUND, st.booleans())
def test_no_case_and_nothing_around_it_hides_a_number(word: str, before: str, after: str, loud: bool) -> None:
    assert may_not_say(f"{before} {word.upper() if loud else word}, {after}") is not None


@given(NUMBERS, st.data())
def test_no_separators_hide_a_number(word: str, data: st.DataObject) -> None:
    spelled = "".join(letter + data.draw(SEPARATORS) for letter in word)
    assert may_not_say(f"mine: {spelled}") is not None


@given(NUMBERS, st.sampled_from(["\u200b", "\u00ad", "\u2060", "\u0336", "\ufe0f", "\u0301"]), st.integers(1, 9))
def test_nothing_unseen_hides_a_number(word: str, unseen: str, every: int) -> None:
    assert may_not_say("".join(c + unseen * (n % every == 0) for n, c in enumerate(word))) is not None


@given(NUMBERS, st.sampled_from([0xFF41, 0x1D41A, 0x24D0]))
def test_no_other_alphabet_of_the_same_letters_hides_a_number(word: str, a: int) -> None:
    assert may_not_say("".join(chr(a + ord(c) - ord("a")) for c in word)) is not None


@given(st.text())
def test_any_text_at_all_is_answered(text: str) -> None:
    why = may_not_say(text)
    assert why is None or GAME.catalogue().has(why.key)


@given(st.text("aeionsxtw ", max_size=500))
def test_long_texts_of_the_letters_of_numbers_are_answered_at_once(text: str) -> None:
    may_not_say(text + "one" * 160)


def test_another_language_is_another_list() -> None:
    german = Numbers({"zwei", "drei", "sechs"}, {"eins"}, {"erster", "zweiter"}, "stapel")
    assert may_not_say("s e c h s", german) is not None
    assert may_not_say("zweiter Stapel, bitte", german) is None
    assert may_not_say("six", german) is None


def test_the_house_is_told_of_the_rule() -> None:
    assert GAME.may_not_say is may_not_say

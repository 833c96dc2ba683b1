"""Which names will do."""

import pytest

from parlour.core.texts import Refused
from parlour.house.people.names import ANIMALS, LONGEST, MANNERS, check, fold, made_up


@pytest.mark.parametrize(
    "name", ["Al", "Anna", "Žofie Nováková", "नमस्ते", "山田 太郎", "Ольга", "J.R. Smith", "x_y-z", "Player 1", "عمر"]
)
def test_names_of_any_alphabet_will_do(name):
    assert check(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Anna   Lee ", "Anna Lee"),
        ("An\u200bna", "Anna"),
        ("Ａｎｎａ", "Anna"),
        ("Zoe\u0308", "Zoë"),
        ("A\u115fnna", "Anna"),
    ],
)
def test_what_cannot_be_seen_or_told_apart_is_taken_out(name, kept):
    assert check(name) == kept


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("A", "length"), ("x" * 25, "length"), ("\u3164\u3164", "length"), ("An\nna", "control"),
        ("An\x00na", "control"), ("\u202eannA", "control"), ("\ud800xx", "control"), ("An😀na", "character"),
        ("a<b>", "character"), ("a/b", "character"), ("-Anna", "ends"), ("Anna.", "ends"),
        ("\u0301Anna", "ends"), ("Аnna", "mixed"), ("Αnna", "mixed"), ("Anna 1\u0662", "mixed"),
        ("An" + "\u0335" * 3 + "na", "marks"), ("Admin", "reserved"), ("Old  Hand", "reserved"),
    ],
)  # fmt: skip
def test_what_could_pass_for_something_else_is_refused(name, reason):
    with pytest.raises(Refused) as refusal:
        check(name)
    assert refusal.value.text.key == f"people.name-{reason}"


def test_names_that_differ_in_case_or_width_are_the_same():
    assert fold("STRASSE") == fold("straße") == fold("ＳＴＲＡＳＳＥ")


def test_made_up_names_are_names():
    for first, manner in enumerate(MANNERS):
        for second, animal in enumerate(ANIMALS):
            name = made_up((first, second, 255, 255))
            assert name.startswith(f"{manner} {animal} ")
            assert check(name) == name
            assert len(name) <= LONGEST

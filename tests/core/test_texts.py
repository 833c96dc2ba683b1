"""Texts: keys and arguments in, sentences out; every key that the code uses exists."""

import re
from pathlib import Path

import pytest

from parlour.core.texts import Catalogue, Text, catalogue, fields
from parlour.games import load, names

SOURCES = Path(__file__).parents[2] / "src" / "parlour"


def test_arguments_may_be_texts_themselves() -> None:
    sentences = Catalogue({"who": "{colour} to move", "white": "White"})
    assert sentences.render(Text("who", {"colour": Text("white")})) == "White to move"


def test_count_chooses_between_one_and_other() -> None:
    sentences = Catalogue({"left": {"one": "one card left", "other": "{count} cards left"}})
    assert sentences.render(Text("left", {"count": 1})) == "one card left"
    assert sentences.render(Text("left", {"count": 0})) == "0 cards left"


def test_a_language_that_is_missing_falls_back_to_english() -> None:
    assert catalogue(None, "xx").render(Text("button.undo")) == "Take back"


def test_braces_in_what_a_person_wrote_are_left_alone() -> None:
    assert "{step}" in str(Text("refuse.spelling", {"step": "{step}{0.__class__}", "game": "X"}))


def test_control_characters_of_strangers_are_not_passed_on() -> None:
    assert "\x1b" not in str(Text("refuse.spelling", {"step": "\x1b[2K\r", "game": "X"}))


def test_every_key_that_the_engine_uses_exists() -> None:
    """Keys are written out in full where they are used, so that this finds them."""
    sentences = catalogue(None)
    used = set()
    for folder in ("core", "terminal/engine.py", "games/__init__.py", "cli.py"):
        place = SOURCES / folder
        for path in [place] if place.suffix else place.rglob("*.py"):
            used |= set(re.findall(r'(?:Refused|Text)\(\s*"([a-z]+\.[a-z-]+)"', path.read_text("utf-8")))
    assert len(used) > 40
    assert {key for key in used if not sentences.has(key)} == set()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Anna", "Anna"),
        ("Žofie Анна 安娜 🎲", "Žofie Анна 安娜 🎲"),
        ("נועה", "\u2068נועה\u2069"),
        ("ليلى 5", "\u2068ليلى 5\u2069"),
        ("Anna\u202e", "Anna"),
        ("\u202dנועה\u202c", "\u2068נועה\u2069"),
        ("נועה\u2069", "\u2068נועה\u2069"),
        ("\u2069Anna\u2068", "Anna"),
        ("\u2068נועה\u2069, Anna", "\u2068\u2068נועה\u2069, Anna\u2069"),
    ],
)
def test_what_somebody_wrote_cannot_turn_the_sentence_around_it(written: str, shown: str) -> None:
    assert Catalogue({"won": "{who} won."}).render(Text("won", {"who": written})) == f"{shown} won."


@pytest.mark.parametrize("name", names())
def test_every_key_that_a_game_uses_exists(name: str) -> None:
    game = load(name)
    sentences = game.catalogue()
    used = set()
    for path in game.home.rglob("*.py"):
        used |= set(re.findall(r'Text\(\s*"([^"{]+)"', path.read_text("utf-8")))
    assert used
    assert {key for key in used if not sentences.has(key)} == set()


@pytest.mark.parametrize("name", names())
def test_catalogues_are_plain(name: str) -> None:
    """Only named arguments, and no exclamation marks: the house speaks calmly."""
    for key, entry in load(name).catalogue().entries.items():
        assert all(field.isidentifier() for field in fields(entry)), key
        assert "!" not in str(entry), key

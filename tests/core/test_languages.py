"""Which language somebody reads best, and what each does with numbers."""

from pathlib import Path

import pytest

from parlour.core import languages as ours
from parlour.core.languages import FALLBACK, GRAMMARS, Grammar, best_language, language_of_machine, number_text
from parlour.core.texts import Refused, Text, catalogue


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("fr;q=0.9, de;q=0.3", "de"),
        ("de;q=0.2, en;q=0.8", "en"),
        ("de;q=0, en", "en"),
        ("fr, *;q=0.1", "en"),
        ("", "en"),
        ("\x00;;q=,de-;;", "en"),
        ("DE", "de"),
    ],
)
def test_the_language_is_the_one_that_is_wished_most_among_those_there_are(accepted: str, language: str) -> None:
    assert best_language(accepted) == language


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "de"}, "de"),
        ({}, "en"),
    ],
)
def test_a_terminal_speaks_the_machines_language(said: dict[str, str], language: str) -> None:
    assert language_of_machine(said) == language


def test_numbers_are_written_as_the_language_does() -> None:
    assert [number_text(12345, each) for each in ("en", "de")] == ["12,345", "12.345"]
    assert [number_text(2026, each) for each in ("en", "de")] == ["2026", "2026"]
    assert [number_text(0.5, each) for each in ("en", "de")] == ["0.5", "0,5"]


def test_a_plural_is_chosen_by_the_languages_own_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def polish(count: int) -> str:
        return "one" if count == 1 else "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"

    monkeypatch.setattr(ours, "GRAMMARS", {**GRAMMARS, "pl": Grammar(("one", "few", "many"), polish, " ", ",")})
    (tmp_path / "en.toml").write_text('[cards]\none = "{count} card"\nother = "{count} cards"\n')
    (tmp_path / "pl.toml").write_text('[cards]\none = "{count} karta"\nfew = "{count} karty"\nother = "{count} kart"\n')
    words = catalogue(tmp_path, "pl")
    said = [words.render(Text("cards", {"count": count})) for count in (1, 3, 5, 12)]
    assert said == ["1 karta", "3 karty", "5 kart", "12 kart"]


def test_what_a_language_does_not_say_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('a = "Hello."\nb = "Goodbye."\n')
    (tmp_path / "de.toml").write_text('a = "Hallo."\n')
    words = catalogue(tmp_path, "de")
    assert [words.render(Text(key)) for key in ("a", "b", "refuse.over")] == [
        "Hallo.",
        "Goodbye.",
        "Das Spiel ist zu Ende. Mehr lässt sich nicht spielen.",
    ]


def test_a_refusal_can_be_said_in_any_language() -> None:
    refusal = Refused("refuse.no-such-seat", seat=3)
    assert (str(refusal), refusal.said("de")) == (
        "There is no seat 3 at this table.",
        "An diesem Tisch gibt es keinen Platz 3.",
    )
    assert refusal.said(FALLBACK) == str(refusal)

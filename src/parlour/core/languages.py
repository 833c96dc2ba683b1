"""Languages: which there are, which of them somebody reads best, and what each does with numbers.

A language is there if the core has a catalogue of it (`texts/de.toml`). What a game or a room does not say in it is in
English.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

CORE_TEXTS = Path(__file__).parent / "texts"
FALLBACK = "en"
FORMS = ("zero", "one", "two", "few", "many", "other")  # of a plural, as Unicode (CLDR) calls them
GROUPED = 10_000  # from this number on thousands are set apart; a year or a rating reads better as it is

_RANGE = re.compile(r"([A-Za-z]{2,8}|\*)(?:-[A-Za-z0-9]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?))?")


def _one_or_other(count: int) -> str:
    return "one" if count == 1 else "other"


class Grammar(NamedTuple):
    """What a language does with numbers. `forms`: the forms of a plural that it needs."""

    forms: tuple[str, ...]
    form: Callable[[int], str]  # of a whole number
    thousands: str
    decimal: str


# A language that is not here counts as English does.
GRAMMARS: Mapping[str, Grammar] = {
    "en": Grammar(("one", "other"), _one_or_other, ",", "."),
    "de": Grammar(("one", "other"), _one_or_other, ".", ","),
}


def grammar_of(language: str) -> Grammar:
    return GRAMMARS.get(language, GRAMMARS[FALLBACK])


def number_text(number: float, language: str) -> str:
    grammar = grammar_of(language)
    if isinstance(number, float):
        return f"{number:g}".replace(".", grammar.decimal)
    return f"{number:,}".replace(",", grammar.thousands) if abs(number) >= GROUPED else str(number)


@cache
def languages() -> tuple[str, ...]:
    """All that are there, English first."""
    found = sorted(path.stem for path in CORE_TEXTS.glob("*.toml"))
    return (FALLBACK, *(language for language in found if language != FALLBACK))


@lru_cache(maxsize=256)
def best_language(accepted: str) -> str:
    """The one that somebody reads best, by what their browser says (Accept-Language, RFC 9110) or by a language's name
    alone; English if it is none of ours."""
    wanted: list[tuple[float, str]] = []
    for part in accepted[:400].split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is not None:
            wanted.append((float(found[2] or 1), found[1].lower()))
    # A stable sort: of two that are as welcome the first is meant.
    for weight, language in sorted(wanted, key=lambda one: -one[0]):
        if weight > 0 and language in languages():
            return language
    return FALLBACK


def language_of_machine(environment: Mapping[str, str]) -> str:
    """For commands and the terminal: as the machine says it (POSIX), from what is said most particularly."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if said := environment.get(name):
            return best_language(re.split("[_.@]", said)[0])
    return FALLBACK

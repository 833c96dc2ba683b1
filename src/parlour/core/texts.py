"""Texts: rules and house say *what* by key and arguments; sentences come from catalogues, at the edge.

A catalogue is a TOML file per language (`texts/en.toml`). `{name}` stands for an argument. An entry with `one` and
`other`, or what other forms its language has, is chosen by the argument `count`. A game's catalogue is asked first,
then the one of `core`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import ClassVar, Required, TypedDict, Union
from unicodedata import bidirectional, category

import msgspec

from parlour.core.languages import CORE_TEXTS, FALLBACK, FORMS, grammar_of, number_text

FIRST_STRONG, POP = "\u2068", "\u2069"  # begin an isolate, in its own direction; and end it
ISOLATES = frozenset("\u2066\u2067\u2068\u2069")
OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e")  # and embeddings, which are as loud
TURNING = ("R", "AL", "AN")  # directions of characters


class Plural(TypedDict, total=False):
    """A sentence that is chosen by the argument `count`: in the forms that its language has."""

    zero: str
    one: str
    two: str
    few: str
    many: str
    other: Required[str]


Entry = str | Plural


class Text(msgspec.Struct, frozen=True, gc=False):
    """A message: the key of a sentence, and what to put into it."""

    key: str
    args: Mapping[str, Union[str, int, "Text"]] = {}

    def __str__(self) -> str:
        return catalogue(None).render(self)


class Refused(Exception):
    """Said at a checked door: what was wrong, for the person who caused it. Nothing has changed."""

    game: str | None = None  # in whose words, where whoever raised it did not know
    texts: ClassVar[Path | None] = None  # a folder of sentences, for those that know their own

    def __init__(self, key: str, /, **args: str | int | Text) -> None:
        self.text = Text(key, args)
        super().__init__(self.text)

    def said(self, language: str) -> str:
        return catalogue(self.texts, language).render(self.text)

    def __str__(self) -> str:
        return self.said(FALLBACK)


class Catalogue:
    """The sentences of one language for one game."""

    def __init__(self, entries: Mapping[str, Entry], language: str = FALLBACK) -> None:
        self.entries, self.language = entries, language

    def render(self, text: Text) -> str:
        entry = self.entries.get(text.key)
        if entry is None:
            return text.key
        if not isinstance(entry, str):
            count = text.args.get("count")
            form = grammar_of(self.language).form(count) if isinstance(count, int) else "other"
            entry = str(entry.get(form, entry["other"]))
        return entry.format_map({name: self._shown(value) for name, value in text.args.items()})

    def _shown(self, value: Union[str, int, "Text"]) -> str:
        if isinstance(value, Text):
            return self.render(value)
        if isinstance(value, int):
            return number_text(value, self.language)
        # What a stranger wrote may be shown in a terminal, where a control character is a command.
        return isolated("".join(c if printable(c) else "\ufffd" for c in value))

    def has(self, key: str) -> bool:
        return key in self.entries


@cache
def catalogue(folder: Path | None, language: str = FALLBACK) -> Catalogue:
    """The sentences of a game's `texts` folder over the core's (or the core's alone); what is missing is English."""
    entries: dict[str, Entry] = {}
    for place in (CORE_TEXTS, folder):
        for each in (FALLBACK, language):
            path = place / f"{each}.toml" if place else None
            if path is not None and path.exists():
                entries.update(flatten(tomllib.loads(path.read_text("utf-8"))))
    return Catalogue(entries, language)


def printable(text: str) -> bool:
    """Whether a text has neither control characters nor halves of characters in it."""
    return not any(category(c) in ("Cc", "Cs") for c in text)


def isolated(text: str) -> str:
    """What somebody wrote, so that it cannot turn what stands around it: a name in Hebrew stays in its place within an
    English sentence, and no override goes beyond its end. What is written from left to right is as it was."""
    if text.isascii():
        return text
    plain = "".join(c for c in text if c not in OVERRIDES)
    if not _closes_what_it_opens(plain):
        plain = "".join(c for c in plain if c not in ISOLATES)
    turns = any(bidirectional(c) in TURNING for c in plain)
    return f"{FIRST_STRONG}{plain}{POP}" if turns else plain


def _closes_what_it_opens(text: str) -> bool:
    """Else it could end an isolate that is another's, or leave one open."""
    depth = 0
    for c in text:
        depth += 0 if c not in ISOLATES else -1 if c == POP else 1
        if depth < 0:
            return False
    return depth == 0


def fields(entry: Entry) -> set[str]:
    """The arguments that a catalogue entry asks for."""
    forms = [entry] if isinstance(entry, str) else [str(form) for form in entry.values()]
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def flatten(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, Entry]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield prefix + name, value
        elif isinstance(value, dict) and "other" in value and value.keys() <= set(FORMS):
            yield prefix + name, msgspec.convert(value, Plural)
        elif isinstance(value, dict):
            yield from flatten(value, f"{prefix}{name}.")
        else:
            raise ValueError(f"{prefix}{name} is neither a sentence nor a group of them")

"""What a language lacks beside English: `python tools/languages.py de` lists it file by file.

A catalogue is compared with the English one that lies beside it: the same sentences in the same order, each asking for
the same arguments, plurals in the forms that the language has. A rules page is compared by its build: headings, lists,
tables, diagrams, and what is written as code.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from parlour.core.languages import FALLBACK, FORMS, grammar_of, languages
from parlour.core.texts import Entry, fields, flatten

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src/parlour"
PAGE = ROOT / "web/src/ui/texts"


def english_catalogues() -> list[Path]:
    return sorted([*SOURCES.rglob(f"texts/{FALLBACK}.toml"), PAGE / f"{FALLBACK}.json"])


def rules_pages() -> list[Path]:
    return sorted(SOURCES.glob("games/*/rules.md"))


def read(path: Path) -> dict[str, Entry]:
    text = path.read_text("utf-8")
    return json.loads(text) if path.suffix == ".json" else dict(flatten(tomllib.loads(text)))


def all_faults(language: str) -> Iterator[str]:
    for english in english_catalogues():
        other = english.with_name(f"{language}{english.suffix}")
        for fault in catalogue_faults(english, other, language):
            yield f"{other.relative_to(ROOT)}: {fault}"
    for english in rules_pages():
        other = english.with_name(f"rules.{language}.md")
        for fault in page_faults(english, other):
            yield f"{other.relative_to(ROOT)}: {fault}"


def catalogue_faults(english: Path, other: Path, language: str) -> Iterator[str]:
    wanted, there = read(english), read(other) if other.exists() else {}
    for key, entry in wanted.items():
        if key not in there:
            yield f"{key} is missing: {entry!r}"
        else:
            yield from entry_faults(key, entry, there[key], language)
    yield from (f"{key} is not in English any more" for key in there if key not in wanted)
    if wanted.keys() == there.keys() and list(wanted) != list(there):
        first = next(key for key, also in zip(wanted, there, strict=True) if key != also)
        yield f"the order differs from {first} on"


def entry_faults(key: str, english: Entry, other: Entry, language: str) -> Iterator[str]:
    if isinstance(english, str) != isinstance(other, str):
        yield f"{key} is a plural in one of the two alone"
        return
    if not isinstance(other, str):
        needed = {form for form in FORMS if form in grammar_of(language).forms}
        if set(other) != needed:
            yield f"{key} has the forms {', '.join(other)}; it needs {', '.join(sorted(needed))}"
    if fields(english) != fields(other):
        yield f"{key} asks for {sorted(fields(other))}, in English for {sorted(fields(english))}"
    if any(not str(form).strip() for form in ([other] if isinstance(other, str) else other.values())):
        yield f"{key} is empty"


def page_faults(english: Path, other: Path) -> Iterator[str]:
    if not other.exists():
        yield "the page is missing"
        return
    wanted, there = build(english.read_text("utf-8")), build(other.read_text("utf-8"))
    for name, parts in wanted.items():
        if parts != there[name]:
            yield f"{name} differ: {there[name]}, in English {parts}"


def build(page: str) -> dict[str, list[str]]:
    """What a page is made of, whatever its language."""
    diagrams = re.findall(r"^```(\w+)[^\n]*\n(.*?)^```$", page, re.M | re.S)
    plain = re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S)
    return {
        "headings": re.findall(r"^(#+) ", plain, re.M),
        "diagrams": [f"{kind} {steps}" for kind, steps in diagrams],
        "list entries": re.findall(r"^(\*|\d+\.) ", plain, re.M),
        "table rows": [str(row.count("|")) for row in re.findall(r"^\|.*\|$", plain, re.M)],
        "pieces of code": sorted(re.findall(r"`[^`\n]+`", plain)),
        "links": re.findall(r"\]\(([^)]+)\)", plain),
    }


def main() -> int:
    wanted = sys.argv[1:] or [language for language in languages() if language != FALLBACK]
    faults = [fault for language in wanted for fault in all_faults(language)]
    print("\n".join(faults) or "Nothing is missing.")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

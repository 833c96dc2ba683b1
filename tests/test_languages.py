"""Every language says all that English says, with the same arguments; no code puts a sentence together from pieces."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core.languages import FALLBACK, languages
from tools import languages as tool
from tools.languages import ROOT, SOURCES, all_faults, catalogue_faults, page_faults

OTHERS = [language for language in languages() if language != FALLBACK]
SAYING = {"say", "phrase", "render", "_said", "in_words", "said"}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing_in(language: str) -> None:
    """To see it as a list: python tools/languages.py"""
    assert list(all_faults(language)) == []


def test_the_page_and_the_rules_speak_the_same_languages() -> None:
    assert {path.stem for path in tool.PAGE.glob("*.json")} == set(languages())


def test_a_hole_is_named_with_its_english(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('a = "{who} wins."\nb = "Hello."\n[c]\none = "one"\nother = "{count}"\n')
    (tmp_path / "de.toml").write_text('a = "{wer} gewinnt."\nd = "Übrig."\n[c]\nother = "{count}"\n')
    assert list(catalogue_faults(tmp_path / "en.toml", tmp_path / "de.toml", "de")) == [
        "a asks for ['wer'], in English for ['who']",
        "b is missing: 'Hello.'",
        "c has the forms other; it needs one, other",
        "d is not in English any more",
    ]


def test_a_rules_page_that_lacks_a_diagram_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("# A\n\n```board So.\na b\n```\n\n* one\n")
    (tmp_path / "rules.de.md").write_text("# A\n\n* eins\n")
    assert list(page_faults(tmp_path / "rules.md", tmp_path / "rules.de.md")) == [
        "diagrams differ: [], in English ['board a b\\n']"
    ]


def test_no_sentence_of_python_is_built_from_pieces() -> None:
    """A sentence has its own key: in another language its parts stand elsewhere."""
    assert [place for path in sorted(SOURCES.rglob("*.py")) for place in pieces_in(path)] == []


def pieces_in(path: Path) -> Iterator[str]:
    """Where something that was said is joined to letters, or to something else that was."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
            letters = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts, letters = [node.left, node.right], ""
        else:
            continue
        said = [part for part in parts if is_said(part)]
        if len(said) > 1 or (said and re.search(r"[^\W\d_]{2}", letters.removeprefix("parlour: "))):
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def is_said(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    return name in SAYING


def test_no_sentence_of_the_page_is_built_from_pieces() -> None:
    found = []
    for path in sorted((ROOT / "web/src").rglob("*.ts*")):
        if ".test." not in path.name and "testing" not in path.parts:
            found += [f"{path.relative_to(ROOT)}: {each}" for each in joined_in(path.read_text("utf-8"))]
    assert found == []


def joined_in(source: str) -> Iterator[str]:
    """Templates in which something that is said stands beside letters, by their own letters."""
    source = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", source, flags=re.S)
    open_templates: list[tuple[list[str], list[bool]]] = []  # the letters of each, and whether something is said in it
    depths: list[int] = []  # of braces, in each gap of a template that is open
    at = 0
    while at < len(source):
        inside = len(open_templates) > len(depths)
        if source[at] == "`" and inside:
            letters, said = open_templates.pop()
            if said and re.search(r"[^\W\d_]{2}", "".join(letters)):
                yield "".join(letters)
        elif source[at] == "`":
            open_templates.append(([], []))
        elif inside and source.startswith("${", at):
            if re.match(r"\$\{(?:t|say|at\.say)\(", source[at:]):
                open_templates[-1][1].append(True)
            depths.append(0)
            at += 1
        elif inside:
            open_templates[-1][0].append(source[at])
        elif depths and source[at] in "{}":
            depths[-1] += 1 if source[at] == "{" else -1
            if depths[-1] < 0:
                depths.pop()
        at += 1


def test_a_sentence_that_is_built_from_pieces_is_found() -> None:
    assert list(joined_in('x(`${t("a")} and ${name}`)')) == [" and "]
    assert list(joined_in('x(`${t(y ? `a.${y}` : "b")} · ${t("c", { d: 1 })}`)')) == []

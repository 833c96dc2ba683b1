"""Every language says all that English says, with the same arguments; no code puts a sentence together from pieces."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.cli import main, parser
from parlour.commands.command_help import TEXTS, arguments
from parlour.core.languages import FALLBACK, languages
from parlour.server.http.page import SPOKEN, WORDS, spoken
from parlour.server.settings import SETTINGS
from parlour.server.texts import say
from parlour.terminal.engine import Engine
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


# -- the command ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_every_command_and_argument_is_explained_in(language: str) -> None:
    """What a file or a game is needs no words; all else that can be given does."""
    top = parser(language)
    unsaid = {path for path, each in arguments(top) if not each.help}
    assert {path.rpartition(".")[2] for path in unsaid} <= {"record", "file", "game"}
    english = {path: each.help for path, each in arguments(parser(FALLBACK))}
    if language != FALLBACK:
        same = [path for path, each in arguments(top) if each.help and each.help == english[path]]
        assert same == []


def test_nothing_is_explained_that_no_command_takes() -> None:
    there = {f"help.{path}" for path, _ in arguments(parser(FALLBACK))}
    said = {key for key in tool.read(TEXTS / f"{FALLBACK}.toml") if key.startswith("help.")}
    assert said <= there


def test_settings_are_explained_in_the_words_of_the_hosts_page() -> None:
    said = tool.read(TEXTS / f"{FALLBACK}.toml")
    for setting in SETTINGS:
        name = setting.flag[2:]
        assert (said[f"setting-help.{name}"], said[f"setting-default.{name}"]) == (setting.help, setting.default)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ([], "parlour: COMMAND fehlt."),
        (["plai"], "„plai“ ist keins von: "),
        (["play", "--seats", "two"], "--seats: „two“ ist keine Zahl."),
        (["play", "--seats"], "--seats braucht einen Wert."),
        (["games", "--loud"], "--loud wird nicht verstanden."),
        (["play", "--guided=yes"], "--guided nimmt keinen Wert."),
        (["play", "--s", "2"], "--s könnte"),
    ],
)
def test_a_slip_on_the_command_line_is_named_in_german(
    typed: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    with pytest.raises(SystemExit) as left:
        main(typed)
    answered = capsys.readouterr().err
    assert left.value.code == 2
    assert said in answered
    assert answered.startswith("Aufruf: parlour")
    assert "usage" not in answered


def test_the_engine_refuses_in_its_language() -> None:
    engine = Engine("de")
    assert "noch keine Partie begonnen" in engine.answer(b'{"do":"view","seat":0}').decode()
    assert "Anfrage war nicht zu verstehen" in engine.answer(b'{"do":"dance"}').decode()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", sorted(SPOKEN))
def test_a_file_of_the_page_is_whole_in_every_language(name: str, language: str) -> None:
    path = ROOT / "web" / "public" / name
    said = spoken(path, language)
    assert "{{" not in said
    words = [say(key, language=language) for key in WORDS.findall(path.read_text("utf-8"))]
    assert not any(each in "".join(words) for each in '"<>&\\')
    if name.endswith("manifest"):
        assert json.loads(said)["lang"] == language
    else:
        assert f'<html lang="{language}">' in said

"""The import rule holds, and its script finds what breaks it."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "tools" / "import_rule.py"
spec = importlib.util.spec_from_file_location("import_rule", SCRIPT)
assert spec is not None
assert spec.loader is not None
import_rule = importlib.util.module_from_spec(spec)
spec.loader.exec_module(import_rule)


def test_imports_go_one_way() -> None:
    assert import_rule.main() == 0


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("core/game.py", "import parlour.games"),
        ("core/game.py", "from parlour.server.app import create_app"),
        ("core/game.py", "import rich"),
        ("core/match.py", "import numba"),
        ("games/yinsh/rules.py", "from parlour.games.dance import board"),
        ("games/yinsh/rules.py", "from parlour import terminal"),
        ("games/yinsh/rules.py", "from . import board"),
        ("terminal/play.py", "from parlour.server import app"),
        ("bots/bot.py", "import parlour.cli"),
        ("store/verbs.py", "from parlour.house.people.records import PEOPLE"),
        ("store/verbs.py", "from parlour.commands import backup"),
        ("games/yinsh/rules.py", "from parlour.games.yinsh.knowledge import policy"),
    ],
)
def test_a_planted_import_is_found(place: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_rule, "SOURCES", tmp_path)
    path = tmp_path / "parlour" / place
    path.parent.mkdir(parents=True)
    path.write_text(line + "\n")
    assert import_rule.main() == 1


def test_a_planted_cycle_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(import_rule, "SOURCES", tmp_path)
    place = tmp_path / "parlour" / "core"
    place.mkdir(parents=True)
    (place / "one.py").write_text("from parlour.core import two\n")
    (place / "two.py").write_text("def later() -> None:\n    from parlour.core.three import word\n")
    (place / "three.py").write_text("import parlour.core.one\n\nword = ''\n")
    assert import_rule.main() == 1
    assert "parlour.core.one → parlour.core.two → parlour.core.three → parlour.core.one" in capsys.readouterr().out


@pytest.mark.parametrize(
    "lines",
    [
        ("class Entry: ...", "class Entry: ..."),
        ("class Entry: ...", "Entry = int | str"),
        ("Entry = tuple[int, ...]", "Entry = int | str"),
    ],
)
def test_a_type_with_two_meanings_is_found(
    lines: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_types(tmp_path, lines)
    monkeypatch.setattr(import_rule, "SOURCES", tmp_path)
    assert import_rule.main() == 1
    assert "Entry is a type in parlour/core/one.py and in parlour/house/one.py" in capsys.readouterr().out


def test_an_alias_that_is_written_twice_has_one_meaning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_types(tmp_path, ("Entry = int | str", "Entry = int | str"))
    monkeypatch.setattr(import_rule, "SOURCES", tmp_path)
    assert import_rule.main() == 0


def write_types(folder: Path, lines: tuple[str, str]) -> None:
    for room, line in zip(("core", "house"), lines, strict=True):
        (folder / "parlour" / room).mkdir(parents=True)
        (folder / "parlour" / room / "one.py").write_text(line + "\n")

"""The page about records: its examples can be replayed, and no field is missing from it."""

import json
import re
from pathlib import Path

import pytest

from parlour import games
from parlour.core import record as records
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.core.position import TAKEBACK, UNDO
from parlour.core.result import HOUSE_ENDINGS

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_can_be_replayed_and_comes_out_as_it_is_shown(example):
    record = records.from_json(example)
    match = Match.from_record(record, games.load(record.game))
    assert json.loads(records.to_json(match.record())) == json.loads(example)


@pytest.mark.parametrize(
    "part", [records.Record, records.Seat, records.Step, records.Dealing, records.Ending, records.Substitution]
)
def test_every_field_is_explained(part):
    for field in part.__struct_fields__:
        if field != "extra":  # where unknown fields are kept in memory; not a field of the file
            assert f"`{field}`" in PAGE, field


@pytest.mark.parametrize("word", [UNDO, TAKEBACK, *WORDS, *HOUSE_ENDINGS, "resigned", "agreed"])
def test_every_word_above_the_rules_is_explained(word):
    assert f"`{word}`" in PAGE


def test_the_python_example_runs(tmp_path, monkeypatch, capsys):
    code = re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]
    monkeypatch.chdir(tmp_path)
    Path("match.json").write_text(EXAMPLES[0])
    exec(compile(code, "record.md", "exec"), {})
    assert json.loads(Path("copy.json").read_bytes()) == json.loads(EXAMPLES[0])
    assert "resigned" in capsys.readouterr().out


def test_the_limit_on_the_page_is_the_real_one():
    assert f"at most {records.MOST_STEPS:,} steps" in PAGE

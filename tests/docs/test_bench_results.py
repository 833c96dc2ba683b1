"""What was measured is kept in tables that can be read, and what measures can be asked for."""

import re
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench"
RESULTS = (BENCH / "results.md").read_text("utf-8").splitlines()
RULE = re.compile(r"\|(-+\|)+")


def test_every_table_of_results_says_what_its_columns_are() -> None:
    rules = [number for number, line in enumerate(RESULTS) if RULE.fullmatch(line)]
    assert len(rules) > 10
    for number in rules:
        heads = RESULTS[number - 1]
        assert heads.count("|") == RESULTS[number].count("|"), f"line {number + 1} stands below {heads[:40]!r}"


def test_whatever_measures_or_compares_can_be_asked_for_by_its_name() -> None:
    command = (BENCH / "__main__.py").read_text("utf-8")
    sources = {file.stem: file.read_text("utf-8") for file in BENCH.glob("*.py")}
    for verb in ("measure() -> list[str]", "compare(before: Before) -> list[str]"):
        named = [name for name, source in sources.items() if f"\ndef {verb}:" in source]
        assert len(named) > 2
        for name in named:
            assert f'"{name}": {name}.{verb.partition("(")[0]},' in command, f"./dev bench {name}"

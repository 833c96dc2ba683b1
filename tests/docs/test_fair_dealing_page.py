"""The page about fair dealing: its example, which shares no code with ours, draws what our dealer draws."""

import re
from pathlib import Path
from random import Random

import pytest

from parlour import games
from parlour.core.dealer import Dealer, outcome
from parlour.core.match import Match

PAGE = (Path(__file__).parents[2] / "docs" / "fair-dealing.md").read_text("utf-8")
CODE = re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture
def example(capsys):
    names = {}
    exec(compile(CODE, "fair-dealing.md", "exec"), names)
    names["printed"] = capsys.readouterr().out.strip()
    return names


def test_the_example_uses_nothing_but_the_standard_library():
    assert re.findall(r"^(?:import|from) .*$", CODE, re.MULTILINE) == ["import hashlib", "import hmac"]


def test_it_prints_what_the_page_says(example):
    assert f"It prints `{example['printed']}`." in PAGE


def test_our_dealer_deals_that_card(example):
    match = Match(games.load("dance"), 2, dealer=Dealer(2, example["secret"]))
    match.dealer.contribute(0, example["contributions"][0])
    assert match.dealer.commitment == example["commitment"]
    assert match.deal().text == str(example["card"])


def test_it_agrees_with_our_dealer_on_any_draw(example):
    rng = Random(4)
    for k in range(300):
        secret = rng.randbytes(32)
        contributions = [rng.choice([None, "", "ö", "a" * 200]) for _ in range(rng.randint(1, 5))]
        weights = [rng.randint(1, 9) for _ in range(rng.randint(1, 60))]
        assert example["draw"](secret, contributions, k, weights) == outcome(secret, contributions, k, weights)


def test_it_agrees_where_numbers_are_thrown_away(example):
    # With a sum just over half of 2**64, nearly every second number is thrown away.
    weights = [2**62, 2**62, 2**10]
    drawn = [outcome(b"s" * 32, [None], k, weights) for k in range(40)]
    assert [example["draw"](b"s" * 32, [None], k, weights) for k in range(40)] == drawn
    assert len(set(drawn)) > 1

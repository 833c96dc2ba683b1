"""The page on AWS says what the template, the code and the model of costs say."""

import json
import re
import shlex
from pathlib import Path

from bench import serverless
from parlour.aws.template import functions, read_template
from parlour.cli import parser

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "aws.md").read_text("utf-8")
TEMPLATE = read_template(ROOT / "deploy" / "aws" / "template.yaml")


def test_its_costs_are_those_of_the_model_with_their_date() -> None:
    assert "\n".join(serverless.table()) in PAGE
    date, region, *_ = serverless.PRICES_OF.split(", ")
    assert f"prices of {date} in `{region}`" in PAGE


def test_a_move_costs_what_it_takes_at_these_prices() -> None:
    move, prices = serverless.Move(), serverless.Prices(write=1, read=0, invocation=0, gb_second=0, message=0)
    costs = serverless.per_million_moves(prices._replace(connection_minute=0), move)
    assert sum(costs.values()) == move.writes


def test_it_explains_every_parameter() -> None:
    given = json.loads((ROOT / "deploy" / "aws" / "parameters.json").read_text())["Parameters"]
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([A-Za-z]+)`", row.split("|")[1])}
    assert {*given} | {*functions(TEMPLATE)} == named


def test_every_command_of_ours_on_it_can_be_given() -> None:
    commands = re.findall(r"^ {4}(parlour [^\n]+)$", PAGE, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        assert callable(parser().parse_args(shlex.split(command)[1:]).run)


def test_every_alarm_and_output_that_it_names_is_there() -> None:
    alarms = [name for name, one in TEMPLATE["Resources"].items() if one["Type"] == "AWS::CloudWatch::Alarm"]
    assert len(alarms) == 9
    assert "there are nine" in PAGE
    for name in ("LettersBounce", "ReadersComplain", "SomethingIsLost"):
        assert name in alarms
        assert f"`{name}`" in PAGE
    assert {"Url", "FrontName", "Database"} <= {*TEMPLATE["Outputs"]}

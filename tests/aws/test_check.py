"""What `parlour aws check` finds, before anything is put on AWS."""

import copy
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from parlour import __version__
from parlour.aws import check as checking
from parlour.aws.check import of_image, of_parameters, of_template
from parlour.aws.image import describe
from parlour.aws.template import read_template
from parlour.cli import main
from parlour.core.texts import Refused
from parlour.games import names

FOLDER = Path(__file__).parents[2] / "deploy" / "aws"
TEMPLATE = read_template(FOLDER / "template.yaml")
OWN = {
    "ImageUri": "210987654321.dkr.ecr.eu-central-1.amazonaws.com/parlour:1", "MailFrom": "games@club.example",
    "CertificateArn": "",
}  # fmt: skip


def wrong(tmp_path: Path, **changed: str | None) -> list[str]:
    given = {name: value for name, value in {**OWN, **changed}.items() if value is not None}
    (tmp_path / "parameters.json").write_text(json.dumps({"Parameters": given}))
    return list(of_parameters(TEMPLATE, tmp_path / "parameters.json"))


def test_parameters_that_fit_are_right(tmp_path: Path) -> None:
    assert wrong(tmp_path) == []
    certificate = "arn:aws:acm:us-east-1:210987654321:certificate/1"
    assert wrong(tmp_path, Domain="play.club.example", CertificateArn=certificate, MailIdentity="club.example") == []


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"ImageUri": "123456789012.dkr.ecr.eu-central-1.amazonaws.com/parlour:1"}, "ImageUri is still the example"),
        ({"ImageUri": "parlour:1"}, "ImageUri cannot be “parlour:1”"),
        ({"MailFrom": "games@example.org"}, "MailFrom is still the example"),
        ({"MailFrom": "a b@club.example"}, "MailFrom cannot be"),
        ({"MailFrom": "a..b@club.example"}, "no address that letters can have"),
        ({"MailFrom": None}, "MailFrom is not said"),
        ({"MailIdentity": "example.com"}, "SES is to confirm example.com"),
        ({"MailIdentity": "b.example"}, "SES is to confirm b.example"),
        ({"Domain": "play.club.example"}, "needs CertificateArn"),
        ({"CertificateArn": "arn:aws:acm:eu-central-1:210987654321:certificate/1"}, "us-east-1"),
        ({"Domain": "localhost", "CertificateArn": "arn:aws:acm:us-east-1:1:certificate/1"}, "Domain cannot be"),
        ({"Memory": "lots"}, "Memory cannot be “lots”"),
        ({"Memory": "128"}, "Memory cannot be “128”"),
        ({"LogDays": "31"}, "LogDays cannot be “31”"),
        ({"Guests": "some"}, "Guests cannot be “some”"),
        ({"Memroy": "1769"}, "There is no parameter Memroy"),
        ({"FrontSecret": "x" * 40}, "FrontSecret does not belong into a file"),
    ],
)
def test_a_parameter_that_cannot_be_meant_is_named(changed: Mapping[str, str | None], why: str, tmp_path: Path) -> None:
    [line] = wrong(tmp_path, **changed)
    assert why in line


def test_parameters_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for text in ("", "{}", "[]"):
        (tmp_path / "parameters.json").write_text(text)
        with pytest.raises(Refused, match="cannot be read from"):
            list(of_parameters(TEMPLATE, tmp_path / "parameters.json"))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{AttributeName: by5, AttributeType: B}", "{AttributeName: by6, AttributeType: B}", "AttributeDefinitions"),
        ("NonKeyAttributes: [gone]", "NonKeyAttributes: [line]", "LocalSecondaryIndexes"),
        ("Type: AWS::DynamoDB::Table", "Type: AWS::DynamoDB::GlobalTable", "has 0 tables"),
        ("Action: dynamodb:Query", 'Action: "dynamodb:*"', "may do more than it needs: dynamodb:*"),
    ],
)
def test_a_template_that_is_no_longer_the_houses_is_found(old: str, new: str, why: str, tmp_path: Path) -> None:
    text = (FOLDER / "template.yaml").read_text()
    assert old in text
    (tmp_path / "template.yaml").write_text(text.replace(old, new, 1))
    assert any(why in line for line in of_template(read_template(tmp_path / "template.yaml")))


def test_the_houses_own_is_right() -> None:
    assert list(of_template(TEMPLATE)) == []


# -- the image ------------------------------------------------------------------------------------------------


def laid_out(folder: Path, **changed: Any) -> Path:
    about = {
        "parlour": __version__, "python": "3.13.1", "machine": "x86_64", "processor": "x86-64-v3", "games": names(),
    }  # fmt: skip
    for name in about["games"]:
        for kind in (name, f"{name}.bots"):
            (folder / "compiled" / f"{kind}-0123").mkdir(parents=True)
        module = folder / "app" / "parlour" / "games" / name / "modules" / f"{name}.wasm"
        module.parent.mkdir(parents=True)
        module.touch()
    (folder / "image.json").write_text(json.dumps({**about, **changed}))
    return folder


def wrong_with(folder: Path, dockerfile: Path = FOLDER / "Dockerfile") -> list[str]:
    return list(of_image(folder, dockerfile, TEMPLATE))


def test_a_folder_that_was_laid_out_is_right(tmp_path: Path) -> None:
    assert wrong_with(laid_out(tmp_path)) == []


def test_an_image_from_another_python_than_the_one_that_has_compiled_is_found(tmp_path: Path) -> None:
    folder, own = laid_out(tmp_path / "image"), tmp_path / "Dockerfile"
    text = (FOLDER / "Dockerfile").read_text()
    for changed, why in (
        (text.replace("ARG PYTHON", "ARG PYTHON=3.13.2"), "begins from Python 3.13.2, and Python 3.13.1 has"),
        (text.replace("python:${PYTHON}", "python:3.12"), "begins from Python 3.12, and"),
        (text.replace("FROM python:${PYTHON}-slim", "FROM debian"), "has to begin from Python's own image"),
    ):
        own.write_text(changed)
        [line] = wrong_with(folder, own)
        assert why in line
    own.write_text(text.replace("ARG PYTHON", "ARG PYTHON=3.13.1"))
    assert wrong_with(folder, own) == []


def test_games_that_browsers_cannot_play_by_themselves_are_found(tmp_path: Path) -> None:
    folder = laid_out(tmp_path)
    for name in ("yinsh", "dance"):
        shutil.rmtree(folder / "app" / "parlour" / "games" / name / "modules")
    [line] = wrong_with(folder)
    assert "for nothing: dance, yinsh." in line


def test_a_setting_that_there_is_not_is_found() -> None:
    told = copy.deepcopy(TEMPLATE)
    told["Resources"]["Http"]["Properties"]["Environment"]["Variables"]["PARLOUR_GUEST"] = "none"
    assert list(of_template(told)) == ["Http is told PARLOUR_GUEST, which is no setting."]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"parlour": "0.0.1"}, "The image has Parlour 0.0.1"),
        ({"games": ["yinsh"]}, "lacks games: "),
        ({"processor": "x86-64-v4"}, "x86-64-v4"),
        ({"machine": "aarch64"}, "run on x86_64, and the image is for aarch64"),
    ],
)
def test_an_image_of_another_kind_is_found(changed: Mapping[str, Any], why: str, tmp_path: Path) -> None:
    [line] = wrong_with(laid_out(tmp_path, **changed))
    assert why in line


def test_a_game_that_would_be_compiled_when_it_is_played_is_found(tmp_path: Path) -> None:
    folder = laid_out(tmp_path)
    shutil.rmtree(folder / "compiled" / "yinsh.bots-0123")
    [line] = wrong_with(folder)
    assert line.startswith("yinsh is not compiled in ")


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no folder that `parlour aws image` has laid out"):
        describe(tmp_path)


# -- the command ----------------------------------------------------------------------------------------------


def test_the_command_says_a_line_for_each_and_how_many(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "lint", lambda path, region: [])  # which is looked at in tests/deploy
    assert main(["aws", "check", str(FOLDER)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert sorted(lines) == ["ImageUri is still the example.", "MailFrom is still the example."]
    assert last == "2 things are not right yet."
    shutil.copytree(FOLDER, tmp_path / "own")
    (tmp_path / "own" / "parameters.json").write_text(json.dumps({"Parameters": OWN}))
    assert main(["aws", "check", str(tmp_path / "own")]) == 0
    assert capsys.readouterr().out == "All of it fits together.\n"


def test_without_the_linter_a_sentence_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", gone)
    assert main(["aws", "check", str(FOLDER)]) == 2
    assert "pip install cfn-lint" in capsys.readouterr().err

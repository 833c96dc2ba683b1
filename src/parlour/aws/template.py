"""The template of a house on AWS, as far as somebody has to read it: is it sound, and what may each function do?"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from parlour.aws.texts import AwsRefused

FUNCTION, ROLE, POLICY = "AWS::Serverless::Function", "AWS::IAM::Role", "AWS::IAM::ManagedPolicy"
# Of what is named, all: objects of a bucket, connections of an API. Their own names nobody knows beforehand.
ALL_OF_ONE = ("${Exports.Arn}/*", "/@connections/*")

Resources = Mapping[str, Any]


class Right(msgspec.Struct, frozen=True, order=True):
    """What a function may do, and to what: a name in the template, or one that is made from such."""

    action: str
    resource: str


def read_template(path: Path) -> Mapping[str, Any]:
    """As cfn-lint reads it, which knows CloudFormation's short forms."""
    decode = _linter("cfnlint.decode")
    try:
        template, faults = decode.decode_str(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise AwsRefused("template.unreadable", path=str(path), why=str(error)) from None
    if faults or not isinstance(template, dict) or not isinstance(template.get("Resources"), dict):
        raise AwsRefused("template.unreadable", path=str(path), why=faults[0].message if faults else "no Resources")
    return template


def lint(path: Path, region: str) -> list[str]:
    """What cfn-lint finds there, a line each."""
    api = _linter("cfnlint.api")
    found = api.lint(path.read_text("utf-8"), regions=[region])
    return [f"{path.name}:{each.linenumber}: {each.rule.id} {each.message}" for each in found]


def _linter(module: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        raise AwsRefused("template.no-linter") from None


def functions(template: Mapping[str, Any]) -> dict[str, Any]:
    """By name in the template: what is said of each."""
    return {name: one["Properties"] for name, one in template["Resources"].items() if one["Type"] == FUNCTION}


def rights(template: Mapping[str, Any]) -> dict[str, list[Right]]:
    """Of each function, all that its role allows."""
    resources: Resources = template["Resources"]
    return {
        name: sorted({right for statement in _statements(resources, one) for right in _of_statement(statement)})
        for name, one in functions(template).items()
    }


def too_wide(right: Right) -> bool:
    """Whether it is more than something that is named."""
    rest = right.resource
    for end in ALL_OF_ONE:
        rest = rest.removesuffix(end)
    return "*" in right.action or "*" in rest


def _statements(resources: Resources, function: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    role = resources[_named(function["Role"])]["Properties"]
    for each in role.get("ManagedPolicyArns", []):
        # One that Amazon keeps is a text, and says nothing here of what it allows.
        kept = resources.get(_named(each))
        yield from kept["Properties"]["PolicyDocument"]["Statement"] if kept else [{"Action": "*", "Resource": "*"}]
    for policy in role.get("Policies", []):
        yield from policy["PolicyDocument"]["Statement"]
    if "Policies" in function:  # SAM adds those to a role of its own, and more besides
        yield {"Action": "*", "Resource": "*"}


def _of_statement(statement: Mapping[str, Any]) -> Iterator[Right]:
    for action in _several(statement["Action"]):
        for resource in _several(statement["Resource"]):
            yield Right(action, _named(resource))


def _several(one: Any) -> list[Any]:
    return list(one) if isinstance(one, list) else [one]


def _named(value: Any) -> str:
    """A name in the template, whatever of it is meant; or a text with names in it."""
    if not isinstance(value, dict):
        return str(value)
    [(how, of)] = value.items()
    if how == "Fn::GetAtt":
        name, attribute = of if isinstance(of, list) else of.split(".", 1)
        return str(name) if attribute == "Arn" else f"{name}.{attribute}"
    return str(of[0] if isinstance(of, list) else of)

"""Whether what is to be put on AWS fits together: the template, its parameters, the folder of the image."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import parlour
from parlour.aws.image import COMPILED, DESCRIPTION, ImageDescription, describe, has_module
from parlour.aws.settings import VARIABLES
from parlour.aws.template import functions, lint, read_template, rights, too_wide
from parlour.aws.texts import AwsRefused, say
from parlour.core.texts import Refused
from parlour.games import names
from parlour.house.mail import addresses
from parlour.server.settings import SETTINGS, is_name
from parlour.store.dynamo.layout import MOST_ORDERS
from parlour.store.dynamo.opening import description

TEMPLATE, PARAMETERS = "template.yaml", "parameters.json"
REGION = "eu-central-1"  # templates are the same in all
SECRET = "FrontSecret"  # given when the house is set up, and kept nowhere here
EXAMPLE = "123456789012"  # the account of the parameters that come with the template
PINNED = re.compile(r"ENV NUMBA_CPU_NAME=(\S+)")
BASE = re.compile(r"^FROM python:(\S+?)-", re.MULTILINE)
ARGUMENT, GIVEN = "${PYTHON}", re.compile(r"^ARG PYTHON(?:=(\S+))?$", re.MULTILINE)


def check(folder: Path, image: Path | None) -> int:
    """Print what is wrong, a line each: 1 if there is anything."""
    template = read_template(folder / TEMPLATE)
    found = [*lint(folder / TEMPLATE, REGION), *of_template(template), *of_parameters(template, folder / PARAMETERS)]
    if image is not None:
        found += of_image(image, folder / "Dockerfile", template)
    for line in found:
        print(line)
    print(say("check.wrong", count=len(found)) if found else say("check.right"))
    return 1 if found else 0


def of_template(template: Mapping[str, Any]) -> Iterator[str]:
    tables = [one["Properties"] for one in template["Resources"].values() if one["Type"] == "AWS::DynamoDB::Table"]
    if len(tables) != 1:
        yield say("check.tables", count=len(tables))
    else:
        wanted = description("any")
        for name in ("AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes", "BillingMode"):
            if tables[0].get(name) != wanted[name]:
                yield say("check.table", name=name, orders=MOST_ORDERS)
    for function, some in rights(template).items():
        for right in filter(too_wide, some):
            yield say("check.wide", function=function, action=right.action, resource=right.resource)
    if not functions(template):
        yield say("check.no-functions")
    common = template.get("Globals", {}).get("Function", {})
    known = {each.variable for each in SETTINGS} | set(VARIABLES)
    for function, about in functions(template).items():
        for name in {**_told(common), **_told(about)}:
            if name.startswith("PARLOUR_") and name not in known:
                yield say("check.setting", function=function, name=name)


def _told(about: Mapping[str, Any]) -> Mapping[str, Any]:
    told: Mapping[str, Any] = about.get("Environment", {}).get("Variables", {})
    return told


def of_parameters(template: Mapping[str, Any], path: Path) -> Iterator[str]:
    try:
        given = json.loads(path.read_text("utf-8"))["Parameters"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AwsRefused("check.no-parameters", path=str(path), why=str(error)) from None
    asked = template["Parameters"]
    for name in sorted({*given} - {*asked}):
        yield say("check.unknown", name=name)
    if SECRET in given:
        yield say("check.secret", name=SECRET)
    for name, about in asked.items():
        value = str(given.get(name, about.get("Default", "")))
        if name == SECRET:
            continue
        if name not in given and "Default" not in about:
            yield say("check.missing", name=name)
        elif not _fits(value, about):
            yield say("check.value", name=name, value=value)
        else:
            yield from _of_value(name, value, given)


def _fits(value: str, about: Mapping[str, Any]) -> bool:
    if about["Type"] == "Number":
        least, most = float(about.get("MinValue", "-inf")), float(about.get("MaxValue", "inf"))
        number = re.fullmatch(r"[0-9]+", value)
        allowed = [str(one) for one in about.get("AllowedValues", [value])]
        return number is not None and least <= float(value) <= most and value in allowed
    if value not in about.get("AllowedValues", [value]):
        return False
    return re.fullmatch(about.get("AllowedPattern", ".*"), value) is not None


def _of_value(name: str, value: str, given: Mapping[str, str]) -> Iterator[str]:
    """What no pattern can say."""
    if name == "ImageUri" and value.startswith(EXAMPLE):
        yield say("check.example", name=name)
    if name in ("MailFrom", "AlarmAddress") and value:
        try:
            addresses.check(value)
        except Refused:
            yield say("check.address", name=name, value=value)
    if name == "MailFrom" and value.endswith("@example.org"):
        yield say("check.example", name=name)
    if name == "MailIdentity" and value and not f"@{given.get('MailFrom', '')}".endswith((f"@{value}", f".{value}")):
        yield say("check.identity", value=value, sender=given.get("MailFrom", ""))
    if name == "Domain" and value:
        if "." not in value or not is_name(value) or urlsplit(f"//{value}").hostname != value:
            yield say("check.value", name=name, value=value)
        if not given.get("CertificateArn"):
            yield say("check.certificate")
    if name == "CertificateArn" and value and ":acm:us-east-1:" not in value:
        yield say("check.certificate")


def of_image(folder: Path, dockerfile: Path, template: Mapping[str, Any]) -> Iterator[str]:
    about = describe(folder)
    if about.parlour != parlour.__version__:
        yield say("check.version", found=about.parlour, own=parlour.__version__)
    missing = sorted({*names()} - {*about.games})
    if missing:
        yield say("check.games", games=", ".join(missing))
    for name in about.games:
        # The game, and its search.
        if len(list((folder / COMPILED).glob(f"{name}-*"))) != 1 or not list((folder / COMPILED).glob(f"{name}.*-*")):
            yield say("check.not-compiled", game=name, path=str(folder / COMPILED))
    if without := [name for name in about.games if not has_module(folder, name)]:
        yield say("check.modules", games=", ".join(sorted(without)))
    yield from _of_base(dockerfile, about)
    for architecture in template.get("Globals", {}).get("Function", {}).get("Architectures", []):
        if architecture != about.machine:
            yield say("check.machine", wanted=architecture, machine=about.machine)
    pinned = PINNED.search(dockerfile.read_text("utf-8")) if dockerfile.is_file() else None
    if pinned is None or pinned[1] != about.processor:
        yield say("check.processor", path=str(dockerfile), processor=about.processor, description=DESCRIPTION)


def _of_base(dockerfile: Path, about: ImageDescription) -> Iterator[str]:
    """Which Python it begins from, where it says so: else whoever builds it does."""
    text = dockerfile.read_text("utf-8") if dockerfile.is_file() else ""
    base, given = BASE.search(text), GIVEN.search(text)
    if base is None or (base[1] == ARGUMENT and given is None):
        yield say("check.base", path=str(dockerfile))
        return
    found = base[1] if base[1] != ARGUMENT or given is None else given[1] or about.python
    if found != about.python:
        yield say("check.python", path=str(dockerfile), found=found, python=about.python)

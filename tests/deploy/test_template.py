"""The template of a house on AWS: sound, as the code needs it, and with no right too many."""

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from parlour.aws import functions as entry_points
from parlour.aws import news
from parlour.aws.settings import FunctionSettings
from parlour.aws.template import FUNCTION, Right, functions, lint, read_template, rights, too_wide
from parlour.core.texts import Refused
from parlour.house.mail.records import OUTBOXES
from parlour.server.settings import SETTINGS
from parlour.store.dynamo import streams
from parlour.store.dynamo.opening import description

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "aws"
TEMPLATE = read_template(FOLDER / "template.yaml")
RESOURCES = TEMPLATE["Resources"]
STORE = ROOT / "src" / "parlour" / "store" / "dynamo"
NEWS = Path(news.__file__)

TABLE = [
    Right(f"dynamodb:{verb}", "Table")
    for verb in ("BatchGetItem", "ConditionCheckItem", "DeleteItem", "GetItem", "PutItem", "Query")
]
ORDERS = [Right("dynamodb:Query", f"${{Table.Arn}}/index/by{number}") for number in range(1, 6)]
LIVE = "arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}:${SocketApi}/live"
CONNECTIONS = [Right("execute-api:ManageConnections", f"{LIVE}/{verb}/@connections/*") for verb in ("DELETE", "POST")]
OTHERS = [Right("sqs:SendMessage", "Clocks"), Right("sqs:SendMessage", "Thoughts")]
LOST = [Right("sqs:SendMessage", "Lost")]
SES = "arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}"


def exports(*verbs: str) -> list[Right]:
    return [Right(f"s3:{verb}Object", "${Exports.Arn}/*") for verb in verbs]


def woken_by(queue: str) -> list[Right]:
    return [Right(f"sqs:{verb}", queue) for verb in ("DeleteMessage", "GetQueueAttributes", "ReceiveMessage")]


def log_of(function: str) -> list[Right]:
    return [Right(f"logs:{verb}", f"{function}Log") for verb in ("CreateLogStream", "PutLogEvents")]


MAY = {
    "Http": [*TABLE, *ORDERS, *exports("Delete", "Get")],
    "Socket": [*TABLE, *ORDERS, *CONNECTIONS],
    "News": [
        *TABLE, *ORDERS, *CONNECTIONS, *OTHERS, *LOST,
        *(
            Right(f"dynamodb:{verb}", "Table.StreamArn")
            for verb in ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
        ),
    ],
    "Tick": [
        *TABLE, *ORDERS, *OTHERS, *LOST, *woken_by("Clocks"), *exports("Delete"),
        Right("ses:SendRawEmail", f"{SES}:identity/${{Of}}"),
        Right("ses:SendRawEmail", f"{SES}:configuration-set/${{MailEvents}}"),
    ],
    "Think": [*TABLE, *ORDERS, *OTHERS, *woken_by("Thoughts"), *exports("Delete", "Get", "Put")],
}  # fmt: skip


def test_cfn_lint_finds_nothing() -> None:
    assert lint(FOLDER / "template.yaml", "eu-central-1") == []


def test_cfn_lint_would_find_something(tmp_path: Path) -> None:
    slip = "Resources: {Queue: {Type: AWS::SQS::Queue, Properties: {VisibilityTimeout: long}}}"
    (tmp_path / "template.yaml").write_text(slip)
    assert any("long" in line for line in lint(tmp_path / "template.yaml", "eu-central-1"))


def test_nothing_is_written_in_a_way_that_cloudformation_does_not_read() -> None:
    """It knows no aliases of YAML."""
    assert not re.search(r"(^|[\s\[,])[&*][A-Za-z]", (FOLDER / "template.yaml").read_text(), re.MULTILINE)


def test_the_table_is_the_one_that_the_store_would_make() -> None:
    table = {**RESOURCES["Table"]["Properties"]}
    wanted = description("any")
    assert table.pop("StreamSpecification") == {"StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert table.pop("TimeToLiveSpecification") == {"AttributeName": "gone", "Enabled": True}
    assert table.pop("DeletionProtectionEnabled") is True
    assert table.pop("PointInTimeRecoverySpecification") == {"PointInTimeRecoveryEnabled": True}
    del wanted["TableName"]
    assert table == wanted


def test_what_people_have_made_outlives_the_stack() -> None:
    for name in ("Table", "Exports"):
        assert RESOURCES[name]["DeletionPolicy"] == RESOURCES[name]["UpdateReplacePolicy"] == "Retain"


# -- what each function may do -----------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [*MAY])
def test_a_function_may_do_this_and_no_more(function: str) -> None:
    assert rights(TEMPLATE)[function] == sorted([*MAY[function], *log_of(function)])


def test_these_are_all_functions() -> None:
    assert {*rights(TEMPLATE)} == {*MAY}


def test_no_right_is_wider_than_something_that_is_named() -> None:
    assert [right for some in rights(TEMPLATE).values() for right in some if too_wide(right)] == []


@pytest.mark.parametrize(
    "right",
    [
        Right("dynamodb:*", "Table"), Right("dynamodb:GetItem", "*"), Right("s3:GetObject", "arn:aws:s3:::*/*"),
        Right("dynamodb:Query", "${Table.Arn}/index/*"), Right("*", "*"),
    ],
)  # fmt: skip
def test_a_wildcard_is_too_wide(right: Right) -> None:
    assert too_wide(right)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("            Resource: !GetAtt Table.Arn", '            Resource: "*"'),
        ("Action: execute-api:ManageConnections", 'Action: "execute-api:*"'),
        ("[!Ref UsesTheHouse]", '[!Ref UsesTheHouse, "arn:aws:iam::aws:policy/AmazonS3FullAccess"]'),
    ],
)
def test_a_right_that_is_too_wide_is_found_in_a_template(old: str, new: str, tmp_path: Path) -> None:
    text = (FOLDER / "template.yaml").read_text()
    assert old in text
    (tmp_path / "template.yaml").write_text(text.replace(old, new, 1))
    found = rights(read_template(tmp_path / "template.yaml"))
    assert any(too_wide(right) for some in found.values() for right in some)


def test_functions_may_ask_the_table_for_whatever_the_store_asks_and_for_nothing_else() -> None:
    """A transaction takes the rights of what is in it. To make a table, to copy and to move a house is its host's."""
    of_hosts = {"opening.py", "copies.py", "moving.py"}
    asked = {verb for path in STORE.glob("*.py") if path.name not in of_hosts for verb in verbs_of(path)}
    asked |= {"get_item", "put_item"}  # of opening.py, where there is a table
    actions = {"".join(part.title() for part in verb.split("_")) for verb in asked - {"transact_write_items"}}
    actions |= {"ConditionCheckItem", "DeleteItem", "PutItem"}  # in transactions, by units.py
    assert actions == {right.action.partition(":")[2] for right in TABLE}


def verbs_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "ask"
        if is_call and isinstance(node.args[0], ast.Constant):  # type: ignore[attr-defined]
            yield node.args[0].value  # type: ignore[attr-defined]


def test_who_may_wake_a_function_is_named() -> None:
    for name, one in RESOURCES.items():
        if one["Type"] == "AWS::Lambda::Permission":
            assert one["Properties"]["SourceArn"], name
            assert one["Properties"]["FunctionName"]["Ref"] in functions(TEMPLATE), name


# -- what wakes them -----------------------------------------------------------------------------------


def test_every_function_is_named_by_its_entry_point() -> None:
    named = {name: one["ImageConfig"]["Command"] for name, one in functions(TEMPLATE).items()}
    assert named == {name: [f"parlour.aws.functions.{name.lower()}"] for name in MAY}
    assert all(callable(getattr(entry_points, name.lower())) for name in MAY)


def test_nothing_that_cannot_be_done_is_gone_without_a_trace() -> None:
    lost = {"Fn::GetAtt": ["Lost", "Arn"]}
    for name, one in RESOURCES.items():
        if one["Type"] == "AWS::SQS::Queue" and name != "Lost":
            assert one["Properties"]["RedrivePolicy"]["deadLetterTargetArn"] == lost, name
        if one["Type"] == "AWS::SNS::Subscription":
            assert one["Properties"]["RedrivePolicy"]["deadLetterTargetArn"] == lost, name
    assert written()["DestinationConfig"]["OnFailure"]["Destination"] == lost
    assert functions(TEMPLATE)["Tick"]["EventInvokeConfig"]["DestinationConfig"]["OnFailure"]["Destination"] == lost
    [alarm] = [one for one in alarms().values() if {"Fn::GetAtt": ["Lost", "QueueName"]} in dimensions(one)]
    assert alarm["Threshold"] == 1


def test_what_a_function_says_it_could_not_do_is_handed_over_again() -> None:
    """Its handlers answer with what failed. Whoever does not read that takes all of it as done."""
    sources = {
        f"{name}.{source}": event["Properties"].get("FunctionResponseTypes")
        for name, one in functions(TEMPLATE).items()
        for source, event in one.get("Events", {}).items()
        if event["Type"] in ("SQS", "DynamoDB")
    }
    assert set(sources) == {"News.Written", "Think.Thought", "Tick.Clock"}
    assert all(told == ["ReportBatchItemFailures"] for told in sources.values())


def written() -> Mapping[str, Any]:
    return functions(TEMPLATE)["News"]["Events"]["Written"]["Properties"]  # type: ignore[no-any-return]


def alarms() -> dict[str, Any]:
    return {name: one["Properties"] for name, one in RESOURCES.items() if one["Type"] == "AWS::CloudWatch::Alarm"}


def dimensions(alarm: Mapping[str, Any]) -> list[Any]:
    return [each["Value"] for each in alarm.get("Dimensions", [])]


def test_alarms_cost_nothing_and_are_heard() -> None:
    assert len(alarms()) <= 10, "so many are free"
    assert all(one["AlarmActions"] == [{"Ref": "Alarms"}] for one in alarms().values())


@pytest.mark.parametrize(("queue", "function"), [("Thoughts", "Think"), ("Clocks", "Tick")])
def test_a_message_is_given_to_another_only_after_its_function_had_time(queue: str, function: str) -> None:
    seconds = functions(TEMPLATE)[function]["Timeout"]
    assert RESOURCES[queue]["Properties"]["VisibilityTimeout"] >= 6 * seconds, "as Lambda asks for"


def test_what_wakes_the_news_is_a_pattern_that_can_be_read() -> None:
    [one] = written()["FilterCriteria"]["Filters"]
    [prefix, *kinds] = json.loads(one["Pattern"])["dynamodb"]["Keys"]["pk"]["S"]
    assert prefix == {"prefix": streams.part_of("")}
    listened_to = re.findall(r"changed\(some, ([A-Z]+)\)", NEWS.read_text())
    assert {*kinds} == {getattr(news, name).name for name in listened_to} | {each.name for each in OUTBOXES}


def test_functions_answer_before_the_api_gives_up() -> None:
    limit = RESOURCES["HttpIntegration"]["Properties"]["TimeoutInMillis"] / 1000
    assert functions(TEMPLATE)["Http"]["Timeout"] <= limit <= 30
    assert functions(TEMPLATE)["Socket"]["Timeout"] <= 29, "which is what a WebSocket API waits"


# -- what they are told -----------------------------------------------------------------------------------


def test_every_setting_is_one_that_there_is() -> None:
    common = TEMPLATE["Globals"]["Function"]["Environment"]["Variables"]
    own = [one.get("Environment", {}).get("Variables", {}) for one in functions(TEMPLATE).values()]
    told = {*common, *(name for some in own for name in some)}
    assert {name for name in told if not name.startswith("PARLOUR_AWS_")} <= {each.variable for each in SETTINGS}


def test_a_function_is_told_by_the_names_that_it_looks_for() -> None:
    own = [one["Environment"]["Variables"] for one in functions(TEMPLATE).values()]
    told = {name for some in own for name in some if name.startswith("PARLOUR_AWS_")}
    known = {f"PARLOUR_AWS_{name.upper()}" for name in FunctionSettings.__struct_fields__}
    assert told == known - {"PARLOUR_AWS_ENDPOINT"}, "which is Amazon's own here"


def test_the_secret_is_told_to_those_alone_who_are_asked_from_outside() -> None:
    told = {name for name, one in functions(TEMPLATE).items() if "PARLOUR_AWS_FRONT" in one["Environment"]["Variables"]}
    assert told == {"Http", "Socket"}
    assert TEMPLATE["Parameters"]["FrontSecret"]["NoEcho"] is True


def test_the_parameters_are_in_one_file_but_for_the_secret() -> None:
    given = json.loads((FOLDER / "parameters.json").read_text())["Parameters"]
    assert {*given} == {*TEMPLATE["Parameters"]} - {"FrontSecret"}
    for name, value in given.items():
        asked = TEMPLATE["Parameters"][name]
        assert re.fullmatch(asked.get("AllowedPattern", ".*"), value), name
        if "Default" in asked:
            assert value == str(asked["Default"]), name


# -- one name for both APIs -----------------------------------------------------------------------------------


def test_both_apis_are_shown_the_secret_and_nothing_is_kept_but_what_never_changes() -> None:
    front = RESOURCES["Front"]["Properties"]["DistributionConfig"]
    for origin in front["Origins"]:
        assert origin["OriginCustomHeaders"] == [
            {"HeaderName": "x-parlour-front", "HeaderValue": {"Ref": "FrontSecret"}}
        ]
        assert origin["CustomOriginConfig"]["OriginProtocolPolicy"] == "https-only"
    disabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
    behaviours = {each["PathPattern"]: each for each in front["CacheBehaviors"]} | {"*": front["DefaultCacheBehavior"]}
    assert {path for path, each in behaviours.items() if each["CachePolicyId"] != disabled} == {"/assets/*"}
    assert behaviours["/api/v1/live"]["TargetOriginId"] == "live"
    assert {each["TargetOriginId"] for path, each in behaviours.items() if path != "/api/v1/live"} == {"http"}


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js on the path")
@pytest.mark.parametrize(
    ("uri", "passed_on"),
    [("/api/v1/live", "/live"), ("/api/v1/live/", "/api/v1/live/"), ("/table/x", "/table/x"), ("/live", "/live")],
)
def test_the_front_says_who_asks_and_where_the_live_connection_is(uri: str, passed_on: str) -> None:
    code = RESOURCES["FrontFunction"]["Properties"]["FunctionCode"]
    asked = {"uri": uri, "headers": {"x-parlour-viewer": {"value": "made up"}, "cookie": {"value": "c"}}}
    event = {"viewer": {"ip": "2001:db8::1"}, "request": asked}
    run = ["node", "-e", f"{code}\nconsole.log(JSON.stringify(handler({json.dumps(event)})))"]
    answer = json.loads(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
    assert answer["uri"] == passed_on
    assert answer["headers"] == {"x-parlour-viewer": {"value": "2001:db8::1"}, "cookie": {"value": "c"}}


def test_the_stage_is_called_what_the_front_makes_of_the_path() -> None:
    assert RESOURCES["SocketStage"]["Properties"]["StageName"] == "live"
    told = functions(TEMPLATE)["Socket"]["Environment"]["Variables"]["PARLOUR_AWS_SOCKETS"]["Fn::Sub"]
    assert urlsplit(told).path == "/live"


# -- reading it -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "- a list", "Resources: [", "Resources: {a: !Sub"])
def test_what_is_no_template_is_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(text)
    with pytest.raises(Refused, match=r"t\.yaml is no template that can be read"):
        read_template(tmp_path / "t.yaml")
    with pytest.raises(Refused, match="is no template"):
        read_template(tmp_path / "none.yaml")


def test_a_function_is_known_by_its_type() -> None:
    assert all(RESOURCES[name]["Type"] == FUNCTION for name in functions(TEMPLATE))

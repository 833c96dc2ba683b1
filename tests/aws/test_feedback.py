"""Letters that came back, as Amazon says so: its mailbox simulator, topics and queues, in what stands in for them."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiobotocore.session
import pytest

from parlour.aws.feedback import returned_letters, take_returned
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.returned import why_silent
from parlour.house.store import Store
from parlour.store import open_store
from tests.aws.cloud import Cloud, Tab
from tests.places import DYNAMO

pytestmark = [pytest.mark.anyio, DYNAMO]
REGION, HOUSE = "eu-central-1", "returns@example.org"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(str(tmp_path / "house.db"))
    yield opened
    await opened.close()


def event_of(*messages: object) -> dict[str, Any]:
    """As Lambda is given them."""
    told = [one if isinstance(one, str) else json.dumps(one) for one in messages]
    return {"Records": [{"EventSource": "aws:sns", "Sns": {"Message": one}} for one in told]}


@pytest.mark.parametrize(("reader", "reason"), [("bounce", "bounced"), ("complaint", "complaint"), ("success", None)])
async def test_a_letter_that_comes_back_silences_its_address(
    aws: str, store: Store, reader: str, reason: str | None
) -> None:
    address = f"{reader}@simulator.amazonses.com"
    made = aiobotocore.session.get_session().create_client
    async with (
        made("ses", REGION, endpoint_url=aws) as ses,
        made("sns", REGION, endpoint_url=aws) as sns,
        made("sqs", REGION, endpoint_url=aws) as sqs,
    ):
        topic = (await sns.create_topic(Name=f"returned-{reader}"))["TopicArn"]
        queue = (await sqs.create_queue(QueueName=f"returned-{reader}"))["QueueUrl"]
        found = await sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])
        await sns.subscribe(TopicArn=topic, Protocol="sqs", Endpoint=found["Attributes"]["QueueArn"])
        await ses.verify_email_identity(EmailAddress=HOUSE)
        for kind in ("Bounce", "Complaint", "Delivery"):
            await ses.set_identity_notification_topic(Identity=HOUSE, NotificationType=kind, SnsTopic=topic)
        await ses.send_raw_email(
            Source=HOUSE, Destinations=[address], RawMessage={"Data": f"To: {address}\r\n\r\nHello\r\n"}
        )
        told = await sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10, WaitTimeSeconds=5)
    messages = [json.loads(one["Body"])["Message"] for one in told["Messages"]]
    event = event_of(*messages)
    assert await take_returned(event, store) == (reason is not None)
    assert await take_returned(event, store) == (reason is not None), "it may come again"
    assert await why_silent(store, await Unsubscribing.of(store), address) == reason


def test_the_function_that_is_told_of_it_writes_no_more_letters_there(cloud: Cloud) -> None:
    ben = Tab(cloud)
    ben.sign_up("Ben", "a long enough password")
    ben.confirm_address("ben@example.org", "a long enough password")
    readers = {"complainedRecipients": [{"emailAddress": "Ben@example.org"}]}
    assert ben.ask("GET", "/me/mail")["returned"] is None
    assert cloud.invoke("tick", event_of({"eventType": "Complaint", "complaint": readers})) == {}
    assert ben.ask("GET", "/me/mail")["returned"] == "complaint"
    before = len(cloud.letters())
    ben.ask("POST", "/password-resets", {"who": "Ben"})
    cloud.pump()
    cloud.invoke("tick", {})
    assert len(cloud.letters()) == before


def test_what_passes_silences_nobody() -> None:
    readers = [{"emailAddress": "ada@example.org"}]
    full = {"eventType": "Bounce", "bounce": {"bounceType": "Transient", "bouncedRecipients": readers}}
    praise = {
        "eventType": "Complaint",
        "complaint": {"complaintFeedbackType": "not-spam", "complainedRecipients": readers},
    }
    assert list(returned_letters(event_of(full, praise, {"eventType": "Delivery"}))) == []


def test_what_cannot_be_read_is_passed_over_and_the_rest_is_not() -> None:
    gone = {
        "eventType": "Bounce",
        "bounce": {"bounceType": "Permanent", "bouncedRecipients": [{"emailAddress": "ada@example.org"}]},
    }
    nonsense = ["no JSON", [], {}, {"eventType": "Bounce"}, {"notificationType": "Complaint", "complaint": None}]
    event = event_of(*nonsense, gone)
    event["Records"].append({"Sns": {}})
    assert list(returned_letters(event)) == [("ada@example.org", "bounced")]

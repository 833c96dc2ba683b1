"""Letters that came back: to whom the house writes no more, and what brings it back to them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.notice import Notice
from parlour.house.mail.returned import ReturnReason, arrives_again, came_back, may_be_sent, why_silent
from parlour.house.mail.sender import Message, Never, NoReader, PointOfNoReturn
from parlour.house.store import Store, keep
from parlour.store import open_store
from tests.serving import TurnedTime

pytestmark = pytest.mark.anyio
OFF = Unsubscribing(b"s" * 32)
ADA = "ada@example.org"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(str(tmp_path / "house.db"))
    yield opened
    await opened.close()


@pytest.mark.parametrize("reason", ["bounced", "complaint"])
async def test_where_a_letter_came_back_from_none_is_sent_whatever_the_case_of_the_address(
    store: Store, reason: ReturnReason
) -> None:
    assert await may_be_sent(store, OFF, ADA, asks=False)
    for _ in range(2):
        await came_back(store, OFF, "Ada@Example.org", reason)
    assert await why_silent(store, OFF, ADA) == reason
    assert not await may_be_sent(store, OFF, ADA, asks=False)
    assert await may_be_sent(store, OFF, "bo@example.org", asks=False)


async def test_a_letter_that_asks_goes_to_where_one_bounced_and_never_to_who_has_complained(store: Store) -> None:
    await came_back(store, OFF, ADA, "bounced")
    assert await may_be_sent(store, OFF, ADA, asks=True)
    await came_back(store, OFF, ADA, "complaint")
    assert not await may_be_sent(store, OFF, ADA, asks=True)


async def test_an_address_that_is_confirmed_again_is_written_to_again_unless_somebody_there_has_complained(
    store: Store,
) -> None:
    await came_back(store, OFF, ADA, "bounced")
    await keep(store, arrives_again(OFF, ADA))
    assert await why_silent(store, OFF, ADA) is None
    await keep(store, arrives_again(OFF, ADA))  # and so is one of which nothing was ever wrong
    await came_back(store, OFF, ADA, "complaint")
    await keep(store, arrives_again(OFF, ADA))
    assert await why_silent(store, OFF, ADA) == "complaint"


async def test_the_address_itself_is_not_kept(store: Store) -> None:
    await came_back(store, OFF, ADA, "bounced")
    [kept] = await mail_records.silenced(store, OFF.stranger(ADA))
    assert "ada" not in OFF.stranger(ADA) + kept


class Refusing:
    def __init__(self, refusal: Exception) -> None:
        self.refusal = refusal

    async def send(self, message: Message, brink: PointOfNoReturn) -> None:
        raise self.refusal


@pytest.mark.parametrize(("refusal", "told"), [(NoReader("reader: 550"), [ADA]), (Never("reader: 550"), [])])
async def test_whatever_carries_letters_says_that_there_is_no_such_reader(
    store: Store, refusal: Exception, told: list[str]
) -> None:
    found: list[str] = []

    async def unreachable(message: Message) -> None:
        found.append(message.to)

    async def compose(notice: Notice) -> Message:
        return Message(id=notice.key, sender="h@example.org", to=ADA, data=b"")

    time = TurnedTime()
    await mail_records.put_notice(store, Notice(key="k", kind="x", at=time.now(), due=time.now(), until=10**14))
    await Delivery(store, compose, Refusing(refusal), time, unreachable=unreachable).deliver_due()
    assert found == told
    assert (await mail_records.outbox_status(store)).count == 0

"""What Amazon SES says of letters that came back, as a topic of SNS hands it to a function."""

import json
import logging
from collections.abc import Iterator, Mapping
from typing import Any

from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.returned import ReturnReason, came_back
from parlour.house.store import Store

log = logging.getLogger("parlour.mail")


async def take_returned(event: Mapping[str, Any], store: Store) -> int:
    """Silence every address that such an event speaks of; answers how many those are. The same event may come again.
    One that cannot be read is passed over: it would be no better the next time."""
    returned = list(returned_letters(event))
    off = await Unsubscribing.of(store)
    for address, reason in returned:
        await came_back(store, off, address, reason)
        log.info("a letter came back: %s", reason)
    return len(returned)


def returned_letters(event: Mapping[str, Any]) -> Iterator[tuple[str, ReturnReason]]:
    for record in event.get("Records", []):
        try:
            yield from _of_notification(json.loads(record["Sns"]["Message"]))
        except (KeyError, TypeError, ValueError, AttributeError):
            log.warning("something came that says nothing of a letter")


def _of_notification(told: Mapping[str, Any]) -> Iterator[tuple[str, ReturnReason]]:
    """Of an identity or of a configuration set, which call the same by different names."""
    kind = told.get("eventType") or told["notificationType"]
    if kind == "Bounce" and told["bounce"]["bounceType"] == "Permanent":
        for reader in told["bounce"]["bouncedRecipients"]:
            yield str(reader["emailAddress"]), "bounced"
    # Some say by the same way that it was no spam.
    if kind == "Complaint" and told["complaint"].get("complaintFeedbackType") != "not-spam":
        for reader in told["complaint"]["complainedRecipients"]:
            yield str(reader["emailAddress"]), "complaint"

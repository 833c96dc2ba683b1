"""Messages of queues, one after the other. What fails is handed over again by itself, and not those beside it."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec

from parlour.house.store import Unavailable

SAID = msgspec.json.Decoder(dict[str, Any])
Event = Mapping[str, Any]

log = logging.getLogger("parlour.functions")


async def each(records: Sequence[Event], do: Callable[[Mapping[str, Any]], Awaitable[None]]) -> dict[str, Any]:
    failed = []
    for record in records:
        try:
            await do(SAID.decode(record["body"]))
        except Unavailable as why:
            log.warning("a message of a queue waits: %s", why)
            failed.append({"itemIdentifier": record["messageId"]})
        except Exception:
            log.exception("a message of a queue could not be dealt with")
            failed.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failed}

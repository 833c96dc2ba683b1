"""What has been written to the house's table, as DynamoDB's stream hands it over: in order for each partition, at least
once, and perhaps again."""

from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from parlour.house.store import Kind, R
from parlour.store.dynamo import streams
from parlour.store.dynamo.rows import LINE, PK, Item, items_of


class Written(NamedTuple):
    """One item: as it was, as it is, or both."""

    number: str  # by which it is known in its stream
    part: str
    before: Item | None
    after: Item | None


class AppendedEvents(NamedTuple):
    """Events of one append, or of several that follow on each other."""

    stream: str
    first: int
    events: list[bytes]


def written(event: Mapping[str, Any]) -> list[Written]:
    return [_written(record["dynamodb"]) for record in event["Records"]]


def _written(record: Mapping[str, Any]) -> Written:
    before, after = (_item(record[name]) if name in record else None for name in ("OldImage", "NewImage"))
    return Written(record["SequenceNumber"], record["Keys"][PK]["S"], before, after)


def _item(image: Mapping[str, Any]) -> Item:
    """Bytes come as Base64 where an event is JSON, and as they are from a client."""
    return {
        name: {"B": b64decode(value["B"])} if isinstance(value.get("B"), str) else dict(value)
        for name, value in image.items()
    }


def appended(some: Iterable[Written]) -> list[AppendedEvents]:
    """What was appended, stream by stream; several appends as one where nothing lies in between."""
    found: dict[str, list[AppendedEvents]] = {}
    for one in some:
        if one.after is None or streams.EVENTS not in one.after or one.part == streams.DIRECTORY:
            continue
        stream = streams.stream_of(one.part)
        first, events = streams.events_of(one.after)
        latest = found.setdefault(stream, [])
        if latest and latest[-1].first + len(latest[-1].events) == first:
            latest[-1] = latest[-1]._replace(events=latest[-1].events + events)
        else:
            latest.append(AppendedEvents(stream, first, events))
    return [one for latest in found.values() for one in latest]


def changed(some: Iterable[Written], kind: Kind[R]) -> Iterator[tuple[R | None, R | None]]:
    """Records of a kind as they were, and as they are."""
    for one in some:
        if one.part == kind.name:
            yield _record(kind, one.before), _record(kind, one.after)


def _record(kind: Kind[R], item: Item | None) -> R | None:
    return None if item is None else items_of(kind).record(item[LINE]["S"])

"""Opening the house in a table, and making the table where there is none."""

import asyncio
import time
from typing import Any

from parlour.store import migrations
from parlour.store.dynamo.client import Client, InUse, NoTable, NotSo, place_of
from parlour.store.dynamo.layout import MOST_ORDERS
from parlour.store.dynamo.rows import GONE, ORDERS, PK, SK, Item, key_of_item
from parlour.store.dynamo.store import DynamoStore
from parlour.store.texts import StoreRefused

VERSION = key_of_item("~house", b"version")
NUMBER, MOVING = "number", "moving"
LISTED = {"ProjectionType": "INCLUDE", "NonKeyAttributes": [GONE]}  # keys, and so that what is gone is not counted
MADE_SECONDS = 60  # for which a new table is waited for


def description(table: str) -> dict[str, Any]:
    """The table as CreateTable takes it; the template in deploy/aws has the same."""
    return {
        "TableName": table,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": PK, "AttributeType": "S"},
            *({"AttributeName": name, "AttributeType": "B"} for name in (SK, *ORDERS)),
        ],
        "KeySchema": _keys(SK),
        "LocalSecondaryIndexes": [
            {"IndexName": name, "KeySchema": _keys(name), "Projection": LISTED} for name in ORDERS[:MOST_ORDERS]
        ],
    }


def _keys(by: str) -> list[dict[str, str]]:
    return [{"AttributeName": PK, "KeyType": "HASH"}, {"AttributeName": by, "KeyType": "RANGE"}]


async def open_dynamo(url: str, *, make: bool = True) -> DynamoStore:
    client = Client(place_of(url))
    await client.open()
    try:
        await _check(client, make)
    except BaseException:
        await client.close()
        raise
    return DynamoStore(client)


async def open_empty(url: str) -> DynamoStore:
    """For a house that moves in: nobody opens it before `moved_in`."""
    client = Client(place_of(url))
    await client.open()
    try:
        if (there := await _version(client)) is None:
            await _make(client)
        elif MOVING not in there:
            await _check(client, make=False)
        return DynamoStore(client)
    except BaseException:
        await client.close()
        raise


async def move_in(client: Client) -> None:
    """From now on it is no house yet, whatever is written."""
    await _put_version(client, moving=True)


async def moved_in(client: Client) -> None:
    await _put_version(client, moving=False)


async def is_moving(client: Client) -> bool:
    return MOVING in (await _version(client) or {})


async def _check(client: Client, make: bool) -> None:
    version = await _version(client)
    if version is None or NUMBER not in version:
        if not make:
            raise StoreRefused("store.no-house", path=client.place.shown)
        if version is None:
            await _make(client)
        if await _first(client):
            return
        version = await _version(client) or {}
    if MOVING in version:
        raise StoreRefused("dynamo.moving", place=client.place.shown)
    number = int(version[NUMBER]["N"])
    if number > migrations.version():
        raise StoreRefused("store.newer", path=client.place.shown, version=number, known=migrations.version())
    if number < migrations.version():
        await _put_version(client, moving=False)


async def _version(client: Client) -> Item | None:
    """What the table says of itself, which is nothing at first; None: there is no table."""
    try:
        answer = await client.ask("get_item", TableName=client.place.table, Key=VERSION, ConsistentRead=True)
    except NoTable:
        return None
    item: Item = answer.get("Item", {})
    return item


async def _put_version(client: Client, *, moving: bool) -> None:
    item: Item = {**_own_version(), **({MOVING: {"BOOL": True}} if moving else {})}
    await client.ask("put_item", TableName=client.place.table, Item=item)


async def _first(client: Client) -> bool:
    """Say that there is a house; False: another was first, or something else is going on."""
    unless = {"ConditionExpression": "attribute_not_exists(#pk)", "ExpressionAttributeNames": {"#pk": PK}}
    try:
        await client.ask("put_item", TableName=client.place.table, Item=_own_version(), **unless)
    except NotSo:
        return False
    return True


def _own_version() -> Item:
    return {**VERSION, NUMBER: {"N": str(migrations.version())}}


async def _make(client: Client) -> None:
    try:
        made = await client.ask("create_table", **description(client.place.table))
    except InUse:  # somebody else makes it at this moment
        await _until_made(client)
        return
    except StoreRefused as refusal:
        why = str(refusal.text.args.get("why", ""))
        raise StoreRefused("dynamo.no-table", place=client.place.shown, why=why) from None
    if made["TableDescription"]["TableStatus"] != "ACTIVE":
        await _until_made(client)
    ttl = {"AttributeName": GONE, "Enabled": True}
    await client.ask("update_time_to_live", TableName=client.place.table, TimeToLiveSpecification=ttl)


async def _until_made(client: Client) -> None:
    late = time.monotonic() + MADE_SECONDS
    while True:
        found = await client.ask("describe_table", TableName=client.place.table)
        if found["Table"]["TableStatus"] == "ACTIVE":
            return
        if time.monotonic() > late:
            raise StoreRefused("dynamo.no-table", place=client.place.shown, why="it takes too long to be made")
        await asyncio.sleep(0.5)

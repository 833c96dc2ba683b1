"""The house's store on SQLite, PostgreSQL and DynamoDB. Everything begins with `open_store`."""

import asyncio
from pathlib import Path

from parlour.house.news import Alone, News
from parlour.house.store import Store
from parlour.store.address import is_dynamo, parse, shown
from parlour.store.texts import StoreRefused
from parlour.store.transfer import TransferSummary


async def open_store(place: str | Path, *, beside: bool = False, make: bool = True) -> Store:
    """The house's data at a path or URL, made if they are not there (or, without `make`, refused: a slip in a path is
    not a new house), brought up to date if they are older. With `beside`, also while a house is open there."""
    found = parse(place)
    if isinstance(found, Path):
        from parlour.store.backup_file import open_copy
        from parlour.store.sqlite import open_sqlite

        if not make:
            open_copy(found).close()
        return await open_sqlite(found, beside=beside)
    if is_dynamo(found):
        _need_aiobotocore()
        from parlour.store.dynamo.opening import open_dynamo

        return await open_dynamo(found, make=make)
    _need_asyncpg()
    from parlour.store.postgres import open_postgres

    return await open_postgres(found, make=make)


def open_news(place: str | Path) -> News:
    """How the processes of the house at a place tell each other; a file has one."""
    found = parse(place)
    if isinstance(found, Path):
        return Alone()
    if is_dynamo(found):
        _need_aiobotocore()
        from parlour.store.dynamo.news import DynamoNews

        return DynamoNews(found)
    _need_asyncpg()
    from parlour.store.postgres_news import PostgresNews

    return PostgresNews(found)


async def backup(place: str | Path, path: Path) -> None:
    """A copy of the house at a place, in one file; it may be open meanwhile, in this process or another."""
    found = parse(place)
    if isinstance(found, Path):
        from parlour.store.backup_file import copy_file

        await asyncio.to_thread(copy_file, found, path)
    elif is_dynamo(found):
        _need_aiobotocore()
        from parlour.store.dynamo.moving import backup_dynamo

        await backup_dynamo(found, path)
    else:
        _need_asyncpg()
        from parlour.store.postgres import backup_postgres

        await backup_postgres(found, path)


async def restore(path: Path, place: str | Path, *, force: bool = False) -> None:
    """Put a copy in place, all of it or nothing. What is there already is replaced only by force, and no house may be
    open there."""
    from parlour.store.backup_file import checked_copy, restore_file

    found = parse(place)
    if isinstance(found, Path):
        await asyncio.to_thread(restore_file, path, found, force=force)
    elif is_dynamo(found):
        _need_aiobotocore()
        from parlour.store.dynamo.moving import restore_dynamo

        with checked_copy(path) as copy:
            await restore_dynamo(copy, found, force=force)
    else:
        _need_asyncpg()
        from parlour.store.postgres import restore_postgres

        with checked_copy(path) as copy:
            await restore_postgres(copy, found, force=force)


async def export_house(place: str | Path, path: Path, made: int, schema: int | None = None) -> TransferSummary:
    """All of the house at a place, as it is at one moment, into one file for another machine; it may be open. With
    `schema`, as an older version of Parlour had it."""
    found = parse(place)
    if isinstance(found, Path):
        from parlour.store.transfer import export_file

        return await asyncio.to_thread(export_file, found, path, made, schema)
    if is_dynamo(found):
        _need_aiobotocore()
        from parlour.store.dynamo.moving import export_dynamo

        return await export_dynamo(found, path, made, schema)
    _need_asyncpg()
    from parlour.store.postgres import export_postgres

    return await export_postgres(found, path, made, schema)


async def import_house(path: Path, place: str | Path) -> TransferSummary:
    """Put an exported house in an empty place, all of it or nothing; no house may be open there."""
    from parlour.store.transfer import unpacked

    found = parse(place)
    with unpacked(path) as (copy, carried):
        try:
            if isinstance(found, Path):
                from parlour.store.backup_file import fill_file

                fill_file(copy, found, force=False)
            elif is_dynamo(found):
                _need_aiobotocore()
                from parlour.store.dynamo.moving import restore_dynamo

                await restore_dynamo(copy, found, force=False)
            else:
                _need_asyncpg()
                from parlour.store.postgres import restore_postgres

                await restore_postgres(copy, found, force=False)
        except StoreRefused as refusal:
            key, args = refusal.text.key, refusal.text.args
            if key == "store.not-empty":
                raise StoreRefused("import.not-empty", place=shown(place)) from None
            if key in ("store.open", "store.write"):
                raise StoreRefused("import.write", place=shown(place), why=args["why"]) from None
            raise
    return carried


def _need_asyncpg() -> None:
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise StoreRefused("store.no-asyncpg") from None


def _need_aiobotocore() -> None:
    try:
        import aiobotocore  # noqa: F401
    except ImportError:
        raise StoreRefused("store.no-aiobotocore") from None

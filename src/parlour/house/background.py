"""Work that goes on for as long as the server is up, in tasks of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from logging import Logger

from parlour.house.store import Unavailable

AGAIN = 1.0  # seconds before something is tried again that could not be done
LONGEST_NAP = 60.0  # seconds between two looks at what is due: another house on the same store may have changed it


async def forever(
    work: Callable[[], Awaitable[object]], log: Logger, name: str, closing: Callable[[], bool] = lambda: False
) -> None:
    """Do it again and again, until it is cancelled or the house closes. A fault is logged, and ends nothing."""
    while not closing():
        try:
            await work()
        except Unavailable as why:  # the store is out of reach, and says so itself
            log.warning("%s waits: %s", name, why)
            await asyncio.sleep(AGAIN)
        except Exception:
            log.exception("%s stumbled", name)
            await asyncio.sleep(AGAIN)


async def nap(called: asyncio.Event, seconds: float | None = None) -> None:
    """Until it is called, and no longer than so many seconds."""
    with suppress(TimeoutError):
        # Not wait_for: before Python 3.12 it can swallow a cancellation.
        async with asyncio.timeout(LONGEST_NAP if seconds is None else min(seconds, LONGEST_NAP)):
            await called.wait()


async def cancel(*tasks: "asyncio.Task[None] | None") -> None:
    """End these tasks, those that there are, and wait until they have ended."""
    begun = [task for task in tasks if task is not None]
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)

"""Letters that came back. Where they cannot get to, or are not wanted by whoever reads them, the house writes no more,
whoever carries its letters.

Of an address nothing is kept but a keyed hash: a letter may have gone to a stranger's, and what becomes of letters to
it holds for everybody who has it. What bounces was perhaps misspelt or full, so an address that is confirmed (again) is
written to again. A complaint is for good: somebody there wants no letter from here, not even one that asks.
"""

from typing import Literal

from parlour.house.mail import records as mail_records
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.records import SILENCED, Silenced
from parlour.house.store import Change, Put, Remove, Store, keep

ReturnReason = Literal["bounced", "complaint"]
# As they are kept, among the kinds of letters that an address does without.
KINDS: dict[ReturnReason, str] = {"complaint": "~complaint", "bounced": "~bounced"}


async def came_back(store: Store, off: Unsubscribing, address: str, reason: ReturnReason) -> None:
    """A letter to this address came back for good. To be told of it twice does no harm."""
    await keep(store, Put(SILENCED, Silenced(off.stranger(address), KINDS[reason])))


async def why_silent(store: Store, off: Unsubscribing, address: str) -> ReturnReason | None:
    """Why this address is not written to; None: it is."""
    silenced = await mail_records.silenced(store, off.stranger(address))
    return next((reason for reason, kind in KINDS.items() if kind in silenced), None)


async def may_be_sent(store: Store, off: Unsubscribing, address: str, *, asks: bool) -> bool:
    """Whether a letter goes there. `asks`: one that has the address confirmed."""
    why = await why_silent(store, off, address)
    return why is None or (asks and why == "bounced")


def arrives_again(off: Unsubscribing, address: str) -> Change:
    """Somebody has used the link of a letter that was sent there."""
    return Remove(SILENCED, (off.stranger(address), KINDS["bounced"]))

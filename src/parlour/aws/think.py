"""What takes thinking or time: bots' moves, reviews, exports, rounds of tournaments, ratings. Each is claimed by what
it appends, as between processes: that it is done twice at once costs time, and nothing else."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from parlour.aws.house import FunctionHouse
from parlour.aws.queues import Event, each
from parlour.aws.tick import look_after_tournament
from parlour.core.texts import Refused
from parlour.house.store import Unavailable


async def think(house: FunctionHouse, event: Event) -> dict[str, Any]:
    return await each(event["Records"], partial(_think, house))


async def _think(house: FunctionHouse, asked: Mapping[str, Any]) -> None:
    services = house.services
    if "table" in asked:
        try:
            await services.table_worker.see_to(asked["table"], asked.get("at"))
        except Unavailable:
            raise
        except Refused:  # somebody was quicker: of what is to be done then, another message speaks
            pass
    elif "review" in asked:
        await services.reviews.do(asked["review"])
    elif "export" in asked:
        await services.exports.do(asked["export"])
    elif "tournament" in asked:
        await look_after_tournament(house, asked["tournament"])
    elif "ratings" in asked:
        await services.rating_worker.catch_up()

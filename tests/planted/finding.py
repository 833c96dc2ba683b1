"""Slips in how people find each other: searches, being ready, and what links show elsewhere."""

from tests.planted.fault import Fault

QUICK = "tests/house/friends/test_quick_match.py"
PREVIEWS = "tests/server/http/tables/test_previews.py"

FAULTS = [
    Fault(
        "a clock runs before the other has said that they are there",
        file="src/parlour/house/tables/commands.py",
        old="and not after.awaited and not after.unready:",
        new="and not after.awaited:",
        red=(f"{QUICK}::test_no_clock_runs_before_both_have_said_that_they_are_ready",),
    ),
    Fault(
        "a search goes on though nobody is at its page",
        file="src/parlour/house/friends/searches.py",
        old="            if any(one.until > now for one in others):",
        new="            if others:",
        red=(f"{QUICK}::test_a_page_that_never_comes_ends_the_search",),
    ),
    Fault(
        "somebody is brought to a table whose page is gone",
        file="src/parlour/house/friends/quick_match.py",
        old="if rules.ready and await self._searches.is_deserted(table):",
        new="if False:",
        red=(f"{QUICK}::test_nobody_is_brought_to_somebody_whose_page_is_gone",),
    ),
    Fault(
        "a link to a private table shows its board",
        file="src/parlour/server/http/tables/previews.py",
        old="    at = await services.table_service.find(None, table)",
        new="    at = await services.tables.table(table)",
        red=(f"{PREVIEWS}::test_a_move_is_seen_in_the_picture_and_a_private_table_has_none",),
        compiled=True,
    ),
]

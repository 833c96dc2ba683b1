"""Slips in how people find each other: searches, being ready, and what links show elsewhere."""

from tests.planted.fault import Fault

QUICK = "tests/house/friends/test_quick_match.py"
LINKS = "tests/server/http/test_link_heads.py"
PREVIEWS = "tests/server/http/tables/test_previews.py"

FAULTS = [
    Fault(
        "the picture of a link is where the process listens, not where others find it",
        file="src/parlour/server/http/page.py",
        old="base = auth.places.place(request.scope).origin",
        new='base = str(request.base_url).rstrip("/")',
        red=(f"{LINKS}::test_behind_a_proxy_a_picture_is_where_others_find_the_house",),
    ),
    Fault(
        "the picture of a table is drawn without its pieces",
        file="src/parlour/server/http/preview_picture.py",
        old="        draw_piece(canvas, plan, each, each.piece.kind in turning)",
        new="        pass",
        red=(
            "tests/server/http/tables/test_previews.py::test_a_ring_lets_the_board_through_and_a_seat_has_the_colour_that_its_game_gives",
        ),
    ),
    Fault(
        "a table that strangers find is listed though its page is closed",
        file="src/parlour/house/friends/searches.py",
        old="        return [self.begun(table, person)] if rules.ready and rules.listed else []",
        new="        return []",
        red=(
            "tests/server/live/test_searches.py"
            "::test_a_table_that_strangers_find_ends_with_its_page[sqlite-for strangers]",
        ),
    ),
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
    Fault(
        "somebody who is blocked is heard in the common room",
        file="src/parlour/server/http/club/messages.py",
        old='    text = "" if said.person in unheard else said.text',
        new="    text = said.text",
        red=(
            "tests/server/http/club/test_talk.py::test_somebody_who_is_blocked_is_not_heard_and_their_line_stays_in_its_place",
        ),
    ),
    Fault(
        "a weekly tournament is announced again after a restart",
        file="src/parlour/house/tournaments/weekly.py",
        old='            id = derived_id("weekly", one.id, day.isoformat())',
        new="            id = self._tournaments.tables.entropy.word()",
        red=(
            "tests/house/tournaments/test_weekly.py::test_each_is_there_once_after_restarts_and_with_several_processes",
        ),
    ),
    Fault(
        "private matches are in everybody's calendar",
        file="src/parlour/house/tables/play_history.py",
        old="            if own or one.listed or one.rated:",
        new="            if True:",
        red=("tests/server/http/club/test_club.py::test_private_matches_are_counted_for_those_alone_who_played_them",),
    ),
    Fault(
        "an emblem may load something from elsewhere",
        file="src/parlour/house/club/emblem.py",
        old="        elif plain in ATTRIBUTES and not ELSEWHERE.search(value):",
        new="        elif plain in ATTRIBUTES:",
        red=("tests/server/http/club/test_club.py::test_nothing_of_a_drawing_is_kept_that_could_do_something",),
    ),
]

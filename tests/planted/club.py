"""Slips in what a club reads and tries: diagrams of the rules."""

from tests.planted.fault import Fault

DIAGRAMS = "tests/core/test_diagrams.py"
HTTP = "tests/server/http/games/test_diagrams.py"

FAULTS = [
    Fault(
        "a diagram that cannot be solved is taken",
        file="src/parlour/core/laws/diagrams.py",
        old="assert solution(game, name) is not None,",
        new="assert True,",
        red=(f"{DIAGRAMS}::test_a_slip_in_a_diagram_is_named",),
    ),
    Fault(
        "what was tried in a diagram stays for the next reader",
        file="src/parlour/core/diagrams.py",
        old="diagram, match = found[name], _stands(game, name).copy()",
        new="diagram, match = found[name], _stands(game, name)",
        red=(f"{DIAGRAMS}::test_what_was_tried_does_not_stay",),
    ),
    Fault(
        "every step of a diagram is right",
        file="src/parlour/core/diagrams.py",
        old="        return step in goal.steps\n",
        new="        return True\n",
        red=(f"{DIAGRAMS}::test_a_slip_in_a_diagram_is_named",),
    ),
    Fault(
        "whoever tries a diagram is not told why a touch does nothing",
        file="src/parlour/server/http/games/handlers.py",
        old="TouchAnswer(now.match.why_not_touch(now.seat, touched))",
        new="TouchAnswer(None)",
        red=(f"{HTTP}::test_a_touch_that_does_nothing_is_explained_as_at_a_table",),
        compiled=True,
    ),
    Fault(
        "a diagram of the rules forgets what was tried when it is tried again",
        file="web/src/features/games/RulesDiagram.tsx",
        old="[...before, choice.text]",
        new="[...before]",
        red=(
            "web/src/features/games/RulesDiagram.test.tsx"
            "::says what is to be tried, sends what was tried, and says that it was right",
        ),
    ),
    Fault(
        "a misspelt field is left to the compiler",
        file="src/parlour/core/fields.py",
        old="if node.value.id in states and node.attr not in known:",
        new="if node.value.id in states and node.attr in ():",
        red=("tests/core/test_fields.py::test_a_misspelt_field_is_named_with_its_line_and_what_was_meant",),
    ),
    Fault(
        "a board without a known layout is drawn without places",
        file="src/parlour/core/scene.py",
        old="if self.layout not in get_args(Layout):",
        new="if not self.layout:",
        red=("tests/core/test_scene.py::test_an_unknown_layout_is_refused_with_those_that_exist",),
    ),
    Fault(
        "a new game is written over what was there",
        file="src/parlour/commands/new_game/__init__.py",
        old="    if folder.exists():\n",
        new="    if folder.is_file():\n",
        red=("tests/commands/test_new_game.py::test_a_folder_that_is_there_is_left_alone",),
    ),
    Fault(
        "a puzzle has several good answers",
        file="src/parlour/bots/puzzles.py",
        old="CLEAR = 0.35 ",
        new="CLEAR = 0.0 ",
        red=("tests/bots/test_puzzles.py::test_where_several_moves_are_good_there_is_no_puzzle",),
        compiled=True,
    ),
    Fault(
        "a match that goes on is searched for puzzles",
        file="src/parlour/bots/puzzles.py",
        old="        if record.ending is None:\n",
        new="        if False:\n",
        red=("tests/bots/test_puzzles.py::test_a_match_that_goes_on_is_not_looked_at",),
        compiled=True,
    ),
    Fault(
        "private matches are searched for puzzles",
        file="src/parlour/house/tables/public_matches.py",
        old='pages(store, TABLES, "lobby", True, "over")',
        new='pages(store, TABLES, "lobby", False, "over")',
        red=("tests/house/tables/test_public_matches.py::test_a_private_match_is_left_alone_and_one_that_goes_on_too",),
        compiled=True,
    ),
    Fault(
        "puzzles of other rules are kept",
        file="src/parlour/core/puzzles.py",
        old="    return found if kept else fresh\n",
        new="    return found\n",
        red=("tests/bots/test_puzzles.py::test_what_is_kept_is_read_again_and_of_other_rules_is_dropped",),
        compiled=True,
    ),
    Fault(
        "a puzzle shows all that there is to know",
        file="src/parlour/server/http/puzzles/handlers.py",
        old="match.scene(puzzle.seat), match.view(puzzle.seat),",
        new="game.scene(game.view(match.state, puzzle.seat, True)), game.view(match.state, puzzle.seat, True),",
        red=("tests/server/http/puzzles/test_puzzles.py::test_what_others_hold_is_in_no_puzzle",),
        compiled=True,
    ),
    Fault(
        "a second try at a puzzle counts again",
        file="src/parlour/house/puzzles/tries.py",
        old="        if earlier is not None and not comes_again(",
        new="        if False and earlier is not None and not comes_again(",
        red=("tests/house/puzzles/test_puzzles.py::test_a_try_is_kept_once_and_the_first_one_counts",),
    ),
    Fault(
        "the next puzzle is a coming day's",
        file="src/parlour/house/puzzles/collection.py",
        old="if each.id not in of_days and each.id != id)",
        new="if each.id != id)",
        red=(
            "tests/house/puzzles/test_puzzles.py::test_the_next_puzzle_is_no_days_so_that_no_coming_days_try_is_spent",
        ),
    ),
    Fault(
        "a puzzle that comes round again counts for no day",
        file="src/parlour/house/puzzles/tries.py",
        old="    return earlier.day < day and collection.is_todays(puzzle, day)\n",
        new="    return False\n",
        red=(
            "tests/house/puzzles/test_puzzles.py::test_a_puzzle_that_comes_round_again_counts_for_its_day_and_not_for_ratings",
            "tests/house/puzzles/test_puzzles.py::test_what_was_tried_before_it_was_the_days_counts_when_it_is",
        ),
    ),
    Fault(
        "a puzzle that comes round again is rated again",
        file="src/parlour/house/puzzles/tries.py",
        old="        if earlier is None:\n",
        new="        if True:\n",
        red=(
            "tests/house/puzzles/test_puzzles.py::test_a_puzzle_that_comes_round_again_counts_for_its_day_and_not_for_ratings",
        ),
    ),
    Fault(
        "members are told of every table that is opened",
        file="src/parlour/house/mail/letters.py",
        old="if last is not None and notice.at - last < LOOKS_APART:",
        new="if False:",
        red=(
            "tests/server/http/mail/test_mail_tables.py::test_a_member_who_likes_to_be_asked_is_told_of_a_table_once_a_day",
        ),
    ),
    Fault(
        "a guest's table writes to all members",
        file="src/parlour/house/club/asked_members.py",
        old="if host is None or host.password is None:",
        new="if host is None:",
        red=(
            "tests/server/http/mail/test_mail_tables.py::test_of_a_table_that_is_private_taken_or_a_guests_no_member_is_told",
        ),
    ),
    Fault(
        "a member is told of a private table",
        file="src/parlour/house/club/asked_members.py",
        old=" or not after.rules.listed",
        new="",
        red=(
            "tests/server/http/mail/test_mail_tables.py::test_of_a_table_that_is_private_taken_or_a_guests_no_member_is_told",
        ),
    ),
    Fault(
        "a hint costs nothing",
        file="src/parlour/house/puzzles/tries.py",
        old="HINTED = 0.5 ",
        new="HINTED = 1.0 ",
        red=(
            "tests/house/puzzles/test_puzzles.py::test_whoever_solves_it_gains_what_the_puzzle_loses_and_a_hint_wins_half",
        ),
    ),
    Fault(
        "guests move a puzzle's rating",
        file="src/parlour/house/puzzles/tries.py",
        old="    if person.password is not None:\n",
        new="    if True:\n",
        red=("tests/house/puzzles/test_puzzles.py::test_a_guest_is_rated_and_moves_no_puzzle",),
    ),
    Fault(
        "a streak goes on over a day without a puzzle",
        file="src/parlour/house/puzzles/tries.py",
        old="before.day < day - 1 else",
        new="before.day < day - 9 else",
        red=("tests/house/puzzles/test_puzzles.py::test_days_in_a_row_make_a_streak_by_the_houses_date",),
    ),
    Fault(
        "a puzzle whose answer is no legal move is taken",
        file="src/parlour/core/laws/puzzles.py",
        old="    assert moves.issuperset(puzzle.answers),",
        new="    assert True,",
        red=("tests/bots/test_puzzles.py::test_the_law_finds_what_is_wrong_with_a_puzzle",),
        compiled=True,
    ),
    Fault(
        "members are told of where somebody waits in private",
        file="src/parlour/server/http/club/handlers.py",
        old="wanted = TableQuery(person=person, phase=phase, listed=True, most=1)",
        new="wanted = TableQuery(person=person, phase=phase, most=1)",
        red=(
            "tests/server/http/club/test_club.py"
            "::test_who_is_here_is_shown_at_a_table_that_everybody_may_come_to_and_at_no_other",
        ),
        compiled=True,
    ),
    Fault(
        "of several whose names begin alike the first is challenged",
        file="web/src/features/friends/PlayersField.tsx",
        old="if (only && found.length === 1) {",
        new="if (only) {",
        red=(
            "web/src/features/friends/friends.test.tsx"
            "::are added by the beginning of one's name, and of several that begin alike one is ticked",
        ),
    ),
    Fault(
        "the first page shows the leaders of a tournament in place of oneself",
        file="web/src/features/home/TodayPanels.tsx",
        old="|| place === own",
        new="",
        red=(
            "web/src/features/home/TodayPanels.test.tsx"
            "::while it runs has who leads, one's own place, and the way to one's match",
        ),
    ),
    Fault(
        "whoever reads the last remarks on the first page is in the common room",
        file="src/parlour/server/live/sockets.py",
        old="        return follower is not None and follower.present\n",
        new="        return follower is not None\n",
        red=("tests/server/live/test_talk.py::test_who_has_the_common_rooms_page_open_is_said_to_be_there",),
        compiled=True,
    ),
    Fault(
        "who does not show that they are here is seen in the common room",
        file="src/parlour/server/http/club/handlers.py",
        old="                here and person.id in inside,\n",
        new="                person.id in inside,\n",
        red=("tests/server/live/test_talk.py::test_who_has_the_common_rooms_page_open_is_said_to_be_there",),
        compiled=True,
    ),
    Fault(
        "a list says of a match that counts for nothing what a team came to",
        file="src/parlour/server/tables/lists.py",
        old='about.ending.by != "void" and ',
        new="",
        red=("tests/server/http/tables/test_how_it_ended.py::test_a_team_is_told_what_it_came_to",),
        compiled=True,
    ),
    Fault(
        "the wheel goes through the moves where their list has to scroll",
        file="web/src/features/tables/useMoveKeys.ts",
        old="list.scrollHeight > list.clientHeight + 1",
        new="list.scrollHeight < 0",
        red=("web/src/features/tables/useMoveKeys.test.tsx::scrolls a list that has more than it can show",),
    ),
]

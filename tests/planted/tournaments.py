"""Slips in pairing and standings."""

from tests.planted.fault import Fault

PAIRING = "src/parlour/house/tournaments/pairing"
STANDINGS = "src/parlour/house/tournaments/standings.py"
TESTS = "tests/house/tournaments"
ATTACKS = "tests/attacks/test_organiser.py"

FAULTS = [
    Fault(
        "in a Swiss tournament the same two meet again",
        file=f"{PAIRING}/swiss.py",
        old="if other != one and not past.times(one, other)]",
        new="if other != one]",
        red=(f"{TESTS}/test_simulated.py::test_tournaments_with_withdrawals_and_restarts_keep_their_laws",),
    ),
    Fault(
        "a bye of a Swiss tournament counts for nothing",
        file=STANDINGS,
        old='if t.rules.kind == "swiss" or (t.rules.kind == "robin"',
        new='if t.rules.kind == "arena" or (t.rules.kind == "robin"',
        red=(
            f"{TESTS}/test_standings.py"
            "::test_a_bye_counts_as_a_win_in_a_swiss_tournament_and_as_nothing_in_a_round_robin",
        ),
    ),
    Fault(
        "whoever lost their encounter is ahead",
        file=STANDINGS,
        old="[lambda row: -scored(row)]",
        new="[lambda row: scored(row)]",
        red=(
            f"{TESTS}/test_standings.py"
            "::test_whoever_won_their_encounter_is_ahead_of_somebody_with_as_many_points_and_fewer_matches",
        ),
    ),
    Fault(
        "in an arena the last opponent comes again at once",
        file=f"{PAIRING}/arena.py",
        old=">= LONGEST_WAIT for one in group)",
        new=">= 0 for one in group)",
        red=(f"{TESTS}/test_pairing.py::test_in_an_arena_the_last_opponent_comes_again_only_after_a_wait",),
    ),
    Fault(
        "whoever has not checked in is paired",
        file="src/parlour/house/tournaments/commands.py",
        old="if t.rules.check_in == 0 or one in t.checked]",
        new="if t.rules.check_in >= 0 or one in t.checked]",
        red=(f"{TESTS}/test_commands.py::test_whoever_does_not_check_in_is_not_there_when_it_begins",),
    ),
    Fault(
        "an arena's time runs while the house is down",
        file=f"{PAIRING}/arena.py",
        old="uptimes.between(t.begun_at, now) >=",
        new="now - t.begun_at >=",
        red=(
            f"{TESTS}/test_commands.py::test_an_arena_lasts_as_long_as_the_house_was_up_and_what_began_in_time_counts",
        ),
    ),
    Fault(
        "an organiser enters as many bots as there are places",
        file="src/parlour/house/tournaments/commands.py",
        old="if len(t.bots) >= BOTS_EACH * len(t.people):",
        new="if len(t.bots) >= t.rules.most:",
        red=(
            f"{TESTS}/test_commands.py::test_bots_keep_people_company_and_are_only_so_many",
            f"{ATTACKS}::test_bots_alone_make_no_tournament",
        ),
    ),
    Fault(
        "bots whose people have not come play among each other",
        file="src/parlour/house/tournaments/commands.py",
        old="*t.bots[: BOTS_EACH * len(people)]",
        new="*t.bots",
        red=(
            f"{TESTS}/test_commands.py::test_a_tournament_of_bots_alone_does_not_begin",
            f"{TESTS}/test_commands.py::test_when_it_begins_bots_whose_people_have_not_come_are_not_in_it",
        ),
    ),
    Fault(
        "a tournament goes on when the last person has left",
        file="src/parlour/house/tournaments/progress.py",
        old="if not t.people and not isinstance(event, ev.TournamentEnded):",
        new="if not t.entrants:",
        red=(
            f"{TESTS}/test_commands.py::test_when_the_last_person_leaves_it_is_off",
            f"{ATTACKS}::test_a_tournament_from_which_people_have_gone_stops_its_bots",
        ),
    ),
    Fault(
        "bots of an arena stay when their people leave",
        file="src/parlour/house/tournaments/progress.py",
        old="    happened = _bots_that_leave(t, now)\n",
        new="    happened: list[AnyTournamentEvent] = []\n",
        red=(f"{TESTS}/test_commands.py::test_where_people_leave_in_the_middle_bots_leave_with_them",),
    ),
    Fault(
        "bots play on in an arena that is called off",
        file="src/parlour/house/tournaments/worker.py",
        old="                await self._break_off(t)\n",
        new="                pass\n",
        red=(
            f"{TESTS}/test_worker.py::test_when_a_tournament_is_called_off_matches_of_bots_alone_are_broken_off",
            f"{ATTACKS}::test_an_arena_that_is_called_off_stops_its_bots",
        ),
    ),
    Fault(
        "bots play on after a restart in an arena that was called off before",
        file="src/parlour/house/tournaments/worker.py",
        old="        for id in await self._left_to_bots():\n            self._wake(id)\n",
        new="",
        red=(
            f"{TESTS}/test_worker.py::test_a_tournament_that_was_called_off_as_the_house_closed_is_off_when_it_opens",
        ),
    ),
]

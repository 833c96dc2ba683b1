"""Slips in pairing and standings."""

from tests.planted.fault import Fault

PAIRING = "src/parlour/house/tournaments/pairing"
STANDINGS = "src/parlour/house/tournaments/standings.py"
TESTS = "tests/house/tournaments"

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
        old="entrant.is_bot or t.rules.check_in == 0 or one in t.checked",
        new="entrant.is_bot or t.rules.check_in >= 0 or one in t.checked",
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
]

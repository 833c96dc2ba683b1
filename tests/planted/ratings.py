"""Slips in what counts for ratings, and how."""

from tests.planted.fault import Fault

ELIGIBILITY = "src/parlour/house/ratings/eligibility.py"
MODEL = "src/parlour/house/ratings/model.py"
TESTS = "tests/house/ratings"
FEW = f"{TESTS}/test_few_opponents.py"

FAULTS = [
    Fault(
        "whoever wins falls",
        file=MODEL,
        old="ranks=[float(place) for place in finish.places]",
        new="ranks=[-float(place) for place in finish.places]",
        red=(f"{TESTS}/test_model.py::test_whoever_wins_rises_and_whoever_loses_falls_by_as_much_between_newcomers",),
    ),
    Fault(
        "bots of one level in several seats are rated by the first of them",
        file=MODEL,
        old="mu=fmean(after[seat].mu for seat in seats)",
        new="mu=after[seats[0]].mu",
        red=(f"{TESTS}/test_model.py::test_bots_of_one_level_in_several_seats_are_one_player",),
    ),
    Fault(
        "a match that ends before anybody took a step counts",
        file=ELIGIBILITY,
        old='if by == "void" or (by in HOUSE_ENDINGS and not any(seat_of(step) >= 0 for step in match.steps)):',
        new='if by == "void" or (by in HOUSE_ENDINGS and not match.steps and table.game.chancy):',
        red=(f"{TESTS}/test_eligibility.py::test_what_ends_before_anybody_took_a_step_counts_for_nobody",),
    ),
    Fault(
        "a match that was broken off counts",
        file=ELIGIBILITY,
        old='if by == "void" or (by in HOUSE_ENDINGS',
        new="if (by in HOUSE_ENDINGS",
        red=(f"{TESTS}/test_eligibility.py::test_what_is_broken_off_counts_for_nobody",),
    ),
    Fault(
        "whoever leaves first comes before those who leave later",
        file=ELIGIBILITY,
        old="(1, -gone[seat]) if seat in gone",
        new="(1, gone[seat]) if seat in gone",
        red=(
            f"{TESTS}/test_eligibility.py::test_whoever_leaves_several_others_comes_last_and_the_bot_instead_is_nobody",
        ),
    ),
    Fault(
        "somebody has two seats where it counts",
        file=ELIGIBILITY,
        old="if len(set(people)) < len(people):",
        new="if len(set(people)) > len(people):",
        red=(f"{TESTS}/test_eligibility.py::test_nobody_has_two_seats_where_it_counts",),
    ),
    Fault(
        "a worker that was overtaken sets the ratings back",
        file="src/parlour/house/ratings/records.py",
        old="""        Put(CURSORS, Cursor(RATED_TO, after + len(rated)), cursor or ABSENT),
        Put(CURSORS, Cursor(GENERATION, now), shown or ABSENT),  # who counts anew may be done, and be at `after` too
    ]
    moved += [Put(FINISHES, one, waiting[one.table]) for one in rated]
""",
        new="""        Put(CURSORS, Cursor(RATED_TO, after + len(rated))),
        Put(CURSORS, Cursor(GENERATION, now)),
    ]
    moved += [Put(FINISHES, one) for one in rated]
""",
        red=(f"{TESTS}/test_worker.py::test_a_worker_that_is_overtaken_at_the_last_moment_keeps_nothing",),
    ),
    Fault(
        "a match that is taken out of the ratings still counts",
        file=ELIGIBILITY,
        old="    if table.annulled:  # it keeps",
        new="    if not table.rules.rated:  # it keeps",
        red=(
            f"{TESTS}/test_worker.py::test_a_match_that_is_taken_out_of_the_ratings_leaves_them_as_if_it_had_not_been",
        ),
    ),
    Fault(
        "one opponent carries a player as far as they like",
        file=MODEL,
        old="mu = min(max(mu, MU - reach), MU + reach)",
        new="mu = max(mu, MU - reach)",
        red=(
            f"{FEW}::test_two_who_throw_matches_lift_neither_further_than_one_opponent_can",
            f"{FEW}::test_a_ring_lifts_nobody_further_than_so_many_opponents_can",
        ),
    ),
    Fault(
        "accounts of one household are many opponents",
        file=MODEL,
        old="NEIGHBOURS if each in near else each for each in others",
        new="each for each in others",
        red=(f"{FEW}::test_any_number_of_accounts_from_one_place_are_one_opponent",),
    ),
    Fault(
        "whoever is known by few is soon certain",
        file=MODEL,
        old="sigma = max(sigma, min(before.sigma, unsure))",
        new="pass",
        red=(f"{FEW}::test_whoever_is_known_by_few_is_provisional_however_much_they_play",),
    ),
    Fault(
        "a friend's twentieth thrown match counts like the first",
        file=MODEL,
        old="SAME / (1 + before.recent.count(each))",
        new="SAME",
        red=(f"{FEW}::test_nobody_who_is_known_goes_far_by_one_opponent_alone",),
    ),
    Fault(
        "matches of before the bound are counted anew by it",
        file=MODEL,
        old="if finish.households:",
        new="if finish.seats:",
        red=(f"{FEW}::test_matches_that_were_rated_before_count_as_they_did",),
    ),
    Fault(
        "a recount forgets who came from one place",
        file="src/parlour/house/ratings/rebuild.py",
        old="finish = msgspec.structs.replace(finish, households=near)",
        new="finish = msgspec.structs.replace(finish, households=())",
        red=(f"{TESTS}/test_worker.py::test_who_came_from_one_place_is_kept_with_the_finish_and_counted_again",),
    ),
    Fault(
        "endings: a team is another when its people sit in other seats",
        file="src/parlour/house/ratings/team_scores.py",
        old="sorted(_names_apart(table.began))",
        new="_names_apart(table.began)",
        red=(
            "tests/house/ratings/test_team_scores.py::"
            "test_a_match_stands_among_all_of_the_same_people_whoever_sat_where",
        ),
    ),
    Fault(
        "endings: who looks on is told how a team did before",
        file="src/parlour/server/live/hub.py",
        old="if self.viewer is None and ratings.team is not None:",
        new="if False:",
        red=(
            "tests/server/live/test_rating_news.py::"
            "test_a_team_is_told_with_the_end_how_it_did_before_and_who_looks_on_is_not",
        ),
        compiled=True,
    ),
    Fault(
        "a bot that became stronger does so at every start",
        file="src/parlour/house/ratings/carry_over.py",
        old="changes: list[Change] = [Put(CURSORS, Cursor(marker(game, number), after), ABSENT)]",
        new="changes: list[Change] = []",
        red=(f"{TESTS}/test_worker.py::test_the_strongest_bot_is_carried_over_once_when_it_has_become_stronger",),
    ),
    Fault(
        "ratings that are counted anew forget that a bot became stronger",
        file="src/parlour/house/ratings/rebuild.py",
        old="finishes[:to], made)",
        new="finishes[:to])",
        red=(f"{TESTS}/test_worker.py::test_the_strongest_bot_is_carried_over_once_when_it_has_become_stronger",),
    ),
    Fault(
        "who rates while the strongest bot is carried over writes over what it became",
        file="src/parlour/house/ratings/records.py",
        old="else before.get((one.game, one.who), ABSENT)",
        new="else ANY",
        red=(
            "tests/house/ratings/test_worker.py::test_who_rates_while_the_strongest_bot_is_carried_over_does_not_undo_it",
        ),
    ),
]

"""Slips in what is planned, in moves in advance, and in what is drawn for oneself."""

from tests.planted.fault import Fault

LINES, PLANNING = "src/parlour/house/tables/planned_lines.py", "src/parlour/house/tables/planning.py"
IMAGINED = "src/parlour/core/imagined.py"
TESTS = "tests/house/tables/test_planned_lines.py"

FAULTS = [
    Fault(
        "a plan is told to whoever asks for that seat",
        LINES,
        """    check_holds(table, person, seat)
    check_playing(table)
    if table.rules.clock.pace != "days":
        raise Refused("refuse.plan-pace")""",
        """    check_playing(table)
    if table.rules.clock.pace != "days":
        raise Refused("refuse.plan-pace")""",
        (f"{TESTS}::test_only_whoever_sits_there_plans_and_only_off_turn_where_turns_take_days",),
    ),
    Fault(
        "a planned answer is played again and again",
        LINES,
        "        line[len(played) :]\n        for line",
        "        line[len(played) - len(played) % 2 :]\n        for line",
        (f"{TESTS}::test_a_line_is_answered_as_deep_as_it_goes",),
    ),
    Fault(
        "a plan survives an undo",
        LINES,
        "    if any(line.text in (UNDO, TAKEBACK) for line in told):\n        return []",
        "    told = told[max((n for n, line in enumerate(told, 1) if line.text in (UNDO, TAKEBACK)), default=0) :]",
        (f"{TESTS}::test_a_plan_goes_with_a_step_that_is_taken_back_though_the_same_comes_again",),
    ),
    Fault(
        "what is kept of a plan survives an undo",
        "src/parlour/house/tables/repository.py",
        "        changes += withdrawn(before, after, events)\n",
        "",
        (f"{TESTS}::test_a_plan_goes_in_the_same_unit_as_what_ends_it",),
    ),
    Fault(
        "a line is checked against the truth",
        IMAGINED,
        "            game.determinize(world, seat, new_rng(seed))",
        "            pass",
        ("tests/core/test_imagined.py::test_a_line_ends_where_something_hidden_decides",),
        compiled=True,
    ),
    Fault(
        "a move in advance is touched where it would be if it were the others' turn",
        IMAGINED,
        "            view = self._game.view(state, self.seat, False)\n            for action in legal:",
        "            view = self.view()\n            for action in legal:",
        (
            "tests/core/test_imagined.py"
            "::test_what_is_touched_in_advance_is_where_it_will_be_and_not_where_the_others_are",
        ),
        compiled=True,
    ),
    Fault(
        "in a line that is planned the others' steps are refused as if they were one's own",
        IMAGINED,
        "game.why_not_touch(game.view(world, mover, False), (*held",
        "game.why_not_touch(self.view(), (*held",
        ("tests/core/test_imagined.py::test_a_touch_that_does_nothing_there_has_the_reason_of_whoever_is_to_act",),
        compiled=True,
    ),
    Fault(
        "a line that was taken back is played",
        PLANNING,
        """                raise Refused("refuse.plan-gone")
            return [Put(PLANNED_LINES, planned, planned)]""",
        """                return []
            return [Put(PLANNED_LINES, planned, planned)]""",
        (f"{TESTS}::test_a_line_that_is_taken_back_while_it_is_about_to_be_played_is_taken_back",),
    ),
    Fault(
        "a house that opens again forgets what was planned",
        "src/parlour/house/tables/worker.py",
        "            by_person.setdefault(planned.person, []).append(planned.table)",
        "            by_person.setdefault(planned.person, [])",
        (f"{TESTS}::test_a_house_that_opens_again_plays_what_was_planned_before",),
    ),
    Fault(
        "nothing can be chosen in advance in a game of cards",
        IMAGINED,
        "                over += self._drawn(state)",
        "                pass",
        (
            "tests/core/test_imagined.py"
            "::test_beyond_others_draws_a_move_can_be_chosen_in_advance_from_the_hand_one_has",
        ),
        compiled=True,
    ),
    Fault(
        "a card that nobody has dealt can be chosen in advance",
        IMAGINED,
        "            if game.seen is None or game.seen(state, CHANCE, outcome, self.seat) == game.text(outcome):",
        "            if game.seen is None:",
        ("tests/core/test_imagined.py::test_beyond_a_wind_that_all_see_nothing_is_offered",),
        compiled=True,
    ),
]

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
]

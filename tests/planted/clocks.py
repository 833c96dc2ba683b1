"""Slips in how time is counted."""

from tests.planted.fault import Fault

CLOCKS = "src/parlour/house/tables/clocks.py"
TESTS = "tests/house/tables/test_clocks.py"
STEADY, STEADY_TESTS = "src/parlour/house/steady_time.py", "tests/house/test_steady_time.py"

FAULTS = [
    Fault(
        "a clock runs on for one millisecond after its time",
        file=CLOCKS,
        old="if by >= 0)",
        new="if by > 0)",
        red=(f"{TESTS}::test_time_is_up_at_the_very_millisecond",),
    ),
    Fault(
        "of two whose time is up the last to run out loses",
        file=CLOCKS,
        old="key=lambda seat: -over[seat])",
        new="key=lambda seat: over[seat])",
        red=(f"{TESTS}::test_of_two_whose_time_is_up_the_first_to_run_out_loses",),
    ),
    Fault(
        "clocks run while the house is down",
        file=CLOCKS,
        old="return max(0, end - start - down)",
        new="return max(0, end - start)",
        red=(
            f"{TESTS}::test_while_the_house_is_down_no_clock_runs",
            f"{TESTS}::test_due_is_never_later_than_the_time_at_which_a_clock_runs_out",
        ),
    ),
    Fault(
        "going back earns an increment",
        file=CLOCKS,
        old="return left + self.increment * SECOND if played else left",
        new="return left + self.increment * SECOND",
        red=(f"{TESTS}::test_going_back_earns_no_increment",),
    ),
    Fault(
        "a clock that goes on is set anew by every step of others",
        file=CLOCKS,
        old="{seat: stopped.since.get(seat, at) for seat in to_act}",
        new="{seat: at for seat in to_act}",
        red=(f"{TESTS}::test_both_clocks_run_while_both_deploy_and_each_stops_when_its_seat_is_ready",),
    ),
    Fault(
        "a step is taken though the other side's time was up before",
        file="src/parlour/house/tables/commands.py",
        old='    if late.table.over:\n        raise Refused("refuse.time-up-other")\n',
        new="    if late.table.over:\n        return TableChange(table, [])\n",
        red=(f"{TESTS}::test_what_comes_after_the_other_sides_time_was_up_comes_too_late",),
    ),
    Fault(
        "a substitute begins with no time where it had run out",
        file=CLOCKS,
        old="max(ms, self.clock.at_first // 2) if each == seat else ms",
        new="ms",
        red=("tests/house/tables/test_substitutes.py::test_where_time_has_run_out_there_is_half_of_it_again",),
    ),
    Fault(
        "the house follows the wall clock",
        file=STEADY,
        old="max(self._shown, (self._passed() + self._ahead) // NANOSECONDS)",
        new="self._wall() // NANOSECONDS",
        red=(
            f"{STEADY_TESTS}::test_a_wall_clock_that_is_set_changes_nothing",
            f"{STEADY_TESTS}::test_it_goes_on_from_what_is_stored_if_the_wall_clock_is_behind_that",
        ),
    ),
    Fault(
        "after a restart time goes back to where the wall clock was set",
        file=STEADY,
        old="self._ahead = max(self._ahead, at * NANOSECONDS - self._passed())",
        new="pass",
        red=(f"{STEADY_TESTS}::test_it_goes_on_from_what_is_stored_if_the_wall_clock_is_behind_that",),
    ),
    Fault(
        "a process that is behind writes before what another has written",
        file="src/parlour/house/tables/repository.py",
        old="return max(self.time.now(), table.last_at)",
        new="return self.time.now()",
        red=(f"{STEADY_TESTS}::test_no_stream_goes_back_where_two_processes_have_times_of_their_own",),
    ),
    Fault(
        "when the house last gave a sign of life is not looked at",
        file="src/parlour/house/uptimes.py",
        old="*(one.until for one in beats), ",
        new="",
        red=(f"{STEADY_TESTS}::test_when_something_last_happened_is_known_after_a_restart",),
    ),
    Fault(
        "something looks at the wall clock by itself",
        file="src/parlour/house/tables/worker.py",
        old="        tables, now = self._tables, self._tables.time.now()\n",
        new="        import time\n\n        tables, now = self._tables, time.time_ns() // 1_000_000\n",
        red=(f"{STEADY_TESTS}::test_nothing_else_looks_at_the_wall_clock",),
    ),
    Fault(
        "a process is taken for the only one that was up before the next",
        file=CLOCKS,
        old="ups = itertools.accumulate((until for _, until in spans), max)",
        new="ups = (until for _, until in spans)",
        red=(f"{TESTS}::test_a_process_that_was_there_all_the_time_leaves_no_time_without_a_house",),
    ),
]

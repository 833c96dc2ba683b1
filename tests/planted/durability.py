"""Slips by which something that was promised is lost, comes twice, or is told too early."""

from tests.planted.fault import Fault

STREAMS = "src/parlour/house/streams.py"

FAULTS = [
    Fault(
        "a move is told before it is on the disk",
        file=STREAMS,
        old="            bodies = [self._encode(event) for event in events]\n",
        new="            bodies = [self._encode(event) for event in events]\n"
        "            for listener in tuple(self.listeners):\n"
        "                listener(after)\n",
        red=("tests/house/test_streams.py::test_nobody_is_told_of_a_change_before_the_store_has_it",),
    ),
    Fault(
        "a house that was too slow goes on from what it had thought up",
        file=STREAMS,
        old="            return not isinstance(outcome, Conflict)\n        held.know(after)\n",
        new="        held.know(after)\n",
        red=("tests/faults/test_races.py::test_of_many_moves_in_one_position_exactly_one_is_taken",),
        compiled=True,
    ),
    Fault(
        "a move that was kept is forgotten because its answer was lost",
        file=STREAMS,
        old="            held.now = None  # whether it was kept is not known: ask the store the next time\n",
        new="",
        red=("tests/house/test_streams.py::test_what_was_kept_though_its_answer_was_lost_is_there_and_is_done_once",),
    ),
    Fault(
        "whoever asks twice with one key is refused",
        file=STREAMS,
        old="if key is not None and await self.store.known(stream, key):",
        new="if key is None and await self.store.known(stream, key):",
        red=("tests/faults/test_races.py::test_one_key_three_times_at_once_is_one_event_and_three_answers",),
        compiled=True,
    ),
    Fault(
        "a house that has not heard of a move refuses the answer to it",
        file=STREAMS,
        old="                    if not await self._has_aged(stream, held):\n                        raise\n",
        new="                    raise\n",
        red=("tests/faults/test_races.py::test_a_house_that_has_not_heard_of_a_move_does_not_refuse_the_answer_to_it",),
        compiled=True,
    ),
    Fault(
        "a commit does not wait for the disk",
        file="src/parlour/store/sqlite.py",
        old='        synchronous: str = "FULL",',
        new='        synchronous: str = "NORMAL",',
        red=("tests/store/test_sqlite.py::test_every_commit_waits_for_the_disk",),
    ),
    Fault(
        "those who wait are answered before the commit",
        file="src/parlour/store/work_queue.py",
        old="""                work(group)
                # The loop may have been closed meanwhile; then nobody waits for an answer.
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._answer, group)
""",
        new="""                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._answer, group)
                work(group)
""",
        red=("tests/store/test_sqlite.py::test_nobody_is_answered_before_the_commit",),
    ),
    Fault(
        "a stream that was tampered with is played on",
        file="src/parlour/house/tables/state.py",
        old="        if tuple(step.text for step in self.match.deal_all(at)) != expected:\n"
        '            raise Refused("refuse.table-damaged", table=self.id)\n',
        new="        self.match.deal_all(at)\n",
        red=("tests/house/tables/test_fairness.py::test_a_stream_that_was_tampered_with_is_refused",),
    ),
    Fault(
        "a table that is folded again has other clocks",
        file="src/parlour/house/tables/state.py",
        old="event = ev.Stepped(at=at, seat=seat, steps=tuple(texts), deals=deals, spent=spent)",
        new="event = ev.Stepped(at=at, seat=seat, steps=tuple(texts), deals=deals, spent={})",
        red=(
            "tests/house/tables/test_clocks.py::test_a_live_clock_loses_the_time_of_the_turn_and_gains_the_increment",
        ),
    ),
]

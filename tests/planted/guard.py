"""Slips by which one person or one address takes what is everybody's."""

from tests.planted.fault import Fault

GUARD = "src/parlour/server/guard"
STRANGER = "tests/attacks/test_stranger.py"
LIMITS = "tests/server/guard/test_limits.py"

FAULTS = [
    Fault(
        "every socket has an allowance of its own",
        file="src/parlour/server/live/endpoint.py",
        old="services.auth.allowance(caller), receive",
        new="type(services.auth)(services.accounts, services.auth.places, type(services.auth.limits)())"
        ".allowance(caller), receive",
        red=(f"{STRANGER}::test_many_sockets_are_no_more_than_one",),
    ),
    Fault(
        "one who asks too often uses up what others at the address have",
        file=f"{GUARD}/limits.py",
        old="""        self.counted(changes)
        self._limits.take("request", self._address)
        if changes:
            self._limits.take("change", self._address)
""",
        new="""        self._limits.take("request", self._address)
        if changes:
            self._limits.take("change", self._address)
        self.counted(changes)
""",
        red=(f"{LIMITS}::test_one_who_asks_too_often_takes_nothing_from_others_at_the_same_address",),
    ),
    Fault(
        "a browser that asks too often is refused at its neighbours' cost",
        file=f"{GUARD}/middleware.py",
        old="            self._count_session(scope)\n",
        new="",
        red=(
            "tests/server/guard/test_middleware.py::"
            "test_a_browser_that_asks_too_often_is_refused_before_its_neighbours_pay_for_it",
        ),
    ),
    Fault(
        "a watch from the beginning is as cheap as one from the end",
        file="src/parlour/server/live/sockets.py",
        old="self._allowance.pull(len(table.told[asked.seat]) - cursor)",
        new="self._allowance.pull()",
        red=(f"{STRANGER}::test_whoever_pulls_a_whole_log_again_and_again_pays_for_it",),
    ),
    Fault(
        "what another process has counted is forgiven by the time since this one last did",
        file=f"{GUARD}/counters.py",
        old="Bucket(max(0.0, left(was, rates[kind], now) + amount), now, was.untold)",
        new="Bucket(max(0.0, was.used + amount), was.at, was.untold)",
        red=("tests/server/guard/test_counters.py::test_what_is_heard_from_others_is_worked_off_from_then_on",),
    ),
    Fault(
        "whoever sends a byte now and then keeps a connection for ever",
        file=f"{GUARD}/protocols.py",
        old="        if phase == self._phase:\n            return\n        self._phase = phase\n",
        new="        self._phase = phase\n",
        red=(
            f"{STRANGER}::test_a_head_that_never_ends_is_not_waited_for",
            f"{STRANGER}::test_a_body_that_never_ends_is_not_waited_for",
        ),
    ),
    Fault(
        "idle connections keep players out",
        file=f"{GUARD}/connections.py",
        old="            if one.is_waiting() and not one.is_closing():\n",
        new="            if one.is_closing():\n",
        red=(
            f"{STRANGER}::test_nor_do_they_where_there_is_no_room_left_for_anybody",
            "tests/server/guard/test_connections.py::test_the_one_that_has_waited_longest_gives_way",
        ),
    ),
    Fault(
        "everybody behind a proxy is one address",
        file=f"{GUARD}/connections.py",
        old="if client is None or (found is not None and self._is_trusted(found)):",
        new="if client is None:",
        red=("tests/server/guard/test_connections.py::test_everybody_behind_a_trusted_proxy_is_not_one_address",),
    ),
    Fault(
        "one person may have any number of sockets",
        file="src/parlour/server/live/sockets.py",
        old="        if len(own) >= self._bounds.sockets_by_person:\n",
        new="        if len(own) > 10 * self._bounds.sockets_by_person:\n",
        red=(f"{STRANGER}::test_one_person_has_so_many_sockets_and_others_at_the_address_have_theirs",),
    ),
    Fault(
        "sign-ins of one address delay those of others",
        file="src/parlour/house/people/hashing_queue.py",
        old="        self._next_round[household] = own_round + 1\n",
        new="",
        red=(
            "tests/house/people/test_hashing_queue.py::test_somebody_alone_comes_next_however_many_wait_elsewhere",
            f"{STRANGER}::test_who_signs_in_elsewhere_is_next_however_many_wait",
        ),
    ),
    Fault(
        "a table takes talk without end",
        file="src/parlour/house/tables/commands.py",
        old="    if table.said.get((channel, person), 0) >= MOST_SAID:\n",
        new="    if table.said.get((channel, person), 0) > 2**31:\n",
        red=("tests/house/tables/test_talk.py::test_one_person_has_so_many_lines_at_a_table",),
    ),
    Fault(
        "a house says that it is well while writes are refused",
        file="src/parlour/store/sql_store.py",
        old="            self._ill_until = time.monotonic() + self.refusal_tells\n",
        new="",
        red=("tests/server/test_health.py::test_a_disk_that_takes_a_row_and_no_match_is_not_healthy",),
    ),
    Fault(
        "an import takes a line of any length into memory",
        file="src/parlour/store/transfer.py",
        old="LONGEST_LINE = 8 * 1024 * 1024\n",
        new="LONGEST_LINE = 256 * 1024 * 1024\n",
        red=("tests/store/test_transfer.py::test_a_bomb_takes_no_more_memory_than_a_house[one row]",),
    ),
]

"""Slips between several processes of one house."""

from tests.planted.fault import Fault

STREAMS = "src/parlour/house/streams.py"
TESTS = "tests/server/test_processes.py"

FAULTS = [
    Fault(
        "what another process appends is not read on",
        file=STREAMS,
        old="            if held.now is None or held.now.position < position:\n",
        new="            if False:\n",
        red=(f"{TESTS}::test_a_step_at_one_is_seen_at_the_other",),
        compiled=True,
    ),
    Fault(
        "a lost notice is never made up for",
        file=STREAMS,
        old="                if position > held.get(streams[stream], 0):\n",
        new="                if False:\n",
        red=(f"{TESTS}::test_if_every_notice_is_lost_the_sweep_finds_it",),
        compiled=True,
    ),
    Fault(
        "every process looks after what one of them changed",
        file=STREAMS,
        old="        held.now = held.known = await self._fold_on(held.known, since)\n",
        new="        held.now = held.known = await self._fold_on(held.known, since)\n"
        "        self._tell(held.now, self.own_listeners)\n",
        red=(f"{TESTS}::test_a_bot_moves_once_and_at_one_process_alone",),
        compiled=True,
    ),
    Fault(
        "what others counted does not count here",
        file="src/parlour/server/live/process_news.py",
        old="            self._limits.counters.taken_elsewhere([taken], self._limits.rates)\n",
        new="            pass\n",
        red=(f"{TESTS}::test_limits_are_counted_for_the_house",),
        compiled=True,
    ),
    Fault(
        "that somebody's sessions have ended is told to nobody else",
        file="src/parlour/server/app.py",
        old='accounts.listeners += [live.ask_again, lambda person: news.tell(PersonNews(person, "sessions"))]',
        new="accounts.listeners += [live.ask_again]",
        red=(f"{TESTS}::test_who_is_sent_away_at_one_loses_what_is_open_at_the_other",),
        compiled=True,
    ),
    Fault(
        "each process goes by its machine's clock",
        file="src/parlour/server/app.py",
        old="            time.begin_at(now)\n",
        new="            pass\n",
        red=(f"{TESTS}::test_time_is_the_database_s",),
        compiled=True,
    ),
    Fault(
        "what a gone process left is left for ever",
        file="src/parlour/house/tables/worker.py",
        old="        if any(mine.values()):\n",
        new="        if not mine:\n",
        red=(f"{TESTS}::test_what_a_gone_process_left_to_do_is_done_by_another",),
        compiled=True,
    ),
    Fault(
        "an event of a newer version is taken for damage",
        file="src/parlour/house/tables/repository.py",
        old="            raise Newer from fault\n",
        new='            raise Refused("refuse.table-damaged", table="?") from fault\n',
        red=(f"{TESTS}::test_what_only_a_newer_version_knows_is_handed_over_and_no_damage",),
        compiled=True,
    ),
    Fault(
        "a job of a process that is up is begun by another",
        file="src/parlour/house/neighbours.py",
        old="(not neighbours.is_up(job.owner) and neighbours.is_mine(job.id))",
        new="neighbours.is_mine(job.id)",
        red=(f"{TESTS}::test_jobs_and_letters_of_a_process_that_is_up_are_left_to_it",),
        compiled=True,
    ),
    Fault(
        "a pooler is not noticed",
        file="src/parlour/store/postgres.py",
        old='    if await connection.fetchval("SELECT pg_backend_pid()") != connection.get_server_pid():\n',
        new="    if False:\n",
        red=("tests/store/test_postgres.py::test_a_pooler_is_refused_with_a_sentence",),
    ),
]

"""Slips between several processes of one house."""

from tests.planted.fault import Fault

STREAMS = "src/parlour/house/streams.py"
TESTS = "tests/server/test_processes.py"

FAULTS = [
    Fault(
        "what another process appends is not read on",
        file=STREAMS,
        old="            if known is not None and known.position >= position:\n",
        new="            if True:\n",
        red=(f"{TESTS}::test_a_step_at_one_is_seen_at_the_other",),
        compiled=True,
    ),
    Fault(
        "what is held though nobody follows it stays as it was",
        file=STREAMS,
        old="            if held.now is not None and held.now.position < position and not held.lock.locked():\n",
        new="            if False:\n",
        red=(f"{TESTS}::test_what_nobody_follows_is_not_read_before_somebody_wants_it",),
        compiled=True,
    ),
    Fault(
        "events that went along are taken though some in between are missing",
        file=STREAMS,
        old=" and known.position + len(events) == position:\n",
        new=":\n",
        red=(f"{TESTS}::test_of_a_step_that_went_along_with_its_news_nothing_is_read",),
        compiled=True,
    ),
    Fault(
        "a lost notice is never made up for",
        file=STREAMS,
        old="                if position > held.get(id, 0) and self.concerns(id, position):\n",
        new="                if False:\n",
        red=(f"{TESTS}::test_if_every_notice_is_lost_the_sweep_finds_it",),
        compiled=True,
    ),
    Fault(
        "every process looks after what one of them changed",
        file=STREAMS,
        old="        held.know(now)\n",
        new="        held.know(now)\n        self._tell(now, self.own_listeners)\n",
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
        "who has been told more elsewhere is refused",
        file="src/parlour/server/tables/service.py",
        old="            if not await self._tables.read_on(id):\n",
        new="            if True:\n",
        red=(f"{TESTS}::test_who_has_been_told_more_elsewhere_is_not_refused_where_news_of_it_is_on_its_way",),
        compiled=True,
    ),
    Fault(
        "only who has a tab open at this process is here",
        file="src/parlour/server/live/process_news.py",
        old="            there.heard(process, news)\n",
        new="            pass\n",
        red=(f"{TESTS}::test_who_is_here_is_known_at_every_process_and_forgotten_with_the_process",),
        compiled=True,
    ),
    Fault(
        "who was at a process that is gone is here for ever",
        file="src/parlour/server/live/process_news.py",
        old="        self._live.who_is_here.keep_only(self._neighbours.is_up)\n",
        new="",
        red=(f"{TESTS}::test_who_is_here_is_known_at_every_process_and_forgotten_with_the_process",),
        compiled=True,
    ),
    Fault(
        "who went and came again is gone",
        file="src/parlour/store/postgres_news.py",
        old="list(dict.fromkeys(reversed(told)))[::-1]",
        new="list(dict.fromkeys(told))",
        red=(f"{TESTS}::test_who_went_and_came_again_while_nothing_could_be_told_is_here",),
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
        "what a newer version says of somebody is passed over",
        file="src/parlour/house/event_decoder.py",
        old="            if name not in shape:\n",
        new="            if name not in shape:\n                continue\n            if name not in shape:\n",
        red=("tests/house/test_event_decoder.py::test_what_only_a_newer_version_says_is_not_passed_over",),
    ),
    Fault(
        "during an upgrade a match by newer rules is taken for one that is lost",
        file="src/parlour/house/tables/repository.py",
        old="        if rules.rules_version > game.rules_version and self.neighbours():\n            raise Newer\n",
        new="",
        red=(f"{TESTS}::test_a_field_or_rules_that_only_a_newer_version_knows_are_handed_over_too",),
        compiled=True,
    ),
    Fault(
        "one that cannot be opened anew is tried without a pause",
        file="src/parlour/server/supervisor.py",
        old="0.0 if child.told_to_go else",
        new="0.0 if child in self._renewing else",
        red=(
            "tests/server/test_supervisor.py"
            "::test_what_cannot_be_opened_anew_is_tried_ever_more_rarely_and_said_and_the_others_stay",
        ),
    ),
    Fault(
        "a process that is cut off keeps its people",
        file="src/parlour/server/live/store_watch.py",
        old="        await self._live.close()\n",
        new="",
        red=(
            "tests/server/test_cut_process.py"
            "::test_a_process_that_is_cut_off_sends_its_people_away_and_takes_none_until_it_has_caught_up",
        ),
        compiled=True,
    ),
    Fault(
        "a process that was cut off takes people before it has caught up",
        file="src/parlour/server/live/store_watch.py",
        old="            if not await self._neighbours.catch_up():\n",
        new="            if False:\n",
        red=(
            "tests/server/test_cut_process.py"
            "::test_a_process_that_is_cut_off_sends_its_people_away_and_takes_none_until_it_has_caught_up",
        ),
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
        "who was stopped sets back what another has done",
        file="src/parlour/house/jobs.py",
        old="        if before is None or not is_underway(before, job.owner):\n",
        new="        if before is None:\n",
        red=("tests/house/test_jobs.py::test_who_was_stopped_while_another_took_the_job_over_sets_nothing_back",),
    ),
    Fault(
        "what a connection does not take at once is lost",
        file="src/parlour/server/live/sockets.py",
        old="                    self._unsent = message\n                    break\n",
        new="                    break\n",
        red=(
            "tests/server/live/test_at_once.py"
            "::test_whether_or_not_a_connection_takes_a_message_at_once_all_come_once_and_in_order",
        ),
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

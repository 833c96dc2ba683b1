"""Slips in the house as functions: who is let in, what is told, what comes again, what is counted."""

from tests.planted.fault import Fault

DUE, SOCKET = "tests/aws/test_due_and_thought.py", "tests/aws/test_socket_function.py"
TEMPLATE = "tests/deploy/test_template.py"

FAULTS = [
    Fault(
        "a request that has gone past the house's own name is let in",
        file="src/parlour/aws/http.py",
        old="            return None\n        address = headers.get(VIEWER) or source",
        new="            pass\n        address = headers.get(VIEWER) or source",
        red=("tests/aws/test_http_function.py::test_nothing_is_let_in_that_has_not_come_through_the_front",),
        compiled=True,
    ),
    Fault(
        "a page that has missed something is not told when it says how far it has come",
        file="src/parlour/server/live/sockets.py",
        old="await self._make_up(asked.reached if self._live.loses else ())",
        new="await self._make_up(())",
        red=(f"{SOCKET}::test_the_last_news_that_got_lost_are_told_when_the_page_says_how_far_it_has_come",),
        compiled=True,
    ),
    Fault(
        "a letter goes as often as somebody delivers",
        file="src/parlour/house/mail/delivery.py",
        old="                raise Overtaken\n",
        new="                pass\n",
        red=(f"{DUE}::test_of_two_who_deliver_at_the_same_time_one_sends",),
        compiled=True,
    ),
    Fault(
        "news that could not be told are taken as told",
        file="src/parlour/aws/news.py",
        old='return {"batchItemFailures": [{"itemIdentifier": part[0].number}]}',
        new='return {"batchItemFailures": []}',
        red=(f"{DUE}::test_news_that_cannot_be_told_now_are_handed_over_again_from_there_on",),
        compiled=True,
    ),
    Fault(
        "what cannot be thought about now is thought about no more",
        file="src/parlour/aws/queues.py",
        old="""            log.warning("a message of a queue waits: %s", why)
            failed.append({"itemIdentifier": record["messageId"]})
""",
        new="""            log.warning("a message of a queue waits: %s", why)
""",
        red=(f"{DUE}::test_of_a_queues_messages_only_what_failed_comes_again",),
        compiled=True,
    ),
    Fault(
        "nobody reads what the thinking function could not do",
        file="deploy/aws/template.yaml",
        old="            BatchSize: 1\n            FunctionResponseTypes: [ReportBatchItemFailures]\n",
        new="            BatchSize: 1\n",
        red=(f"{TEMPLATE}::test_what_a_function_says_it_could_not_do_is_handed_over_again",),
    ),
    Fault(
        "every instance of a function lets through as many guesses as all may have",
        file="src/parlour/aws/house.py",
        old="            self.parts.limits.count_in(self.services.tables.store, self.parts.time.now)\n",
        new="",
        red=("tests/aws/test_limits.py::test_guesses_and_guests_are_counted_by_all_instances_as_one_and_outlive_them",),
        compiled=True,
    ),
    Fault(
        "a function goes on telling a seat that was given up",
        file="src/parlour/aws/news.py",
        old="            check_seat(table, follower.person or None, viewer)\n",
        new="            pass\n",
        red=(f"{SOCKET}::test_a_seat_that_is_given_up_is_told_no_more",),
        compiled=True,
    ),
    Fault(
        "a live connection goes on after its session",
        file="src/parlour/aws/news.py",
        old="            if one.hash == hash:\n",
        new="            if one.hash != hash:\n",
        red=(f"{SOCKET}::test_nobody_comes_in_from_a_strangers_page_or_stays_without_a_session",),
        compiled=True,
    ),
    Fault(
        "who looks for a match is taken for gone between two pings",
        file="src/parlour/server/live/search_watch.py",
        old="still_there(table, person, self._holder, self._lasts)",
        new="still_there(table, person, self._holder)",
        red=(f"{DUE}::test_who_looks_for_a_match_is_found_while_their_page_is_there_and_no_longer",),
        compiled=True,
    ),
    Fault(
        "an image's byte code is compared with the times of its sources",
        file="src/parlour/aws/image.py",
        old='"--invalidation-mode", "unchecked-hash"',
        new='"--invalidation-mode", "timestamp"',
        red=("tests/deploy/test_aws_image.py::test_byte_code_is_read_whatever_the_times_of_sources",),
    ),
    Fault(
        "a bot's worker shares memory that there is none of in a function",
        file="src/parlour/bots/pool.py",
        old="        told, stops = context.Pipe(duplex=False)\n",
        new="        context.Semaphore()\n        told, stops = context.Pipe(duplex=False)\n",
        red=("tests/deploy/test_aws_image.py::test_bots_think_where_processes_share_no_memory_and_no_semaphore",),
    ),
]

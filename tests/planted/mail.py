"""Slips in what letters are written, and how often they are sent."""

from tests.planted.fault import Fault

DELIVERY = "src/parlour/house/mail/delivery.py"
LETTERS = "src/parlour/house/mail/letters.py"
NOTICES = "src/parlour/house/mail/notices.py"
TESTS = "tests/house/mail"
HTTP = "tests/server/http/mail/test_mail.py"

FAULTS = [
    Fault(
        "a letter of unknown outcome is sent three times",
        file=DELIVERY,
        old="put_off(self._store, notice.key, due, tries, 1, self._outbox)",
        new="put_off(self._store, notice.key, due, tries, 0, self._outbox)",
        red=(f"{TESTS}/test_delivery.py::test_a_letter_of_unknown_outcome_is_sent_once_more_and_never_again",),
    ),
    Fault(
        "two deliveries send one letter",
        file=DELIVERY,
        old="if not await mail_records.begin_sending(self._store, notice.key, owner, self._outbox, until):\n"
        "                raise Overtaken\n",
        new="await mail_records.begin_sending(self._store, notice.key, owner, self._outbox, until)\n",
        red=(f"{TESTS}/test_delivery.py::test_two_deliveries_do_not_send_one_letter",),
    ),
    Fault(
        "pauses grow without end",
        file=DELIVERY,
        old="return int(min(LONGEST_PAUSE, self._first_pause * 2",
        new="return int(max(LONGEST_PAUSE, self._first_pause * 2",
        red=(
            f"{TESTS}/test_delivery.py::test_pauses_grow_up_to_an_hour_and_a_letter_gets_out_when_the_server_is_back",
        ),
    ),
    Fault(
        "whoever has moved since is not written to again",
        file=NOTICES,
        old='line.kind == "step" and line.at > time',
        new='line.kind == "step" and line.at < time',
        red=(f"{TESTS}/test_letters.py::test_who_has_moved_since_is_written_to_again",),
        compiled=True,
    ),
    Fault(
        "whoever has the table open is written to",
        file=LETTERS,
        old="if await self._looking(table, person) or (last is not None",
        new="if (last is not None",
        red=(f"{TESTS}/test_letters.py::test_nobody_is_written_to_who_has_the_table_before_them",),
        compiled=True,
    ),
    Fault(
        "an address that is no longer wanted is asked",
        file=LETTERS,
        old="if person is None or kept is None or kept.wanted != what.address:",
        new="if person is None or kept is None:",
        red=(f"{TESTS}/test_letters.py::test_an_address_that_is_no_longer_wanted_is_not_asked",),
        compiled=True,
    ),
    Fault(
        "games by the minute write letters",
        file=NOTICES,
        old='if after.rules.clock.pace != "days" or after.phase != "playing":',
        new='if after.rules.clock.pace == "none" or after.phase != "playing":',
        red=(f"{TESTS}/test_letters.py::test_only_games_that_take_days_write",),
        compiled=True,
    ),
    Fault(
        "an invitation to a private table comes without its link",
        file=LETTERS,
        old="        if not table.rules.listed:\n            link +=",
        new="        if table.rules.listed:\n            link +=",
        red=(f"{TESTS}/test_letters.py::test_an_invitation_has_the_tables_own_link_if_it_is_private",),
        compiled=True,
    ),
    Fault(
        "a link's secret stands in the query",
        file="src/parlour/house/mail/links.py",
        old="{PAGES[kind]}#{",
        new="{PAGES[kind]}?{",
        red=("tests/house/mail/test_letters.py::test_a_secret_is_in_no_part_of_a_link_that_a_server_is_told",),
        compiled=True,
    ),
    Fault(
        "endings: whoever ended a match by their own step is written to",
        file=NOTICES,
        old="if not has_acted_since(after, person, before.last_at)]",
        new="]",
        red=(f"{TESTS}/test_end_letters.py::test_it_is_written_with_the_end_itself_and_never_twice",),
        compiled=True,
    ),
    Fault(
        "endings: a letter of the end comes to who has been there since",
        file=NOTICES,
        old="thread=turn_thread(after.id, person), body=written(MatchOver(after.id)),",
        new="body=written(MatchOver(after.id)),",
        red=(f"{TESTS}/test_end_letters.py::test_who_has_been_there_since_or_is_there_gets_none",),
        compiled=True,
    ),
    Fault(
        "an address that does not exist is written to again and again",
        file=LETTERS,
        old=" or not await may_be_sent(self._store, self._off, letter.to, asks=notice.kind == CONFIRM)",
        new="",
        red=(f"{HTTP}::test_an_address_that_is_not_there_is_written_to_again_once_it_is_confirmed_again",),
        compiled=True,
    ),
    Fault(
        "who has complained is asked by letter whether the address is theirs",
        file="src/parlour/house/mail/returned.py",
        old='(asks and why == "bounced")',
        new="asks",
        red=(
            f"{TESTS}/test_returned.py::test_a_letter_that_asks_goes_to_where_one_bounced_and_never_to_who_has_complained",
        ),
    ),
    Fault(
        "a server that does not relay makes all its readers be given up",
        file="src/parlour/server/mail/smtp.py",
        old="NoReader if NOBODY.match(refusal.message) else Never",
        new="NoReader",
        red=(
            "tests/server/mail/test_smtp.py"
            "::test_a_reader_who_is_not_there_is_told_apart_from_one_whom_the_server_does_not_serve",
        ),
    ),
    Fault(
        "a mailbox that is full for a day gets no letters any more",
        file="src/parlour/aws/feedback.py",
        old=' and told["bounce"]["bounceType"] == "Permanent"',
        new="",
        red=("tests/aws/test_feedback.py::test_what_passes_silences_nobody",),
    ),
]

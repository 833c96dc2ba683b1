"""Slips in the verbs of the store, on SQLite, on PostgreSQL and on DynamoDB."""

from tests.planted.fault import Fault

VERBS = "src/parlour/store/verbs.py"
TESTS = "tests/store/test_contract.py"
DYNAMO, DYNAMO_TESTS = "src/parlour/store/dynamo", "tests/store/test_dynamo.py"

FAULTS = [
    Fault(
        "units that change the same records in another order wait for each other",
        file=VERBS,
        old="    if sum(map(len, held.values())) < 2:\n        return\n",
        new="    return\n",
        red=(
            "tests/store/test_postgres.py::"
            "test_who_changes_the_same_records_in_another_order_waits_for_no_one_who_waits_for_them",
        ),
    ),
    Fault(
        "what has no value is not compared",
        file=VERBS,
        old='f"{column} IS NOT DISTINCT FROM ?{number}" for number, column in enumerate(table.written, first)',
        new='f"{column} = ?{number}" for number, column in enumerate(table.written, first)',
        red=(
            f"{TESTS}::TestRecords::test_what_has_no_value_is_compared_too[sqlite]",
            f"{TESTS}::TestRecords::test_what_has_no_value_is_compared_too[postgres]",
        ),
    ),
    Fault(
        "a key of several parts means any of them",
        file=VERBS,
        old='return " AND ".join(f"{column} = ?{number}" for number, column in enumerate(table_of(kind).key, first))',
        new='return " OR ".join(f"{column} = ?{number}" for number, column in enumerate(table_of(kind).key, first))',
        red=(f"{TESTS}::TestRecords::test_a_key_of_several_parts_means_all_of_them[sqlite]",),
    ),
    Fault(
        "a page leaves out those that are level with the last of the page before",
        file=VERBS,
        old='test = f"{name} {ahead}= {place} AND ({name} {ahead} {place} OR ({test}))"',
        new='test = f"{name} {ahead} {place}"',
        red=(f"{TESTS}::TestLists::test_pages_follow_each_other_without_gaps_or_repeats",),
    ),
    Fault(
        "a record stays listed under a text that it no longer has",
        file=VERBS,
        old="        if there is None or there:\n",
        new="        if there is None:\n",
        red=(f"{TESTS}::TestLists::test_entries_follow_the_record",),
    ),
    Fault(
        "an append that expects too little is taken",
        file=VERBS,
        old="    if last != expected:\n",
        new="    if last < expected:\n",
        red=(f"{TESTS}::TestStreams::test_a_wrong_expectation_writes_nothing[sqlite-0]",),
    ),
    Fault(
        "a long append begins at its place again and again",
        file=VERBS,
        old="_event_values(stream, expected + start, some)",
        new="_event_values(stream, expected, some)",
        red=(f"{TESTS}::TestStreams::test_a_long_deal_is_one_append",),
    ),
    Fault(
        "what was written before a change that cannot be is kept",
        file=VERBS,
        old="                if first:\n                    return False\n                raise Failed\n",
        new="                return False\n",
        red=(f"{TESTS}::TestUnits::test_of_a_unit_with_a_change_that_cannot_be_nothing_is_kept",),
    ),
    Fault(
        "PostgreSQL takes an append that expects too little",
        file="src/parlour/store/migrations.py",
        old="        IF there <> expected THEN\n",
        new="        IF there < expected THEN\n",
        red=(f"{TESTS}::TestStreams::test_a_wrong_expectation_writes_nothing[postgres-0]",),
    ),
    Fault(
        "PostgreSQL keeps a unit of which a record is not what it was",
        file="src/parlour/store/migrations.py",
        old="        IF rows_met = 0 AND if_none[number] < 0 THEN\n",
        new="        IF rows_met = 0 AND if_none[number] < 0 THEN\n            rows_met := 1;\n"
        "        ELSIF FALSE THEN\n",
        red=(f"{TESTS}::TestUnits::test_of_a_unit_with_a_change_that_cannot_be_nothing_is_kept",),
    ),
    Fault(
        "what a unit needs may go while it is written",
        file="src/parlour/store/postgres.py",
        old='.replace("/* for key share */", "FOR KEY SHARE")',
        new='.replace("/* for key share */", "")',
        red=("tests/store/test_postgres.py::test_what_a_unit_needs_does_not_go_before_the_unit_is_kept",),
    ),
    Fault(
        "a unit that fails leaves a part behind",
        file="src/parlour/store/sqlite.py",
        old='            self._execute("ROLLBACK TO unit")\n',
        new="",
        red=("tests/store/test_sqlite.py::test_a_unit_that_fails_fails_alone",),
    ),
    Fault(
        "counting stops before those that are level",
        file=VERBS,
        old='ahead = "<" if down == past else ">"',
        new='ahead = "<" if down else ">"',
        red=(f"{TESTS}::TestLists::test_counting_minds_no_page",),
    ),
    Fault(
        "on DynamoDB, lists that count down go up",
        file=f"{DYNAMO}/order.py",
        old="value_bytes(value).translate(_TURNED) if turned else value_bytes(value)",
        new="value_bytes(value)",
        red=(f"{DYNAMO_TESTS}::test_places_are_in_the_order_of_what_stands_there",),
    ),
    Fault(
        "on DynamoDB, what has run out is there until it is removed",
        file=f"{DYNAMO}/rows.py",
        old='return GONE in item and int(item[GONE]["N"]) <= time.time()',
        new="return False",
        red=(f"{DYNAMO_TESTS}::test_what_has_run_out_long_enough_is_gone_for_all_before_dynamodb_has_removed_it",),
    ),
    Fault(
        "on DynamoDB, a write whose answer was lost is taken for somebody else's",
        file=f"{DYNAMO}/units.py",
        old='if wrong.item is None or wrong.item.get(MARK, {}).get("B") != mark:',
        new="if True:",
        red=(f"{DYNAMO_TESTS}::test_a_unit_whose_answer_was_lost_is_done_once",),
    ),
    Fault(
        "on DynamoDB, a house is opened of which half has moved in",
        file=f"{DYNAMO}/opening.py",
        old="    if MOVING in version:",
        new="    if MOVING in version and not version:",
        red=(f"{DYNAMO_TESTS}::test_a_house_that_moves_in_is_none_until_all_of_it_is_there",),
    ),
    Fault(
        "on DynamoDB, a unit that is too large is cut off",
        file=f"{DYNAMO}/units.py",
        old='            raise StoreRefused("dynamo.unit", items=len(steps), most=MOST_ITEMS)',
        new="            steps = steps[:MOST_ITEMS]",
        red=(f"{DYNAMO_TESTS}::test_what_does_not_fit_into_one_transaction_is_refused_and_changes_nothing",),
    ),
    Fault(
        "on DynamoDB, lost news is not noticed",
        file=f"{DYNAMO}/news.py",
        old="if before is not None and batch.number > before + 1:",
        new="if False:",
        red=(
            "tests/store/test_dynamo_news.py"
            "::test_a_gap_in_the_numbers_is_noticed_and_what_is_not_known_is_passed_over",
        ),
    ),
    Fault(
        "of what waits together, what comes too early is written too",
        file="src/parlour/store/together.py",
        old="if last == units[number].expected and not repeated]",
        new="]",
        red=("tests/store/test_sqlite.py::test_of_what_waits_together_nothing_is_written_that_comes_too_early",),
    ),
    Fault(
        "of what waits together, two write the same record at once",
        file="src/parlour/store/together.py",
        old=" and about.isdisjoint(touched):",
        new=":",
        red=("tests/store/test_sqlite.py::test_of_what_waits_together_only_what_is_as_expected_is_written",),
    ),
]

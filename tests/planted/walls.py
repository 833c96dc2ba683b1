"""Slips against what holds everywhere: imports, the contract with the page, sentences, settings, kinds of records."""

from tests.planted.fault import Fault

FAULTS = [
    Fault(
        "the core asks the house",
        file="src/parlour/core/dealer.py",
        old="    if len(dealing.contributions) != seats:\n",
        new="    from parlour.house.entropy import SECRET_BYTES  # noqa: F401\n\n"
        "    if len(dealing.contributions) != seats:\n",
        red=("tests/test_import_rule.py::test_imports_go_one_way",),
    ),
    Fault(
        "a message has a field that the page does not know",
        file="src/parlour/server/live/messages.py",
        old="    table: str\n    seat: int | None\n    count: int\n",
        new="    table: str\n    seat: int | None\n    count: int\n    most: int = 0\n",
        red=("tests/test_contract.py::test_what_is_kept_is_current",),
    ),
    Fault(
        "every move brings all tables of both players again",
        file="src/parlour/server/live/hub.py",
        old="            if {*tables} != {apart_from}:\n",
        new="            if tables:\n",
        red=(
            "tests/server/live/test_told_once.py"
            "::test_a_move_does_not_bring_ones_whole_list_to_those_who_follow_its_table",
        ),
    ),
    Fault(
        "a sentence asks for what it is not given",
        file="src/parlour/house/texts/en.toml",
        old='seat-taken = "Somebody sits in seat {seat} already."',
        new='seat-taken = "{name} sits in seat {seat} already."',
        red=(
            "tests/house/test_texts.py"
            "::test_every_key_that_the_house_uses_exists_and_asks_for_no_more_than_it_is_given",
        ),
    ),
    Fault(
        "a refusal has no sentence",
        file="src/parlour/house/tables/commands.py",
        old='raise Refused("refuse.clear-self")',
        new='raise Refused("refuse.clear-oneself")',
        red=(
            "tests/house/test_texts.py"
            "::test_every_key_that_the_house_uses_exists_and_asks_for_no_more_than_it_is_given",
            "tests/house/test_texts.py::test_the_house_has_no_sentence_that_it_never_says",
        ),
    ),
    Fault(
        "the environment goes before the command line",
        file="src/parlour/server/settings.py",
        old="        if text is None:\n            text, origin, asked = environ",
        new="        if text is None or environ.get(s.variable):\n            text, origin, asked = environ",
        red=("tests/server/test_settings.py::test_the_command_line_goes_before_the_environment",),
    ),
    Fault(
        "the data folder can be read by everybody on the machine",
        file="src/parlour/server/settings.py",
        old="self.data.mkdir(mode=0o700,",
        new="self.data.mkdir(mode=0o755,",
        red=("tests/server/test_settings.py::test_the_folder_is_made_for_its_owner_alone",),
    ),
    Fault(
        "sessions may travel a public line without TLS",
        file="src/parlour/server/settings.py",
        old='    if place.kind == "public":\n',
        new='    if place.kind == "private":\n',
        red=("tests/server/test_settings.py::test_a_public_url_that_cannot_be_one_is_refused",),
    ),
    Fault(
        "verify compares nothing with what a player wrote down",
        file="src/parlour/core/verify.py",
        old='_comparison(noted == kept, "commitment", args)',
        new='_comparison(True, "commitment", args)',
        red=(
            "tests/core/test_dealer.py::test_a_dealer_who_swaps_the_secret_is_found_by_what_a_player_wrote_down",
            "tests/test_cli.py::test_verify_compares_with_what_one_wrote_down_and_prints_both",
        ),
    ),
    Fault(
        "whoever waits for a share of the chance that does not come waits for ever",
        file="src/parlour/house/tables/commands.py",
        old="    if table.shares_due is not None and now >= table.shares_due:\n",
        new="    if False:\n",
        red=(
            "tests/house/tables/test_fairness.py::test_a_share_that_does_not_come_holds_others_up_for_a_minute_at_most",
        ),
    ),
    Fault(
        "what was drawn is told while it is played",
        file="src/parlour/server/http/tables/match_records.py",
        old="played = at.match if at.over else None",
        new="played = at.match",
        red=(
            "tests/server/http/tables/test_replay.py::test_the_dealers_secret_is_told_once_it_is_over_and_not_before",
        ),
    ),
    Fault(
        "a package of the lock is another than the one that is tested",
        file="requirements.lock",
        old="segno==1.6.6 ",
        new="segno==1.6.5 ",
        red=("tests/deploy/test_lock.py::test_a_lock_has_just_what_is_needed_in_the_versions_that_are_tested",),
    ),
    Fault(
        "the image installs whatever it is sent",
        file="deploy/Dockerfile",
        old="/opt/parlour/bin/pip install --no-cache-dir --require-hashes -r requirements.lock",
        new="/opt/parlour/bin/pip install --no-cache-dir -r requirements.lock",
        red=("tests/deploy/test_image.py::test_every_package_comes_from_a_lock_with_hashes",),
    ),
    Fault(
        "the house in the image runs as root",
        file="deploy/Dockerfile",
        old="USER 65532:65532\n",
        new="",
        red=("tests/deploy/test_image.py::test_the_house_runs_as_nobody_and_writes_into_its_volume_alone",),
    ),
    Fault(
        "nobody is told that a house runs as root",
        file="src/parlour/server/run.py",
        old="    if runs_as_root():\n",
        new="    if False:\n",
        red=("tests/server/test_starting.py::test_a_house_that_is_run_as_root_says_that_it_should_not_be",),
    ),
    Fault(
        "a house that is not well passes its health check",
        file="src/parlour/commands/__init__.py",
        old="    if status != http.client.OK:\n",
        new="    if False:\n",
        red=("tests/test_cli.py::test_a_health_check_says_what_it_heard",),
    ),
]

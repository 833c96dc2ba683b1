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
        old="                if tables != {apart_from}:\n",
        new="                if tables:\n",
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
]

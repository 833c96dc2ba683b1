"""Slips in what a device keeps for when there is no network, and in what devices are told."""

from tests.planted.fault import Fault

COMMANDS = "src/parlour/house/tables/commands.py"
RECORDS = "src/parlour/house/mail/records.py"
MESSAGES = "src/parlour/house/push/messages.py"
ENDPOINTS = "src/parlour/server/push/endpoints.py"
ENCRYPTION = "src/parlour/server/push/encryption.py"
TESTS = "tests/server/http/push/test_push.py"

FAULTS = [
    Fault(
        "a move that has waited is played in another position",
        file=COMMANDS,
        old="        check_stands(table, seat, after)\n",
        new="",
        red=(
            "tests/house/tables/test_late_steps.py::test_a_move_that_has_waited_is_for_the_position_it_was_chosen_in",
        ),
    ),
    Fault(
        "a letter is written to whom a device has told it",
        file=RECORDS,
        old='    return any(one.state == "sent" for one in told)\n',
        new="    return False\n",
        red=(f"{TESTS}::test_a_turn_is_told_on_the_device_and_then_by_no_letter",),
        compiled=True,
    ),
    Fault(
        "a device goes on being told after its session",
        file=MESSAGES,
        old="one.until > now and session_info(one).handle == device.session",
        new="one.until > now or session_info(one).handle == device.session",
        red=(f"{TESTS}::test_a_device_ends_when_its_owner_says_so_and_with_the_session",),
        compiled=True,
    ),
    Fault(
        "a name that leads to a private address too is connected to",
        file=ENDPOINTS,
        old="not all(is_public(one)",
        new="not any(is_public(one)",
        red=(
            "tests/server/push/test_endpoints.py"
            "::test_a_name_is_looked_up_and_what_is_not_public_is_not_connected_to[found2-Never]",
        ),
    ),
    Fault(
        "the length of a message tells what it says",
        file=ENCRYPTION,
        old="bytes(PADDED - len(message) - len(LAST))",
        new='b""',
        red=(
            "tests/server/push/test_encryption.py"
            "::test_the_device_reads_it_and_no_other_does_and_its_length_tells_nothing",
        ),
    ),
]

"""Slips by which somebody may do what is not theirs to do."""

from tests.planted.fault import Fault

COMMANDS = "src/parlour/house/tables/commands.py"
MATRIX = "tests/server/test_matrix.py::test_every_role_is_answered_as_the_table_says"
GUARD = "src/parlour/server/guard"
TESTS = "tests/server/guard"

FAULTS = [
    Fault(
        "anybody who sits there moves for any seat",
        file=COMMANDS,
        old="    if table.sitters[seat].person != person:\n",
        new="    if person not in table.people:\n",
        red=("tests/house/tables/test_seats.py::test_nobody_moves_for_somebody_else",),
    ),
    Fault(
        "anybody clears seats",
        file=COMMANDS,
        old='a bot away, or a person."""\n    check_open(table)\n    _check_host(table, person)\n',
        new='a bot away, or a person."""\n    check_open(table)\n',
        red=("tests/house/tables/test_seats.py::test_the_host_alone_puts_bots_into_seats_and_clears_them",),
    ),
    Fault(
        "whoever had another seat of a match takes over",
        file=COMMANDS,
        old="    if had - {seat}:\n",
        new="    if had and seat not in had and guest:\n",
        red=("tests/house/tables/test_substitutes.py::test_nobody_who_has_had_another_seat_of_the_match",),
    ),
    Fault(
        "a private table is open to whoever gives the beginning of its link",
        file="src/parlour/server/tables/service.py",
        old="return hmac.compare_digest(table.invite.encode(), invite.encode())",
        new="return table.invite.startswith(invite)",
        red=(f"{MATRIX}[GET /api/v1/tables/{{table}}]",),
    ),
    Fault(
        "a table can be looked at from anybody's seat",
        file="src/parlour/server/tables/service.py",
        old="    elif viewer not in mine:\n",
        new="    elif person is None:\n",
        red=(f"{MATRIX}[GET /api/v1/tables/{{table}}/events (the host's seat)]",),
    ),
    Fault(
        "a kept seat is anybody's",
        file="src/parlour/house/tables/state.py",
        old='return [seat for seat in self.seats_with("open") if seat not in self.kept]',
        new='return self.seats_with("open")',
        red=("tests/house/friends/test_challenges.py::test_a_seat_that_is_kept_is_for_one_alone",),
    ),
    Fault(
        "anybody calls a tournament off",
        file="src/parlour/house/tournaments/commands.py",
        old='they count for nothing here."""\n    _check_organiser(t, by)\n',
        new='they count for nothing here."""\n',
        red=("tests/house/tournaments/test_commands.py::test_only_the_organiser_begins_removes_and_cancels",),
    ),
    Fault(
        "a moderator measures another moderator",
        file="src/parlour/house/moderation/roles.py",
        old="ROLES.index(person.role) > ROLES.index(other.role)",
        new="ROLES.index(person.role) >= ROLES.index(other.role)",
        red=("tests/server/http/moderation/test_roles.py::test_nobody_outranks_an_equal",),
    ),
    Fault(
        "a moderator's program may do what the moderator may",
        file=f"{GUARD}/auth.py",
        old="        person = self.needs(OWN)\n        if not may",
        new="        person = self.needs(READ)\n        if not may",
        red=(
            "tests/server/http/moderation/test_console.py"
            "::test_the_console_is_closed_to_everybody_else_and_to_every_program",
        ),
    ),
    Fault(
        "a token is good for a browser's cookie",
        file="src/parlour/house/people/accounts.py",
        old="or (kept.label is not None) != program:",
        new="or (program and kept.label is None):",
        red=("tests/house/people/test_accounts.py::test_a_token_is_for_programs_and_a_session_for_browsers",),
    ),
    Fault(
        "a session that is over by the second still counts",
        file="src/parlour/house/people/accounts.py",
        old="if kept is None or kept.until <= now or",
        new="if kept is None or kept.until < now or",
        red=("tests/house/people/test_accounts.py::test_a_session_lasts_as_long_as_it_is_used",),
    ),
    Fault(
        "a changed password leaves other sessions open",
        file="src/parlour/house/people/accounts.py",
        old="        await people_records.end_sessions(self.store, person, but=but)\n",
        new="",
        red=("tests/house/people/test_accounts.py::test_a_changed_password_ends_all_other_sessions_but_no_program",),
    ),
    Fault(
        "a request without an origin is taken for our page's",
        file=f"{GUARD}/origins.py",
        old='if only_header(scope, b"origin") != place.origin:',
        new='if only_header(scope, b"origin") not in (None, place.origin):',
        red=(f"{TESTS}/test_origins.py::test_what_changes_something_comes_from_our_page",),
    ),
    Fault(
        "a stranger's page with our cookie is free by bringing a token",
        file=f"{GUARD}/origins.py",
        old="if needed and (cookie or token_in(scope) is None) and not",
        new="if needed and token_in(scope) is None and not",
        red=(f"{TESTS}/test_origins.py::test_a_token_beside_our_cookie_does_not_free_from_it",),
    ),
    Fault(
        "scripts can read the cookie",
        file=f"{GUARD}/cookies.py",
        old="httponly=True",
        new="httponly=False",
        red=(f"{TESTS}/test_cookies.py::test_the_best_cookie_that_this_browser_keeps_here",),
    ),
    Fault(
        "over TLS a plain cookie is listened to",
        file=f"{GUARD}/cookies.py",
        old='"secure": [False],',
        new='"secure": [False, True],',
        red=(f"{TESTS}/test_cookies.py::test_over_tls_a_plain_cookie_is_not_listened_to",),
    ),
    Fault(
        "an address is what the sender says it is",
        file=f"{GUARD}/places.py",
        old='for said in reversed((header(scope, b"x-forwarded-for") or "").split(",")):',
        new='for said in (header(scope, b"x-forwarded-for") or "").split(","):',
        red=(f"{TESTS}/test_places.py::test_who_is_at_the_other_end",),
    ),
    Fault(
        "every address of one household has a limit of its own",
        file=f"{GUARD}/limits.py",
        old="ipaddress.ip_network((found, 64), strict=False)",
        new="ipaddress.ip_network((found, 128), strict=False)",
        red=(f"{TESTS}/test_limits.py::test_a_household_is_an_address_or_a_64",),
    ),
    Fault(
        "a bucket fills up beyond its burst",
        file=f"{GUARD}/counters.py",
        old="return max(0.0, bucket.used - max(0.0, now - bucket.at) * rate.second)",
        new="return bucket.used - max(0.0, now - bucket.at) * rate.second",
        red=(f"{TESTS}/test_limits.py::test_some_at_once_then_as_many_as_flow_in",),
    ),
    Fault(
        "a club's name with a digit behind it will do as a password",
        file="src/parlour/house/people/passwords.py",
        old="TOO_FEW_GUESSES = 10**7\n",
        new="TOO_FEW_GUESSES = 10**3\n",
        red=("tests/house/people/test_passwords.py::test_what_would_be_guessed_first_is_refused_with_a_reason",),
    ),
    Fault(
        "judging a long password holds up the house",
        file="src/parlour/house/people/passwords.py",
        old="MOST_JUDGED = 24 ",
        new="MOST_JUDGED = 200 ",
        red=("tests/house/people/test_passwords.py::test_the_longest_password_is_judged_in_no_time",),
    ),
]

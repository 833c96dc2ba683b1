"""What may be guessed, and what others are sent, is counted for all functions together: who asks whichever instance is
next has no more than at a server."""

import pytest

from parlour.house.live.counts import Rate
from parlour.house.tables.clocks import MINUTE
from tests.aws.cloud import Cloud, Tab
from tests.places import DYNAMO

pytestmark = [pytest.mark.compiled, DYNAMO]
RATES = {
    "guess-from": Rate(3, 1 / 60),
    "guess": Rate(3, 1 / 60),
    "guest": Rate(4, 1 / 60),
    "letter-to": Rate(1, 1 / 3600),
}
PASSWORD = "blue kettle 9"


@pytest.fixture
def counting(cloud: Cloud) -> Cloud:
    cloud.rates = RATES
    cloud.wake_anew()
    return cloud


def test_guesses_and_guests_are_counted_by_all_instances_as_one_and_outlive_them(counting: Cloud) -> None:
    ada = Tab(counting)
    ada.sign_up("Ada", PASSWORD)

    def guess(password: str) -> int:
        return counting.ask("POST", "/api/v1/sessions", {"name": "Ada", "password": password})[0]

    assert guess(PASSWORD) == 201, "what is right is not counted"
    assert [guess("red kettle 10") for _ in range(4)] == [401, 401, 401, 429]
    counting.wake_anew()
    assert guess(PASSWORD) == 429, "others know of it"
    counting.time.pass_by(MINUTE)
    assert guess(PASSWORD) == 201
    come = [counting.ask("POST", "/api/v1/guests", {})[0] for _ in range(4)]
    assert come == [201, 201, 201, 201], "a minute has passed since the first"
    assert counting.ask("POST", "/api/v1/guests", {})[0] == 429


def test_an_address_is_written_to_by_all_instances_together_as_often_as_by_one(counting: Cloud) -> None:
    ada, ben = Tab(counting), Tab(counting)
    ada.sign_up("Ada", PASSWORD)
    ben.sign_up("Ben", PASSWORD)

    def give(tab: Tab) -> int:
        asked = {"address": "cleo@example.org", "password": PASSWORD}
        return counting.ask("PUT", "/api/v1/me/mail/address", asked, tab.cookie)[0]

    assert [give(ada), give(ben)] == [202, 429]
    counting.time.pass_by(60 * MINUTE)
    assert give(ben) == 202

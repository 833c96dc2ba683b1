"""For all tests: places for stores; what needs the compiler's speed is left out when the compiler is off; Hypothesis
tries the same examples every time, and new ones with `./dev test --all`."""

import os

import pytest
from hypothesis import HealthCheck, settings

from parlour.core.compiled import jit
from tests.places import (  # noqa: F401 they are fixtures
    anyio_backend,
    aws,
    dynamo,
    emptied_postgres,
    furnished_postgres,
    other,
    place,
    postgres,
    postgres_server,
    store,
)

# How long an example takes says how busy the machine is, and nothing about what is tested.
settings.register_profile(
    "house",
    deadline=None,
    derandomize=not os.environ.get("PARLOUR_ALL"),
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("house")

pytest.register_assert_rewrite("tests.store.contract")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if jit.disabled():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="needs the compiler"))

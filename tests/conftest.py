"""For all tests: places for stores; what needs the compiler's speed is left out when the compiler is off."""

import pytest

from parlour.core import jit
from tests.places import anyio_backend, place, postgres, postgres_server, store  # noqa: F401 they are fixtures

pytest.register_assert_rewrite("tests.store.contract")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if jit.disabled():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="needs the compiler"))

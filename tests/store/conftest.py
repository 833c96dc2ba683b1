"""What is asked of a store over the network in the ordinary run: every claim about the verbs, tried with two values;
and of the rooms, which are the same functions over any store, every third. Under --all everything is.

A request to what stands in for AWS takes milliseconds of both processes, and a test some dozens of them.
"""

import pytest

from tests.store.contract import verbs

TRIED, EVERY = 2, 3


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tried: dict[str, int] = {}
    rooms = 0
    for item in items:
        params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        if params.get("place") != "dynamo" or not isinstance(item, pytest.Function):
            continue
        claim = item.nodeid.partition("[")[0]
        tried[claim] = tried.get(claim, 0) + 1
        of_verbs = item.cls is not None and any(base.__module__ == verbs.__name__ for base in item.cls.__mro__)
        rooms += not of_verbs
        if tried[claim] > TRIED or (not of_verbs and rooms % EVERY):
            item.add_marker(pytest.mark.slow)

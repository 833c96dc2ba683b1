"""Which of these tests belong to one worker."""

import os

import pytest

CHECKED = bool(os.environ.get("NUMBA_BOUNDSCHECK"))


def pytest_itemcollected(item: pytest.Item) -> None:
    """With every index checked all rules are compiled once more: each game by one worker, or all would do it."""
    params = item.callspec.params if CHECKED and isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    if isinstance(params.get("name"), str):
        item.add_marker(pytest.mark.xdist_group(params["name"]))

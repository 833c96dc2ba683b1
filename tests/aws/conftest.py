"""Houses of functions, on a table that is not there yet."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour import bots
from tests.aws.cloud import Cloud

NUMBERS = itertools.count(1)


@pytest.fixture
def cloud(aws: str, tmp_path: Path) -> Iterator[Cloud]:
    bots.prepare("connect4")
    cloud = Cloud(aws, f"functions-{next(NUMBERS)}", tmp_path)
    yield cloud
    cloud.close_all()

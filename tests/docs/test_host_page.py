"""The host's page: its settings are the program's, and what it names exists."""

import re
from pathlib import Path

import pytest

from parlour.bots.pool import Pool
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.notice import Notice
from parlour.house.mail.sender import Message
from parlour.house.steady_time import SteadyTime
from parlour.server.mail.destination import FOLDER, sender_for
from parlour.server.metrics import Metrics
from parlour.server.settings import SETTINGS
from parlour.store import open_store

PAGE = (Path(__file__).parents[2] / "docs" / "host.md").read_text("utf-8")
OTHER_VARIABLES = {"PARLOUR_CACHE", "PARLOUR_MAIL_PASSWORD"}
OTHER_FLAGS = {"--force"}  # of restore


def rows(heading: str) -> list[list[str]]:
    """The table whose first column has this heading."""
    table = PAGE.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n")[2:]]


def test_the_table_of_settings_is_that_of_the_program():
    expected = [
        [f"`{s.flag}{f' {s.metavar}' if s.metavar else ''}`", f"`{s.variable}`", s.help, s.default] for s in SETTINGS
    ]
    assert rows("setting") == expected


def test_no_setting_is_named_that_does_not_exist():
    variables = set(re.findall(r"\bPARLOUR_[A-Z_]+\b", PAGE))
    assert variables <= {s.variable for s in SETTINGS} | OTHER_VARIABLES
    flags = {flag for code in re.findall(r"`(--[a-z-]+)[^`]*`", PAGE) for flag in [code]}
    flags |= set(re.findall(r"parlour (?:serve|restore|backup)[^\n]*?(--[a-z-]+)", PAGE))
    assert len(flags) > 8
    assert flags <= {s.flag for s in SETTINGS} | OTHER_FLAGS


async def nothing_to_write(notice: Notice) -> Message | None:
    return None


@pytest.mark.anyio
async def test_every_metric_on_the_page_is_one_of_ours(tmp_path: Path):
    store = await open_store(tmp_path / "house.db")
    metrics, clock = Metrics(), SteadyTime()
    sender = sender_for(FOLDER, tmp_path, None, {})
    metrics.watch_letters(store, clock, Delivery(store, nothing_to_write, sender, clock))
    metrics.watch_workers(Pool(workers=0))
    metrics.watch_games(lambda: 0)
    named = set(re.findall(r"`((?:parlour|process)_[a-z_]+)`", PAGE))
    assert len(named) > 5
    assert named <= set(re.findall(r"^# TYPE (\w+)", await metrics.text(), re.MULTILINE))
    await store.close()

"""Two of the example bots play whole matches against each other in a real house, each with a token of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.core.record import from_json
from parlour.core.verify import verify
from parlour.games import load
from tests.server.conftest import Visitor
from tests.server.live.real import RealHouse, real_house

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def accounts(house: RealHouse, name: str) -> tuple[Visitor, str]:
    """An account, and a token with which a program plays in its name."""
    visitor = house.visitor()
    answer = visitor.post("/accounts", {"name": name, "password": "seven slow swans"})
    assert answer.status_code == 201, answer.text
    visitor.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
    house.client.cookies.clear()
    made = visitor.post("/me/tokens", {"label": "bot.py", "scopes": ["play"]})
    assert made.status_code == 201, made.text
    return visitor, made.json()["token"]


def start(house: RealHouse, table: str, token: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(BOT), house.address, "--table", table]
    environ = {**os.environ, "PARLOUR_TOKEN": token, "PYTHONUTF8": "1"}
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.mark.parametrize("game", ["connect4", "dance"])
def test_two_bots_play_a_whole_match(tmp_path: Path, game: str) -> None:
    with real_house(tmp_path) as house:
        (one, first), (_, second) = accounts(house, "Keeper One"), accounts(house, "Keeper Two")
        table = one.open(game, "mo")
        bots = [start(house, table.id, token) for token in (first, second)]
        said = [bot.communicate(timeout=240)[0] for bot in bots]
        assert [bot.returncode for bot in bots] == [0, 0], said
        now, record = table.now(0), from_json(one.get(f"{table.path}/record").content)
    assert now["phase"] == "over"
    for seat, text in enumerate(said):
        assert f"It ended by {now['result']['ending']}: {now['result']['returns'][seat]:+g} for us" in text
        assert "refused" not in text
    if load(game).chancy:
        assert verify(record, load(game)).good

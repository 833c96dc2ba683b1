"""A house that is open is copied, and the copy opens elsewhere: people are known there, and matches go on."""

from pathlib import Path

from parlour.cli import main
from tests.server.conftest import Sitting
from tests.server.live.real import RealHouse, real_house


def as_here(table: Sitting, there: RealHouse) -> Sitting:
    """The same person at the same table of another house. Only the cookie's name is another there: it has the port."""
    visitor = there.visitor()
    secret = table.visitor.headers["Cookie"].partition("=")[2]
    name = visitor.headers["Cookie"].partition("=")[0]
    visitor.headers["Cookie"] = f"{name}={secret}"
    return Sitting(visitor, table.id)


def test_a_match_goes_on_in_a_house_restored_from_a_copy_of_one_that_was_open(tmp_path: Path) -> None:
    first, other, copy = tmp_path / "first", tmp_path / "other", tmp_path / "copy.db"
    first.mkdir()
    with real_house(first) as house:
        table = house.visitor().open("dance", "mm")
        move = next(choice["text"] for choice in table.now(0)["choices"] if not choice.get("also"))
        assert table.act(table.now(0)["to_act"][0], move).status_code == 200
        copied = table.news(0)
        assert main(["backup", str(copy), "--data", str(first)]) == 0
        assert table.visitor.post(f"{table.path}/talk", {"text": "said after the copy"}).status_code == 200
        assert main(["restore", str(copy), "--data", str(first), "--force"]) == 2, "it is open"
    assert main(["restore", str(copy), "--data", str(other)]) == 0
    with real_house(other, seed=4) as house:
        house.visitor().open("dance", "mm")  # the game is ready
        again = as_here(table, house)
        assert again.visitor.get("/me").json()["person"]["id"] == table.visitor.me["id"]
        assert again.news(0) == copied
        seat = again.now(0)["to_act"][0]
        move = next(choice["text"] for choice in again.now(seat)["choices"] if not choice.get("also"))
        assert again.act(seat, move).status_code == 200
        assert again.news(0)["cursor"] > copied["cursor"]

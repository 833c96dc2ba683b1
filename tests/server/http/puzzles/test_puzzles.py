"""Puzzles over HTTP: today's are the same for all, the answer comes with the try, and a try is made once."""

from collections.abc import Iterator

import msgspec
import pytest

from parlour import games
from parlour.core.puzzles import Puzzle, ShownPuzzle, shown
from parlour.core.rng import new_rng
from parlour.core.state import copy_state, state_bytes
from parlour.house.puzzles.collection import collection_of
from parlour.house.puzzles.sealing import seal
from parlour.server.http.puzzles.handlers import puzzle_told
from tests.server.conftest import API, BASE, Visitor, served
from tests.server.http.people.own_file import read, taken
from tests.serving import HouseClient

WITH_PUZZLES = [name for name in games.names() if collection_of(games.load(name)).ordered]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseClient]:
    with served(tmp_path_factory.mktemp("house")) as client:
        yield client


def first(game: str = "connect4") -> Puzzle:
    return collection_of(games.load(game)).ordered[0]


def path(puzzle: Puzzle, game: str = "connect4") -> str:
    return f"/puzzles/{game}/{puzzle.id}"


def test_every_game_has_puzzles() -> None:
    assert games.names() == WITH_PUZZLES


def test_todays_puzzles_are_the_same_for_all_and_nobody_need_sign_in(house: HouseClient) -> None:
    told = house.get(f"{API}/puzzles/today", headers={"Cookie": ""}).json()
    assert [line["game"] for line in told["puzzles"]] == WITH_PUZZLES
    mine = Visitor(house).get("/puzzles/today").json()
    assert mine == told
    assert {line["solved"] for line in told["puzzles"]} == {None}


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_a_puzzle_tells_what_its_seat_sees_and_not_the_answer(house: HouseClient, game: str) -> None:
    visitor, puzzle = Visitor(house), first(game)
    told = visitor.get(path(puzzle, game)).json()
    match = games.load(game)
    assert told["outcome"] is None
    assert set(puzzle.answers) <= {choice["text"] for choice in told["choices"]}
    assert told["words"].keys() == {choice["text"] for choice in told["choices"]}
    assert not {"answers", "steps", "verdicts", "worth", "solved"} & told.keys()
    assert match.name == told["game"]
    right = [choice for choice in told["words"] if told["sealed"].get(seal(game, puzzle.id, choice)) == "right"]
    assert right == list(puzzle.answers)


def test_the_first_try_counts_however_often_it_is_sent(house: HouseClient) -> None:
    visitor, puzzle = Visitor(house), first()
    wrong = next(move for move in "abcdefg" if move not in puzzle.answers and move in moves(visitor, puzzle))
    tried = visitor.post(f"{path(puzzle)}/try", {"choice": wrong}, "k1")
    assert tried.status_code == 200, tried.text
    outcome = tried.json()["outcome"]
    assert outcome["verdict"] != "right"
    assert outcome["answers"] == list(puzzle.answers)
    assert outcome["rating"] < outcome["was"] == 1500
    for key, choice in (("k1", wrong), ("k2", puzzle.answers[0])):
        assert visitor.post(f"{path(puzzle)}/try", {"choice": choice}, key).json()["outcome"] == outcome
    assert visitor.get(path(puzzle)).json()["outcome"] == outcome
    following = visitor.get("/puzzles/connect4/next", puzzle=puzzle.id).json()["id"]
    assert following not in (puzzle.id, None)
    assert following not in {each.id for each in collection_of(games.load("connect4")).daily}, "nor any day's"


def moves(visitor: Visitor, puzzle: Puzzle) -> set[str]:
    return {choice["text"] for choice in visitor.get(path(puzzle)).json()["choices"]}


def test_solving_todays_puzzle_begins_a_streak(house: HouseClient) -> None:
    visitor = Visitor(house)
    line = next(each for each in visitor.get("/puzzles/today").json()["puzzles"] if each["game"] == "connect4")
    puzzle = collection_of(games.load("connect4")).puzzle(line["id"])
    tried = visitor.post(f"{path(puzzle)}/try", {"choice": puzzle.answers[0]}).json()
    assert tried["outcome"]["rating"] > 1500
    assert (tried["streak"]["days"], tried["streak"]["today"], tried["streak"]["week"][-1]) == (1, True, True)
    told = visitor.get("/puzzles/today").json()
    assert told["streak"] == tried["streak"]
    assert next(each["solved"] for each in told["puzzles"] if each["id"] == puzzle.id) is True


def test_what_cannot_be_is_refused_with_a_sentence(house: HouseClient) -> None:
    visitor, puzzle = Visitor(house), first()
    assert visitor.get("/puzzles/connect4/nothing").json()["key"] == "puzzles.none"
    assert visitor.get("/puzzles/nothing/nothing").status_code == 404
    refused = visitor.post(f"{path(puzzle)}/try", {"choice": "zz"})
    assert (refused.status_code, refused.json()["key"]) == (422, "puzzles.no-move")
    assert visitor.get(path(puzzle)).json()["outcome"] is None, "nothing was lost"
    nobody = house.post(
        f"{API}{path(puzzle)}/try", json={"choice": ""}, headers={"Origin": BASE, "Cookie": ""}
    )  # fmt: skip
    assert nobody.status_code == 401
    german = house.get(f"{API}/puzzles/connect4/nothing", headers={"Accept-Language": "de"}).json()
    assert "Aufgabe" in german["detail"]


def test_why_a_touch_does_nothing_is_told_as_at_a_table(house: HouseClient) -> None:
    answer = Visitor(house).get(f"{path(first())}/why-not", touched=["site:nowhere"])
    assert answer.status_code == 200, answer.text
    assert answer.json()["reason"] is not None


def test_a_miss_tells_what_the_move_did_and_a_hit_need_not(house: HouseClient) -> None:
    visitor, puzzle = Visitor(house), first("yinsh")
    before = visitor.get(path(puzzle, "yinsh")).json()
    wrong = next(choice for choice in before["choices"] if choice["text"] not in puzzle.answers)
    outcome = visitor.post(f"{path(puzzle, 'yinsh')}/try", {"choice": wrong["text"]}).json()["outcome"]
    assert outcome["rated"] is True
    assert outcome["happened"]["words"] == before["words"][wrong["text"]]
    assert outcome["happened"]["path"] == wrong["path"]
    assert outcome["happened"]["scene"]["pieces"] != before["scene"]["pieces"]
    right = Visitor(house).post(f"{path(puzzle, 'yinsh')}/try", {"choice": puzzle.answers[0]}).json()["outcome"]
    assert right["happened"] is None
    assert Visitor(house).post(f"{path(puzzle, 'yinsh')}/try", {"choice": ""}).json()["outcome"]["happened"] is None


def with_account(house: HouseClient, name: str) -> Visitor:
    visitor = Visitor(house)
    answer = visitor.post("/accounts", {"name": name, "password": "blue kettle 9"})
    assert answer.status_code == 201, answer.text
    visitor.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
    house.cookies.clear()
    return visitor


def test_listed_members_who_found_todays_puzzle_are_told_and_nothing_of_how(house: HouseClient) -> None:
    listed, quiet, missed = (with_account(house, name) for name in ("Listed", "Quiet", "Missed"))
    for visitor in (listed, missed):
        assert visitor.send("PUT", "/me/membership", {"games": []}).status_code == 204
    line = next(each for each in listed.get("/puzzles/today").json()["puzzles"] if each["game"] == "dance")
    puzzle = collection_of(games.load("dance")).puzzle(line["id"])
    listed.post(f"{path(puzzle, 'dance')}/try", {"choice": puzzle.answers[0], "hinted": True})
    quiet.post(f"{path(puzzle, 'dance')}/try", {"choice": puzzle.answers[0]})
    missed.post(f"{path(puzzle, 'dance')}/try", {"choice": ""})
    told = house.get(f"{API}{path(puzzle, 'dance')}/finders", headers={"Cookie": ""}).json()
    assert [(one["person"]["name"], one["hinted"]) for one in told] == [("Listed", True)]
    assert set(told[0]) == {"person", "at", "hinted"}
    other = next(each for each in collection_of(games.load("dance")).ordered if each.id != puzzle.id)
    assert listed.get(f"{path(other, 'dance')}/finders").json() == []


@pytest.mark.parametrize("game", [name for name in WITH_PUZZLES if games.load(name).hidden])
def test_what_others_hold_is_in_no_puzzle(house: HouseClient, game: str) -> None:
    """Another truth that the seat cannot tell from this one is told byte for byte alike."""
    puzzle = first(game)
    stands = shown(games.load(game), puzzle)
    twin = stands.match.copy()
    state = copy_state(twin.state)
    determinize = games.load(game).determinize
    assert determinize is not None
    determinize(state, puzzle.seat, new_rng(11))
    assert state_bytes(state) != state_bytes(twin.state), "there is something to hide"
    twin.state = state
    twin.set_up()
    told = [
        puzzle_told(games.load(game), ShownPuzzle(puzzle, match, stands.choices), True, 1, 1, 1, None)
        for match in (stands.match, twin)
    ]
    assert msgspec.json.encode(told[0]) == msgspec.json.encode(told[1])


def test_what_one_tried_can_be_taken_away(house: HouseClient) -> None:
    visitor, puzzle = Visitor(house), first()
    visitor.post(f"{path(puzzle)}/try", {"choice": ""})
    file = taken(visitor)
    (tried,) = read(file, "puzzle-tries.json")
    assert (tried["game"], tried["puzzle"], tried["right"], tried["choice"]) == ("connect4", puzzle.id, False, None)
    (rating,) = read(file, "puzzles.json")["ratings"]
    assert (rating["game"], rating["rating"]) == ("connect4", tried["after"])

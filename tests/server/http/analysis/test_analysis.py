"""Positions over HTTP that are looked at by themselves, and games' code for browsers."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from parlour.core.game import CHANCE
from parlour.core.knowledge import NO_LORE
from parlour.core.match import Match
from parlour.games import BUILT_IN, load
from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import Limits
from parlour.server.http.analysis import handlers
from parlour.server.http.analysis.messages import MOST_STEPS
from tests.server.conftest import API, Json, Visitor, served, wait_until_ready
from tests.serving import HouseClient


def steps_of(match: Match) -> list[Json]:
    return [{"actor": step.actor, "text": step.text} for step in match.steps]


def some_match(name: str, seed: int, steps: int) -> Match:
    game, rng = load(name), Random(seed)
    match = Match(game, max(2, game.seats[0]))
    while not match.over and (match.step_count < steps or match.actor == CHANCE):
        if match.actor == CHANCE:
            match.play(CHANCE, rng.choice(list(match.outcomes())))
        else:
            match.play(match.actors[0], rng.choice(match.legal(match.actors[0])))
    return match


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_position_of_every_game_is_answered_with_all_that_a_board_needs(visitor: Visitor, name: str) -> None:
    wait_until_ready(visitor.client, name)
    match = some_match(name, 4, 12)
    body = {"seats": len(match.seats), "steps": steps_of(match), "seat": match.actors[0], "plan": True}
    found = visitor.post(f"/games/{name}/analysis", body).json()
    assert found["to_act"] == match.actors
    assert len(found["told"]) == match.step_count
    assert found["plan"].get("sites") or found["plan"].get("zones")
    texts = [choice["text"] for each in found["choices"] for choice in each["choices"] if each["seat"] == body["seat"]]
    assert texts[: len(match.legal(match.actors[0]))] == match.legal(match.actors[0])
    later = visitor.post(f"/games/{name}/analysis", {**body, "plan": False, "told": match.step_count - 1}).json()
    assert later["told"] == found["told"][-1:]
    assert later["plan"] is None
    lore = visitor.post(f"/games/{name}/analysis/lore", body)
    study = load(name).knowledge.study
    assert lore.content == (NO_LORE if study is None else study(match.state)).tobytes()
    assert (found["search"]["lore"] is None) is (study is None)


def cannot_tell(name: str, seat: int, seed: int) -> tuple[Match, Match]:
    """Two matches that went differently where this seat cannot know it."""
    game, rng = load(name), Random(seed)
    seen = game.seen
    assert seen is not None
    one, other = (Match(game, max(2, game.seats[0])) for _ in range(2))

    def steps(match: Match) -> dict[str, str | None]:
        actor = match.actor
        texts = match.outcomes() if actor == CHANCE else match.legal(actor)
        return {text: seen(match.state, actor, game.parse(text) or 0, seat) for text in texts}

    while one.step_count < 60 and not one.over and one.actor == other.actor:
        here, there = steps(one), steps(other)
        taken = rng.choice(list(here))
        alike = [text for text, told in there.items() if told == here[taken] and (told != taken or text == taken)]
        if not alike:
            break
        after = one.copy(), other.copy()
        after[0].play(one.actor, taken)
        after[1].play(other.actor, rng.choice(alike))
        # How it came out may tell them apart.
        known = [
            (match.told_then(seat, everything=False), game.view(match.state, seat, False), match.actors)
            for match in after
        ]
        if known[0] != known[1]:
            break
        one, other = after
    return one, other


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in BUILT_IN if load(name).hidden])
def test_as_a_seat_knows_it_no_route_tells_what_is_hidden(visitor: Visitor, name: str) -> None:
    wait_until_ready(visitor.client, name)
    apart = 0
    for seed in range(4):
        worlds = cannot_tell(name, 0, seed)
        assert steps_of(worlds[0]) != steps_of(worlds[1])
        game, line = load(name), list[Json]()
        if 0 in worlds[0].actors:
            line = [{"seat": 0, "action": str(game.list_legal(worlds[0].state, 0)[0])}]
        for route, more in (("", {"plan": True}), ("/lines", {"lines": [line]}), ("/lore", {})):
            found = {}
            for known in (True, False):
                bodies = [
                    {"seats": len(match.seats), "steps": steps_of(match), "seat": 0, "known": known, **more}
                    for match in worlds
                ]
                answers = [visitor.post(f"/games/{name}/analysis{route}", body) for body in bodies]
                assert {answer.status_code for answer in answers} == {200}
                found[known] = answers[0].content != answers[1].content
            assert not found[True], f"{route}: another answer where this seat can see no difference"
            apart += found[False]
    assert apart >= 4, "with everything open the worlds can be told apart"


def test_lines_of_a_search_are_told_in_words(visitor: Visitor) -> None:
    wait_until_ready(visitor.client, "connect4")
    lines = [[{"seat": 0, "action": "3"}, {"seat": 1, "action": "3"}], [{"seat": 0, "action": "99999999999"}]]
    told = visitor.post("/games/connect4/analysis/lines", {"seats": 2, "lines": lines}).json()["lines"]
    assert [[step["text"] for step in line] for line in told] == [["d", "d"], []]
    assert told[0][0]["words"]["key"]
    assert told[0][0]["path"]


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        ({"seats": 9}, 422, "refuse.seats-just"),
        ({"seats": 2, "steps": [{"actor": 1, "text": "a"}]}, 422, "refuse.record-step"),
        ({"seats": 2, "steps": [{"actor": 0, "text": "z"}]}, 422, "refuse.record-step"),
        ({"seats": 2, "steps": [{"actor": "*", "text": "a"}]}, 422, "refuse.record-step"),
        ({"seats": 2, "options": {"none": 1}}, 422, "refuse.option-unknown"),
        ({"seats": 2, "seat": 5}, 404, "refuse.no-such-seat"),
        ({"seats": 0}, 400, "server.message"),
        ({"steps": []}, 400, "server.message"),
        ({"seats": 2, "steps": [{"actor": 0, "text": "a"}] * (MOST_STEPS + 1)}, 400, "server.message"),
        ({"seats": 2, "told": -1}, 400, "server.message"),
    ],
)
def test_a_position_that_cannot_be_is_refused(visitor: Visitor, body: Json, status: int, key: str) -> None:
    wait_until_ready(visitor.client, "connect4")
    answer = visitor.post("/games/connect4/analysis", body)
    assert (answer.status_code, answer.json()["key"]) == (status, key)


def test_a_match_that_is_played_gives_no_record_to_analyse(visitor: Visitor) -> None:
    """Nor does the route know of tables: it takes steps and nothing else."""
    table = visitor.open("connect4", "mm")
    table.act(0, "d")
    for part in ("record", "replay", "replay/1", "review"):
        assert visitor.get(f"{table.path}/{part}").json()["key"] == "server.record-early"
    by_id = visitor.post("/games/connect4/analysis", {"seats": 2, "table": table.id}).json()
    assert by_id["told"] == []
    assert by_id["scene"].get("pieces", []) == []


def test_whoever_asks_for_much_has_to_wait_and_long_lines_count_for_more(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits({"analyse": Rate(4, 0.001)})) as client:
        wait_until_ready(client, "connect4")
        first, second = Visitor(client), Visitor(client)
        asked = [first.post("/games/connect4/analysis", {"seats": 2}).status_code for _ in range(5)]
        assert asked == [200, 200, 200, 200, 429]
        long = [{"actor": i % 2, "text": "abcdefg"[i // 6]} for i in range(40)]
        asked = [second.post("/games/connect4/analysis", {"seats": 2, "steps": long}).status_code for _ in range(4)]
        assert asked[:2] != [429, 429]
        assert asked[2:] == [429, 429]


# -- modules -----------------------------------------------------------------------------------------------------


@pytest.fixture
def a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Something in a module's place: whether there is a linker here does not matter."""
    handlers.found_module.cache_clear()
    path = tmp_path / "connect4.wasm"
    path.write_bytes(b"\0asm\1\0\0\0" + bytes(1000))
    (tmp_path / "connect4.wasm.json").write_text(json.dumps({"game": "connect4", "sources": "abc"}))

    class Description:
        sources = "abc"

    made = handlers.Module(path, Description())  # type: ignore[arg-type]
    monkeypatch.setattr(handlers.machines, "module_of", lambda game, machine: made if game.name == "connect4" else None)
    yield path
    handlers.found_module.cache_clear()


def test_a_module_is_kept_for_ever_by_what_it_was_made_from(client: HouseClient, a_module: Path) -> None:
    wait_until_ready(client, "connect4")
    told = client.get(f"{API}/games/connect4/module").json()
    assert told["description"] == {"game": "connect4", "sources": "abc"}
    code = client.get(told["address"], headers={"Accept-Encoding": "gzip"})
    assert code.content == a_module.read_bytes()
    assert code.headers["Content-Type"] == "application/wasm"
    assert code.headers["Content-Encoding"] == "gzip"
    assert "immutable" in code.headers["Cache-Control"]
    assert len(gzip.compress(a_module.read_bytes())) < 200
    plain = client.get(told["address"], headers={"Accept-Encoding": "identity"})
    assert plain.content == a_module.read_bytes()
    old = client.get(f"{API}/games/connect4/module/older")
    assert (old.status_code, old.json()["key"]) == (404, "server.no-such-module")


def test_where_there_is_no_module_a_sentence_says_so(client: HouseClient, a_module: Path) -> None:
    wait_until_ready(client, "dance")
    for path in ("module", "module/abc"):
        answer = client.get(f"{API}/games/dance/{path}")
        assert (answer.status_code, answer.json()["key"]) == (404, "server.no-module")
        assert "on your device" in answer.json()["detail"]

"""The engine protocol: a line in, a line out; hostile input gets a sentence and changes nothing."""

import json
import subprocess
import sys
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.terminal.engine import LONGEST_LINE, Engine, serve


def ask(engine: Engine, request: object) -> dict:
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    answer = engine.answer(line)
    assert b"\n" not in answer
    return json.loads(answer)


def started(game: str = "connect4", *actions: str, **more: object) -> Engine:
    engine = Engine()
    assert ask(engine, {"do": "new", "game": game, **more})["ok"]
    for number, action in enumerate(actions):
        assert ask(engine, {"do": "play", "actor": number % 2, "action": action})["ok"]
    return engine


def all_of(engine: Engine) -> list[dict]:
    return [ask(engine, {"do": "record"}), *(ask(engine, {"do": "log", "seat": seat}) for seat in (0, 1, None))]


def test_a_new_match_says_who_may_act_and_how() -> None:
    reply = ask(Engine(), {"do": "new", "game": "yinsh", "seats": 2, "options": {}})
    assert list(reply) == ["ok", "actors", "legal", "also", "over"]
    assert reply["actors"] == [0]
    assert reply["legal"]["0"][0] == "a2"
    assert len(reply["legal"]["0"]) == 85
    assert reply["also"] == {}
    assert reply["over"] is False


def test_a_whole_game_ends_with_its_result() -> None:
    engine = started("connect4", *"ababab")
    reply = ask(engine, {"do": "play", "actor": 0, "action": "a"})
    assert (reply["actors"], reply["legal"], reply["also"], reply["over"]) == ([], {}, {}, True)
    assert reply["result"] == {"returns": [1, -1], "scores": [1, 0], "ending": "four in a line"}


def test_chance_has_weights_and_can_be_dealt_or_entered() -> None:
    engine = started("dance", seats=2)
    reply = ask(engine, {"do": "deal"})
    assert reply["actors"] == ["*"]
    assert len(reply["legal"]["*"]) == 97
    assert set(reply["legal"]["*"].values()) == {1}
    card = next(iter(reply["legal"]["*"]))
    assert ask(engine, {"do": "play", "actor": "*", "action": card})["ok"]
    log = ask(engine, {"do": "log", "seat": 1})["log"]
    assert log == [["*", "?"], ["*", "?"]]
    assert ask(engine, {"do": "log", "seat": 0})["log"][1] == ["*", card]
    assert ask(engine, {"do": "view", "seat": 1})["ok"]
    assert card not in json.dumps(ask(engine, {"do": "view", "seat": None})["view"].get("hand", ""))


def test_resign_draw_and_decline_are_played_like_other_actions() -> None:
    engine = started("connect4", "d")
    assert ask(engine, {"do": "play", "actor": 0, "action": "draw"})["also"] == {
        "0": ["resign"],
        "1": ["resign", "draw", "decline"],
    }
    assert ask(engine, {"do": "play", "actor": 1, "action": "decline"})["ok"]
    reply = ask(engine, {"do": "play", "actor": 1, "action": "resign"})
    assert reply["result"]["ending"] == "resigned"
    assert reply["result"]["returns"] == [1, -1]


def test_a_record_loads_and_comes_out_the_same() -> None:
    engine = started("connect4", *"ddc")
    record = ask(engine, {"do": "record"})["record"]
    other = Engine()
    status = ask(other, {"do": "load", "record": record})
    assert status["actors"] == [1]
    assert ask(other, {"do": "record"})["record"] == record


def test_a_failed_load_or_new_keeps_the_match_that_is_there() -> None:
    engine = started("connect4", *"ddc")
    before = all_of(engine)
    record = before[0]["record"]
    record["steps"][1]["text"] = "q"
    refusal = ask(engine, {"do": "load", "record": record})
    assert refusal["ok"] is False
    assert "Step 2 of the record" in refusal["error"]
    assert not ask(engine, {"do": "new", "game": "connect4", "seats": 9})["ok"]
    assert not ask(engine, {"do": "new", "game": "chess"})["ok"]
    record["steps"][1]["text"] = "d"
    assert all_of(engine) == before


def test_contributions_are_taken_before_the_first_draw() -> None:
    engine = started("dance", seats=1)
    commitment = ask(engine, {"do": "contribute", "seat": 0, "text": "my own luck"})["commitment"]
    ask(engine, {"do": "deal"})
    assert "closed" in ask(engine, {"do": "contribute", "seat": 0, "text": "late"})["error"]
    dealing = ask(engine, {"do": "record"})["record"]["dealing"]
    assert dealing == {"commitment": commitment, "contributions": ["my own luck"]}


HOSTILE = [
    b"",
    b"\n",
    b"{",
    b"null",
    b"[]",
    b'"new"',
    b"\xff\xfe\x00",
    b"[" * 200_000,
    b'{"do":"play","actor":0,"action":"' + b"a" * 300_000 + b'"}',
    {"do": "dance"},
    {"do": 5},
    {"no": "do"},
    {"do": "play"},
    {"do": "play", "actor": 0},
    {"do": "play", "actor": 0, "action": "a", "actions": ["a"]},
    {"do": "play", "actor": 0, "action": "a", "cheat": True},
    {"do": "play", "actor": "0", "action": "a"},
    {"do": "play", "actor": 0.0, "action": "a"},
    {"do": "play", "actor": True, "action": "a"},
    {"do": "play", "actor": 0, "action": 3},
    {"do": "play", "actor": 0, "action": "h"},
    {"do": "play", "actor": 0, "action": "d "},
    {"do": "play", "actor": 1, "action": "d"},
    {"do": "play", "actor": -2, "action": "d"},
    {"do": "play", "actor": -1, "action": "d"},
    {"do": "play", "actor": 10**30, "action": "d"},
    {"do": "play", "actor": "*", "action": "d"},
    {"do": "play", "actor": 0, "actions": []},
    {"do": "play", "actor": 0, "actions": ["d", "d"]},
    {"do": "play", "actor": 0, "action": "takeback"},
    {"do": "play", "actor": 0, "action": "\ud800"},
    {"do": "deal"},
    {"do": "undo", "seat": 0},
    {"do": "undo", "seat": 7},
    {"do": "view", "seat": 2},
    {"do": "log", "seat": -1},
    {"do": "load", "record": {}},
    {"do": "load", "record": []},
    {"do": "load", "record": {"format": 1}},
    {"do": "perft", "depth": -1},
    {"do": "perft", "depth": 41},
    {"do": "perft", "depth": 10**18},
    {"do": "bot", "level": 9, "seat": 0},
    {"do": "new", "game": "connect4", "options": {"x": 1}},
    {"do": "new", "game": "connect4", "seats": "2"},
    {"do": "new", "game": "../connect4"},
    {"do": "contribute", "seat": 0, "text": "x"},
]


@pytest.mark.parametrize("request_", HOSTILE, ids=lambda r: repr(r)[:40])
def test_hostile_input_is_refused_in_a_sentence_and_changes_nothing(
    request_: object, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = Engine()
    ask(engine, {"do": "new", "game": "connect4"})
    before = all_of(engine)
    reply = ask(engine, request_)
    assert reply["ok"] is False
    assert reply["error"]
    assert len(reply["error"]) < 500
    assert "went wrong inside" not in reply["error"]
    assert all_of(engine) == before
    assert capsys.readouterr().err == ""


def test_before_a_match_there_is_nothing_to_play() -> None:
    for request in ({"do": "play", "actor": 0, "action": "d"}, {"do": "record"}, {"do": "perft", "depth": 1}):
        assert "send a “new”" in ask(Engine(), request)["error"]


def test_actions_after_the_end_are_refused() -> None:
    engine = started("connect4", *"abababa")
    before = all_of(engine)
    for action in ("c", "resign", "draw", "undo"):
        assert "over" in ask(engine, {"do": "play", "actor": 1, "action": action})["error"]
    assert all_of(engine) == before


def test_a_line_of_ten_megabytes_is_refused_and_the_next_is_answered() -> None:
    new = b'{"do":"new","game":"connect4"}\n'
    out = BytesIO()
    serve(BytesIO(new + b'{"do":"' + b"x" * 10_000_000 + b'"}\n' + b'{"do":"perft","depth":2}\n'), out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, True]
    assert "too long" in replies[1]["error"]
    assert replies[2]["nodes"] == 49
    assert len(new) < LONGEST_LINE


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda x: (
            st.lists(x, max_size=3)
            | st.dictionaries(
                st.sampled_from(["do", "actor", "action", "actions", "seat", "record", "depth", "game"]), x, max_size=4
            )
        ),
        max_leaves=8,
    ).map(lambda v: json.dumps(v).encode())
)
def test_whatever_comes_in_one_line_comes_out(line: bytes) -> None:
    engine = Engine()
    reply = ask(engine, line)
    assert reply["ok"] in (True, False)
    assert "went wrong inside" not in reply.get("error", "")


def test_the_command_speaks_the_protocol_and_ends_with_quit() -> None:
    lines = '{"do":"games"}\n{"do":"new","game":"connect4"}\n{"do":"quit"}\n{"do":"games"}\n'
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "engine"], input=lines, capture_output=True, text=True, check=True
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == 3
    assert {"yinsh", "dance", "connect4"} <= {game["name"] for game in replies[0]["games"]}
    assert replies[2] == {"ok": True}

"""The record: the same bytes when written again, whatever else it carries; clear refusals of what is none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.dealer import Dealer
from parlour.core.game import Game
from parlour.core.laws.suite import random_match
from parlour.core.match import Match
from parlour.core.record import Seat, from_json, to_json
from parlour.core.texts import Refused
from parlour.games import load

PLAIN = {
    "format": 1,
    "game": "connect4",
    "rules_version": 1,
    "options": {},
    "seats": [{"name": "Ann", "kind": "person"}, {"name": "Bob", "kind": "bot"}],
    "steps": [{"actor": 0, "text": "d", "time": 1763190000123}, {"actor": 1, "text": "c"}],
}


def changed(**changes: object) -> bytes:
    return json.dumps({**PLAIN, **changes}).encode()


def test_format_1_is_fixed() -> None:
    match = Match(load("connect4"), [Seat("Ann"), Seat("Bob", "bot")])
    match.play(0, "d", time=1763190000123)
    match.play(1, "c")
    assert json.loads(to_json(match.record())) == PLAIN
    match.play(1, "resign")
    assert json.loads(to_json(match.record()))["ending"] == {"by": "resigned", "seat": 1}


def test_the_dealing_is_in_the_record_and_its_secret_only_at_the_end(game: Game) -> None:
    match = Match(game, 2, dealer=Dealer(2))
    assert match.dealer is not None
    match.dealer.contribute(0, "seven winds")
    match.deal()
    open_dealing = json.loads(to_json(match.record()))["dealing"]
    assert open_dealing == {"commitment": match.dealer.commitment, "contributions": ["seven winds", None]}
    match.play(0, "resign")
    assert json.loads(to_json(match.record()))["dealing"]["secret"] == match.dealer.secret.hex()


def test_what_is_read_and_written_again_is_the_same_bytes(game: Game) -> None:
    for seed in range(20):
        data = to_json(random_match(game, 2, {}, seed).record())
        assert to_json(from_json(data)) == data
        assert to_json(Match.from_record(from_json(data), game).record()) == data


def test_an_unfinished_record_keeps_its_dealing_through_a_round_trip(game: Game) -> None:
    match = Match(game, 2, dealer=Dealer(2))
    match.deal()
    data = to_json(match.record())
    assert to_json(Match.from_record(from_json(data), game).record()) == data


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
known = {"format", "game", "rules_version", "options", "seats", "steps", "dealing", "substitutions", "ending"}
known |= {"name", "kind", "actor", "text", "time", "by", "seat", "step", "commitment", "contributions", "secret"}
unknown_fields = st.dictionaries(
    st.text(min_size=1, max_size=8).filter(lambda key: key not in known), json_values, max_size=3
)


@given(unknown_fields, unknown_fields, unknown_fields, unknown_fields)
def test_unknown_fields_survive_at_every_level(top: dict, seat: dict, step: dict, ending: dict) -> None:
    tree = {
        **PLAIN,
        "seats": [{**PLAIN["seats"][0], **seat}, PLAIN["seats"][1]],
        "steps": [{**PLAIN["steps"][0], **step}, PLAIN["steps"][1], {"actor": 0, "text": "resign"}],
        "ending": {"by": "resigned", "seat": 0, **ending},
        **top,
    }
    match = Match.from_record(from_json(json.dumps(tree)), load("connect4"))
    written = to_json(match.record())
    assert json.loads(written) == tree
    assert to_json(from_json(written)) == written


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "cannot be read as JSON"),
        (b"{", "cannot be read as JSON"),
        (b"\xff\xfe", "cannot be read as JSON"),
        (b"[" * 100_000, "cannot be read as JSON"),
        (b"[]", "not an object"),
        (b"{}", "format ?"),
        (changed(format=2), "has format 2"),
        (changed(format=True), "has format True"),
        (changed(seats="two"), "seats"),
        (changed(steps=[{"actor": 0}]), "text"),
        (changed(steps=[{"actor": "0", "text": "d"}]), "actor"),
        (changed(steps=[{"actor": 0.5, "text": "d"}]), "actor"),
        (changed(steps=[["0", "d"]]), "steps"),
        (changed(options=[]), "options"),
        (changed(ending={"seat": 1}), "by"),
        (changed(steps=[{"actor": -1, "text": "d"}]), "actor"),
        (changed(steps=[{"actor": 0, "text": "\x1b[2Kd"}]), "control characters"),
        (changed(seats=[{"name": "A\x1b]0;", "kind": "person"}, {"name": "Bob", "kind": "bot"}]), "control characters"),
        (changed(substitutions=[{"step": 3, "seat": 0, "name": "x", "kind": "bot"}]), "no step 3"),
        (changed(substitutions=[{"step": -1, "seat": 0, "name": "x", "kind": "bot"}]), "step"),
        (changed(seats=[{"name": "Ann", "kind": "ghost"}, {"name": "Bob", "kind": "bot"}]), "ghost"),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(data: bytes, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        from_json(data)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "yinsh"}, "a record of “yinsh”"),
        ({"rules_version": 0}, "can be read, but not continued"),
        ({"steps": [{"actor": 1, "text": "d"}]}, "Step 1 of the record, “d”"),
        ({"steps": [{"actor": 0, "text": "d"}, {"actor": 5, "text": "d"}]}, "Step 2"),
        ({"steps": [{"actor": "*", "text": "d"}]}, "Step 1"),
        ({"ending": {"by": "four in a line"}}, "says it ended by “four in a line”"),
        ({"ending": {"by": "time", "seat": 4}}, "no seat 4"),
        ({"options": {"blitz": True}}, "no option"),
        ({"seats": [{"name": "Ann", "kind": "person"}]}, "has 2 seats"),
        ({"dealing": {"commitment": "00", "contributions": [None, None]}}, "nothing in Connect Four is left to chance"),
        ({"substitutions": [{"step": 1, "seat": 9, "name": "x", "kind": "bot"}]}, "no seat 9"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_where(changes: dict, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        Match.from_record(from_json(changed(**changes)), load("connect4"))
    assert sentence in str(refusal.value)


def test_house_endings_and_substitutions_have_their_place() -> None:
    match = Match(load("connect4"), 2)
    match.play(0, "d")
    match.substitute(1, "Regular", "bot")
    match.end("abandoned", 1)
    data = to_json(match.record())
    tree = json.loads(data)
    assert tree["substitutions"] == [{"step": 1, "seat": 1, "name": "Regular", "kind": "bot"}]
    assert tree["ending"] == {"by": "abandoned", "seat": 1}
    again = Match.from_record(from_json(data), match.game)
    assert to_json(again.record()) == data
    assert again.result == match.result

"""Positions that are looked at by themselves: as a seat knows them, or with everything open."""

from base64 import b64decode
from random import Random

import msgspec
import numpy as np
import pytest

from parlour.bots.analysis import AnalysedPosition, Viewpoint, analysed, lines_in_words, viewpoint
from parlour.core.game import CHANCE, as_array, copy_state
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.texts import Refused
from parlour.games import BUILT_IN, load

HIDDEN = [name for name in BUILT_IN if load(name).hidden]


def walk(name: str, seed: int, steps: int) -> list[Match]:
    """A random match as it stood after every step, chance's aside."""
    game, rng = load(name), Random(seed)
    match, found = Match(game, max(2, game.seats[0])), list[Match]()
    while len(found) < steps and not match.over:
        if match.actor == CHANCE:
            match.play(CHANCE, rng.choice(list(match.outcomes())))
            continue
        found.append(match.copy())
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat)))
    return found


def other_world(match: Match, seat: int, seed: int) -> Match:
    """The same to this seat: what it cannot know is otherwise."""
    other = match.copy()
    other.state = copy_state(match.state)
    assert match.game.determinize is not None
    match.game.determinize(other.state, seat, new_rng(seed))
    other.set_up()
    return other


def asked(match: Match, at: Viewpoint) -> bytes:
    found = analysed(match.copy(), at, since=match.step_count)
    first = [[(each.seat, match.game.parse(each.choices[0].text) or 0)] for each in found.choices if each.choices]
    return msgspec.json.encode((found, lines_in_words(match.copy(), at, first)))


@pytest.mark.compiled
@pytest.mark.parametrize("name", HIDDEN)
def test_as_a_seat_knows_it_nothing_follows_from_what_is_hidden(name: str) -> None:
    differed = 0
    for number, match in enumerate(walk(name, 3, 40)):
        for seat in range(len(match.seats)):
            other, at = other_world(match, seat, number + 1), Viewpoint(seat, True)
            assert asked(match, at) == asked(other, at)
            open_to_all = Viewpoint(seat, False)
            differed += asked(match, open_to_all) != asked(other, open_to_all)
    assert differed > 10, "with everything open the worlds can be told apart"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_choice_that_is_shown_can_be_played_and_touched(name: str) -> None:
    for match in walk(name, 5, 25):
        found = analysed(match, viewpoint(match, 0, False))
        assert {each.seat for each in found.choices} >= set(match.actors)
        things = {f"piece:{piece.id}" for piece in found.scene.pieces} | {"button", "site", "zone", "piece"}
        for each in found.choices:
            for choice in each.choices[:20]:
                match.copy().play(each.seat, choice.text)
                assert all(thing.partition(":")[0] in things for thing in choice.path)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_search_begins_with_the_truth_only_where_it_is_open(name: str) -> None:
    game = load(name)
    for match in walk(name, 7, 12):
        seat = match.actors[0]
        start = analysed(match, viewpoint(match, seat, True)).search
        assert start is not None
        state = np.frombuffer(b64decode(start.state), game.state)
        assert (start.seat, start.seats, start.revealed) == (seat, len(match.seats), False)
        if not game.hidden:
            assert state.tobytes() == as_array(match.state).tobytes()
        whole = analysed(match, viewpoint(match, seat, False)).search
        assert whole is not None
        assert b64decode(whole.state) == as_array(match.state).tobytes()
        assert whole.revealed is game.hidden


@pytest.mark.parametrize("name", HIDDEN)
def test_what_others_could_do_is_not_told_to_a_seat(name: str) -> None:
    for match in walk(name, 11, 12):
        for seat in range(len(match.seats)):
            found = analysed(match, viewpoint(match, seat, True))
            assert {each.seat for each in found.choices} <= {seat}
            assert found.outcomes == []
            assert found.search is None or found.search.seat == seat
            assert not found.may_skip


def test_where_hands_are_hidden_one_says_who_knows() -> None:
    match = walk("dance", 1, 1)[0]
    with pytest.raises(Refused, match="Say as which seat"):
        viewpoint(match, None, True)
    with pytest.raises(Refused, match="no seat 7"):
        viewpoint(match, 7, False)


def after(name: str, *steps: str) -> Match:
    match = Match(load(name), 2)
    for step in steps:
        match.play(match.actors[0], step)
    return match


def test_what_is_threatened_is_what_the_other_could_do_with_the_turn() -> None:
    match = after("connect4", "a", "b", "a", "b", "a")
    assert match.actors == [1]
    found = analysed(match.copy(), Viewpoint(0, False), skip=True)
    assert found.to_act == [0]
    assert found.search is not None
    assert found.search.seat == 0
    assert not found.may_skip
    line = lines_in_words(match.copy(), Viewpoint(0, False), [[(0, 0)]], skip=True)
    assert [step.text for step in line[0]] == ["a"]
    assert match.actors == [1], "nothing was played"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_turn_is_skipped_where_the_game_says_so_and_nowhere_else(name: str) -> None:
    can = {"connect4", "yinsh", "command"}
    skipped = 0
    for match in walk(name, 2, 60):
        at = viewpoint(match, match.actors[0], False)
        if analysed(match.copy(), at).may_skip:
            found: AnalysedPosition = analysed(match.copy(), at, skip=True)
            assert found.to_act != match.actors
            assert found.choices
            skipped += 1
        else:
            with pytest.raises(Refused, match="cannot be asked here"):
                analysed(match.copy(), at, skip=True)
    assert bool(skipped) is (name in can)


def test_lines_are_told_as_far_as_they_can_be_played() -> None:
    match = after("connect4", "d")
    at = Viewpoint(None, False)
    told = lines_in_words(match, at, [[(1, 3), (0, 3), (0, 2)], [(0, 1)], [(1, 77)], []])
    assert [[(step.number, step.seat, step.text) for step in line] for line in told] == [
        [(2, 1, "d"), (3, 0, "d")],
        [],
        [],
        [],
    ]
    assert told[0][0].path
    assert not told[0][1].path


def test_chance_is_offered_with_its_weights_where_everything_is_open() -> None:
    match = Match(load("dance"), 2)
    found = analysed(match, viewpoint(match, 0, False))
    assert found.chance
    assert found.search is None
    assert {each.text: each.weight for each in found.outcomes} == match.outcomes()


@pytest.mark.parametrize("name", HIDDEN)
def test_what_chance_could_bring_is_not_told_to_a_seat(name: str) -> None:
    match = Match(load(name), 2)
    while match.actor != CHANCE:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    assert analysed(match, Viewpoint(0, False)).outcomes
    assert analysed(match, Viewpoint(0, True)).outcomes == []

import math

import pytest
from rich.cells import cell_len

from parlour.core.game import copy_state
from parlour.core.match import Match
from parlour.core.scene import Piece
from parlour.core.texts import Refused, Text
from parlour.games.yinsh import GAME
from parlour.games.yinsh.notation import parse
from parlour.games.yinsh.scene import describe, why_not

from .positions import after_placing, play, position, random_games, rulebook_position

PLAN = GAME.plan(2, {"blitz": False})
SITES = {site.id: site for site in PLAN.sites}


def said(text: Text | None) -> str:
    """The sentence of a text that has to be in the catalogue."""
    assert text is not None
    assert GAME.catalogue().has(text.key), text.key
    return GAME.catalogue().render(text)


def pieces(match: Match) -> dict[str, Piece]:
    return {piece.id: piece for piece in match.scene(None).pieces}


def refusal(match: Match, text: str) -> str:
    with pytest.raises(Refused) as caught:
        match.play(match.actor, text)
    return said(caught.value.text)


# -- the plan ---------------------------------------------------------------------------------------------------------


def test_the_plan_has_85_sites_on_33_lines_eleven_each_way():
    assert len(PLAN.sites) == len(SITES) == 85
    assert len(PLAN.lines) == 33
    assert sum(len(line.through) for line in PLAN.lines) == 3 * 85


def test_the_lettered_lines_stand_upright_a_on_the_left_and_numbers_rise():
    assert SITES["a2"].x < SITES["f6"].x < SITES["k7"].x
    assert SITES["e1"].x == SITES["e10"].x
    assert SITES["e10"].y < SITES["e1"].y


def test_neighbours_lie_one_apart_and_the_centre_has_six():
    for name, beside in PLAN.neighbours.items():
        here = SITES[name]
        for other in beside:
            assert math.hypot(here.x - SITES[other].x, here.y - SITES[other].y) == pytest.approx(1, abs=0.001)
            assert name in PLAN.neighbours[other]
    assert set(PLAN.neighbours["f6"]) == {"f7", "f5", "g6", "e6", "g7", "e5"}
    assert set(PLAN.neighbours["a2"]) == {"a3", "b2", "b3"}


def test_sites_and_labels_lie_within_the_plan():
    for thing in (*PLAN.sites, *PLAN.labels):
        assert 0 < thing.x < PLAN.width
        assert 0 < thing.y < PLAN.height


def test_a_letter_stands_under_each_column_and_a_number_at_the_head_of_each_line():
    assert [label.text for label in PLAN.labels[:11]] == list("abcdefghijk")
    assert sorted(int(label.text) for label in PLAN.labels[11:]) == list(range(1, 12))
    f = PLAN.labels[5]
    assert (f.x, f.y) == (SITES["f2"].x, pytest.approx(SITES["f2"].y + 0.62))


# -- the view ---------------------------------------------------------------------------------------------------------


def test_a_jump_is_told_with_what_it_turns_over_and_other_moves_are_not():
    jumps = rulebook_position().view(1).jumps
    from_e4 = {step: turned for step, turned in jumps.items() if step.startswith("e4-")}
    assert from_e4 == {"e4-e10": ["e5", "e6", "e7", "e8", "e9"], "e4-e2": ["e3"], "e4-j9": ["h7", "i8"]}


def test_what_a_jump_is_said_to_turn_over_is_what_turns_over():
    for match in random_games(5):
        before = match.view(None)
        for step, turned in list(before.jumps.items())[:3]:
            after = copy_state(match.state)
            GAME.apply(after, match.actor, parse(step))
            now = GAME.view(after, None, False).markers
            flipped = [set(now[seat]) & set(before.markers[1 - seat]) for seat in range(2)]
            assert flipped[0] | flipped[1] == set(turned)


def test_nobody_jumps_while_rings_are_placed_or_a_row_is_taken():
    assert Match(GAME, 2).view(0).jumps == {}
    match = position("e5 a2", "k7", "e1 e2 e3 e4")
    play(match, "e5-d5")
    assert match.view(0).phase == "row"
    assert match.view(0).jumps == {}


# -- the scene --------------------------------------------------------------------------------------------------------


def test_glyphs_differ_by_seat_and_kind_and_are_one_column_wide():
    match = position("f6", "f7", "f8", "f9")
    glyphs = [piece.glyph for piece in match.scene(None).pieces]
    assert len(set(glyphs)) == 4
    assert all(cell_len(glyph) == 1 for glyph in glyphs)


def test_a_ring_can_be_followed_while_others_are_taken_off():
    match = position("e5 a2 c1", "k7", "e1 e2 e3 e4")
    assert pieces(match)["ring-0-2"].at == "site:c1"
    play(match, "e5-d5 xe1-e5 xa2")
    rings = {id: piece.at for id, piece in pieces(match).items() if piece.kind == "ring"}
    assert rings == {"ring-0-0": "site:d5", "ring-0-2": "site:c1", "ring-1-0": "site:k7"}


def test_a_marker_that_turns_over_is_the_same_piece():
    match = position("e1", "k7", "", "e2")
    assert pieces(match)["marker-e2"].seat == 1
    play(match, "e1-e3")
    assert pieces(match)["marker-e2"].seat == 0


def test_the_last_ring_move_is_marked():
    match = position("e1", "k7")
    play(match, "e1-e3")
    (last,) = match.scene(None).marks
    assert (last.kind, last.at, last.seat) == ("last", ("site:e1", "site:e3"), 0)


def test_a_ring_just_placed_is_marked():
    match = after_placing("f6 e5")
    (last,) = match.scene(None).marks
    assert (last.at, last.seat) == (("site:e5",), 1)


def test_the_last_move_of_a_ring_taken_since_is_nobodys():
    match = position("e5 a2", "k7", "e1 e2 e3 e4")
    play(match, "e5-d5 xe1-e5 xd5")
    assert match.scene(None).marks[0].seat is None


def test_a_row_to_take_is_marked_whole():
    match = position("e6", "k7", "e1 e2 e3 e4 e5")
    play(match, "e6-d6")
    (row,) = (mark for mark in match.scene(None).marks if mark.kind == "row")
    assert row.at == tuple(f"site:e{n}" for n in range(1, 7))
    assert row.seat == 0


def test_counters_tell_the_stock_and_the_rings_removed_and_how_many_win():
    match = position("f6", "k7", stock=12, removed=(1, 2))
    counters = {counter.id: (counter.value, counter.of) for counter in match.scene(None).counters}
    assert counters == {"stock": (12, 51), "won-0": (1, 3), "won-1": (2, 3)}
    blitz = {counter.id: counter.of for counter in position("f6", "k7", blitz=True).scene(None).counters}
    assert blitz["won-0"] == 1


def test_counters_tell_the_rings_still_to_place():
    match = after_placing("f6 e5 g7")
    to_place = {counter.id: counter.value for counter in match.scene(None).counters if "place" in counter.id}
    assert to_place == {"to-place-0": 3, "to-place-1": 4}


def test_seats_and_spectators_see_the_same():
    match = after_placing("f6 e5 g7")
    assert match.scene(0) == match.scene(1) == match.scene(None)


# -- things to touch --------------------------------------------------------------------------------------------------


def test_what_to_touch_for_each_kind_of_action():
    match = Match(GAME, 2)
    assert paths(match)["f6"] == ("site:f6",)
    match = position("e6 a2", "k7", "e1 e2 e3 e4 e5")
    assert paths(match)["e6-d6"] == ("site:e6", "site:d6")
    play(match, "e6-d6")
    assert paths(match)["xe2-e6"] == ("site:e2", "site:e6")
    play(match, "xe2-e6")
    assert paths(match)["xa2"] == ("site:a2",)
    assert paths(position("a2", "a3 b2 b3"))["pass"] == ("button:pass",)


def paths(match: Match) -> dict[str, tuple[str, ...]]:
    return {choice.text: choice.path for choice in match.choices(match.actor)}


def test_in_random_games_no_path_begins_another_and_all_texts_exist():
    for match in random_games(2):
        scene = match.scene(None)
        for text in (*(p.name for p in scene.pieces), *(c.name for c in scene.counters)):
            said(text)
        assert len({piece.id for piece in scene.pieces}) == len(scene.pieces)
        if match.over:
            assert scene.prompt is None
            continue
        said(scene.prompt)
        all_paths = set(paths(match).values())
        assert len(all_paths) == len(match.choices(match.actor))
        assert not any(path[:length] in all_paths for path in all_paths for length in range(1, len(path)))


# -- why not ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("e1-e5", "The ring on e4 is in the way"),
        ("e1-e4", "A ring stands on e4"),
        ("k7-k8", "The ring on k7 is not yours"),
        ("f6-f7", "There is no ring on f6"),
        ("e1-g2", "No line joins e1 and g2"),
        ("e10-f2", "No line joins e10 and f2"),
        ("e10-f4", "No line joins e10 and f4"),
        ("e10-d9", "A marker lies on d9"),
        ("e10-c8", "A marker lies on c8"),
        ("a2-e6", "lands right behind the markers, on d5"),
        ("f6", "All rings are on the board"),
        ("xe1", "only when you have taken a row"),
        ("xe5-e9", "You have no row"),
        ("pass", "You can move a ring"),
    ],
)
def test_a_move_that_is_not_possible_is_refused_with_the_reason(text: str, why: str):
    match = position("e1 e10 a2", "e4 k7", "d9 b3", "c8 c4")
    assert why in refusal(match, text)


def test_placing_is_refused_with_the_reason():
    match = after_placing("f6")
    assert "A ring stands on f6" in refusal(match, "f6")
    assert "First both players place" in refusal(match, "f6-f7")


def test_taking_is_refused_with_the_reason():
    match = position("e6 a2", "k7", "e1 e2 e3 e4 e5 b1")
    play(match, "e6-d6")
    assert "first take five" in refusal(match, "d6-d7")
    assert "e3 to e7 is not five of your markers" in refusal(match, "xe3-e7")
    assert "five markers side by side" in refusal(match, "xe1-e4")
    assert "five markers side by side" in refusal(match, "xb1-e5")
    play(match, "xe1-e5")
    assert "now take one of your rings" in refusal(match, "xe2-e6")
    assert "is not yours" in refusal(match, "xk7")
    assert "There is no ring" in refusal(match, "xf6")


def test_who_has_to_pass_is_told_so():
    assert "you have to pass" in refusal(position("a2", "a3 b2 b3"), "a2-a4")


def test_there_is_a_reason_for_everything_that_is_not_legal_and_none_for_what_is():
    everything = [GAME.parse(text) for text in ("f6", "a2", "f6-f7", "e4-g6", "xe1-e5", "xb2-f6", "xf6", "xe4", "pass")]
    for match in random_games(2):
        if match.over:
            continue
        seat = match.actor
        view, legal = match.view(seat), GAME.list_legal(match.state, seat)
        assert all(why_not(view, action) is None for action in legal)
        for action in everything:
            if action not in legal:
                said(why_not(view, action))


def test_out_of_turn_there_is_no_reason_but_the_turn():
    match = position("f6", "k7")
    assert why_not(match.view(1), GAME.parse("f6-f7")) is None
    assert why_not(match.view(None), GAME.parse("f6-f7")) is None


# -- in words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f6", "places a ring on f6"),
        ("e4-e10", "moves a ring from e4 to e10"),
        ("xe5-e9", "takes the row from e5 to e9"),
        ("xe10", "takes the ring off e10"),
        ("pass", "passes"),
    ],
)
def test_each_step_has_words(text: str, words: str):
    assert said(describe(text)) == words


@pytest.mark.parametrize("key", ["about", "option.blitz", "seat.0", "seat.1", "button.pass"])
def test_the_house_finds_the_texts_it_asks_for(key: str):
    assert GAME.catalogue().has(key)


def test_every_ending_has_words():
    assert all(GAME.catalogue().has(f"ending.{ending}") for ending in GAME.endings)

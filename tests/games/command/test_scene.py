"""The sea as it is drawn, what is touched, and what is said."""

import pytest

from parlour.core.match import Match
from parlour.core.position import in_words
from parlour.core.scene import Piece
from parlour.core.texts import Refused, Text
from parlour.games.command import GAME
from parlour.games.command.board import LETTERS
from parlour.games.command.notation import class_name
from parlour.games.command.scene import describe, why_not
from parlour.games.command.view import effect, view

from .positions import deployed, lot, moves, placements, play, position, random_match

PLAN = GAME.plan(2, {"declared": False})
SITES = {site.id: site for site in PLAN.sites}
ZONES = {zone.id: zone for zone in PLAN.zones}


def said(text: Text | None) -> str:
    assert text is not None
    assert GAME.catalogue().has(text.key), text.key
    return GAME.catalogue().render(text)


def pieces(match: Match, viewer: int | None) -> dict[str, Piece]:
    return {piece.id: piece for piece in match.scene(viewer).pieces}


def refusal(match: Match, text: str) -> str:
    with pytest.raises(Refused) as caught:
        match.play(match.actor, text)
    return said(caught.value.text)


# -- the plan ---------------------------------------------------------------------------------------------------------


def test_the_plan_has_nine_columns_and_eight_rows_with_row_1_at_the_bottom():
    assert len(SITES) == 72
    assert SITES["a1"].x < SITES["i1"].x
    assert SITES["a1"].y > SITES["a8"].y
    assert SITES["e4"].y - SITES["e5"].y == pytest.approx(1)


def test_columns_have_letters_and_rows_have_numbers():
    assert [label.text for label in PLAN.labels] == [*"abcdefghi", *"abcdefghi", *"12345678"]
    assert PLAN.labels[9].x == SITES["a1"].x
    assert PLAN.labels[-1].y == SITES["a8"].y


def test_neighbours_are_orthogonal():
    assert set(PLAN.neighbours["e4"]) == {"e5", "e3", "d4", "f4"}
    assert set(PLAN.neighbours["a1"]) == {"a2", "b1"}


def test_everything_lies_within_the_plan_and_nothing_on_something_else():
    boxes = [(zone.x, zone.y, zone.width, zone.height) for zone in PLAN.zones] + [(5, 8.2, 9, 8)]
    for x, y, width, height in boxes:
        assert x - width / 2 >= 0
        assert x + width / 2 <= PLAN.width
        assert y - height / 2 >= 0
        assert y + height / 2 <= PLAN.height
    for i, (x, y, width, height) in enumerate(boxes):
        for a, b, other_width, other_height in boxes[:i]:
            assert abs(x - a) >= (width + other_width) / 2 or abs(y - b) >= (height + other_height) / 2


def test_what_can_be_touched_is_within_the_frame():
    for number, match in enumerate(random_match(8)):
        if number % 10 or match.over:
            continue
        for seat in match.actors:
            if seat < 0:
                continue
            x, y, width, height = match.scene(seat).frame
            at = {f"piece:{piece.id}": piece.at for piece in match.scene(seat).pieces}
            for choice in match.choices(seat):
                for target in choice.path:
                    kind, _, name = at.get(target, target).partition(":")
                    thing = {"site": SITES, "zone": ZONES}.get(kind, {}).get(name)
                    assert thing is None or (x <= thing.x <= x + width and y <= thing.y <= y + height), target


# -- the scene --------------------------------------------------------------------------------------------------------


def test_what_is_left_to_place_lies_in_the_own_reserve_by_class():
    match = lot()
    match.play(0, "L@a1")
    reserve = [piece for piece in match.scene(0).pieces if piece.at == "zone:reserve-0"]
    assert [piece.glyph for piece in reserve] == ["S2", *"FRTNEAWVZBKQ", "L5", "C"]
    assert said(reserve[0].name) == "Virginia submarine, 2 to place"
    assert said(reserve[-1].name) == "Command Ship, to place"
    assert pieces(match, 0)["ship-a1"].glyph == "L"
    assert match.scene(None).pieces == ()
    assert len(match.scene(1).pieces) == 15


def test_own_ships_show_their_letter_and_opposing_ones_lie_face_down():
    match = deployed()
    own, theirs = pieces(match, 0)["ship-e1"], pieces(match, 0)["ship-e8"]
    assert (own.glyph, own.face, own.kind, said(own.name)) == ("C", "up", "ship-C", "White: Command Ship")
    assert (theirs.glyph, theirs.face, theirs.kind, said(theirs.name)) == ("?", "down", "contact", "Black: contact")
    assert pieces(match, 1)["ship-e8"].glyph == "C"
    assert pieces(match, 1)["ship-e1"].glyph == "?"


def test_never_does_colour_alone_tell_two_sides_apart():
    for match in (deployed(), moves(deployed(declared=True), "b3-b4", "b6-b5", "b4-b5")):
        for viewer in (0, 1, None):
            glyphs = [{p.glyph for p in match.scene(viewer).pieces if p.seat == seat} for seat in range(2)]
            assert not glyphs[0] & glyphs[1]
    match.play(0, "resign")
    glyphs = [{p.glyph for p in match.scene(1).pieces if p.seat == seat} for seat in range(2)]
    assert (glyphs[1], glyphs[0]) == (set("SFRTNEAWVZBKQLC"), {f"{letter}'" for letter in LETTERS})


def test_a_contact_is_named_with_what_it_could_be():
    match = moves(deployed(("WLLLLLL..", "SSFRTNEAV", "ZBKQC....")), "a3-a4", "a6-a5", "i2-i3", "a5-a4")
    names = {said(piece.name) for piece in match.scene(0).pieces if piece.seat == 1}
    assert names == {"Black: contact", "Black: contact, one of V Z B K Q L"}
    both = moves(deployed(), "a3-a4", "a6-a5", "a4-a5")
    assert said(pieces(both, 0)["ship-a6"].name) == "Black: a contact that can only be the Littoral combat ship"


def test_a_ship_keeps_its_id_from_its_square_at_the_start():
    match = moves(deployed(), "a3-a4", "b6-b5")
    assert pieces(match, 1)["ship-a3"].at == "site:a4"
    assert pieces(match, None)["ship-b6"].at == "site:b5"


def test_lost_ships_lie_beside_the_sea():
    match = moves(deployed(), "a3-a4", "a6-a5", "a4-a5")
    assert pieces(match, None)["ship-a3"].at == "zone:lost-0"
    lost = pieces(match, 0)["ship-a6"]
    assert (lost.at, lost.glyph, lost.kind) == ("zone:lost-1", "L?", "contact"), "a Littoral took it along"
    assert pieces(match, None)["ship-a3"].glyph == "?"


def test_the_last_ply_and_a_fresh_challenge_are_marked():
    match = deployed()
    assert match.scene(0).marks == ()
    moves(match, "a3-a4", "a6-a5", "a4-a5")
    last, challenge = match.scene(1).marks
    assert (last.kind, last.at, last.seat) == ("last", ("site:a4", "site:a5"), 0)
    assert (challenge.kind, challenge.at, challenge.seat) == (
        "challenge",
        ("site:a5", "piece:ship-a3", "piece:ship-a6"),
        0,
    )
    assert [mark.kind for mark in moves(match, "b6-b5").scene(0).marks] == ["last", "challenge"]
    assert [mark.kind for mark in moves(match, "b3-b4").scene(0).marks] == ["last"]


def test_counters_are_public_and_in_deployment_ones_own():
    match = lot()
    match.play(1, "C@e8")
    assert [(c.id, c.value, c.of, c.seat) for c in match.scene(1).counters] == [("to-place", 20, 21, 1)]
    assert [(c.id, c.value) for c in match.scene(0).counters] == [("to-place", 21)]
    assert match.scene(None).counters == ()
    match = moves(deployed(), "a3-a4", "a6-a5", "a4-a5", "b6-b5")
    for viewer in (0, 1, None):
        counted = [(c.id, c.value, c.of, c.seat) for c in match.scene(viewer).counters]
        assert counted == [("quiet", 1, 200, None), ("afloat-0", 20, 21, 0), ("afloat-1", 20, 21, 1)]


def test_prompts_say_what_to_do_next():
    assert said(Match(GAME, 2).scene(0).prompt) == "The lot says who moves first."
    match = lot()
    assert "rows 6 to 8. 21 are left" in said(match.scene(1).prompt)
    assert said(match.scene(None).prompt) == "Both fleets deploy in secret."
    match.play_all(1, placements(1))
    assert "Rearrange" in said(match.scene(1).prompt)
    match.play(1, "ready")
    assert "You are ready" in said(match.scene(1).prompt)
    assert said(deployed().scene(0).prompt).startswith("Move a ship one square")


@pytest.mark.parametrize(
    ("attacker", "defender", "sentence"),
    [("S", "F", "the ship there is lost"), ("S", "L", "the attacker is lost"), ("S", "S", "both ships are lost")],
)
def test_a_challenge_is_reported_in_the_prompt(attacker, defender, sentence):
    s = play(position(f"Ca1 {attacker}e4", f"Ci8 {defender}e5"), "e4-e5")
    for viewer in (0, 1, None):
        assert said(GAME.scene(view(s, viewer, False)).prompt) == f"White challenged e5: {sentence}. Move a ship."


def test_while_a_seat_deploys_it_looks_at_its_own_waters():
    match = lot()
    inside = [[name for name, site in SITES.items() if within(site, match.scene(seat).frame)] for seat in (0, 1)]
    assert {name[1] for name in inside[0]} == set("1234")
    assert {name[1] for name in inside[1]} == set("5678")
    assert all(within(site, deployed().scene(0).frame) for site in SITES.values())
    assert within(ZONES["lost-0"], deployed().scene(0).frame)
    assert not within(ZONES["reserve-0"], deployed().scene(0).frame)


def within(thing, frame) -> bool:
    x, y, width, height = frame
    return x <= thing.x <= x + width and y <= thing.y <= y + height


# -- touching and refusing --------------------------------------------------------------------------------------------


def test_what_is_touched():
    match = lot()
    match.play(0, "C@e1")
    paths = {choice.text: choice.path for choice in match.choices(0)}
    assert paths["S@a1"] == ("piece:reserve-0-S", "site:a1")
    assert paths["C:e1-e2"] == ("site:e1", "site:e2")
    match.play_all(0, [text for text in placements(0) if text != "C@e1"])
    assert {choice.text: choice.path for choice in match.choices(0)}["ready"] == ("button:ready",)
    assert {choice.text: choice.path for choice in deployed().choices(0)}["a3-a4"] == ("site:a3", "site:a4")


def test_why_a_move_cannot_be_made():
    match = deployed()
    assert "no ship on a4" in refusal(match, "a4-a5")
    assert "on a6 is not yours" in refusal(match, "a6-a5")
    assert "one square" in refusal(match, "a3-a5")
    assert "one square" in refusal(match, "a3-b4")
    assert "one square" in refusal(match, "i2-a3")
    assert "A ship of yours is on b3" in refusal(match, "a3-b3")
    assert "Both fleets are ready" in refusal(match, "C@e1")
    assert "Both fleets are ready" in refusal(match, "ready")
    assert "Both fleets are ready" in refusal(match, "C:e1-f1")
    assert "by lot" in refusal(match, "first 1")


def test_when_only_the_turn_is_anothers_that_is_all_there_is_to_say():
    match = deployed()
    assert why_not(match.view(1), GAME.parse("a6-a5")) is None
    with pytest.raises(Refused, match="not this seat's turn"):
        match.play(1, "a6-a5")


def test_steps_in_words():
    assert said(describe("first 1")) == "Black moves first"
    assert said(describe("C@e1")) == "puts the Command Ship on e1"
    assert said(describe("L:a1-a2")) == "moves the Littoral combat ship from a1 to a2"
    assert said(describe("ready")) == "is ready"
    assert said(describe("e3-e4")) == "moves from e3 to e4"
    assert said(describe("undo")) == "undo"


def lines(match: Match, viewer: int | None) -> list[str]:
    return [said(in_words(GAME, line)) for line in match.told(viewer)]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_log_says_how_a_challenge_came_out_and_no_class(viewer):
    match = moves(deployed(), "h3-h4", "a6-a5", "h4-h5", "a5-a4", "h5-h6", "i7-i6", "a3-a4", "i6-i5", "f3-f4")
    moves(match, "i5-i4", "f4-f5", "i4-i3", "f5-f6", "i3-i2")
    assert lines(match, viewer)[-14:] == [
        "moves from h3 to h4",
        "moves from a6 to a5",
        "moves from h4 to h5",
        "moves from a5 to a4",
        "moves from h5 to h6: both ships are lost",
        "moves from i7 to i6",
        "moves from a3 to a4: both ships are lost",
        "moves from i6 to i5",
        "moves from f3 to f4",
        "moves from i5 to i4",
        "moves from f4 to f5",
        "moves from i4 to i3",
        "moves from f5 to f6: both ships are lost",
        "moves from i3 to i2: both ships are lost",
    ]


@pytest.mark.parametrize(
    ("ours", "theirs", "arbiter", "declared"),
    [
        ("W", "N", "the attacker is lost", "Wasp assault ship against Nimitz carrier, the attacker is lost"),
        ("L", "S", "the ship there is lost", "Littoral combat ship against Virginia submarine, the ship there is lost"),
        ("Q", "Q", "both ships are lost", "Ticonderoga cruiser against Ticonderoga cruiser, both ships are lost"),
        ("C", "L", "the attacker is lost", "Command Ship against Littoral combat ship, the attacker is lost"),
        ("L", "C", "the ship there is lost", "Littoral combat ship against Command Ship, the ship there is lost"),
    ],
)
def test_the_log_shows_classes_if_they_are_declared(ours, theirs, arbiter, declared):
    corners = ["" if ours == "C" else "Ca1", "" if theirs == "C" else "Ci8"]
    for option, words in ((False, arbiter), (True, declared)):
        s = position(f"{corners[0]} {ours}e4", f"{corners[1]} {theirs}e5", declared=option)
        for viewer in (0, 1, None):
            assert said(effect(s, 0, GAME.parse("e4-e5"), viewer)) == words
            assert effect(s, 0, GAME.parse("e4-e3"), viewer) is None


def test_what_the_log_says_of_a_challenge_is_what_the_view_shows():
    for seed in range(4):
        for match in random_match(seed, declared=seed % 2 == 1):
            if match.steps and match.steps[-1].actor in (0, 1) and match.view(None).plies:
                seen = match.view(None)
                told = match.told(None)[-1].effect
                assert (told is not None) == (seen.quiet == 0)
                if told is not None and seed % 2 == 0:
                    lost = {(0, 1): "both", (seen.challenge.by,): "attacker", (1 - seen.challenge.by,): "defender"}
                    assert told == Text(f"log.lost-{lost[tuple(seen.challenge.lost)]}")


def test_every_class_has_a_name():
    names = {GAME.catalogue().render(Text(f"class.{letter}")) for letter in LETTERS}
    assert len(names) == 15


def test_in_ones_hand_a_ship_goes_by_its_name_alone() -> None:
    """“In your hand: the Gerald Ford”: neither whose it is nor what kind stands in the way of a short sentence."""
    words = GAME.catalogue()
    said = {letter: words.render(Text("piece.ship-held", {"ship": class_name(letter)})) for letter in "FSLC"}
    assert said["F"].startswith("the Gerald Ford")
    assert all(name.startswith("the ") and ":" not in name for name in said.values())

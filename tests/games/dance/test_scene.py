import pytest

from parlour.core.game import copy_state
from parlour.core.match import Match
from parlour.core.scene import Mark
from parlour.core.texts import Refused, Text
from parlour.games.dance import GAME
from parlour.games.dance.board import DRAWING, OPENING
from parlour.games.dance.notation import CLEAR, END, laying, parse

from .positions import dealt, play, position, random_match, say

ALL_ACTIONS = [
    *range(2, 100),
    *(laying(card, pile) for card in range(2, 100) for pile in range(4)),
    *range(END, CLEAR + 1),
]


def scene(s: object, viewer: int | None, reveal: bool = False) -> object:
    return GAME.scene(GAME.view(s, viewer, reveal))


def lying_at(scene: object, zone: str) -> list[tuple[str, str, str]]:
    return [(p.id, p.glyph, p.face) for p in scene.pieces if p.at == f"zone:{zone}"]


def why(s: object, seat: int, text: str) -> str | None:
    """The sentence a player reads, or None."""
    reason = GAME.why_not(GAME.view(s, seat, False), parse(text))
    return None if reason is None else GAME.catalogue().render(reason)


# -- the plan ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_zones_lie_on_the_plane_and_apart_from_each_other(seats: int) -> None:
    plan = GAME.plan(seats, GAME.options_for(seats, {}))
    assert plan.width > plan.height
    names = ["pile-1", "pile-2", "pile-3", "pile-4", "deck"]
    assert [zone.id for zone in plan.zones] == names + [f"hand-{seat}" for seat in range(seats)]
    boxes = [(z.x - z.width / 2, z.y - z.height / 2, z.x + z.width / 2, z.y + z.height / 2) for z in plan.zones]
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert top >= 0
        assert right <= plan.width
        assert bottom <= plan.height
        for l2, t2, r2, b2 in boxes[:i]:
            assert right <= l2 or r2 <= left or bottom <= t2 or b2 <= top


def test_piles_say_where_they_go() -> None:
    zones = GAME.plan(1, GAME.options_for(1, {})).zones
    names = [GAME.catalogue().render(zone.name) for zone in zones]
    assert names[:4] == ["pile 1, rising", "pile 2, rising", "pile 3, falling", "pile 4, falling"]
    assert names[5] == "hand of Player 1"


# -- the view ----------------------------------------------------------------------------------------------


def test_a_view_says_which_of_the_own_cards_each_pile_takes_the_jump_first() -> None:
    s = position([(23, 61, 73, 76, 79, 85, 87), (30,)], (71, 14, 100, 63), turn=1)
    view = GAME.view(s, 0, False)
    assert view.jumps == [61, 4, None, 73]
    assert view.fits == [
        [61, 73, 76, 79, 85, 87],
        [23, 61, 73, 76, 79, 85, 87],
        [87, 85, 79, 76, 73, 61, 23],
        [73, 61, 23],
    ]
    assert GAME.view(s, None, False).fits == [[], [], [], []]


def test_what_fits_is_what_may_be_laid() -> None:
    for match in random_match(3, seed=7):
        if match.actor >= 0:
            seat = match.actor
            fits = GAME.view(match.state, seat, False).fits
            laid = {f"{card}>{pile + 1}" for pile, cards in enumerate(fits) for card in cards}
            assert laid == {text for text in match.legal(seat) if ">" in text}


# -- the scene ---------------------------------------------------------------------------------------------


def test_own_cards_are_face_up_and_others_are_backs_numbered_by_place() -> None:
    shown = scene(position([(61, 7), (40, 50, 60)]), 0)
    assert lying_at(shown, "hand-0") == [("card-7", "7", "up"), ("card-61", "61", "up")]
    assert lying_at(shown, "hand-1") == [(f"hand-1-{i}", "▒▒", "down") for i in range(3)]


def test_a_spectator_sees_backs_alone_until_all_is_revealed() -> None:
    s = position([(61,), (40,)])
    assert lying_at(scene(s, None), "hand-0") == [("hand-0-0", "▒▒", "down")]
    assert lying_at(scene(s, None, reveal=True), "hand-1") == [("card-40", "40", "up")]


def test_a_pile_shows_its_start_and_its_cards_in_order() -> None:
    shown = scene(play(position([(61, 75, 80)], (71, 14, 100, 63)), "61>1"), None)
    assert [p[0] for p in lying_at(shown, "pile-1")] == ["start-1", "card-71", "card-61"]
    assert lying_at(shown, "pile-3") == [("start-3", "100", "up")]


def test_the_deck_is_there_while_it_lasts() -> None:
    assert lying_at(scene(position([(61,)]), 0), "deck")
    assert not lying_at(scene(position([(61,)], (9, 1, 100, 100), deck=()), 0), "deck")


def test_counters_say_what_is_left_and_what_is_owed() -> None:
    s = play(position([(61, 7), (40, 50)], minimum=3), "7>1")
    counters = {c.id: (c.value, c.of, c.seat) for c in scene(s, 1).counters}
    assert counters == {
        "left": (97, 98, None),
        "deck": (94, None, None),
        "to-play": (2, 3, 0),
        "hand-0": (1, None, 0),
        "hand-1": (2, None, 1),
    }


def test_signals_are_marks_on_their_piles() -> None:
    s = say(position([(61,), (40,)]), 1, "say:keep:3", "say:mine:1")
    assert scene(s, 0).marks == (Mark("mine", ("zone:pile-1",), 1), Mark("keep", ("zone:pile-3",), 1))


def test_the_prompt_follows_the_phase() -> None:
    alone, two = [(10, 20, 30)], [(10, 20, 30), (40,)]
    assert GAME.scene(Match(GAME, 1).view(0)).prompt == Text("prompt.dealing")
    assert scene(position(two, phase=OPENING), 0).prompt == Text("prompt.opening")
    assert scene(position(two), 0).prompt == Text("prompt.play", {"count": 2})
    assert scene(position(two, played=2), 0).prompt == Text("prompt.may-end")
    assert scene(position(two, [90, 95, 5, 8], played=2), 0).prompt == Text("prompt.only-end")
    assert scene(position(two, [90, 95, 5, 8], played=2), 1).prompt == Text("prompt.may-end"), "others do not know"
    assert scene(position(two, phase=DRAWING), 0).prompt == Text("prompt.drawing")
    assert dealt(1).scene(0).prompt == Text("prompt.play", {"count": 2})
    passed = dealt(2)
    passed.play(0, "pass")
    passed.play(1, "pass")
    assert passed.scene(0).prompt == Text("prompt.must-start")
    over = position([(96, 60), (2,)], (95, 97, 3, 4), deck=(20, 21))
    assert scene(play(over, "96>1"), 0).prompt is None
    assert scene(position(alone), 0).prompt == Text("prompt.play", {"count": 2})


# -- things to touch ---------------------------------------------------------------------------------------


def test_paths() -> None:
    view = GAME.view(position([(61,)]), 0, False)
    paths = {text: GAME.targets(view, parse(text)) for text in ("61>1", "end", "pass", "say:go:3", "say:clear")}
    assert paths == {
        "61>1": ("piece:card-61", "zone:pile-1"),
        "end": ("button:end",),
        "pass": ("button:pass",),
        "say:go:3": ("zone:pile-3", "button:go"),
        "say:clear": ("button:clear",),
    }


@pytest.mark.parametrize("seats", [1, 3])
def test_choices_differ_none_is_the_beginning_of_another_and_all_can_be_touched(seats: int) -> None:
    for match in random_match(seats, seed=20 + seats):
        places = {f"zone:{zone.id}" for zone in match.plan().zones}
        for seat in range(seats):
            pieces = match.scene(seat).pieces
            ids = [f"piece:{piece.id}" for piece in pieces]
            assert len(set(ids)) == len(ids)
            assert {piece.at for piece in pieces} <= places
            paths = [choice.path for choice in match.choices(seat)]
            beginnings = {path[:n] for path in paths for n in range(1, len(path))}
            assert len(set(paths)) == len(paths)
            assert not beginnings & set(paths)
            assert all(t in ids or t in places or t.startswith("button:") for path in paths for t in path)


# -- reasons -----------------------------------------------------------------------------------------------


def test_reasons_for_cards() -> None:
    s = position([(23, 61, 80), (40,)], (71, 5, 100, 63))
    assert why(s, 0, "40>1") == "Card 40 is not in your hand."
    assert why(s, 0, "23>1") == "Pile 1 rises and takes cards above 71, or exactly 61."
    assert why(s, 0, "80>4") == "Pile 4 falls and takes cards below 63, or exactly 73."
    assert why(s, 0, "61>1") is None
    assert why(position([(3, 61)], (71, 5, 100, 63)), 0, "3>2") == "Pile 2 rises and takes cards above 5."
    assert why(position([(97,)], (1, 1, 95, 100)), 0, "97>3") == "Pile 3 falls and takes cards below 95."


def test_reasons_for_end_and_pass() -> None:
    s = position([(10, 20, 30), (40,)], minimum=3, played=1)
    assert why(s, 0, "end") == "Play 2 more cards first."
    assert why(play(s, "10>1"), 0, "end") == "Play one more card first."
    assert why(s, 0, "pass") == "The first card is down, and passing is over."
    assert why(position([(10,)]), 0, "pass") == "There is nobody to pass to."
    match = dealt(2)
    match.play(0, "pass")
    match.play(1, "pass")
    assert why(match.state, 0, "pass") == "Everybody has passed once, so you start."


def test_reasons_for_signals() -> None:
    s = say(position([(10, 20), (40,)]), 1, "say:keep:3")
    assert why(s, 1, "say:keep:3") == "You show that on pile 3 already."
    assert why(s, 1, "say:go:3") is None
    assert why(s, 0, "say:clear") == "You show no signal."
    say(s, 1, "say:clear", "say:go:1", "say:go:2")
    assert why(s, 1, "say:go:3").startswith("4 signals are enough until")
    assert why(Match(GAME, 2).state, 0, "say:go:1") == "Signals begin when all hands are dealt."


def test_a_card_alone_is_no_action_of_a_player() -> None:
    assert "as in 10>1" in why(position([(10, 20), (40,)]), 0, "10")


def test_off_turn_only_signals_have_reasons() -> None:
    s = position([(10, 20), (40,)])
    assert [why(s, 1, text) for text in ("40>1", "end", "pass", "10>1")] == [None] * 4
    match = dealt(2)
    with pytest.raises(Refused, match="not this seat's turn"):
        match.play(1, "end")


def test_whatever_is_refused_on_turn_has_a_reason() -> None:
    for match in random_match(2, seed=31):
        seat = match.actor
        if seat < 0:
            continue
        view, listed = match.view(seat), {*match.legal(seat), *match.also(seat)}
        for action in ALL_ACTIONS:
            reason = GAME.why_not(view, action)
            assert (reason is None) == (GAME.text(action) in listed)


# -- texts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("61>1", "plays 61 on pile 1"),
        ("61", "card 61 is drawn"),
        ("?", "a card is drawn"),
        ("end", "ends the turn"),
        ("pass", "passes"),
        ("say:mine:3", "has a good card for pile 3"),
        ("say:keep:3", "asks to keep off pile 3"),
        ("say:go:3", "says go ahead on pile 3"),
        ("say:clear", "takes all signals away"),
    ],
)
def test_steps_in_words(step: str, words: str) -> None:
    assert GAME.catalogue().render(GAME.describe(step)) == words


def test_every_key_has_a_sentence() -> None:
    catalogue = GAME.catalogue()
    keys = {"about", *(f"seat.{seat}" for seat in range(5)), *(f"ending.{name}" for name in GAME.endings)}
    keys |= {f"option.{option.name}" for option in GAME.options}
    for match in random_match(5, seed=3):
        shown = match.scene(0)
        texts = [shown.prompt, *(p.name for p in shown.pieces), *(c.name for c in shown.counters)]
        keys |= {text.key for text in texts if text is not None}
        buttons = [t for seat in range(5) for c in match.choices(seat) for t in c.path if t.startswith("button:")]
        keys |= {button.replace(":", ".") for button in buttons}
    assert "button.pass" in keys
    assert not {key for key in keys if not catalogue.has(key)}


def test_a_view_and_its_scene_change_no_state() -> None:
    s = position([(10, 20), (40,)])
    before = copy_state(s).tobytes()
    scene(s, 0)
    assert s.tobytes() == before

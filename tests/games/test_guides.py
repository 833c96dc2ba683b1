"""What the coach of each game says at the moments that matter."""

from collections.abc import Sequence

import pytest

from parlour.core.game import State, copy_state
from parlour.core.laws.suite import random_match
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.scene import Hint
from parlour.games import BUILT_IN, load
from parlour.games.command import GAME as COMMAND
from parlour.games.dance import GAME as DANCE
from parlour.games.luckymoose import GAME as LUCKYMOOSE
from tests.games.command import positions as command
from tests.games.dance import positions as dance
from tests.games.luckymoose import positions as luckymoose
from tests.games.regatta import positions as regatta
from tests.games.yinsh import positions as yinsh


def said(hint: Hint | None) -> str:
    """What it is about, for short."""
    assert hint is not None, "the coach has nothing to say"
    return hint.text.key.removeprefix("guide.")


def hint_at(game: object, s: State, seat: int = 0) -> Hint | None:
    guide = game.guide  # type: ignore[attr-defined]
    found: Hint | None = guide(game.view(s, seat, False))  # type: ignore[attr-defined]
    return found


def four(steps: str) -> Match:
    match = Match(load("connect4"), 2)
    for step in steps:
        match.play(match.actor, step)
    return match


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_a_coach_that_begins_with_the_aim(name: str) -> None:
    game = load(name)
    match = Match(game, game.seats[0] if name != "dance" else 2)
    while match.actor < 0:
        match.play(match.actor, next(iter(match.outcomes())))
    assert said(match.hint(match.actors[0])) == "aim"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_coach_has_a_dozen_short_sentences_or_a_few_more(name: str) -> None:
    texts = {key: text for key, text in load(name).catalogue().entries.items() if key.startswith("guide.")}
    own = [text for key, text in texts.items() if key not in ("guide.turn", "guide.over")]
    assert len(own) >= 6
    for text in own:
        for form in [text] if isinstance(text, str) else text.values():
            assert len(form) <= 148, form  # with its names it fits into three lines on a phone
            assert form.count(". ") <= 3, form


@pytest.mark.parametrize("name", [name for name in BUILT_IN if load(name).hidden])
def test_in_worlds_that_a_seat_cannot_tell_apart_the_coach_says_the_same(name: str) -> None:
    game, heard = load(name), set()
    assert game.determinize is not None
    assert game.guide is not None

    def watch(match: Match) -> None:
        if match.over:
            return
        for seat in range(2):
            twin = copy_state(match.state)
            game.determinize(twin, seat, new_rng(match.step_count))  # type: ignore[misc]
            hint = game.guide(game.view(match.state, seat, False))  # type: ignore[misc]
            assert hint == game.guide(game.view(twin, seat, False))  # type: ignore[misc]
            heard.add(hint and hint.text.key)

    random_match(game, 2, {}, seed=5, watch=watch)
    assert len(heard) > 3


# -- Connect Four -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "about", "places"),
    [
        ("dadada", "win", ["site:d4"]),
        ("dadad", "block", ["site:d4"]),
        ("ddeec", "lost", ["site:b1", "site:f1"]),
        ("abcagbgc", "trap", ["site:d1"]),
        ("da", "three", []),
    ],
)
def test_four_in_a_line_is_seen_coming(steps: str, about: str, places: Sequence[str]) -> None:
    match = four(steps)
    hint = match.hint(match.actor)
    assert (said(hint), list(hint.at if hint else [])) == (about, places)
    assert match.hint(1 - match.actor) is None


# -- YINSH ------------------------------------------------------------------------------------------------------


def test_the_coach_sees_a_row_that_a_jump_would_make() -> None:
    match = yinsh.position(
        white="e2 a2 a3 b1 b2", black="k7 k8 k9 k10 j5", white_markers="e4 e5 e6", black_markers="e3 e7"
    )
    hint = match.hint(0)
    assert said(hint) != "make-row"  # jumping turns its own three as well
    match = yinsh.position(white="d2 e3 a3 b1 b2", black="k7 k8 k9 k10 j5", white_markers="e4 e5 e6 e7")
    hint = match.hint(0)
    assert (said(hint), hint.at[0] if hint else "") == ("make-row", "site:e3")
    match.play(0, "-".join(target.removeprefix("site:") for target in (hint.at if hint else ())))
    assert (said(match.hint(0)), said(match.hint(1))) == ("row", "their-row")
    match.play(0, match.legal(0)[0])
    assert said(match.hint(0)) == "ring"


def test_the_coach_warns_of_the_row_that_would_lose() -> None:
    match = yinsh.position(white="a2 a3 b1 b2 c1", black="k7 k8 k9 k10 j5", black_markers="e4 e5 e6 e7")
    assert said(match.hint(0)) == "danger"
    match.state.removed[1] = 2
    assert load("yinsh").guide(match.game.view(match.state, 0, False)).text.key == "guide.danger-last"  # type: ignore[misc, union-attr]


# -- Command of the Sea -----------------------------------------------------------------------------------------


def test_the_coach_speaks_of_the_deployment_ship_by_ship() -> None:
    match = command.lot()
    heard: list[str] = []
    for step in [*sorted(command.placements(0), key=lambda step: "CSL".find(step[0]) % 4), "ready"]:
        if not heard or heard[-1] != said(match.hint(0)):
            heard.append(said(match.hint(0)))
        match.play(0, step)
    assert heard == ["aim", "place-submarines", "place-littorals", "place-rest", "ready"]
    assert match.hint(0) is None


def test_a_command_ship_that_can_win_or_lose_comes_first() -> None:
    assert said(hint_at(COMMAND, command.position("Ce7 La1", "Ca8 Li6"))) == "far-row"
    assert said(hint_at(COMMAND, command.position("Ce7 La1", "Ca8 Lf8"))) == "far-row-waits"
    assert said(hint_at(COMMAND, command.position("Ce3 La1", "Ca8 Le4"))) == "command-danger"


def test_after_a_challenge_the_coach_says_what_it_tells_to_either_side() -> None:
    s = command.play(command.position("Le4 Ca1", "Ze5 Ci8"), "e4-e5")
    assert said(hint_at(COMMAND, s, 1)) == "challenge-won"
    assert said(hint_at(COMMAND, command.play(s, "i8-h8"), 0)) == "challenge-lost"
    s = command.play(command.position("Le4 Ca1", "Le5 Ci8"), "e4-e5")
    assert said(hint_at(COMMAND, s, 1)) == "challenge-both"


def test_a_contact_that_can_only_be_weaker_is_a_sure_thing() -> None:
    s = command.play(command.position("Le4 Fd5 Ca1", "Ze5 Ci8"), "e4-e5", "i8-h8")
    hint = hint_at(COMMAND, s)  # what sank a Littoral is no Submarine, and all but that one a Ford can sink
    assert (said(hint), hint.at if hint else ()) == ("sure", ("site:d5", "site:e5"))


# -- LuckyMoose -------------------------------------------------------------------------------------------------


def test_the_coach_points_at_the_token_that_brings_most_and_then_at_the_end_of_the_turn() -> None:
    s = luckymoose.position(["Rc Gt", "Bs"], {"h8": "Rm"})
    hint = hint_at(LUCKYMOOSE, s)
    assert said(hint) == "lines"
    assert hint is not None
    assert hint.at[0] == "piece:hand-0-Rc-1"
    luckymoose.play(s, f"Rc@{hint.at[1].removeprefix('site:')}")
    hint = hint_at(LUCKYMOOSE, s)
    assert (said(hint), hint.at if hint else ()) == ("end", ("button:end",))


def test_where_nothing_fits_the_coach_speaks_of_exchanging() -> None:
    hint = hint_at(LUCKYMOOSE, luckymoose.position(["Gt", "Bs"], {"h8": "Rm"}))
    assert (said(hint), hint.at if hint else ()) == ("stuck", ("button:swap",))


# -- The Dance --------------------------------------------------------------------------------------------------


def test_a_jump_of_ten_comes_before_everything_else() -> None:
    hint = hint_at(DANCE, dance.position([[40, 43], [90]], tops=(50, 1, 100, 100)))
    assert (said(hint), hint.at if hint else ()) == ("jump", ("piece:card-40", "zone:pile-1"))


def test_two_cards_ten_apart_are_a_plan() -> None:
    hint = hint_at(DANCE, dance.position([[33, 43], [90]], tops=(35, 60, 61, 62)))
    assert (said(hint), hint.at if hint else ()) == ("pair", ("piece:card-43", "zone:pile-1", "piece:card-33"))


def test_what_others_ask_for_is_passed_on_and_a_good_card_off_turn_is_worth_a_signal() -> None:
    s = dance.say(dance.position([[52, 70], [90]], tops=(50, 60, 40, 62)), 1, "say:keep:1")
    assert said(hint_at(DANCE, s)) == "keep-off"
    assert said(hint_at(DANCE, dance.position([[70], [51]], tops=(50, 60, 40, 45)), 1)) == "signal"
    assert hint_at(DANCE, dance.position([[70], [90]], tops=(50, 60, 40, 45)), 1) is None


# -- Regatta ----------------------------------------------------------------------------------------------------


def test_the_three_turns_behind_the_line_each_teach_one_thing() -> None:
    match = Match(load("regatta"), 2, {"course": 7})
    heard = []
    while len(heard) < 4:
        if match.actor < 0:
            match.play(match.actor, next(iter(match.outcomes())))
            continue
        if match.actor == 0 and (key := said(match.hint(0))) not in heard[-1:]:
            heard.append(key)
        match.play(match.actor, match.legal(match.actor)[0])
    assert heard[:1] + [key for key in heard if key in ("wind", "tack", "wait")] == ["aim", "wind", "tack", "wait"]


def test_a_boat_in_the_way_is_a_matter_of_right_of_way() -> None:
    own = regatta.race(regatta.Boat("10,10", "W", "starboard"), regatta.Boat("9,10", "E", "port"))
    assert said(own.hint(0)) == "right"
    other = regatta.race(regatta.Boat("10,10", "E", "port"), regatta.Boat("11,10", "W", "starboard"))
    assert said(other.hint(0)) == "no-right"

"""The law book finds what it is there to find: each planted fault is caught, and the sound game passes."""

import msgspec
import numpy as np
import pytest

from parlour.core.game import Floats, Game, Ints, Options, State, Viewer
from parlour.core.jit import entry
from parlour.core.knowledge import Knowledge
from parlour.core.laws import refusals
from parlour.core.laws.observing import observing_is_sound
from parlour.core.laws.suite import check_game, positions, random_match
from parlour.core.match import Match
from parlour.core.observation import NamedScalar, Observation, Planes, Scalars
from parlour.core.rng import Rng
from parlour.core.scene import Hint, Moment, Piece, Scene, zone
from parlour.core.texts import Text
from tests.core import toys
from tests.core.toys import ToyView, toy


def test_a_sound_game_passes(game: Game) -> None:
    check_game(game, games=10)


@entry
def peeking_determinize(s: State, viewer: int, rng: Rng) -> None:
    pass


@entry
def forgetful_determinize(s: State, viewer: int, rng: Rng) -> None:
    if s.stage != 0:
        s.picks[viewer] = 1
        s.picks[1 - viewer] = 1


@entry
def greedy_returns(s: State, out: Floats) -> None:
    out[0] = 1.0
    out[1] = 1.0


@entry
def weightless_chance(s: State, out: Ints, weights: Ints) -> int:
    n = toys.chance(s, out, weights)
    weights[1] = 0
    return n


@entry
def double_chance(s: State, out: Ints, weights: Ints) -> int:
    n = toys.chance(s, out, weights)
    out[1] = out[0]
    return n


@entry
def listed_twice(s: State, seat: int, out: Ints) -> int:
    n = toys.legal(s, seat, out)
    out[n] = out[0]
    return n + 1


@entry
def wrong_sample(s: State, rng: Rng) -> int:
    return 3


@entry
def shared_number(s: State, seat: int, action: int) -> int:
    return 0


@entry
def high_number(s: State, seat: int, action: int) -> int:
    return toys.number(s, seat, action) + 1


@entry
def high_numbered(s: State, seat: int, number: int) -> int:
    return toys.numbered(s, seat, number - 1)


@entry
def telling_number(s: State, seat: int, action: int) -> int:
    return (toys.number(s, seat, action) + int(s.picks[1 - seat])) % 6


@entry
def telling_numbered(s: State, seat: int, number: int) -> int:
    return toys.numbered(s, seat, (number - int(s.picks[1 - seat])) % 6)


@entry
def telling_observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    toys.observe(s, seat, planes, scalars)
    if s.stage != toys.END:
        scalars[1] = 1 if s.picks[1 - seat] == 2 else 0


@entry
def partial_observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    toys.observe(s, seat, planes[1:], scalars)


@entry
def full_observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    toys.observe(s, seat, planes, scalars)
    planes[2] = 2


@entry
def meddling_observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    toys.observe(s, seat, planes, scalars)
    s.shown = 1


def narrow_observation(seats: int, options: Options) -> Observation:
    whole = toys.observation(seats, options)
    return msgspec.structs.replace(whole, scalars=(NamedScalar("stage", 1), *whole.scalars[1:]))


def leaking_view(s: State, viewer: Viewer, reveal: bool) -> ToyView:
    seen = toys.view(s, viewer, reveal)
    return msgspec.structs.replace(seen, shown=int(s.picks[0] > 0) * 2 + seen.shown)


def scene_nowhere(seen: ToyView) -> Scene:
    return Scene((Piece("x", "pick", zone("elsewhere"), Text("about"), "x"),))


def scene_untold(seen: ToyView) -> Scene:
    return Scene((Piece("x", "pick", zone("table"), Text("not.there"), "x"),))


def moving_targets(seen: ToyView, action: int) -> tuple[str, ...]:
    return (*toys.targets(seen, action), zone("table")) if any(seen.ready) else toys.targets(seen, action)


def telling_effect(s: State, who: int, action: int, viewer: Viewer) -> Text | None:
    return Text("about") if s.picks[1] == 1 and viewer == who == 0 else None


def untold_effect(s: State, who: int, action: int, viewer: Viewer) -> Text | None:
    return Text("not.there")


def telling_moment(before: State, after: State, who: int, action: int, viewer: Viewer) -> Moment | None:
    return Moment("peek", Text("about" if before.picks[1] == 1 and viewer == who == 0 else "seat.0"))


def secret_moment(before: State, after: State, who: int, action: int, viewer: Viewer) -> Moment | None:
    return Moment("secret", Text("about")) if viewer in (1, None) else None


class RememberingCoach:
    """A coach that remembers having been asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, seen: ToyView) -> Hint:
        self.asked += 1
        return Hint(Text("about", {"asked": self.asked}))


class AnyAction:
    """Reads back whatever is legal, one after the other."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, s: State, seat: int, number: int) -> int:
        out = np.zeros(8, np.int64)
        n = toys.legal(s, seat, out)
        self.asked += 1
        return int(out[(self.asked - 1) % n])


FAULTS = {
    "the coach points at site:x, which is not there": {"guide": lambda view: Hint(Text("about"), ("site:x",))},
    "no text for guide.x": {"guide": lambda view: Hint(Text("guide.x"))},
    "the coach goes by more than the view": {"guide": RememberingCoach()},
    "tells viewer 0 more than its view": {"effect": telling_effect},
    "no text for not.there$": {"effect": untold_effect},
    "the moment of “.*” tells viewer 0 more than its view": {"moment": telling_moment},
    "not all know that “.*” was a moment": {"moment": secret_moment},
    "is seen where nothing is: .'site:x'": {"moment": lambda *about: Moment("x", Text("about"), at=("site:x",))},
    "is said to a seat that is not there": {"moment": lambda *about: Moment("x", Text("about"), {9: Text("about")})},
    "no text for moment.x": {"moment": lambda *about: Moment("x", Text("moment.x"))},
    "can tell apart": {"determinize": peeking_determinize},
    "sees something else": {"determinize": forgetful_determinize},
    "knowledge.guess for seat . sees the truth": {"knowledge": Knowledge(guess=peeking_determinize)},
    "after knowledge.guess for seat ., viewer .* sees something else": {
        "knowledge": Knowledge(guess=forgetful_determinize)
    },
    "returns sum": {"returns": greedy_returns},
    "has no weight": {"chance": weightless_chance},
    "an outcome is listed twice": {"chance": double_chance},
    "an action listed twice": {"legal": listed_twice},
    "did not end within": {"bound": 3},
    "a listed step was refused": {"parse": lambda text: None if text == "show" else toys.parse(text)},
    "two actions have one path": {"targets": lambda view, action: ("button:ready",)},
    "has nothing to touch": {"targets": lambda view, action: ()},
    "which is not there": {"targets": lambda view, action: (f"site:{action}",)},
    "the beginning of another": {"targets": lambda view, action: ("button:ready",) * action},
    "no text for button:": {"targets": lambda view, action: (f"button:{action}",)},
    "which is nowhere": {"scene": scene_nowhere},
    "no text for not.there": {"scene": scene_untold},
    "is not steady": {"targets": moving_targets, "steady_targets": True},
    "sees something else|sealed from viewer 1 reaches it": {"view": leaking_view},
    "sample gave 3": {"sample": wrong_sample},
    "are more than most_actions": {"most_actions": 2},
    "has the number 0, which is read back as 1": {"number": shared_number},
    "two actions of seat 0 have one number": {"number": shared_number, "numbered": AnyAction()},
    "has the number 6, and there are 6": {"number": high_number, "numbered": high_numbered},
    "actions depend on what it cannot know": {"number": telling_number, "numbered": telling_numbered},
    "can tell apart steps of . that it sees as None": {"observe": telling_observe},
    "has parts that were not written": {"observe": partial_observe},
    "the plane “own pick” is out of its range": {"observe": full_observe},
    "“stage” is 2, and not from 0 to 1": {"observation": narrow_observation},
    "observing changed the state": {"observe": meddling_observe},
}


@pytest.mark.parametrize("sentence", FAULTS)
def test_a_planted_fault_is_found(sentence: str, game: Game) -> None:
    faulty = toy(game.home, **FAULTS[sentence])
    with pytest.raises(AssertionError, match=sentence):
        check_game(faulty, games=10)


def test_a_game_without_a_coach_gets_a_general_one(game: Game) -> None:
    heard = set()

    def watch(match: Match) -> None:
        for seat in range(2):
            hint = match.hint(seat)
            assert (hint is None) == (not match.over and seat not in match.actors)
            heard.add(None if hint is None else str(hint.text))

    random_match(game, 2, {}, seed=1, watch=watch)
    assert "It is your turn. Touch one of the marked places." in heard
    assert "The match is over. Look at it again step by step, or play another." in heard


# What is no seat's to ask for: the truth, for whoever keeps the match; and what only the house does.
NO_SEATS_BUSINESS = {
    "actions", "at", "begin_with", "copy", "deal", "deal_all", "end", "from_record", "outcomes", "plan", "record",
    "replay", "result", "set_up", "standing", "step_count", "steps", "substitute", "told_all", "told_then", "turn",
    "way_to", "actor",
}  # fmt: skip


def test_the_law_of_refusals_knows_every_way_into_a_match() -> None:
    """A new one is asked for there, or said to be no seat's."""
    ways = {name for name in dir(Match) if not name.startswith("_")}
    called = {name for way in refusals.WAYS.values() for name in way.__code__.co_names}
    asked = {*refusals.WAYS, *called} & ways
    assert asked | NO_SEATS_BUSINESS == ways
    assert asked & NO_SEATS_BUSINESS == set()


def test_an_observation_that_tells_what_is_hidden_is_found(game: Game) -> None:
    """Other laws may find it, too; this one finds it alone."""
    match = random_match(toy(game.home, observe=telling_observe), 2, {}, seed=1)

    def look_everywhere() -> None:
        for number, position in enumerate(positions(match, list(range(len(match.steps))))):
            observing_is_sound(position, seed=number)

    with pytest.raises(AssertionError, match=r"what seat . observes depends on what it cannot know"):
        look_everywhere()


def test_a_refusal_that_goes_by_what_is_hidden_is_found(game: Game) -> None:
    """Other laws may find it, too; this one finds it alone."""
    match = random_match(toy(game.home, may_draw=lambda s: s.picks[1] == 1), 2, {}, seed=1)

    def ask_everything() -> None:
        for number, position in enumerate(positions(match, list(range(len(match.steps))))):
            refusals.refusals_tell_nothing(position, seed=number, requests=100)

    with pytest.raises(AssertionError, match=r"seat 0 is told of .* depends on what it cannot know"):
        ask_everything()

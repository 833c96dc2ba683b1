"""What programs that learn are shown of each game, and how its actions are numbered."""

from random import Random

import numpy as np
import pytest

from parlour.core.game import CHANCE, copy_state
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games import BUILT_IN, load
from parlour.games.command.board import CLASSES, NOWHERE, PLAYING, SHIPS
from parlour.games.command.known import inferred
from parlour.games.command.numbering import CELL
from parlour.games.luckymoose.board import ASIDE, EXCHANGING, KINDS
from parlour.games.luckymoose.notation import SWAP, TOKENS


class Sight:
    """What a seat observes, by names."""

    def __init__(self, match: Match, seat: int) -> None:
        game = match.game
        self.layout = game.observation(len(match.seats), match.options)
        planes, scalars = self.layout.empty()
        game.observe(match.state, seat, planes, scalars)
        self._planes, self._scalars = planes.reshape(self.layout.shape), scalars.tolist()

    def plane(self, name: str) -> np.ndarray:
        return self._planes[self.layout.planes.index(name)]

    def marked(self, name: str) -> list[list[int]]:
        """Row and column of each cell that is set."""
        return np.argwhere(self.plane(name)).tolist()

    def scalar(self, name: str) -> int:
        return self._scalars[[scalar.name for scalar in self.layout.scalars].index(name)]


def after(game: str, steps: int, seed: int = 1, seats: int = 2, **options: object) -> Match:
    """A match after so many random steps, chance's among them."""
    match, rng = Match(load(game), seats, options), Random(seed)
    for _ in range(steps):
        if match.actor == CHANCE:
            outcomes = match.outcomes()
            match.play(CHANCE, rng.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            match.play(match.actors[0], rng.choice(match.legal(match.actors[0])))
    return match


@pytest.mark.parametrize("name", BUILT_IN)
def test_names_are_not_used_twice(name: str) -> None:
    game = load(name)
    for seats in game.seats:
        layout = game.observation(seats, game.options_for(seats, {}))
        names = [*layout.planes, *(scalar.name for scalar in layout.scalars)]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", ["connect4", "yinsh", "command", "regatta"])
def test_where_no_hand_is_held_every_number_is_an_action_and_no_two_are_the_same(name: str) -> None:
    game = load(name)
    s = game.new(2, game.options_for(2, {}))
    count = game.numbers(2, game.options_for(2, {}))
    for seat in range(2):
        actions = [int(game.numbered(s, seat, number)) for number in range(count)]
        assert [int(game.number(s, seat, action)) for action in actions] == list(range(count))


def test_connect_four_shows_the_own_discs_first() -> None:
    match = Match(load("connect4"), 2)
    for seat, column in ((0, "d"), (1, "d"), (0, "a")):
        match.play(seat, column)
    first, second = Sight(match, 0), Sight(match, 1)
    assert first.marked("own discs") == second.marked("their discs") == [[0, 0], [0, 3]]
    assert first.marked("their discs") == second.marked("own discs") == [[1, 3]]
    assert [first.scalar("turn"), second.scalar("turn")] == [0, 1]


def test_yinsh_shows_rings_and_markers_where_they_stand() -> None:
    match = Match(load("yinsh"), 2)
    for number, step in enumerate(["a2", "a3", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "k7", "a2-b3"]):
        match.play(number % 2, step)
    second = Sight(match, 1)
    assert second.marked("their markers") == [[1, 0]], "row 2, column a"
    assert [2, 1] in second.marked("their rings"), "b3"
    assert [6, 10] in second.marked("own rings"), "k7"
    assert second.plane("points").sum() == 85
    assert (second.scalar("stock"), second.scalar("to move"), second.scalar("turn")) == (50, 1, 1)
    assert Sight(match, 0).marked("own markers") == [[1, 0]]


def test_the_dance_shows_the_own_hand_in_order_and_how_far_each_card_is() -> None:
    match = after("dance", 14)
    view, sight = match.view(0), Sight(match, 0)
    assert [card + 2 for _, card in sight.marked("hand")] == view.hand
    assert [sight.scalar(f"card {slot + 1}") for slot in range(7)] == view.hand
    assert sight.scalar("card 1 ahead of pile 1") == view.hand[0] - 1
    assert sight.scalar("card 7 ahead of pile 4") == 100 - view.hand[6]
    numbers = [match.game.number(match.state, 0, action) for action in match.game.list_legal(match.state, 0)]
    assert numbers == [*range(28), 29], "seven cards on four piles, and pass"


def test_the_dance_shows_what_others_have_signalled() -> None:
    match = after("dance", 14)
    match.play(1, "say:keep:3")
    assert Sight(match, 0).scalar("seat +1 says keep of pile 3") == 1
    assert Sight(match, 1).scalar("seat +0 says keep of pile 3") == 1
    assert Sight(match, 0).scalar("seat +0 says keep of pile 3") == 0


def test_the_dance_shows_no_other_hand() -> None:
    match = after("dance", 20, seats=3)
    for seat in range(3):
        assert Sight(match, seat).plane("hand").sum() == len(match.view(seat).hand)


def test_luckymoose_counts_the_tokens_that_a_seat_has_not_seen() -> None:
    match = after("luckymoose", 60, seats=3)
    for seat in range(3):
        view, sight = match.view(seat), Sight(match, seat)
        seen = [*view.hand, *view.given, *view.tokens.values()]
        assert [sight.scalar(f"unseen {token}") for token in TOKENS] == [3 - seen.count(token) for token in TOKENS]
        assert sum(sight.plane(f"colour {letter}").sum() for letter in "ROYGBP") == len(view.tokens)
        assert sight.scalar("score of seat +1") == view.scores[(seat + 1) % 3]


def test_luckymoose_does_not_show_others_what_is_given_away() -> None:
    match = after("luckymoose", 13)
    giver = match.actors[0]
    match.play(giver, next(step for step in match.legal(giver) if step.startswith("swap") and step.count(" ") == 3))
    assert match.state.phase == EXCHANGING
    assert match.state.hand_count[ASIDE] == 3
    unseen = [sum(Sight(match, seat).scalar(f"unseen {token}") for token in TOKENS) for seat in (giver, 1 - giver)]
    assert unseen == [3 * KINDS - 6, 3 * KINDS - 6], "three in the hand and three aside; six in the hand"


def test_luckymoose_takes_the_first_of_equal_tokens() -> None:
    match = after("luckymoose", 13)
    game, s, seat = match.game, match.state, match.actors[0]
    s.hand[seat, :6] = [0, 0, 0, 7, 7, 20]
    match.set_up()
    lays = 6 * 15 * 15
    swaps = [action for action in game.list_legal(s, seat) if action >= SWAP]
    parts = sorted(game.number(s, seat, action) - lays + 1 for action in swaps)
    assert parts == sorted(a | b << 3 | c << 5 for a in (0, 1, 3, 7) for b in (0, 1, 3) for c in (0, 1) if a or b or c)


def test_command_turns_the_board_for_the_second_seat() -> None:
    match = Match(load("command"), 2)
    match.play(CHANCE, "first 0")
    match.play(0, "S@a1")
    match.play(1, "S@i8")
    for seat in range(2):
        assert Sight(match, seat).marked("own S") == [[0, 0]]
    game, s = match.game, match.state
    assert game.number(s, 0, game.parse("e3-e4")) == game.number(s, 1, game.parse("e6-e5"))
    assert game.number(s, 0, game.parse("S@a2")) == game.number(s, 1, game.parse("S@i7"))


def test_command_shows_nothing_of_the_others_deployment() -> None:
    match = Match(load("command"), 2)
    match.play(CHANCE, "first 0")
    before = Sight(match, 1)
    match.play(0, "S@a1")
    after_it = Sight(match, 1)
    assert np.array_equal(before._planes, after_it._planes)
    assert before._scalars == after_it._scalars


@pytest.mark.parametrize("declared", [False, True])
def test_command_shows_what_each_opposing_ship_can_be_as_the_view_does(declared: bool) -> None:
    match = after("command", 45, declared=declared)
    assert match.state.phase == PLAYING
    rng, challenges = Random(3), 0
    while not match.over and challenges < 6:
        challenges += match.state.quiet == 0
        s = match.state
        for seat in range(2):
            planes, could = Sight(match, seat), inferred(s, 1 - seat)
            for ship in range(SHIPS):
                at = int(s.at[1 - seat, ship])
                if at != NOWHERE:
                    row, column = divmod(int(CELL[seat, at]), 9)
                    bits = sum(
                        int(planes.plane(f"could be {'SFRTNEAWVZBKQLC'[c]}")[row, column]) << c for c in range(CLASSES)
                    )
                    assert bits == could[ship]
        match.play(match.actors[0], rng.choice(match.legal(match.actors[0])))


def test_regatta_shows_the_boats_and_the_next_gate() -> None:
    match = after("regatta", 40, course=7)
    view = match.view(0)
    own, other = (Sight(match, seat) for seat in (0, 1))
    x, y = map(int, view.boats[0].at.split(","))
    assert own.marked("own boat") == other.marked("other boats") == [[y, x]]
    assert (own.scalar("boat +0 x"), own.scalar("boat +0 y")) == (x, y)
    marker = view.markers[view.boats[0].markers]
    mx, my = map(int, marker.at.split(","))
    assert own.marked("next marker") == [[my, mx]]
    assert (own.scalar("gate 1 to the east"), own.scalar("gate 1 to the north")) == (mx - x, my - y)
    assert own.scalar(f"wind {view.wind}") == 1
    assert len(own.marked("risk points")) == len(view.risks)


@pytest.mark.parametrize("name", [name for name in BUILT_IN if load(name).hidden])
def test_worlds_that_a_seat_cannot_tell_apart_are_observed_alike(name: str) -> None:
    match, worlds = after(name, 70 if name == "command" else 40), set()
    for seat in range(2):
        here = Sight(match, seat)
        for seed in range(5):
            twin = match.copy()
            twin.state = copy_state(match.state)
            match.game.determinize(twin.state, seat, new_rng(seed))
            worlds.add(twin.state.tobytes())
            there = Sight(twin, seat)
            assert np.array_equal(here._planes, there._planes)
            assert here._scalars == there._scalars
    assert len(worlds) > 2

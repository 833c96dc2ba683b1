"""Makes a game ready: everything that play calls is compiled, or loaded from the cache, so that no move waits for it.

The contract's own functions are called once each. What a game's views, scenes and reasons call besides is found by a
rehearsal: matches at random, looked at from all sides.
"""

from random import Random

from parlour.core.compiled import jit
from parlour.core.compiled.playouts import playouts
from parlour.core.dealer import SECRET_BYTES, Dealer
from parlour.core.fields import check_fields
from parlour.core.game import CHANCE, Game, copy_state, no_sample
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.core.position import UNDO, in_words
from parlour.core.rng import new_rng
from parlour.core.texts import Refused

STEPS = 300  # for each number of seats, in as many matches as it takes
ALSO = 0.2  # how often something else than a move is tried


def compile_game(game: Game) -> None:
    """Load or make the compiled code that play needs, so that no move waits for it.

    `perft`, which only checks and counts, is compiled when it is first asked for."""
    if not jit.is_ready(game.home):
        check_fields(game)
    seats = game.seats[0]
    s = game.new(seats, game.options_for(seats, {}))
    actor = int(game.actor(s))
    game.seats_to_act(s)
    game.list_legal(s, 0)
    game.list_also(s, 0)
    game.scores_of(s, seats)
    game.returns_of(s, seats)
    game.ending(s)
    if game.determinize is not None:
        game.determinize(copy_state(s), 0, new_rng(0))
    if game.sample is not no_sample:
        game.sample(s, new_rng(0))
    game.apply(copy_state(s), actor, game.list_chance(s)[0][0] if actor == CHANCE else game.list_legal(s, actor)[0])
    playouts(game, s, seats, games=1, seed=0)
    if jit.is_ready(game.home):
        jit.load_all(game.home)
    else:
        rehearse(game)
        jit.mark_ready(game.home)


def rehearse(game: Game, seed: int = 0) -> None:
    """With as few seats as can be, and with as many."""
    rng = Random(seed)
    for seats in sorted({game.seats[0], game.seats[-1]}):
        left = STEPS
        while left > 0:
            left -= _match(Match(game, seats, dealer=Dealer(seats, rng.randbytes(SECRET_BYTES))), rng, left)


def _match(match: Match, rng: Random, most: int) -> int:
    """Answers after how many steps it stopped."""
    while not match.over and len(match.steps) < most:
        match.deal_all()
        if not match.over:
            _look(match, rng)
            _act(match, rng)
    _look(match, rng)
    assert match.result is not None or not match.over, "what is over has a result"
    match.at(len(match.steps) // 2)
    return len(match.steps)


def _look(match: Match, rng: Random) -> None:
    """As one viewer does at a time; they take turns."""
    viewer = rng.choice([*range(len(match.seats)), None])
    match.scene(viewer)
    for told in match.told(viewer)[-3:]:
        in_words(match.game, told)
    if viewer is not None:
        match.choices(viewer)
        match.can_undo(viewer)
        match.can_take_back(viewer)


def _act(match: Match, rng: Random) -> None:
    """A move, or something else that may be refused."""
    seat = rng.choice(match.actors)
    legal = match.legal(seat)
    if rng.random() < ALSO:
        other = rng.randrange(len(match.seats))
        besides = [step for step in match.also(other) if step not in WORDS]
        try:
            match.play(other, rng.choice([*legal, *besides, UNDO]))
        except Refused:
            match.play_all(seat, [rng.choice(legal)])
    else:
        match.play(seat, rng.choice(legal))

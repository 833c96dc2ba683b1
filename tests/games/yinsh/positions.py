"""Positions set up by hand, and games played at random."""

from collections.abc import Iterator
from random import Random

from parlour.core.game import State
from parlour.core.match import Match
from parlour.games.yinsh import GAME
from parlour.games.yinsh.board import MARKER, MOVING, RING, STOCK
from parlour.games.yinsh.notation import parse, points_of
from parlour.games.yinsh.rules import put


def point(name: str) -> int:
    action = parse(name)
    assert action is not None
    return points_of(action)[0]


def position(
    white: str = "",
    black: str = "",
    white_markers: str = "",
    black_markers: str = "",
    *,
    turn: int = 0,
    stock: int | None = None,
    removed: tuple[int, int] = (0, 0),
    blitz: bool = False,
) -> Match:
    """Rings and markers by the names of their points; `turn` is to move a ring. As few rings as a claim needs."""
    match = Match(GAME, 2, {"blitz": blitz})
    s: State = match.state
    for seat, names in enumerate((white, black)):
        for i, name in enumerate(names.split()):
            put(s, point(name), RING + seat)
            s.rings[seat, i] = point(name)
    markers = (white_markers.split(), black_markers.split())
    for seat, marked in enumerate(markers):
        for name in marked:
            put(s, point(name), MARKER + seat)
    s.stock = STOCK - len(markers[0]) - len(markers[1]) if stock is None else stock
    s.removed = removed
    s.placed, s.phase, s.turn, s.mover = 10, MOVING, turn, 1 - turn
    match.set_up()
    return match


def rulebook_position() -> Match:
    """The position of the rulebook: the ring on e4 is to move."""
    return position(
        white="b4 b6 d2 f8 g7",
        black="a5 d3 e4 g8 h8",
        white_markers="c5 c6 d6 e3 e6 e7 e9 g9 h7",
        black_markers="b5 c4 d7 e5 e8 i8",
        turn=1,
    )


def after_placing(rings: str) -> Match:
    """The two seats place rings in turn, White first."""
    match = Match(GAME, 2)
    play(match, rings)
    return match


def play(match: Match, steps: str) -> None:
    """Steps by whoever is to act."""
    for text in steps.split():
        match.play(match.actor, text)


def ring_moves(match: Match, start: str) -> set[str]:
    """Where the ring on `start` may go."""
    return {text.split("-")[1] for text in match.legal(match.actor) if text.startswith(f"{start}-")}


def markers(match: Match, seat: int) -> set[str]:
    return set(match.view(None).markers[seat])  # type: ignore[attr-defined]


def random_games(games: int, blitz: bool = False) -> Iterator[Match]:
    """Every position of some random games."""
    for seed in range(games):
        random, match = Random(seed), Match(GAME, 2, {"blitz": blitz})
        yield match
        while not match.over:
            match.play(match.actor, random.choice(match.legal(match.actor)))
            yield match

"""Matches that were played to some point, and all that can be seen of one."""

from parlour.core.game import CHANCE, Game
from parlour.core.laws.suite import state_bytes
from parlour.core.match import Match
from parlour.core.record import to_json
from parlour.games import load
from tests.core.toys import toy

SHOWING = ((CHANCE, "heads"), (0, "pick 1"), (1, "pick 2"), (0, "ready"), (1, "ready"))


def played(game: Game, *steps: tuple[int, str]) -> Match:
    match = Match(game, 2)
    for actor, text in steps:
        match.play(actor, text)
    return match


def everything(match: Match) -> tuple[object, ...]:
    """All that can be seen of a match from outside."""
    lists = [(match.legal(seat), match.also(seat), match.log(seat)) for seat in range(len(match.seats))]
    return state_bytes(match.state), to_json(match.record()), lists, match.log(None), match.actors, match.offer_by()


def connect4(*columns: str) -> Match:
    match = Match(load("connect4"), 2)
    for column in "".join(columns):
        match.play(match.actor, column)
    return match


def toy_with(game: Game, **changes: object) -> Game:
    return toy(game.home, **changes)

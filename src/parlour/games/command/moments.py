"""What a step is remembered by: a challenge, with the classes of the ships as far as the viewer knows them."""

from parlour.core.game import State, Viewer
from parlour.core.scene import Moment, site
from parlour.core.texts import Text
from parlour.games.command.board import EMPTY, GOING_ON, LETTERS, OUTCOMES
from parlour.games.command.known import inferred
from parlour.games.command.notation import MOVE, class_name, kind_of, square_name, squares_of
from parlour.games.command.view import LOST


def knows(s: State, viewer: Viewer, seat: int, ship: int) -> bool:
    """Whether the viewer knows a ship's class: it is its own, or shown to all, or what it has seen leaves one class.
    When the match is over everything is public."""
    if s.declared or seat == viewer or s.outcome != GOING_ON:
        return True
    return viewer is not None and inferred(s, seat)[ship].bit_count() == 1


def moment(before: State, after: State, who: int, action: int, viewer: Viewer) -> Moment | None:
    """Who attacked, and what left the board, is for all to see. A class is its owner's secret, unless declared."""
    at, to = squares_of(action)
    if kind_of(action) != MOVE or before.board[to] == EMPTY:
        return None
    ships = {
        "attacker": LETTERS[int(before.rank[who, int(before.board[at]) >> 2])],
        "defender": LETTERS[int(before.rank[1 - who, int(before.board[to]) >> 2])],
    }
    lost = LOST[OUTCOMES[LETTERS.index(ships["attacker"]), LETTERS.index(ships["defender"])]]
    numbers = {"attacker": (who, int(before.board[at]) >> 2), "defender": (1 - who, int(before.board[to]) >> 2)}
    known = {side: ship for side, ship in ships.items() if knows(after, viewer, *numbers[side])}
    named = {side: class_name(known[side]) if side in known else Text("moment.contact") for side in ships}
    told: dict[str, str | int | Text] = {"at": square_name(to), "lost": Text(f"moment.lost-{lost}"), **named}
    words = Text("moment.challenge", {"player": Text(f"seat.{who}"), **told})
    yours = {} if viewer is None else {viewer: Text(f"moment.challenge-{'by' if viewer == who else 'on'}-you", told)}
    return Moment("challenge", words, yours, (site(square_name(to)),), facts={**known, "lost": lost, "by": str(who)})

"""What a coach says to a beginner: how to deploy, what challenges do, what can be known; from the seat's view alone."""

from collections.abc import Iterator

from parlour.core.scene import Hint, button, piece, site
from parlour.core.texts import Text
from parlour.games.command.board import (
    ATTACKER_WINS,
    DIRECTIONS,
    FAR_ROWS,
    LETTERS,
    MOST_QUIET,
    ON_BOARD,
    OUTCOMES,
    SHIPS,
    ZONES,
    row_of,
)
from parlour.games.command.notation import READY_TEXT, class_name, square_at, square_name
from parlour.games.command.scene import reserve_id
from parlour.games.command.view import CommandView, Ship

COMMAND, SUBMARINE, LITTORAL = "C", "S", "L"
NEXT_TO = {
    square_name(at): [square_name(at + step) for step in DIRECTIONS.tolist() if at + step in ON_BOARD]
    for at in sorted(ON_BOARD)
}
SUNK_BY = {  # what a ship sinks when it attacks, by its letter
    ours: frozenset(theirs for j, theirs in enumerate(LETTERS) if OUTCOMES[i, j] == ATTACKER_WINS)
    for i, ours in enumerate(LETTERS)
}
OPENING, EARLY = 2, 14  # plies
FEW = 12  # ships afloat
LONG = MOST_QUIET // 2  # plies without a challenge


def guide(view: CommandView) -> Hint | None:
    seat = view.seat
    if seat is None:
        return None
    if view.phase == "deploying":
        return None if view.ready[seat] else deploying(view, seat)
    if view.phase != "playing" or view.turn != seat:
        return None
    return urgent(view, seat) or after_challenge(view, seat) or in_general(view, seat)


# -- deployment -----------------------------------------------------------------------------------------------


def deploying(view: CommandView, seat: int) -> Hint:
    left, taken = view.to_place[seat], {ship.at for ship in view.ships[seat]}
    if not left:
        return Hint(Text("guide.ready"), (button(READY_TEXT),))
    if len(left) == SHIPS:
        return Hint(Text("guide.aim"), (piece(reserve_id(seat, COMMAND)), *(site(at) for at in back_row(seat))))
    for letter, key in ((COMMAND, "guide.place-command"), (SUBMARINE, "guide.place-submarines")):
        if letter in left:
            rows = back_row(seat) if letter == COMMAND else ()
            free = tuple(site(at) for at in rows if at not in taken)
            return Hint(Text(key), (piece(reserve_id(seat, letter)), *free))
    if LITTORAL in left:
        return Hint(Text("guide.place-littorals"), (piece(reserve_id(seat, LITTORAL)),))
    return Hint(Text("guide.place-rest"))


def back_row(seat: int) -> list[str]:
    home = FAR_ROWS[1 - seat]
    return [square_name(int(at)) for at in ZONES[seat] if row_of(int(at)) == home]


# -- what cannot wait -----------------------------------------------------------------------------------------


def urgent(view: CommandView, seat: int) -> Hint | None:
    command = next(ship for ship in view.ships[seat] if ship.ship == COMMAND)
    assert command.at is not None, "without it the match is over"
    contacts = {ship.at: ship for ship in view.ships[1 - seat] if ship.at is not None}
    own = {ship.at for ship in view.ships[seat]}
    for to in NEXT_TO[command.at]:
        if row_of(square_at(to)) == FAR_ROWS[seat] and to not in contacts and to not in own:
            waits = any(near in contacts for near in NEXT_TO[to])
            return Hint(Text("guide.far-row-waits" if waits else "guide.far-row", {"to": to}), places(command.at, to))
    near = [at for at in NEXT_TO[command.at] if at in contacts]
    if near:
        return Hint(Text("guide.command-danger", {"at": near[0]}), places(command.at, *near))
    for ship, to in challenges(view, seat, contacts):
        if surely_wins(ship.ship, contacts[to]):
            args: dict[str, str | int | Text] = {"ship": class_name(ship.ship), "at": ship.at or "", "to": to}
            return Hint(Text("guide.sure", args), places(ship.at or "", to))
    return None


def challenges(view: CommandView, seat: int, contacts: dict[str, Ship]) -> Iterator[tuple[Ship, str]]:
    """The own ships next to a contact, and where it is."""
    for ship in view.ships[seat]:
        for to in NEXT_TO[ship.at] if ship.at is not None else ():
            if to in contacts:
                yield ship, to


def surely_wins(own: str, contact: Ship) -> bool:
    """Whatever the contact can be, an attack sinks it."""
    could = contact.ship or contact.could
    return bool(could) and SUNK_BY[own].issuperset(could)


# -- what just happened, and how it goes on -------------------------------------------------------------------


def after_challenge(view: CommandView, seat: int) -> Hint | None:
    challenge = view.challenge
    if challenge is None or view.quiet > (1 if challenge.by == seat else 0):
        return None  # it was said when it was new: after the other side's reply, where the challenge was one's own
    own = next(ship for ship in view.ships[seat] if ship.id == challenge.ships[seat])
    met = (piece(f"ship-{challenge.ships[seat]}"), piece(f"ship-{challenge.ships[1 - seat]}"))
    key = "both" if len(challenge.lost) == 2 else "lost" if seat in challenge.lost else "won"
    return Hint(Text(f"guide.challenge-{key}", {"ship": class_name(own.ship), "at": challenge.at}), met)


def in_general(view: CommandView, seat: int) -> Hint:
    if view.plies < OPENING:
        return Hint(Text("guide.move-declared" if view.declared else "guide.move"))
    if view.plies < 2 * OPENING:
        return Hint(Text("guide.ranks"))
    if view.plies < EARLY:
        scouts = [ship.at for ship in view.ships[seat] if ship.ship == LITTORAL and ship.at is not None]
        return Hint(Text("guide.scout"), places(*scouts))
    if view.quiet >= LONG:
        return Hint(Text("guide.quiet", {"count": MOST_QUIET - view.quiet}))
    if view.afloat[1 - seat] <= FEW:
        return Hint(Text("guide.late"), command_of(view, seat))
    return Hint(Text("guide.watch"))


def command_of(view: CommandView, seat: int) -> tuple[str, ...]:
    return places(*(ship.at for ship in view.ships[seat] if ship.ship == COMMAND and ship.at is not None))


def places(*squares: str) -> tuple[str, ...]:
    return tuple(map(site, squares))
